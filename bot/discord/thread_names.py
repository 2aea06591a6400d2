"""The names of threads: plain text of limited length, in which no player's name can mislead."""

from __future__ import annotations

import unicodedata

from bot.service.summaries import GameSummary

_THREAD_NAME = 100
"""The longest name of a thread, in characters."""
_PLAYER_NAME = 30
"""The longest name of a player in it."""


def thread_name(summary: GameSummary) -> str:
    """Such as ``K7QX Flic Flac · Ann vs Bob``: the code first, for lists cut names off at their end."""
    names = " vs ".join(_plain(seat.person.name) for seat in summary.seats if seat.person is not None)
    return _cut(f"{summary.code} {summary.title} · {names}", _THREAD_NAME)


def _plain(name: str) -> str:
    """A player's name without what is unseen or turns the writing round, on one line, and not too long."""
    # Joiners are format characters: without them an emoji made of several falls into parts that can be cut.
    spaced = " ".join(name.split())
    seen = "".join(char for char in spaced if not unicodedata.category(char).startswith("C"))
    return _cut(" ".join(seen.split()), _PLAYER_NAME) or "?"


def _cut(text: str, limit: int) -> str:
    """The text or, ended by an ellipsis, what fits of it; an accent is not cut off its letter."""
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > 0 and unicodedata.category(text[end]).startswith("M"):
        end -= 1
    return f"{text[:end].rstrip()}…"
