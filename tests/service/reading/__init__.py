"""Use cases that change no game."""
