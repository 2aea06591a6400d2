"""Moves, undo, plans, standing orders and pauses."""
