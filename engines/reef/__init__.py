"""Reef Encounter (Richard Breese): docs/rules/reef-encounter.md."""

from engines.reef.engine import ReefEngine

__all__ = ["ReefEngine"]
