"""What a legal action does in a few words, and how to point at it in a panel.

What would be drawn, and what others have committed, never shows.
"""

from collections.abc import Iterator
from functools import cache, lru_cache, partial

from engines.contract import Event, Offer, Paths, Pick, Seat, Words
from engines.tae import events
from engines.tae.actions import (
    Bomb,
    Build,
    ChooseCombat,
    Colony,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.board import Leaders
from engines.tae.constants import COLONY_NAMES, LEADER_NAMES, NAMES, SHIP_NAMES, TYPE_NUMBERS, cell_name
from engines.tae.events import combat_sides, leader_name, monument_name
from engines.tae.legal_moves import PHASES
from engines.tae.notation import write
from engines.tae.state import Counts, TaeState
from engines.tae.turn_context import TurnContext
from engines.wording import counted, listed, shortened

_LONGEST = 80
_LONGEST_NOTE = 100
_SWAP = Pick("swap", "swap ships with the bag")
_COLUMNS = {column: Pick(column, f"column {column}") for column in "ABCDEFGHIJKLMNOP"}


class TaeOffer(Offer[TaeAction]):
    """A legal action with its words and the ways to point at it: a position has hundreds, few are shown."""

    __slots__ = ("_seat", "_state")

    def __init__(self, state: TaeState, seat: Seat, action: TaeAction) -> None:
        self.action = action
        self._state = state
        self._seat = seat

    @property
    def notation(self) -> str:
        """The action's canonical notation."""
        return _written(self.action)

    @property
    def described(self) -> Words:
        """What the action is, in words, and what comes of it."""
        head = _head(self._state, self.action)
        return head, self._effect(_LONGEST - len(head) - 2)

    @property
    def paths(self) -> Paths:
        """What to do, with what, then the column and the cell: at most 25 at a level but for swaps."""
        action = self.action
        match action:
            case Colony():
                first = _colony(action.type, self._state.hands[self._seat])
            case Leader():
                first = _leader(action.type, self._state.board.leaders[self._seat])
            case Bomb():
                first = _bomb(self._state.bombs[self._seat])
            case Swap():
                ships = _ships(action)
                return ((_SWAP, Pick(ships, ships)),)
            case Build(id=number, square=square):
                monument = Pick(f"build {number}", f"the {monument_name(number)} monument")
                return ((monument, Pick(square, f"on the square from {square}")),)
            case _:
                note = "sealed and final" if isinstance(action, Reinforce) else ""
                return ((Pick(self.notation, _head(self._state, action), note),),)
        goal = Pick(action.to, action.to, partial(self._effect, _LONGEST_NOTE))
        return ((first, _COLUMNS[action.to[0]], goal),)

    def _effect(self, room: int) -> str:
        return shortened(_consequences(self._state, self._seat, self.action), room)


_written = lru_cache(4096)(write)


@lru_cache(256)
def _leader(kind: str, leaders: Leaders) -> Pick:
    number = TYPE_NUMBERS[kind]
    stands = leaders[number]
    where = "at home" if stands is None else f"on {cell_name(stands)}"
    return Pick(f"leader {kind}", f"place or move the {LEADER_NAMES[number]}", f"now {where}")


@lru_cache(256)
def _colony(kind: str, hand: Counts) -> Pick:
    number = TYPE_NUMBERS[kind]
    ships = counted(hand[number], SHIP_NAMES[number])
    return Pick(f"colony {kind}", f"found a {COLONY_NAMES[number]}", f"{ships} in hand")


@cache
def _bomb(left: int) -> Pick:
    return Pick("bomb", "drop a bomb", f"{counted(left, 'bomb')} left")


def _head(state: TaeState, action: TaeAction) -> str:
    match action:
        case Leader(to=to):
            return f"{LEADER_NAMES[action.kind]} to {to}"
        case Withdraw():
            return f"take the {LEADER_NAMES[action.kind]} home"
        case Colony(to=to):
            return f"{COLONY_NAMES[action.kind]} on {to}"
        case Bomb(to=to):
            return f"bomb {to}"
        case Swap():
            return f"swap {_ships(action)}"
        case End():
            return f"end the turn and give up {counted(state.actions_left, 'action')}"
        case ChooseCombat(type=kind):
            return f"fight the {kind} combat first"
        case Reinforce(ships=number):
            ship = SHIP_NAMES[state.combat.ship if state.combat else 0]
            return f"commit {counted(number, ship)}" if number else "commit nothing"
        case Build(id=number, square=square):
            return f"{monument_name(number)} monument on {square}"
        case Skip():
            return "build no monument"


@lru_cache(1024)
def _ships(action: Swap) -> str:
    return listed(counted(count, ship) for count, ship in zip(action.ships, SHIP_NAMES, strict=True) if count)


@lru_cache(1024)
def _consequences(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """What a legal action on a cell brings, or nothing. Kept: each keystroke asks again about a position."""
    if not isinstance(action, Leader | Colony | Bomb | Build):
        return ""
    context = TurnContext(state, None, draws=False)
    PHASES[state.phase].apply(context, seat, action)
    words = [words for event in context.events for words in _consequence(event)]
    if context.state.phase == "monument":
        words.append("may become a monument")
    return ", ".join(words)


def _consequence(event: Event) -> Iterator[str]:
    match event:
        case events.RegionsJoined(regions=number):
            yield f"joins {number} regions"
        case events.Points(seat=seat, category=category, n=n):
            yield f"{NAMES[seat]} +{n} {category}"
        case events.CombatBegins(kind=kind, initial=initial):
            yield f"{kind} combat {combat_sides(initial, ' : ')}"
        case events.ChoiceOpen(kinds=kinds):
            yield f"combats: {listed(kinds)}"
        case events.LeaderHome(seat=seat, kind=kind):
            yield f"{leader_name(seat, kind)} goes home"
        case events.ArtifactsTaken(seat=seat, taken=taken):
            yield f"{NAMES[seat]} takes {counted(len(taken), 'artifact')}"
        case events.MonumentBuilt():
            yield "a monument rises"
        case events.GameOver():
            yield "the game ends"
