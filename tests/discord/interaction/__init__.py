"""Commands and presses, from the request to its answer."""
