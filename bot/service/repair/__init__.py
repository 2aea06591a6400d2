"""The doctor: games and rows that are inconsistent, and their repair."""
