"""The time of games: what a row says of it, who may change it, what it brings about, and when."""
