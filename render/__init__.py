"""Turns views into pictures. The package knows the engines' views, but neither Discord nor SQL."""
