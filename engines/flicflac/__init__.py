"""Flic Flac (MagentaJohn): docs/rules/flic-flac.md."""
