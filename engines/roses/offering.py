"""Legal actions in words, and the ways to point at them."""

from functools import partial

from engines.contract import Offer, Paths, Pick, Seat, Words
from engines.roses.actions import Drop, Pass, Phalanx, RosesAction, Shift, SingleStep, Support, Translate
from engines.roses.board import COMPASS
from engines.roses.moves import BY_ACTION, Move
from engines.roses.state import RosesState
from engines.wording import listed

_NO_CHOICE = "there is nothing else to do"


def offer(_state: RosesState, _seat: Seat, action: RosesAction) -> Offer[RosesAction]:
    """A legal action with its words and the ways to point at it, made when they are read."""
    move = BY_ACTION[action]
    return Offer(action, move.text, partial(_words, move), partial(_paths, move))


def _words(move: Move) -> Words:
    return describe(move), _NO_CHOICE if isinstance(move.action, Pass) else ""


def describe(move: Move) -> str:
    """A move for a list of choices."""
    match move.action:
        case Drop(cell=cell):
            return f"drop a soldier on {cell}"
        case SingleStep(origin=origin, target=target):
            return f"step {origin} to {target}"
        case Shift(target=target):
            return f"shift {_movers(move)} in line, front to {target}"
        case Translate():
            return f"move {_movers(move)} to {listed(goal for _, goal in move.moved)}"
        case Phalanx() | Support():
            return _effect(move)
        case Pass():
            return "pass"


def _paths(move: Move) -> Paths:
    """The ways to point at a move: a drop by its cell, anything else by a soldier and then what it does.

    A pair that goes side by side is found under either soldier, a phalanx too; a line shift under its
    rearmost, so that each run of a line has one place.
    """
    match move.action:
        case Drop(cell=cell):
            return ((Pick(cell, cell, "drop a soldier here"),),)
        case Pass():
            return ((Pick(move.text, "pass", f"pass: {_NO_CHOICE}"),),)
        case Translate() | Phalanx():
            handles = tuple(origin for origin, _ in move.moved)
        case _:
            handles = (move.moved[0][0],)
    return tuple(
        (Pick(cell, f"soldier on {cell}"), Pick(move.text, partial(_aim, move), partial(describe, move)))
        for cell in handles
    )


def _aim(move: Move) -> str:
    """The second pick's label: where to, told apart from the other actions of the same soldier."""
    match move.action:
        case SingleStep(target=target):
            return f"to {target}"
        case Shift(target=target):
            return f"line of {len(move.moved)} to {target}"
        case Translate(direction=direction):
            return f"{_movers(move)} together {COMPASS[direction]}"
        case _:
            how = "phalanx" if isinstance(move.action, Phalanx) else "support"
            return f"attack {move.target} by {how}"


def _effect(move: Move) -> str:
    force = _movers(move)
    if move.takes_castle:
        return f"capture the castle with {force} and win"
    if move.beyond is None:
        return f"capture the soldier on {move.target} with {force}"
    return f"push {move.target} to {move.beyond} with {force}"


def _movers(move: Move) -> str:
    return listed(origin for origin, _ in move.moved)
