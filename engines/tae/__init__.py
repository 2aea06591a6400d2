"""TaE, Tigris and Euphrates in space: docs/rules/tae.md."""

from engines.tae.engine import TaeEngine

__all__ = ["TaeEngine"]
