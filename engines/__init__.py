"""The rules of every game: pure, deterministic, without I/O, clock, Discord or drawing."""
