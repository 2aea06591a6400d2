"""The golden games of the Four Gods, one for each way in which a game can end."""

from functools import partial

from engines.contract import Seat
from engines.record import Entry, Made, Record
from tests.records.making import record_of, vector

_LETTERS = "rbgo"
_finished = partial(record_of, game="gods", code="G0D5", seats=("Ann", "Bob", "Cat", "Dan"))


def gods_games() -> dict[str, Record]:
    """Every golden game of the Four Gods by the path of its files below this folder, without suffix."""
    return {
        "gods/last-standing": _finished(_vector_rounds("game-001"), {}),
        "gods/tie": _finished(_vector_rounds("game-000"), {}),
        "gods/highest-of-fallen": _finished(
            (
                *_round("Do", "none", "none", "none"),
                *_round("Ab", "Ag Do", "Ao", "Ar Db"),
            ),
            {"start": 7},
        ),
        "gods/consent": _finished(
            (
                Made(0, "draw offer"),
                *_round("Ab", "Dr", "none", "Dg"),
                Made(0, "Ab"),
                Made(2, "draw offer"),
                Made(0, "draw accept"),
                Made(0, "draw withdraw"),
                Made(1, "draw accept"),
                Made(3, "draw offer"),
                Made(0, "draw offer"),
            ),
            {},
        ),
        "gods/none": _finished(
            (
                *_all("time up"),
                Made(0, "ready"),
                Made(1, "none"),
                Made(1, "time up"),
                Made(2, "resign"),
                Made(3, "time up"),
                *[Made(seat, "time up") for seat in (0, 1)],
                Made(0, "resign"),
                Made(1, "time up"),
            ),
            {"afk_out": 2, "show_ready": False},
        ),
        "gods/idle": _finished(
            (
                Made(0, "Ab"),
                Made(0, "clear"),
                Made(0, "ready"),
                Made(0, "not ready"),
                *[entry for _ in range(10) for entry in _all("ready")],
            ),
            {"start": 5},
        ),
    }


def _round(*plans: str | None) -> tuple[Entry, ...]:
    """The entries of a round in which each living god saves a plan and is ready. None: it is out."""
    living: list[tuple[Seat, str]] = [(seat, text) for seat, text in enumerate(plans) if text is not None]
    return (*(Made(seat, text) for seat, text in living), *(Made(seat, "ready") for seat, _ in living))


def _all(text: str) -> tuple[Entry, ...]:
    return tuple(Made(seat, text) for seat in range(len(_LETTERS)))


def _vector_rounds(name: str) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for one in vector("four-gods", name)["rounds"]:
        chosen = [one["actions"].get(letter) for letter in _LETTERS]
        entries += _round(*(None if actions is None else " ".join(actions) or "none" for actions in chosen))
    return tuple(entries)
