"""The only gate to an action: what `validate` returns is legal.

The codes and their order are those of rules/reef-encounter.md section 12; ``syntax`` is for what names no
action, colour or coral tile at all. A cell that cannot be read is no rock cell. A second set-up choice is
``ALREADY_CHOSEN`` whatever it holds, and while others still choose every command of a turn is
``NOT_YOUR_TURN``. The conditions of each action: `engines.reef.phases`.
"""

from __future__ import annotations

import re
from typing import TypeVar

from engines.contract import Action, IllegalAction, Seat
from engines.reef.actions import (
    SCREEN,
    SEA,
    SOURCES,
    Cancel,
    Choose,
    Collect,
    Cube,
    Decline,
    Eat,
    EndLarva,
    Feed,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    ReefAction,
    TakeTile,
)
from engines.reef.components import ALGAE, CORALS, TILE_NUMBER, WORDS, Alga, Cell, Coral
from engines.reef.error_messages import HELP, error_message
from engines.reef.phases import phase_of
from engines.reef.state import ReefState

_CELL = re.compile(r"(B[1-4])[:. ]?([A-G][1-6])")
_NOWHERE = ""
"""What a cell that cannot be read is taken for."""
_CORAL_WORDS: dict[str, Coral] = {
    **{colour.lower(): colour for colour in CORALS},
    **{word: colour for colour, word in WORDS.items()},
    "gray": "G",
}
_ALGAE: dict[str, Alga] = {alga: alga for alga in ALGAE}

Meaning = TypeVar("Meaning")


def validate(state: ReefState, seat: Seat, action: Action) -> ReefAction:
    """The same action with well-formed fields if it is legal. Raises IllegalAction."""
    sound: Action = action
    code = _problem_of_moment(state, seat, action)
    if code is None:
        sound = well_formed(action)
        code = phase_of(state).problem(state, seat, sound)
    if code is not None:
        raise IllegalAction(code, error_message(state, seat, sound, code))
    assert isinstance(sound, ReefAction), "nothing else is well formed"  # noqa: S101
    return sound


def _problem_of_moment(state: ReefState, seat: Seat, action: Action) -> str | None:
    """Why the seat cannot do anything of the kind now."""
    feeding = isinstance(action, Feed | Decline)
    if state.phase == "over":
        return "GAME_OVER"
    if state.phase == "final" and not feeding:
        return "FINAL_ONLY_FEED"
    if state.phase != "final" and feeding:
        return "NOT_FINAL"
    if seat not in range(len(state.players)) or seat in state.resigned:
        return "NOT_YOUR_TURN"
    acts = seat in phase_of(state).to_act(state)
    if isinstance(action, Choose):
        return None if acts and state.phase == "setup" else "ALREADY_CHOSEN"
    return None if acts and state.phase != "setup" else "NOT_YOUR_TURN"


def well_formed(action: Action) -> ReefAction:
    """The action with its fields in canonical spelling. Raises IllegalAction ``syntax``."""
    match action:
        case Choose(fish=fish, cubes=cubes):
            return Choose(_coral(fish), _cubes(cubes))
        case Eat(cell=cell):
            return Eat(read_cell(cell))
        case Larva(colour=colour):
            return Larva(_coral(colour))
        case Place(cell=cell, source=source):
            if source not in SOURCES:
                raise _unreadable("Tiles come from your hand or from your front.")
            return Place(read_cell(cell), source)
        case Introduce(cell=cell):
            return Introduce(read_cell(cell))
        case Move(origin=origin, to=to):
            return Move(read_cell(origin), SCREEN if _word(to) == SCREEN else read_cell(to))
        case Cube(colour=colour):
            return Cube(_coral(colour))
        case PlayAlga(alga=alga, pay=pay, to=to):
            found = _known(_ALGAE, alga, f"Algae are {', '.join(ALGAE)}.")
            return PlayAlga(found, _coral(pay), _target(to))
        case TakeTile(colour=colour):
            return TakeTile(_coral(colour))
        case Collect(space=space):
            return Collect(_coral(space))
        case Feed(cell=cell):
            return Feed(read_cell(cell))
        case EndLarva() | Cancel() | Decline():
            return action
    raise _unreadable(HELP)


def _unreadable(sentence: str) -> IllegalAction:
    return IllegalAction("syntax", f"That cannot be read. {sentence}")


def _word(text: object) -> str:
    return text.strip().lower() if isinstance(text, str) else ""


def _known(meanings: dict[str, Meaning], text: object, sentence: str) -> Meaning:
    word = _word(text)
    if word not in meanings:
        raise _unreadable(sentence)
    return meanings[word]


def _coral(text: object) -> Coral:
    return _known(_CORAL_WORDS, text, "Colours are W white, Y yellow, O orange, P pink and G grey.")


def _cubes(text: object) -> str:
    """Letters in the order of the colours; another number than two is for the rules to refuse."""
    named = _word(text).upper() if isinstance(text, str) and len(text) <= 20 else "?"
    if not set(named) <= set(CORALS):
        raise _unreadable("Two cubes are two letters of W, Y, O, P and G, such as WY.")
    return "".join(sorted(named, key=CORALS.index))


def _target(text: object) -> str:
    word = _word(text)
    if word == SEA:
        return SEA
    if word.upper() not in TILE_NUMBER:
        raise _unreadable(f"A cylinder goes to sea or to a coral tile: {', '.join(TILE_NUMBER)}.")
    return word.upper()


def read_cell(text: object) -> Cell:
    """A cell's canonical name, whether or not it is rock; what cannot be read is nowhere."""
    found = _CELL.fullmatch(_word(text).upper())
    return f"{found[1]}:{found[2]}" if found else _NOWHERE
