"""Words and pick paths of legal actions."""

from functools import partial

from engines.contract import END, LazyOffer, Offer, Paths, Pick, Seat, Text, Words, joined
from engines.roses.actions import Drop, Pass, Phalanx, RosesAction, Shift, SingleStep, Support, Translate
from engines.roses.apply import apply_move
from engines.roses.moves import BY_ACTION, Move
from engines.roses.state import RosesState
from engines.wording import listed

_NO_CHOICE = "there is nothing else to do"


def offer(state: RosesState, _seat: Seat, action: RosesAction) -> Offer[RosesAction]:
    """A legal action with its words and pick paths, made on access."""
    move = BY_ACTION[action]
    words = partial(_words, state, move)
    return LazyOffer(action, move.text, words, partial(_paths, move, lambda: joined(words())))


def _words(state: RosesState, move: Move) -> Words:
    if isinstance(move.action, Pass):
        return describe(move), _NO_CHOICE
    ending = apply_move(state, move).state.ending
    if ending is None or move.takes_castle:
        return describe(move), ""
    return describe(move), "the game is drawn" if ending.winner is None else "wins the game"


def describe(move: Move) -> str:
    """A move for a list of choices."""
    match move.action:
        case Drop(cell=cell):
            return f"drop a soldier on {cell}"
        case SingleStep(origin=origin, target=target):
            return f"move {origin} to {target}"
        case Shift(target=target):
            return f"move {_movers(move)} in line, front to {target}"
        case Translate():
            return f"move {_movers(move)} together to {listed(goal for _, goal in move.moved)}"
        case Phalanx() | Support():
            return _effect(move)
        case Pass():
            return "pass"


def _paths(move: Move, note: Text) -> Paths:
    """The ways to point at a move: a drop by its cell, anything else by a soldier and then where it goes.

    A pair that goes side by side is found under either soldier, a phalanx too; a line shift under its
    rearmost, so that each run of a line has one place.
    """
    match move.action:
        case Drop(cell=cell):
            return ((Pick(cell, cell, "drop a soldier here", at=cell),),)
        case Pass():
            return ((Pick(move.text, "pass", f"pass: {_NO_CHOICE}", group=END),),)
        case Translate() | Phalanx():
            handles = move.moved
        case _:
            handles = move.moved[:1]
    return tuple((_handle(cell), _aim(move, goal, note)) for cell, goal in handles)


def _handle(cell: str) -> Pick:
    return Pick(cell, cell, "move this soldier", at=cell, then=f"Soldier {cell}: where to?")


def _aim(move: Move, goal: str, note: Text) -> Pick:
    """The second pick: the soldier's target, distinguished from its other moves to the same cell.

    `goal`: its target in a translation.
    """
    match move.action:
        case SingleStep(target=target):
            at, words = target, ""
        case Shift(target=target):
            at, words = target, f"line of {len(move.moved)}"
        case Translate():
            other = next(origin for origin, end in move.moved if end != goal)
            at, words = goal, f"with {other}"
        case Phalanx(target=target):
            at, words = target, f"phalanx {_push(move)}"
        case Support(target=target):
            at, words = target, f"support {_push(move)}"
        case _:
            raise ValueError(f"{move.text} has no aim.")
    return Pick(move.text, f"{at} · {words}" if words else at, note, at=at)


def _push(move: Move) -> str:
    """What an attack does, in a word or two."""
    if move.takes_castle:
        return "takes it"
    return "pushes off" if move.beyond is None else f"push to {move.beyond}"


def _effect(move: Move) -> str:
    force = _movers(move)
    if move.takes_castle:
        return f"take the castle with {force} and win"
    if move.beyond is None:
        return f"push {move.target} over the edge with {force}"
    return f"push {move.target} to {move.beyond} with {force}"


def _movers(move: Move) -> str:
    return listed(origin for origin, _ in move.moved)
