"""Which mails go out, and what they say."""
