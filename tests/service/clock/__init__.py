"""What time does in games."""
