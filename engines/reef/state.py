"""The state of a game of Reef Encounter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import field
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
from engines.reef.options import ReefOptions
from engines.reef.view import Counts, LarvaPlay, Marks, PhaseName


class Player(Value, frozen=True, kw_only=True):
    """One player's possessions, except the shrimps on the boards."""

    hand: Counts = NONE
    cubes: Counts = NONE
    front: Counts = NONE
    fish: Counts = NONE
    eaten: int = 0
    choice: str | None = None
    """The cubes chosen while others still choose; the fish tile is in the fish already."""


class TurnProgress(Value, frozen=True, kw_only=True):
    """The actions so far in the turn under way."""

    acted: bool = False
    """Something was done that bars the fish from eating; a larva play without a tile yet does not."""
    larva_plays: int = 0
    play: LarvaPlay | None = None
    introduced: bool = False
    locked: bool = False


class Ending(Value, frozen=True):
    """Why the game is over, or going to its final feeding."""

    why: str
    by: Seat | None = None
    """The seat whose action caused it."""


class ReefState(Value, frozen=True, kw_only=True, dict=True):
    """A position with all that its rules ask about the past."""

    options: ReefOptions
    chance: Chance
    ply: int = 0
    phase: PhaseName = "setup"
    number: int = 0
    """The number of the turn: 1 for the start player's first; 0 before it."""
    first: Seat
    active: Seat = 0
    """The seat in its turn, or that of the end of the game."""
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
    turn: TurnProgress = TurnProgress()
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
        """Whether the cell is a rock cell of a board in play."""
        return cell in NEIGHBOURS and board_of(cell) in self.boards

    def posts(self, seat: Seat) -> list[Cell]:
        """Where the shrimps of a seat stand, sorted."""
        return sorted(cell for cell, owner in self.shrimps.items() if owner == seat)

    def bare_posts(self, seat: Seat) -> list[Cell]:
        """Where shrimps of a seat stand on bare rock."""
        return sorted(cell for cell, who in self.shrimps.items() if who == seat and cell not in self.polyps)

    def shrimps_left(self, seat: Seat) -> int:
        """The number of shrimps behind the screen of a seat."""
        return SHRIMPS_PER_PLAYER - self.players[seat].eaten - list(self.shrimps.values()).count(seat)

    def having(self, **changes: Any) -> ReefState:
        """A changed copy. The corals that are known are kept where no polyp changes."""
        after = replace(self, **changes)
        corals: Corals | None = self.__dict__.get("corals")
        if corals is not None and "polyps" not in changes:
            after.__dict__["corals"] = corals.with_shrimps(after.shrimps) if "shrimps" in changes else corals
        return after

    def with_polyps(self, laid: Mapping[Cell, Coral], gone: Collection[Cell] = ()) -> ReefState:
        """The state with some more polyps, or other ones, and without those on some cells."""
        corals = self.corals.with_polyps(laid, gone)
        after = self.having(polyps=corals.polyps)
        after.__dict__["corals"] = corals
        return after

    def with_open_sea(self, sea: OpenSea) -> ReefState:
        """The state with another open-sea board."""
        return self.having(**asdict(sea))

    def with_player(self, seat: Seat, **changes: Any) -> ReefState:
        """The state with something of a player changed."""
        player = replace(self.players[seat], **changes)
        return self.having(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_turn(self, **changes: Any) -> ReefState:
        """The state with something of the turn under way changed."""
        turn = replace(self.turn, **changes)
        return self if turn == self.turn else self.having(turn=turn)

    def with_marks(self, **added: Any) -> ReefState:
        """A copy with more marks of changes in the turn under way: lists grow, other fields are set."""
        changes = {
            name: (*getattr(self.marks, name), *value) if isinstance(value, tuple) else value
            for name, value in added.items()
        }
        return self.having(current=replace(self.marks, **changes))
