"""Moves, undo, standing orders, and what players agree on: pauses, an end without a result."""
