"""The discord.py client: commands and panels made from the engines' contract. No SQL, no rules."""
