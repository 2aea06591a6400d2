"""The commands of a mail: each line is a move, a private message, or a command by name."""
