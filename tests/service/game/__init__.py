"""One game as a use case holds it."""
