"""What requests, answers and terms are made of."""
