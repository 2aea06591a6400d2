"""What may be commanded by mail, and what is answered."""
