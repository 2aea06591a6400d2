"""What exists in the sandbox: servers, channels, people, messages, files; and what changes in it."""
