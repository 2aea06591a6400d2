"""The words of a legal action, and the picks that lead to it. What costs time is made when it is read."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from engines.contract import Offer, Paths, Pick, Seat, Words, joined
from engines.reef import actions
from engines.reef.actions import SCREEN, SEA, PlayAlga, ReefAction
from engines.reef.components import BOARDS, HAND_TILES, LARVA_PLAYS, WORDS, Cell, board_of, one
from engines.reef.corals import Corals
from engines.reef.counts import colours, count, from_letters, letters
from engines.reef.notation import write_sound
from engines.reef.phases.larva_play import growth, open_play
from engines.reef.phases.meals import meal_gain
from engines.reef.state import ReefState
from engines.wording import counted

_LONGEST = 80
_BOARDS = {board: Pick(board, f"On board {board}") for board in BOARDS}

_Route: TypeAlias = tuple[tuple[Pick, ...], str, Words | Callable[[], Words]]
"""The picks before the last one, the value of that, and its words."""


def offer(state: ReefState, seat: Seat, action: ReefAction) -> Offer[ReefAction]:
    """A legal action with its words, and the way to point at it: what to do, with what, where."""

    def words() -> Words:
        *_, said = _route(state, seat, action)
        head, effect = said() if callable(said) else said
        return head[:_LONGEST], effect[: _LONGEST - len(head) - 2]

    def paths() -> Paths:
        way, value, _ = _route(state, seat, action)
        return ((*way, Pick(value, lambda: joined(words()))),)

    return Offer(action, partial(write_sound, action), words, paths)


def _route(state: ReefState, seat: Seat, action: ReefAction) -> _Route:
    player = state.players[seat]
    match action:
        case actions.Choose(fish=fish, cubes=cubes):
            first = Pick(fish, f"{fish}: {one(fish)} tile into your fish", "then two cubes")
            into = f"{WORDS[fish]} into the fish, cubes {colours(from_letters(cubes))}"
            return (first,), cubes, (into, "")
        case actions.Eat(cell=cell):
            first = Pick("eat", "Eat a coral", "before anything else this turn")
            return (first,), cell, lambda: (cell, _meal(state, cell))
        case actions.Feed(cell=cell):
            returned = "six" if state.options.advanced else "five"
            first = Pick("feed", "Eat one last coral", f"{returned} tiles go back to the bag")
            return (first,), cell, lambda: (cell, _meal(state, cell))
        case actions.Larva(colour=colour):
            left = counted(LARVA_PLAYS - state.turn.larva_plays, "time")
            first = Pick("larva", "Play a larva cube and lay tiles", f"{left} more this turn")
            hand, front = count(player.hand, colour), count(player.front, colour)
            return (first,), colour, (WORDS[colour], f"{counted(hand, 'tile')} in hand, {front} in front")
        case actions.Place(cell=cell, source=source):
            play = open_play(state)
            note = f"{play.from_hand} of {HAND_TILES} laid from the hand"
            first = Pick("place", f"Lay {WORDS[play.colour]} tiles", note)
            where = f"{cell} from the front" if source == "front" else cell
            way = (first, Pick(source, f"From your {source}"), _BOARDS[board_of(cell)])
            return way, cell, lambda: _laying(state, seat, cell, where)
        case actions.EndLarva():
            return (), "end_larva", ("Close the larva play", "")
        case actions.Cancel():
            return (), "cancel", ("Take the larva cube back", "")
        case actions.Introduce(cell=cell):
            first = Pick("shrimp", "Put a new shrimp on a coral", "once a turn")
            return (first, _BOARDS[board_of(cell)]), cell, lambda: (cell, f"guards {_coral(state, cell)}")
        case actions.Move(origin=origin, to=to):
            first = Pick("move", "Move a shrimp or take it back")
            shrimp = Pick(origin, f"The shrimp on {origin}")
            if to == SCREEN:
                return (first, shrimp), to, (f"from {origin} back behind the screen", "")
            way = (first, shrimp, _BOARDS[board_of(to)])
            if to not in state.polyps:
                return way, to, (to, "bare rock, not for good")
            return way, to, lambda: (to, f"guards {_coral(state, to)}")
        case actions.Cube(colour=colour):
            left = f"{count(player.front, colour) - 1} left in front"
            first = Pick("cube", "A consumed tile becomes a larva cube")
            return (first,), colour, (f"{WORDS[colour]} tile to cube", left)
        case PlayAlga(alga=alga, pay=pay, to=to):
            goal, short = ("To the open sea", "to sea") if to == SEA else (f"Lock {to}", f"locks {to}")
            first = Pick("alga", "A consumed tile becomes a cylinder", "it flips coral tiles, or locks one")
            way = (first, Pick(alga, f"A {alga} cylinder"), Pick(to, goal, lambda: _flips(state, action)))
            return way, pay, lambda: (f"{alga} {short} for {pay}", _flips(state, action))
        case actions.TakeTile(colour=colour):
            left = f"{count(player.cubes, colour) - 1} cubes of it left"
            first = Pick("tile", "A larva cube becomes a tile of its colour")
            return (first,), colour, (f"{WORDS[colour]} cube to tile", left)
        case actions.Collect(space=space):
            tiles = letters(state.open_sea.tiles_on(space))
            brings = f"cube {space}, {'tile' if len(tiles) == 1 else 'tiles'} {tiles}; ends the turn"
            first = Pick("collect", "Collect a space and end the turn")
            return (first,), space, (f"{WORDS[space]} space", brings)
        case actions.Decline():
            return (), "decline", ("Eat nothing more", "")


def _coral(state: ReefState, cell: Cell) -> str:
    return f"{one(state.polyps[cell])} coral of {len(state.corals.at(cell))}"


def _meal(state: ReefState, cell: Cell) -> str:
    colour, size = state.polyps[cell], len(state.corals.at(cell))
    gain = meal_gain(state, size)
    worth = gain * count(state.open_sea.values, colour)
    return f"{WORDS[colour]} of {size}, {counted(gain, 'tile')} for the fish, worth {worth}"


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
