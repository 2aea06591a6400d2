"""The examination of games, and its remedies."""
