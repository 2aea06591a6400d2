"""Positions as data: what section 12 of docs/rules/flic-flac.md says must be saved, except the options.

``{"pieces": {"CB": "C1*"}, "score": {"C": 0, "B": 0}, "side": "C", "phase": "main", "free": [...], "moved":
[["CB", "home"]], "slide": 0}``. A piece is on a cell or at ``home``, with ``*`` flipped; pieces that are not
named are at home, normal side up. ``moved`` lists the pieces marked as moved with their places at the
beginning of the phase. Missing keys have the value of a fresh game; ``free`` may be missing in a main phase.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.chance import NO_SEED, Chance
from engines.conformance.contract import as_form
from engines.contract import Value
from engines.flicflac.board import board
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.pieces import CODES, NUMBER, OWNER, SHAPES, SIDES
from engines.flicflac.state import SET_UP, FlicFlacState, Staged, Stand, Stands, public_stands, with_stands


class _Score(Value, frozen=True):
    cylinders: Annotated[int, Meta(ge=0)] = msgspec.field(default=0, name="C")
    blocks: Annotated[int, Meta(ge=0)] = msgspec.field(default=0, name="B")


class _Position(Value, frozen=True, kw_only=True):
    pieces: dict[str, str] = msgspec.field(default_factory=dict)
    score: _Score = _Score()
    side: Literal["C", "B"] = "C"
    phase: Literal["main", "extra"] = "main"
    free: tuple[str, ...] | None = None
    moved: tuple[tuple[str, str], ...] = ()
    slide: Literal[0, 6, 12] = 0


def write_stand(stand: Stand) -> str:
    """A piece's place and side: ``C1``, ``C1*``, ``home``."""
    return f"{stand.cell or 'home'}{'*' if stand.flipped else ''}"


def write_position(state: FlicFlacState) -> dict[str, Any]:
    """The position as the side in its phase knows it."""
    return {
        "pieces": {
            code: write_stand(stand)
            for code, stand in zip(CODES, state.stands, strict=True)
            if stand != Stand()
        },
        "score": dict(zip(SHAPES, state.score, strict=True)),
        "side": SHAPES[state.side],
        "phase": "extra" if state.extra else "main",
        "free": list(state.free),
        "moved": [[staged.piece, write_stand(staged.start)] for staged in state.staged],
        "slide": state.slide,
    }


def read_position(position: object, options: FlicFlacOptions) -> FlicFlacState:
    """The state of a position, as if the game began there. Raises ValueError."""
    given = as_form(position, _Position, "Flic Flac")
    side = SHAPES.index(given.side)
    state = FlicFlacState(
        options=options,
        chance=Chance(NO_SEED),
        extra=int(given.phase == "extra"),
        side=side,
        free=_free(given, SIDES[side]),
        stands=with_stands(
            SET_UP, ((_piece(code), _stand(code, text, options.size)) for code, text in given.pieces.items())
        ),
        staged=tuple(Staged(_piece(code), _stand(code, text, options.size)) for code, text in given.moved),
        score=(given.score.cylinders, given.score.blocks),
        slide=given.slide,
    )
    _check_staged(state)
    _check_apart(state.stands)
    _check_apart(public_stands(state))
    return state


def _piece(code: str) -> str:
    if code not in NUMBER:
        raise ValueError(f"There is no such piece; the pieces are {', '.join(CODES)}.")
    return code


def _stand(code: str, text: str, size: int) -> Stand:
    place = text.removesuffix("*")
    if place != "home" and place not in board(size).cell:
        raise ValueError(f"{code} stands at home or on a cell of the board of size {size}, as in A1 or A1*.")
    return Stand(None if place == "home" else place, text.endswith("*"))


def _free(given: _Position, own: tuple[str, ...]) -> tuple[str, ...]:
    if given.phase == "main":
        if given.free is not None and sorted(given.free) != sorted(own):
            raise ValueError(f"In a main phase all of {', '.join(own)} are free.")
        return own
    free = given.free or ()
    if not free or len(set(free)) < len(free) or not set(free) <= set(own):
        raise ValueError(f"In an extra phase one or more of {', '.join(own)} are free, each named once.")
    return tuple(code for code in own if code in free)


def _check_staged(state: FlicFlacState) -> None:
    marked = [staged.piece for staged in state.staged]
    if len(set(marked)) < len(marked) or not set(marked) <= set(state.free):
        raise ValueError("Only free pieces are marked moved, each once.")
    for staged in state.staged:
        stand = state.stands[NUMBER[staged.piece]]
        if OWNER[staged.piece] != state.side or stand.cell in (None, staged.start.cell):
            raise ValueError("A piece that is marked moved stands on the board, not where it began.")


def _check_apart(stands: Stands) -> None:
    cells = [stand.cell for stand in stands if stand.cell is not None]
    if len(set(cells)) < len(cells):
        raise ValueError("No two pieces stand on the same cell, nor did when the phase began.")
