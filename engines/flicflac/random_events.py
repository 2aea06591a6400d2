"""Random events between two turns: docs/rules/flic-flac.md section 10."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from engines.flicflac.board import SLIDES
from engines.flicflac.pieces import BODY, CODES, OPPOSITES
from engines.flicflac.state import FlicFlacState, Stand, stand_of, with_stands
from engines.flicflac.view import Capture, RandomEvent

_KINDS: tuple[Literal["wind", "recall", "sinkholes", "slide"], ...] = ("wind", "recall", "sinkholes", "slide")
_HALF_CELLS = SLIDES[-1] + SLIDES[1]
"""The number of half cells after which the sliding pattern is as before."""


def draw_random_event(state: FlicFlacState) -> tuple[FlicFlacState, RandomEvent | None]:
    """The state after the random event at the end of a turn, and its effect.

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
    if kind == "recall":
        called = [code for code in CODES if BODY[code] in pair]
    else:
        holes = {cell.name for cell in state.board.cells if cell.colour in pair}
        called = [code for code in CODES if stand_of(state, code).cell in holes]
    after, gone = send_home(replace(state, chance=chance), called)
    return after, RandomEvent(kind=kind, colours=pair, gone=gone)


def _wind(state: FlicFlacState) -> tuple[FlicFlacState, RandomEvent]:
    turned = {
        code: Stand(stand.cell, not stand.flipped)
        for code, stand in zip(CODES, state.stands, strict=True)
        if stand.cell is not None
    }
    stands = with_stands(state.stands, turned.items())
    return replace(state, stands=stands), RandomEvent(kind="wind", flipped=tuple(turned))


def send_home(state: FlicFlacState, pieces: Iterable[str]) -> tuple[FlicFlacState, tuple[Capture, ...]]:
    """The state after these pieces went home from the board, faces kept; and which did, and from where."""
    gone = tuple(Capture(code, cell) for code in pieces if (cell := stand_of(state, code).cell) is not None)
    homes = ((one.piece, Stand(None, stand_of(state, one.piece).flipped)) for one in gone)
    return replace(state, stands=with_stands(state.stands, homes)), gone
