"""The games that a host offers, as the use cases are given them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engines.contract import AnyEngine

Engines: TypeAlias = Mapping[str, AnyEngine]
"""Every game by its key."""
