"""What posts and messages say."""
