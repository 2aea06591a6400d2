"""Flic Flac (MagentaJohn): docs/rules/flic-flac.md."""

from engines.flicflac.engine import FlicFlacEngine

__all__ = ["FlicFlacEngine"]
