"""The words of a legal action, and the picks that lead to it: what to do, with what, where."""

from __future__ import annotations

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
from engines.reef.components import HAND_TILES, LARVA_PLAYS, WORDS, Cell, board_of
from engines.reef.corals import Corals
from engines.reef.counts import count, counted, letters
from engines.reef.naming import colours, many, one
from engines.reef.notation import write
from engines.reef.phases.larva_play import growth, open_play
from engines.reef.phases.meals import meal_gain
from engines.reef.state import ReefState

_LONGEST = 80


class _Route(NamedTuple):
    """The picks to a legal action, the last of which says in words what it does."""

    way: tuple[Pick, ...]
    value: str
    words: Words

    def path(self) -> tuple[Pick, ...]:
        return (*self.way, Pick(self.value, joined(self.words)))


def _route(state: ReefState, seat: Seat, action: ReefAction) -> _Route:
    player = state.players[seat]
    match action:
        case Choose(fish=fish, cubes=cubes):
            into = f"{WORDS[fish]} into the fish, cubes {colours(counted(cubes))}"
            first = Pick(fish, f"{fish}: {one(fish)} tile into your fish", "then two cubes")
            return _to(cubes, into, first)
        case Eat(cell=cell):
            first = Pick("eat", "Eat a coral", "before anything else this turn")
            return _to(cell, (cell, _meal(state, cell)), first)
        case Feed(cell=cell):
            returned = "six" if state.options.advanced else "five"
            first = Pick("feed", "Eat one last coral", f"{returned} tiles go back to the bag")
            return _to(cell, (cell, _meal(state, cell)), first)
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
            words = _laying(state, seat, cell, where)
            return _to(cell, words, first, Pick(source, f"From your {source}"), _board(cell))
        case EndLarva():
            return _to("end_larva", "Close the larva play")
        case Cancel():
            return _to("cancel", "Take the larva cube back")
        case Introduce(cell=cell):
            first = Pick("shrimp", "Put a new shrimp on a coral", "once a turn")
            return _to(cell, (cell, f"guards {_coral(state, cell)}"), first, _board(cell))
        case Move(origin=origin, to=to):
            way = (Pick("move", "Move a shrimp or take it back"), Pick(origin, f"The shrimp on {origin}"))
            if to == SCREEN:
                return _to(to, f"from {origin} back behind the screen", *way)
            guards = f"guards {_coral(state, to)}" if to in state.polyps else "bare rock, not for good"
            return _to(to, (to, guards), *way, _board(to))
        case Cube(colour=colour):
            words = (f"{WORDS[colour]} tile to cube", f"{count(player.front, colour) - 1} left in front")
            return _to(colour, words, Pick("cube", "A consumed tile becomes a larva cube"))
        case PlayAlga(alga=alga, pay=pay, to=to):
            goal, short = ("To the open sea", "to sea") if to == SEA else (f"Lock {to}", f"locks {to}")
            flips = _flips(state, action)
            first = Pick("alga", "A consumed tile becomes a cylinder", "it flips coral tiles, or locks one")
            way = (first, Pick(alga, f"A {alga} cylinder"))
            return _to(pay, (f"{alga} {short} for {pay}", flips), *way, Pick(to, goal, flips))
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


def _to(value: str, words: str | Words, *way: Pick) -> _Route:
    head, effect = (words, "") if isinstance(words, str) else words
    return _Route(way, value, (head, effect[: _LONGEST - len(head) - 2]))


def _board(cell: Cell) -> Pick:
    return Pick(board_of(cell), f"On board {board_of(cell)}")


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
    return (where, told) if taken is None else (f"{where} {told}"[:_LONGEST], "")


def _flips(state: ReefState, action: PlayAlga) -> str:
    """The coral tiles that a cylinder flips, as they lie afterwards."""
    locks = None if action.to == SEA else action.to
    sides = map(state.open_sea.side, state.open_sea.flipped_by(action.alga, locks))
    flips = ", ".join(f"{side.weaker}>{side.stronger}" for side in sides)
    return f"now {flips}" if flips else "flips nothing"


def offer(state: ReefState, seat: Seat, action: ReefAction) -> Offer[ReefAction]:
    """A legal action with its words and the ways to point at it, made when they are read."""
    return Offer(
        action,
        write(action),
        lambda: _route(state, seat, action).words,
        lambda: (_route(state, seat, action).path(),),
    )
