"""What all doors say."""
