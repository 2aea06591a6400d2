"""One game as a use case holds it: loaded and locked, its setup, clock and summary, whether it is sound."""
