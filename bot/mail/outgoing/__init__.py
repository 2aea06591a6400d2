"""How mails are written and sent: text, HTML, legal moves, positions, SMTP."""
