"""What worker processes compute: moves of computer players, reviews of finished games."""
