"""Gods that stay away: a round in which one is absent is missed, and too many in a row are a resignation
(Ruling 17).
"""

from typing import Final

ABSENCE: Final = "If you save nothing and are not ready, you resign when this round is settled."
"""What a god is told that would be absent too long."""


def missed_with(before: int, *, present: bool) -> int:
    """How many rounds in a row a god has missed with one that is settled now."""
    return 0 if present else before + 1


def resigns(afk_out: int, before: int, *, present: bool) -> bool:
    """Whether a god that has missed `before` rounds in a row resigns with the one that is settled now."""
    return 0 < afk_out <= missed_with(before, present=present)
