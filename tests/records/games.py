"""The golden games of every game, as they are written down by `python -m tests.records`."""

from typing import Any

from engines.record import Entry, Made, Record, Undo
from tests.records.flicflac_games import flicflac_games
from tests.records.gods_games import gods_games
from tests.records.making import of_two, vector
from tests.records.reef_games import reef_games
from tests.records.tae_games import tae_games

_DROPS = "@d3 @b4 @c2 @c5 @e4 @a3 @f5 @d6"
_TO_AND_FRO = "c2-b2 a3-a2 b2-c2 a2-a3"

_WHITE, _BLACK = 0, 1


def golden_games() -> dict[str, Record]:
    """Every golden game by the path of its files below this folder, without suffix."""
    return {
        "roses/castle": _finished(_alternating(_vector_moves("sample-game"))),
        "roses/wipe-out": _finished(_alternating(_vector_moves("G00"))),
        "roses/quiet": _finished(_alternating(_vector_moves("G01"))),
        "roses/repetition": _finished(_alternating(f"{_DROPS} {_TO_AND_FRO} {_TO_AND_FRO}")),
        "roses/agreement": _finished(
            (*_alternating(_DROPS), Made(_BLACK, "draw offer"), Made(_WHITE, "draw accept"))
        ),
        "roses/resignation": _finished((*_alternating(_DROPS), Made(_BLACK, "resign"))),
        "roses/timeout": _finished(
            (
                *_alternating("@d3 @b4 @c2 @c5 @e4"),
                Made(_BLACK, "time up"),
                Made(_WHITE, "extend"),
                Made(_BLACK, "time up"),
                Made(_WHITE, "claim"),
            )
        ),
        "roses/undo": _finished(
            (
                *_alternating("@d3 @c5 @c2"),
                Undo(2),
                *_alternating("@e4 @b4"),
                Made(_WHITE, "draw offer"),
                Made(_BLACK, "draw decline"),
                Undo(4),
                Undo(0),
                *_alternating(_vector_moves("sample-game")),
            )
        ),
        "roses/options": _finished(
            (
                *_alternating("@b4 @d3 @c5 @e4 @a3 @c2 @d6 @f5", first=_BLACK),
                *_alternating("a3-a2 c2-b2 a2-a3 b2-c2", first=_BLACK),
            ),
            first="black",
            long_phalanx=True,
            support_contiguous=True,
            repetition=2,
            quiet_limit=50,
        ),
        **flicflac_games(),
        **gods_games(),
        **reef_games(),
        **tae_games(),
    }


def _vector_moves(name: str) -> str:
    return " ".join(vector("guerre-des-deux-roses", name)["moves"])


def _alternating(texts: str, first: int = _WHITE) -> tuple[Entry, ...]:
    return tuple(Made((first + number) % 2, text) for number, text in enumerate(texts.split()))


def _finished(entries: tuple[Entry, ...], **options: Any) -> Record:
    return of_two(entries, options, game="roses", code="G0LD")
