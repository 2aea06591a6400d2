"""Persons with their settings, notes, blocks and limits; servers."""
