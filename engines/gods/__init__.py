"""Battle of the Four Gods (Ryan Taus): docs/rules/four-gods.md."""

from engines.gods.engine import GodsEngine

__all__ = ["GodsEngine"]
