"""Random events between two turns: rules/flic-flac.md section 10."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engines.flicflac.board import SLIDES
from engines.flicflac.pieces import BODY, CODES, OPPOSITES, Colour
from engines.flicflac.state import FlicFlacState, Stand, stand_of, with_stands
from engines.flicflac.view import Capture, RandomEvent

_KINDS = ("wind", "recall", "sinkholes", "slide")
_HALF_CELLS = SLIDES[-1] + SLIDES[1]
"""After so many half cells the pattern is as it was."""


def draw_random_event(state: FlicFlacState) -> tuple[FlicFlacState, RandomEvent | None]:
    """The state after chance had its say at the end of a turn, and what it did.

    Draws nothing where random events are off, else a number from 1 to 100 and, if it is within the chance,
    the kind and then its parameter.
    """
    if not state.options.events:
        return state, None
    number, chance = state.chance.below(100)
    if number + 1 > state.options.events:
        return replace(state, chance=chance), None
    kind, chance = chance.pick(_KINDS)
    if kind == "wind":
        return _wind(replace(state, chance=chance))
    if kind == "slide":
        slide, chance = chance.pick(SLIDES[1:])
        slid = replace(state, chance=chance, slide=(state.slide + slide) % _HALF_CELLS)
        return slid, RandomEvent(kind="slide", cells=slide // 2)
    pair, chance = chance.pick(OPPOSITES)
    state = replace(state, chance=chance)
    return _recall(state, pair) if kind == "recall" else _sink(state, pair)


def _wind(state: FlicFlacState) -> tuple[FlicFlacState, RandomEvent]:
    turned = {
        code: Stand(stand.cell, not stand.flipped)
        for code, stand in zip(CODES, state.stands, strict=True)
        if stand.cell is not None
    }
    stands = with_stands(state.stands, turned.items())
    return replace(state, stands=stands), RandomEvent(kind="wind", flipped=tuple(turned))


def _recall(state: FlicFlacState, pair: tuple[Colour, Colour]) -> tuple[FlicFlacState, RandomEvent]:
    state, gone = send_home(state, (code for code in CODES if BODY[code] in pair))
    return state, RandomEvent(kind="recall", colours=pair, gone=gone)


def _sink(state: FlicFlacState, pair: tuple[Colour, Colour]) -> tuple[FlicFlacState, RandomEvent]:
    swallowed = {cell.name for cell in state.ground.cells if cell.colour in pair}
    state, gone = send_home(state, (code for code in CODES if stand_of(state, code).cell in swallowed))
    return state, RandomEvent(kind="sinkholes", colours=pair, gone=gone)


def send_home(state: FlicFlacState, pieces: Iterable[str]) -> tuple[FlicFlacState, tuple[Capture, ...]]:
    """The state with those of the pieces that are on the board at home, faces kept; and where they stood."""
    gone = tuple(Capture(code, cell) for code in pieces if (cell := stand_of(state, code).cell) is not None)
    homes = ((one.piece, Stand(None, stand_of(state, one.piece).flipped)) for one in gone)
    return replace(state, stands=with_stands(state.stands, homes)), gone
