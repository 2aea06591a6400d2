"""Flic Flac: docs/rules/flic-flac.md."""
