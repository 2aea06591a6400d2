"""What public and direct messages look like: cards, chat, reports, notices."""
