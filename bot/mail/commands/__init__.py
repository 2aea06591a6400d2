"""What a mail may ask for: each line of it is a move, private words, or a command by name."""
