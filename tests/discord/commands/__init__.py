"""What people do by commands and buttons."""
