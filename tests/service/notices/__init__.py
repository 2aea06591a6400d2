"""What is sent to whom, and when."""
