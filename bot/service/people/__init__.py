"""Persons, their settings, notes, blocks and limits; servers; the persons that stand for computer players."""
