"""A stand-in for Discord on 127.0.0.1, with a chat page and a mail server, for trying and testing."""
