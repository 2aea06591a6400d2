"""The effects of an action, and their narration. Cells have names such as ``I5``, kinds the rules' words."""

from collections.abc import Iterable
from typing import Literal

from engines.contract import Event, Seat, SeatEvent
from engines.tae.board_masks import MONUMENTS
from engines.tae.constants import CATEGORIES, COLONY_TYPES, NAMES, ColonyType
from engines.tae.state import Reason
from engines.wording import counted, listed

_MANY = 8
"""The most cells that are listed; more are counted."""


class _OnCell(SeatEvent, frozen=True):
    """An event at a cell, of a player's leader or colony."""

    kind: ColonyType
    cell: str


class LeaderPlaced(_OnCell, frozen=True, tag="leader_placed"):
    """A leader came to a cell."""

    came_from: str | None
    """None: from home."""


class LeaderWithdrawn(_OnCell, frozen=True, tag="leader_withdrawn"):
    """A leader was taken home by its owner."""


class ColonyFounded(_OnCell, frozen=True, tag="colony_founded"):
    """A ship settled."""


class Bombed(SeatEvent, frozen=True, tag="bombed"):
    """A system was destroyed."""

    cell: str
    colony: ColonyType | None
    """The kind of the colony that was destroyed with it; None: there was none."""


class Swapped(SeatEvent, frozen=True, tag="swapped"):
    """Ships were discarded and drawn; nobody else learns which."""

    ships: int


class Drew(SeatEvent, frozen=True, tag="drew"):
    """A player drew ships from the bag."""

    audience = "seat"

    ships: tuple[ColonyType, ...]


class RegionsJoined(Event, frozen=True, tag="regions_joined"):
    """A connecting colony made one region of several."""

    regions: int


class Points(SeatEvent, frozen=True, tag="points"):
    """A player scored."""

    category: str
    n: int


class CombatBegins(Event, frozen=True, tag="combat"):
    """A combat awaits commitments."""

    internal: bool
    kind: ColonyType
    initial: tuple[tuple[Seat, int], ...]
    """The sides with their initial strengths, in turn order from the active player."""


class ChoiceOpen(SeatEvent, frozen=True, tag="choice"):
    """Several combats are pending and the active player chooses the first."""

    kinds: tuple[ColonyType, ...]


class Committed(SeatEvent, frozen=True, tag="committed"):
    """A player committed ships; how many is sealed."""


class Sealed(SeatEvent, frozen=True, tag="sealed"):
    """How many ships a player committed, for that player."""

    audience = "seat"

    kind: ColonyType
    ships: int


class CombatResult(Event, frozen=True, tag="combat_result"):
    """A combat was resolved."""

    internal: bool
    kind: ColonyType
    sides: tuple[tuple[Seat, int, int], ...]
    """Seat, initial strength and added ships of each side."""
    winner: Seat


class LeaderLost(_OnCell, frozen=True, tag="leader_lost"):
    """A leader lost a combat and went home."""


class ColoniesRemoved(Event, frozen=True, tag="colonies_removed"):
    """The losers' colonies of the kind left the game."""

    kind: ColonyType
    cells: tuple[str, ...]


class LeaderHome(_OnCell, frozen=True, tag="leader_home"):
    """A leader lost its support and went home."""


class MonumentBuilt(Event, frozen=True, tag="monument"):
    """Four colonies became a monument."""

    id: int
    square: str


class ArtifactsTaken(SeatEvent, frozen=True, tag="artifacts"):
    """A merchant leader's owner collected artifacts."""

    taken: tuple[str, ...]
    left_behind: str


class Resigned(SeatEvent, frozen=True, tag="resigned"):
    """A player left the game."""


class TurnBegins(SeatEvent, frozen=True, tag="turn"):
    """The next player is active."""

    @property
    def begins(self) -> Literal["turn"]:
        """What the event begins: ``turn``."""
        return "turn"


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended."""

    reason: Reason
    winners: tuple[Seat, ...]


def leader_name(seat: Seat, kind: ColonyType) -> str:
    """A player's leader: ``Pot's scientist leader``."""
    return f"{NAMES[seat]}'s {kind} leader"


def colonies_name(kind: ColonyType, number: int = 1) -> str:
    """The name of one or several colonies of this kind: ``scientist colony``, ``scientist colonies``."""
    return f"{kind} {'colony' if number == 1 else 'colonies'}"


def combat_sides(initial: Iterable[tuple[Seat, int]]) -> str:
    """The sides of a combat with their initial strengths: ``Bow 2, Pot 1``."""
    return ", ".join(f"{NAMES[seat]} {strength}" for seat, strength in initial)


def kind_of(category: str) -> ColonyType:
    """The kind that gives points of a category, and their name in sentences."""
    return COLONY_TYPES[CATEGORIES.index(category)]


def monument_name(number: int) -> str:
    """The two kinds of a monument: ``settler and merchant``."""
    return listed(COLONY_TYPES[kind] for kind in MONUMENTS[number])


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case LeaderPlaced(seat=seat, kind=kind, cell=cell, came_from=origin):
            how = "comes" if origin is None else f"moves from {origin}"
            return f"{leader_name(seat, kind)} {how} to {cell}"
        case LeaderWithdrawn(seat=seat, kind=kind, cell=cell):
            return f"{NAMES[seat]} takes the {kind} leader home from {cell}"
        case ColonyFounded(seat=seat, kind=kind, cell=cell):
            return f"{NAMES[seat]} founds a {colonies_name(kind)} on {cell}"
        case Bombed(seat=seat, cell=cell, colony=kind):
            lost = "" if kind is None else f" and its {colonies_name(kind)}"
            return f"{NAMES[seat]}'s bomb destroys {cell}{lost}"
        case Swapped(seat=seat, ships=ships):
            return f"{NAMES[seat]} swaps {counted(ships, 'ship')}"
        case Drew(ships=ships):
            drawn = (counted(ships.count(kind), kind) for kind in COLONY_TYPES if kind in ships)
            return f"you draw {listed(drawn)}"
        case RegionsJoined(regions=regions):
            return f"{regions} regions become one"
        case Points(seat=seat, category=category, n=n):
            return f"{NAMES[seat]} scores {counted(n, f'{kind_of(category)} point')}"
        case MonumentBuilt(id=number, square=square):
            return f"a monument of {monument_name(number)} rises on {square}"
        case ArtifactsTaken(seat=seat, taken=taken, left_behind=left):
            what = "the artifact" if len(taken) == 1 else f"{len(taken)} artifacts"
            return f"{NAMES[seat]} takes {what} of {_cells(taken)} and leaves the one of {left}"
        case Resigned(seat=seat):
            return f"{NAMES[seat]} leaves the game"
        case TurnBegins(seat=seat):
            return f"it is {NAMES[seat]}'s turn"
        case GameOver(winners=winners):
            verb = "wins" if len(winners) == 1 else "share the victory"
            return f"the game is over: {listed(NAMES[seat] for seat in winners)} {verb}"
        case ChoiceOpen(seat=seat, kinds=kinds):
            return f"combats of {listed(kinds)} leaders are pending, and {NAMES[seat]} chooses the first"
        case CombatBegins(internal=internal, kind=kind, initial=initial):
            how = "internal" if internal else "external"
            return f"{how} combat of the {kind} leaders: {combat_sides(initial)}"
        case Committed(seat=seat):
            return f"{NAMES[seat]} has committed ships"
        case Sealed(kind=kind, ships=ships):
            return f"you committed {counted(ships, kind) if ships else 'nothing'}"
        case CombatResult(kind=kind, sides=sides, winner=winner):
            sums = ", ".join(
                f"{NAMES[seat]} {initial} + {added} = {initial + added}" for seat, initial, added in sides
            )
            return f"{kind} combat: {sums}; {NAMES[winner]} wins"
        case LeaderLost(seat=seat, kind=kind, cell=cell):
            return f"{leader_name(seat, kind)} is beaten on {cell} and goes home"
        case ColoniesRemoved(kind=kind, cells=()):
            return f"no {colonies_name(kind)} is lost"
        case ColoniesRemoved(kind=kind, cells=(cell,)):
            return f"the {colonies_name(kind)} on {cell} is lost"
        case ColoniesRemoved(kind=kind, cells=cells):
            return f"{len(cells)} {colonies_name(kind, len(cells))} are lost: {_cells(cells)}"
        case LeaderHome(seat=seat, kind=kind, cell=cell):
            return f"{leader_name(seat, kind)} on {cell} has no scientist colony beside it and goes home"
    raise ValueError(f"{event!r} is not an event of this game.")


def _cells(cells: tuple[str, ...]) -> str:
    return listed([*cells[:_MANY], "more"] if cells[_MANY:] else cells)
