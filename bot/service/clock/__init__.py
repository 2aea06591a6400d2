"""The clocks of running games: set by hand, run out, attended to on time."""
