"""One game as a use case holds it: loaded and locked, its setup, moments and summary, whether it is sound."""
