"""The contents of public and direct messages: cards, chat, reports, notices."""
