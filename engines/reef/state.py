"""Options (section 13 of rules/reef-encounter.md) and state of a game of Reef Encounter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, field
from msgspec.structs import asdict, replace

from engines.chance import Chance
from engines.contract import Seat, Value
from engines.reef.components import (
    BOARDS,
    NEIGHBOURS,
    SHRIMPS_PER_PLAYER,
    TILES,
    Alga,
    Cell,
    Coral,
    PlayerColour,
    board_of,
)
from engines.reef.corals import Corals
from engines.reef.counts import NONE
from engines.reef.open_sea import OpenSea
from engines.reef.view import Counts, LarvaPlay, Marks, Phase


class ReefOptions(Value, frozen=True, kw_only=True):
    """The options of the game."""

    advanced: Annotated[
        bool, Meta(description="Advanced game: no bonus row, no growth, a meal returns five tiles")
    ] = False
    size_attack: Annotated[
        bool,
        Meta(
            title="larger_devours_smaller",
            description="Size attack: a larger coral may also attack a smaller one, whichever is stronger",
        ),
    ] = False


class Player(Value, frozen=True, kw_only=True):
    """What one player has, but for the shrimps on the boards."""

    hand: Counts = NONE
    cubes: Counts = NONE
    front: Counts = NONE
    fish: Counts = NONE
    eaten: int = 0
    choice: str | None = None
    """The cubes chosen while others still choose; the fish tile is in the fish already."""


class Turn(Value, frozen=True, kw_only=True):
    """What has been done in the turn under way."""

    acted: bool = False
    """Anything but an open larva play without a tile: from now on the fish does not eat."""
    larva_plays: int = 0
    play: LarvaPlay | None = None
    introduced: bool = False
    locked: bool = False


class Ending(Value, frozen=True):
    """Why the game is over, or going to its final feeding."""

    why: str
    by: Seat | None = None
    """Whose action brought it."""


class ReefState(Value, frozen=True, kw_only=True, dict=True):
    """A position with all that its rules ask about the past."""

    options: ReefOptions
    chance: Chance
    ply: int = 0
    phase: Phase = "setup"
    number: int = 0
    """Of the turn: 1 for the start player's first; 0 before."""
    first: Seat = 0
    active: Seat = 0
    """Whose turn it is, or was when the game ended."""
    pending: tuple[Seat, ...] = ()
    resigned: tuple[Seat, ...] = ()
    """In the order in which they gave up."""
    seats: tuple[PlayerColour, ...]
    players: tuple[Player, ...]
    boards: tuple[str, ...]
    polyps: dict[Cell, Coral]
    shrimps: dict[Cell, Seat]
    flipped: tuple[bool, ...] = (False,) * len(TILES)
    locked: tuple[bool, ...] = (False,) * len(TILES)
    bag: Counts
    cubes: Counts
    spaces: tuple[Counts, ...] = field(name="sea")
    bare_space: Coral | None = None
    cylinder: Alga | None = field(default=None, name="sea_cylinder")
    bonus: Counts
    bonus_closed: bool = False
    turn: Turn = Turn()
    current: Marks | None = None
    last: Marks | None = None
    ending: Ending | None = None

    @cached_property
    def open_sea(self) -> OpenSea:
        """The open-sea board, whose parts are stored among the fields of the state."""
        return OpenSea(**{name: getattr(self, name) for name in OpenSea.__struct_fields__})

    @cached_property
    def corals(self) -> Corals:
        """The corals on the boards, and who guards them."""
        return Corals(self.polyps, self.shrimps)

    @property
    def marks(self) -> Marks:
        """What the turn under way has changed so far."""
        return self.current or Marks(seat=self.active)

    @property
    def cells(self) -> Iterator[Cell]:
        """The rock cells of the boards in play, board by board and row by row."""
        return (cell for board in self.boards for cell in BOARDS[board].cells)

    def is_rock(self, cell: Cell) -> bool:
        """Whether it is a rock cell of a board in play."""
        return cell in NEIGHBOURS and board_of(cell) in self.boards

    @cached_property
    def standing(self) -> Counter[tuple[Seat, str]]:
        """How many shrimps of each seat stand on each board."""
        return Counter((owner, board_of(post)) for post, owner in self.shrimps.items())

    def posts(self, seat: Seat) -> list[Cell]:
        """Where the shrimps of a seat stand, sorted."""
        return sorted(cell for cell, owner in self.shrimps.items() if owner == seat)

    def bare_posts(self, seat: Seat) -> list[Cell]:
        """Where its shrimps stand on bare rock."""
        return [cell for cell in self.posts(seat) if cell not in self.polyps]

    def shrimps_left(self, seat: Seat) -> int:
        """Shrimps behind its screen."""
        return SHRIMPS_PER_PLAYER - self.players[seat].eaten - list(self.shrimps.values()).count(seat)

    def with_open_sea(self, sea: OpenSea) -> ReefState:
        """With another open-sea board."""
        return replace(self, **asdict(sea))

    def with_player(self, seat: Seat, **changes: Any) -> ReefState:
        """With something of a player changed."""
        player = replace(self.players[seat], **changes)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_turn(self, **changes: Any) -> ReefState:
        """With something of the turn under way changed."""
        return replace(self, turn=replace(self.turn, **changes))

    def with_marks(self, **added: Any) -> ReefState:
        """With more marks of what the turn under way has changed: lists grow, other fields are set."""
        changes = {
            name: (*getattr(self.marks, name), *value) if isinstance(value, tuple) else value
            for name, value in added.items()
        }
        return replace(self, current=replace(self.marks, **changes))
