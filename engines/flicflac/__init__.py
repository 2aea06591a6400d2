"""Flic Flac (MagentaJohn, 2023): docs/rules/flic-flac.md."""
