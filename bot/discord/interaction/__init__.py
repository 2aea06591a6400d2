"""One interaction: its user, its typed or pressed values, and its answer."""
