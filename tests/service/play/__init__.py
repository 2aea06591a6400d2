"""Moves, undo and orders, and what players agree on."""
