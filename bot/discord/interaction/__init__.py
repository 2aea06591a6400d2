"""One interaction: whose it is, what was typed or pressed, and its answer."""
