"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Row: TypeAlias = Sequence[str]


def table(head: Row, rows: Sequence[Row]) -> str:
    """Columns as wide as what stands in them; a head of nothing but blanks is left out."""
    shown = [head, *rows] if any(head) else list(rows)
    widths = [max(len(row[column]) for row in shown) for column in range(len(head))] if shown else []
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    return "".join(f"{line.rstrip()}\n" for line in lines)
