"""How mails arrive and are read: SMTP, LMTP and IMAP, limits, authentication, the sender's own text."""
