"""The mail door: games played by e-mail, at the same tables as on Discord."""
