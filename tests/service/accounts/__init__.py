"""Mail addresses, mails, and what is stored about a person."""
