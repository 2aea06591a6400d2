"""E-mail addresses of persons, and what happens to mail; export and deletion of a person."""
