"""Sentences that all doors say, each with its own names, times and signs."""
