"""Reef Encounter (Richard Breese): docs/rules/reef-encounter.md."""
