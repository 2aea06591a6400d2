"""A stand-in for Discord on 127.0.0.1, for trying and testing: REST, gateway, attachments and a chat page."""
