"""What an action may cause. Cells are spoken names, kinds and categories the rules' words."""

from __future__ import annotations

from typing import ClassVar, Literal

from engines.contract import Event, Seat
from engines.tae.constants import ColonyType
from engines.tae.state import Reason


class LeaderPlaced(Event, frozen=True, tag="leader_placed"):
    """A leader came to a cell."""

    seat: Seat
    kind: ColonyType
    cell: str
    came_from: str | None
    """None: from home."""


class LeaderWithdrawn(Event, frozen=True, tag="leader_withdrawn"):
    """A leader was taken home by its owner."""

    seat: Seat
    kind: ColonyType
    cell: str


class ColonyFounded(Event, frozen=True, tag="colony_founded"):
    """A ship settled."""

    seat: Seat
    kind: ColonyType
    cell: str


class Bombed(Event, frozen=True, tag="bombed"):
    """A system was destroyed."""

    seat: Seat
    cell: str
    colony: ColonyType | None
    """What was lost with it."""


class Swapped(Event, frozen=True, tag="swapped"):
    """Ships were put away and drawn; which, nobody else learns."""

    seat: Seat
    ships: int


class Drew(Event, frozen=True, tag="drew"):
    """A player drew ships from the bag."""

    audience: ClassVar[Literal["public", "seat"]] = "seat"

    seat: Seat
    ships: tuple[ColonyType, ...]


class RegionsJoined(Event, frozen=True, tag="regions_joined"):
    """A connecting colony made one region of several."""

    regions: int


class Points(Event, frozen=True, tag="points"):
    """A player scored."""

    seat: Seat
    category: str
    n: int


class CombatBegins(Event, frozen=True, tag="combat"):
    """A combat awaits commitments."""

    internal: bool
    kind: ColonyType
    initial: tuple[tuple[Seat, int], ...]
    """In turn order from the active player."""


class ChoiceOpen(Event, frozen=True, tag="choice"):
    """Several combats are pending and the active player chooses the first."""

    seat: Seat
    kinds: tuple[ColonyType, ...]


class Committed(Event, frozen=True, tag="committed"):
    """A player committed his ships; how many is sealed."""

    seat: Seat


class CombatResult(Event, frozen=True, tag="combat_result"):
    """A combat was resolved."""

    internal: bool
    kind: ColonyType
    sides: tuple[tuple[Seat, int, int], ...]
    """Seat, initial strength, ships added."""
    winner: Seat


class LeaderLost(Event, frozen=True, tag="leader_lost"):
    """A leader lost a combat and went home."""

    seat: Seat
    kind: ColonyType
    cell: str


class ColoniesRemoved(Event, frozen=True, tag="colonies_removed"):
    """The losers' colonies of the kind left the game."""

    kind: ColonyType
    cells: tuple[str, ...]


class LeaderHome(Event, frozen=True, tag="leader_home"):
    """A leader lost its support and went home."""

    seat: Seat
    kind: ColonyType
    cell: str


class MonumentBuilt(Event, frozen=True, tag="monument"):
    """Four colonies became a monument."""

    id: int
    square: str


class ArtifactsTaken(Event, frozen=True, tag="artifacts"):
    """A merchant leader's owner collected artifacts."""

    seat: Seat
    taken: tuple[str, ...]
    left_behind: str


class Resigned(Event, frozen=True, tag="resigned"):
    """A player left the game."""

    seat: Seat


class TurnBegins(Event, frozen=True, tag="turn"):
    """The next player is active."""

    seat: Seat


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended."""

    reason: Reason
    winners: tuple[Seat, ...]
