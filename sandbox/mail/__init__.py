"""A mail server on loopback with a mailbox for each person: real SMTP in both directions."""
