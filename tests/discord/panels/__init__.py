"""Private panels, pick by pick."""
