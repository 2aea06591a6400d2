"""The words of a legal action, and the picks that lead to it. What costs time is made when it is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from engines.contract import Offer, Pick, Seat, Words, joined
from engines.reef.actions import (
    SCREEN,
    SEA,
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
from engines.reef.components import BOARDS, HAND_TILES, LARVA_PLAYS, WORDS, Cell, board_of
from engines.reef.corals import Corals
from engines.reef.counts import count, counted, letters
from engines.reef.naming import colours, many, one
from engines.reef.notation import write_sound
from engines.reef.phases.larva_play import growth, open_play
from engines.reef.phases.meals import meal_gain
from engines.reef.state import ReefState

_LONGEST = 80
_BOARDS = {board: Pick(board, f"On board {board}") for board in BOARDS}


def offer(state: ReefState, seat: Seat, action: ReefAction) -> Offer[ReefAction]:
    """A legal action with its words, and the way to point at it: what to do, with what, where."""
    return Offer(
        action,
        partial(write_sound, action),
        lambda: _route(state, seat, action).words(),
        lambda: (_route(state, seat, action).path(),),
    )


class _Route(NamedTuple):
    """The picks to a legal action, the last of which says in words what it does."""

    way: tuple[Pick, ...]
    value: str
    say: Callable[[], Words]

    def words(self) -> Words:
        head, effect = self.say()
        return head[:_LONGEST], effect[: _LONGEST - len(head) - 2]

    def path(self) -> tuple[Pick, ...]:
        return (*self.way, Pick(self.value, lambda: joined(self.words())))


def _route(state: ReefState, seat: Seat, action: ReefAction) -> _Route:
    player = state.players[seat]
    way: tuple[Pick, ...]
    match action:
        case Choose(fish=fish, cubes=cubes):
            into = f"{WORDS[fish]} into the fish, cubes {colours(counted(cubes))}"
            first = Pick(fish, f"{fish}: {one(fish)} tile into your fish", "then two cubes")
            return _to(cubes, into, first)
        case Eat(cell=cell):
            first = Pick("eat", "Eat a coral", "before anything else this turn")
            return _to(cell, lambda: (cell, _meal(state, cell)), first)
        case Feed(cell=cell):
            returned = "six" if state.options.advanced else "five"
            first = Pick("feed", "Eat one last coral", f"{returned} tiles go back to the bag")
            return _to(cell, lambda: (cell, _meal(state, cell)), first)
        case Larva(colour=colour):
            left = many(LARVA_PLAYS - state.turn.larva_plays, "time")
            first = Pick("larva", "Play a larva cube and lay tiles", f"{left} more this turn")
            hand, front = count(player.hand, colour), count(player.front, colour)
            words = (WORDS[colour], f"{many(hand, 'tile')} in hand, {front} in front")
            return _to(colour, words, first)
        case Place(cell=cell, source=source):
            play = open_play(state)
            note = f"{play.from_hand} of {HAND_TILES} laid from the hand"
            first = Pick("place", f"Lay {WORDS[play.colour]} tiles", note)
            where = f"{cell} from the front" if source == "front" else cell
            way = (first, Pick(source, f"From your {source}"), _BOARDS[board_of(cell)])
            return _to(cell, lambda: _laying(state, seat, cell, where), *way)
        case EndLarva():
            return _to("end_larva", "Close the larva play")
        case Cancel():
            return _to("cancel", "Take the larva cube back")
        case Introduce(cell=cell):
            first = Pick("shrimp", "Put a new shrimp on a coral", "once a turn")
            way = (first, _BOARDS[board_of(cell)])
            return _to(cell, lambda: (cell, f"guards {_coral(state, cell)}"), *way)
        case Move(origin=origin, to=to):
            way = (Pick("move", "Move a shrimp or take it back"), Pick(origin, f"The shrimp on {origin}"))
            if to == SCREEN:
                return _to(to, f"from {origin} back behind the screen", *way)
            way = (*way, _BOARDS[board_of(to)])
            if to not in state.polyps:
                return _to(to, (to, "bare rock, not for good"), *way)
            return _to(to, lambda: (to, f"guards {_coral(state, to)}"), *way)
        case Cube(colour=colour):
            words = (f"{WORDS[colour]} tile to cube", f"{count(player.front, colour) - 1} left in front")
            return _to(colour, words, Pick("cube", "A consumed tile becomes a larva cube"))
        case PlayAlga(alga=alga, pay=pay, to=to):
            goal, short = ("To the open sea", "to sea") if to == SEA else (f"Lock {to}", f"locks {to}")
            first = Pick("alga", "A consumed tile becomes a cylinder", "it flips coral tiles, or locks one")
            way = (first, Pick(alga, f"A {alga} cylinder"), Pick(to, goal, lambda: _flips(state, action)))
            return _to(pay, lambda: (f"{alga} {short} for {pay}", _flips(state, action)), *way)
        case TakeTile(colour=colour):
            words = (f"{WORDS[colour]} cube to tile", f"{count(player.cubes, colour) - 1} cubes of it left")
            return _to(colour, words, Pick("tile", "A larva cube becomes a tile of its colour"))
        case Collect(space=space):
            tiles = letters(state.open_sea.tiles_on(space))
            brings = f"cube {space}, {'tile' if len(tiles) == 1 else 'tiles'} {tiles}"
            words = (f"{WORDS[space]} space", f"{brings}; ends the turn")
            return _to(space, words, Pick("collect", "Collect a space and end the turn"))
        case Decline():
            return _to("decline", "Eat nothing more")


def _to(value: str, words: str | Words | Callable[[], Words], *way: Pick) -> _Route:
    if callable(words):
        return _Route(way, value, words)
    return _Route(way, value, lambda: (words, "") if isinstance(words, str) else words)


def _coral(state: ReefState, cell: Cell) -> str:
    return f"{one(state.polyps[cell])} coral of {len(state.corals.at(cell))}"


def _meal(state: ReefState, cell: Cell) -> str:
    colour, size = state.polyps[cell], len(state.corals.at(cell))
    gain = meal_gain(state, size)
    worth = gain * count(state.open_sea.values, colour)
    return f"{WORDS[colour]} of {size}, {many(gain, 'tile')} for the fish, worth {worth}"


def _laying(state: ReefState, seat: Seat, cell: Cell, where: str) -> Words:
    """What is attacked, how large the coral becomes, and whether a growth cell grows."""
    colour, taken = open_play(state).colour, state.polyps.get(cell)
    grown = growth(state, cell, colour)
    laid = dict.fromkeys((cell,) if grown is None else (cell, grown), colour)
    size = len(Corals({**state.polyps, **laid}, state.shrimps).at(cell))
    parts = [f"{WORDS[colour]} coral of {size}"]
    if taken is not None:
        front = count(state.players[seat].front, taken) + 1
        more = "" if front == 1 else f", {front} {WORDS[taken]} there"
        parts.insert(0, f"attacks {WORDS[taken]}, 1 tile to your front{more}")
    if grown is not None:
        parts.append(f"{grown[3:]} grows")
    told = "; ".join(parts)
    return (where, told) if taken is None else (f"{where} {told}", "")


def _flips(state: ReefState, action: PlayAlga) -> str:
    """The coral tiles that a cylinder flips, as they lie afterwards."""
    locks = None if action.to == SEA else action.to
    sides = map(state.open_sea.side, state.open_sea.flipped_by(action.alga, locks))
    flips = ", ".join(f"{side.weaker}>{side.stronger}" for side in sides)
    return f"now {flips}" if flips else "flips nothing"
