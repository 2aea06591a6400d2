"""Positions as data: section 11 of docs/rules/four-gods.md without options and the history of rounds.

``{"round": 4, "ep": {"r": 9, "b": 3, "g": -4, "o": 4}, "alive": "rbo", "fell": {"g": 2}, "quiet": 0}``. All
keys but the energy are optional, with the values at the beginning of a round; the round under way has
``plans`` (canonical texts), ``ready``, ``late``, ``resigning`` and ``draw`` (letters of colours).
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engines.conformance.contract import as_form
from engines.contract import IllegalAction, Seat, Value
from engines.gods.colours import LETTERS, SEATS
from engines.gods.options import GodsOptions
from engines.gods.rounds import find_result
from engines.gods.selection import write_selection
from engines.gods.state import God, GodsState, Result, Stance
from engines.gods.validation import validate_selection

Count = Annotated[int, Meta(ge=0)]
Energy = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class _Energies(Value, frozen=True):
    r: Energy
    b: Energy
    g: Energy
    o: Energy


class _Position(Value, frozen=True, kw_only=True):
    ep: _Energies
    round: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    alive: str = LETTERS
    fell: dict[str, Count] = msgspec.field(default_factory=dict)
    resigned: str = ""
    missed: dict[str, Count] = msgspec.field(default_factory=dict)
    quiet: Count = 0
    drained: bool = False
    plans: dict[str, str] = msgspec.field(default_factory=dict)
    ready: str = ""
    late: str = ""
    resigning: str = ""
    draw: str = ""


def write_position(state: GodsState) -> dict[str, object]:
    """The position with all that is secret."""
    gods, stances = state.gods, state.stances
    return {
        "round": state.round,
        "ep": {LETTERS[seat]: gods[seat].ep for seat in SEATS},
        "alive": _letters([god.fell is None for god in gods]),
        "fell": {LETTERS[seat]: god.fell for seat, god in enumerate(gods) if god.fell is not None},
        "resigned": _letters([god.resigned for god in gods]),
        "missed": {LETTERS[seat]: god.missed for seat, god in enumerate(gods) if god.missed},
        "quiet": state.quiet,
        "drained": state.drained,
        "plans": {
            LETTERS[seat]: write_selection(stance.plan)
            for seat, stance in enumerate(stances)
            if stance.plan is not None
        },
        "ready": _letters([stance.ready for stance in stances]),
        "late": _letters([stance.late for stance in stances]),
        "resigning": _letters([stance.resigns for stance in stances]),
        "draw": _letters([stance.asks_draw for stance in stances]),
    }


def read_position(position: object, options: GodsOptions) -> GodsState:
    """The state of a position, as if the game began there. Raises ValueError."""
    given = as_form(position, _Position, "the Four Gods")
    alive, resigned = _seats(given.alive), _seats(given.resigned)
    fell = {_seat(letter): number for letter, number in given.fell.items()}
    missed = {_seat(letter): number for letter, number in given.missed.items()}
    if alive & (fell.keys() | resigned):
        raise ValueError("Whoever is alive has neither fallen nor resigned.")
    if any(number > given.round for number in fell.values()):
        raise ValueError("Nobody has fallen in a round that is yet to come.")
    energies = msgspec.structs.astuple(given.ep)
    gods = tuple(
        God(
            ep=energies[seat],
            fell=None if seat in alive else fell.get(seat, 0),
            resigned=seat in resigned,
            missed=missed.get(seat, 0),
        )
        for seat in SEATS
    )
    result = find_result(gods, max((god.fell or 0 for god in gods), default=0))
    state = GodsState(
        options=options,
        gods=gods,
        settled=given.round - 1 if result is None else given.round,
        quiet=given.quiet,
        drained=given.drained or given.quiet >= options.stalemate_after,
        result=result,
    )
    return _with_stances(state, given)


def _with_stances(state: GodsState, given: _Position) -> GodsState:
    ready, late = _seats(given.ready), _seats(given.late)
    resigning, draw = _seats(given.resigning), _seats(given.draw)
    plans = {_seat(letter): text for letter, text in given.plans.items()}
    living = set(state.living) if state.result is None else set()
    if not ready | late | resigning | draw | plans.keys() <= living:
        raise ValueError("Only gods that are alive take part in the round, and none when the game is over.")
    if not resigning <= ready:
        raise ValueError("Whoever resigns is ready.")
    stances = tuple(
        Stance(
            plan=_plan(state, seat, plans[seat]) if seat in plans else None,
            ready=seat in ready,
            late=seat in late,
            resigns=seat in resigning,
            asks_draw=seat in draw,
        )
        for seat in SEATS
    )
    state = replace(state, stances=stances)
    if state.result is None and not state.pending:
        raise ValueError("When nobody is waited for, the round is settled already.")
    if state.result is None and state.asking == state.living:
        return replace(state, result=Result("consent", state.living))
    return state


def _plan(state: GodsState, seat: Seat, text: str) -> tuple[str, ...]:
    try:
        return validate_selection(state, seat, text)
    except IllegalAction as illegal:
        raise ValueError(f"The plan of {LETTERS[seat]} is not legal: {illegal}") from illegal


def _letters(marks: list[bool]) -> str:
    return "".join(letter for letter, mark in zip(LETTERS, marks, strict=True) if mark)


def _seat(letter: str) -> Seat:
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"The colours are {', '.join(LETTERS)}.")
    return LETTERS.index(letter)


def _seats(letters: str) -> set[Seat]:
    found = [_seat(letter) for letter in letters]
    if len(set(found)) < len(found):
        raise ValueError("A colour is named twice.")
    return set(found)
