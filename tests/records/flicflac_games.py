"""The golden games of Flic Flac, one for each way in which a game can end, and one with random events."""

from collections.abc import Iterable
from typing import Any

from engines.contract import Seat
from engines.record import Entry, Made, Record
from tests.records.making import of_two, vector

_CYLINDERS, _BLOCKS = 0, 1


def flicflac_games() -> dict[str, Record]:
    """Every golden game of Flic Flac by the path of its files below this folder, without suffix."""
    small, texts = _vector("G00")
    medium, long_texts = _vector("G01")
    opening = texts[:3]
    return {
        "flicflac/captures": _finished(_made(texts), **small),
        "flicflac/long": _finished(_made(long_texts), **medium),
        "flicflac/events": _finished((*_made(_PATIENCE), Made(_CYLINDERS, "resign")), size=6, events=100),
        "flicflac/resignation": _finished(
            (*_made(opening), Made(_CYLINDERS, "CB E1"), Made(_BLOCKS, "resign")), **small
        ),
        "flicflac/agreement": _finished(
            (
                Made(_BLOCKS, "draw offer"),
                *_made(opening),
                Made(_BLOCKS, "draw offer"),
                Made(_CYLINDERS, "draw decline"),
                Made(_CYLINDERS, "draw offer"),
                Made(_BLOCKS, "draw accept"),
            ),
            **small,
        ),
        "flicflac/timeout": _finished(
            (
                Made(_CYLINDERS, "CB C1"),
                Made(_CYLINDERS, "time up"),
                Made(_BLOCKS, "time up"),
                Made(_CYLINDERS, "time up"),
                Made(_BLOCKS, "time up"),
                Made(_CYLINDERS, "extend"),
                Made(_CYLINDERS, "end"),
                Made(_BLOCKS, "time up"),
                Made(_CYLINDERS, "end"),
                Made(_BLOCKS, "time up"),
                Made(_CYLINDERS, "claim"),
            ),
            claim_after=2,
        ),
        "flicflac/idle": _finished(
            _made(_alternating("CB C1", "", "", "BY A7", "", "", "")), size=7, idle_draw=3
        ),
    }


def _vector(name: str) -> tuple[dict[str, int], list[tuple[Seat, str]]]:
    """Options and phases of a game among the test vectors."""
    found = vector("flic-flac", name)
    options = {key: found[key] for key in ("size", "target", "lead")}
    return options, [("CB".index(turn["side"]), ",".join(turn["do"])) for turn in found["turns"]]


def _alternating(*phases: str) -> list[tuple[Seat, str]]:
    """Phases of the cylinders and the blocks in turn."""
    return [(number % 2, phase) for number, phase in enumerate(phases)]


def _made(phases: Iterable[tuple[Seat, str]]) -> tuple[Entry, ...]:
    """Whole phases, each with its end."""
    entries: list[Entry] = []
    for seat, phase in phases:
        entries += [Made(seat, text.strip()) for text in phase.split(",") if text.strip()]
        entries.append(Made(seat, "end"))
    return tuple(entries)


def _finished(entries: tuple[Entry, ...], **options: Any) -> Record:
    return of_two(entries, options, game="flicflac", code="F11C")


_PATIENCE = _alternating(
    "CB C1, CG F11, CY E1, CO G10, CR A1, CP L6",
    "BB B7, BG H1, BY E10, BO F1, BR A6, BP L1",
    *[""] * 12,
)
"""Both sides enter the board and wait for random events."""
