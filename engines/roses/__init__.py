"""Guerre des Deux Roses (Le Korrigan, 2004): docs/rules/guerre-des-deux-roses.md."""

from engines.roses.engine import RosesEngine

__all__ = ["RosesEngine"]
