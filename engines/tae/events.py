"""What an action may cause. Cells are spoken names, kinds and categories the rules' words."""

from __future__ import annotations

from typing import ClassVar, Literal

from engines.contract import Event, Seat
from engines.tae.constants import ColonyType
from engines.tae.state import Reason


class _OfSeat(Event, frozen=True):
    seat: Seat


class _OnCell(_OfSeat, frozen=True):
    """Of a player's leader, or of his colony."""

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


class Bombed(_OfSeat, frozen=True, tag="bombed"):
    """A system was destroyed."""

    cell: str
    colony: ColonyType | None
    """What was lost with it."""


class Swapped(_OfSeat, frozen=True, tag="swapped"):
    """Ships were put away and drawn; which, nobody else learns."""

    ships: int


class Drew(_OfSeat, frozen=True, tag="drew"):
    """A player drew ships from the bag."""

    audience: ClassVar[Literal["public", "seat"]] = "seat"

    ships: tuple[ColonyType, ...]


class RegionsJoined(Event, frozen=True, tag="regions_joined"):
    """A connecting colony made one region of several."""

    regions: int


class Points(_OfSeat, frozen=True, tag="points"):
    """A player scored."""

    category: str
    n: int


class CombatBegins(Event, frozen=True, tag="combat"):
    """A combat awaits commitments."""

    internal: bool
    kind: ColonyType
    initial: tuple[tuple[Seat, int], ...]
    """In turn order from the active player."""


class ChoiceOpen(_OfSeat, frozen=True, tag="choice"):
    """Several combats are pending and the active player chooses the first."""

    kinds: tuple[ColonyType, ...]


class Committed(_OfSeat, frozen=True, tag="committed"):
    """A player committed his ships; how many is sealed."""


class CombatResult(Event, frozen=True, tag="combat_result"):
    """A combat was resolved."""

    internal: bool
    kind: ColonyType
    sides: tuple[tuple[Seat, int, int], ...]
    """Seat, initial strength, ships added."""
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


class ArtifactsTaken(_OfSeat, frozen=True, tag="artifacts"):
    """A merchant leader's owner collected artifacts."""

    taken: tuple[str, ...]
    left_behind: str


class Resigned(_OfSeat, frozen=True, tag="resigned"):
    """A player left the game."""


class TurnBegins(_OfSeat, frozen=True, tag="turn"):
    """The next player is active."""


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended."""

    reason: Reason
    winners: tuple[Seat, ...]
