"""What is read of mails that come in."""
