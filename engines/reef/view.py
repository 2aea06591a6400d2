"""What a seat, or the public, may know of a game of Reef Encounter (docs/rules/reef-encounter.md section 9).

Everything on the boards, on the open sea and in front of the screens is public. The contents of a screen and
a fish are in `ReefView.own` alone, which only its owner gets; nobody gets counts of them (Ruling 9). Counts
of tiles and cubes are a number for each of W, Y, O, P, G.
"""

from typing import Literal, TypeAlias

from engines.contract import Seat, Value, View
from engines.reef.components import Alga, Cell, Coral, PlayerColour

Counts: TypeAlias = tuple[int, int, int, int, int]
"""How many of W, Y, O, P, G."""
PhaseName: TypeAlias = Literal["setup", "turn", "final", "over"]


class PolypView(Value, frozen=True, kw_only=True):
    """A polyp on a board."""

    cell: Cell
    colour: Coral
    size: int
    """Polyps of the coral that it belongs to."""
    owner: Seat | None
    """The owner of the shrimp that guards its coral."""
    protected: bool
    """Under a shrimp, or beside one on the same coral: it cannot be attacked."""


class ShrimpView(Value, frozen=True, kw_only=True):
    """A shrimp on a board."""

    cell: Cell
    seat: Seat
    bare: bool
    """It is on bare rock, as its owner may have it until the end of the turn."""


class BoardView(Value, frozen=True, kw_only=True):
    """A board in play. Its shape: `engines.reef.components.BOARDS`."""

    id: str
    growth: Cell
    polyps: tuple[PolypView, ...]
    shrimps: tuple[ShrimpView, ...]


class TileView(Value, frozen=True, kw_only=True):
    """A coral tile with its upper side."""

    id: str
    stronger: Coral
    weaker: Coral
    large: Alga
    small: Alga
    starfish: bool
    """The starfish side is up."""
    locked: bool
    """A cylinder of the large alga's colour is on it: it cannot flip any more."""


class SpaceView(Value, frozen=True, kw_only=True):
    """An open-sea space: a cube of its colour and some polyp tiles."""

    colour: Coral
    cube: bool
    """False only where the game ended for want of a cube."""
    tiles: Counts
    value: int
    """What a tile of this colour is worth in a fish now: 1 to 5."""


class PlayerView(Value, frozen=True, kw_only=True):
    """What everybody knows of a player."""

    seat: Seat
    colour: PlayerColour
    front: Counts
    """Consumed tiles in front of the screen."""
    eaten: int
    chosen: bool
    """The set-up choice is made."""
    resigned: bool


class OwnView(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What a player has behind the screen and in the fish."""

    hand: Counts
    cubes: Counts
    """The cubes behind the screen; none during set-up: the chosen ones come when all have chosen."""
    fish: Counts
    score: int
    """What the fish is worth now."""
    shrimps: int
    """Shrimps behind the screen."""
    choice: str | None
    """The cubes chosen while others still choose: ``WY``."""
    takes: tuple[Coral, ...] = ()
    """In the player's turn: the colours of cubes for which there is a tile in the bag or the bonus row."""


class LarvaPlay(Value, frozen=True):
    """The larva play under way."""

    colour: Coral
    from_hand: int = 0
    """Tiles laid from the hand: at most four."""
    laid: int = 0
    """Tiles laid in all, growth left out."""


class TurnView(Value, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=False):
    """The progress of the turn under way: which actions are still available.

    Stored views of earlier releases have a field more, which nothing reads.
    """

    larva_plays: int
    """Larva cubes played in this turn, of two."""
    larva: LarvaPlay | None
    introduced: bool
    locked: bool
    acted: bool = False
    """Something was done that bars the fish from eating. A larva play without a tile does not: it may be
    cancelled."""


class Marks(Value, frozen=True, kw_only=True):
    """What a turn, or a final feeding, has changed; in the order in which it happened."""

    seat: Seat
    laid: tuple[Cell, ...] = ()
    """The cells on which tiles were laid."""
    attacked: tuple[Cell, ...] = ()
    """Those of `laid` on which the tile was an attack."""
    grown: tuple[Cell, ...] = ()
    eaten: tuple[Cell, ...] = ()
    """The cells of corals eaten."""
    shrimps: tuple[tuple[Cell | None, Cell | None], ...] = ()
    """Shrimps introduced, moved, taken back: from where to where; None is behind the screen."""
    flipped: tuple[str, ...] = ()
    """Ids of coral tiles that lie the other way up than before."""
    locked: str | None = None
    collected: Coral | None = None
    filled: tuple[tuple[Coral, Coral], ...] = ()
    """Refill of the open sea: the space and the tile that it got."""


class ResultView(Value, frozen=True, kw_only=True):
    """A line of the final table. The fields after the fish settle ties, in this order."""

    seat: Seat
    rank: int
    score: int
    fish: Counts
    front: int
    cubes: int
    tiles: int
    """Polyp tiles left in the hand."""
    guarded: int
    """Polyps in corals that the player guards."""


class ReefView(View, frozen=True, kw_only=True):
    """The position before the viewer's eyes."""

    phase: PhaseName
    turn_number: int
    active: Seat | None
    """The seat in its turn; in the final feeding the feeding seat; None in set-up and at the end."""
    start_player: Seat
    pending: tuple[Seat, ...]
    """The seats that may still feed, the first of them now."""
    advanced: bool
    size_attack: bool
    players: tuple[PlayerView, ...]
    """The players by seat, which is also the clockwise order."""
    boards: tuple[BoardView, ...]
    tiles: tuple[TileView, ...]
    """The ten coral tiles in the order of the rules."""
    sea: tuple[SpaceView, ...]
    """The five spaces, clockwise from white."""
    sea_cylinder: Alga | None
    bonus: Counts
    bonus_closed: bool
    """The bonus row is gone for good: no more growth."""
    bag: int
    cubes: Counts
    """The supply of larva cubes."""
    cylinders: tuple[int, int, int, int]
    """The supply of blue, green, purple and red cylinders."""
    now: TurnView | None
    own: OwnView | None
    """None for the public."""
    current: Marks | None
    """What the turn under way has changed so far."""
    last: Marks | None
    """What the turn or feeding before it changed."""
    results: tuple[ResultView, ...] = ()
    """When the game is over: the final table, by seat."""
    reach: tuple[Cell, ...] = ()
    """The cells that a question was about, to be marked."""

    @property
    def names_pending(self) -> bool:
        """As `View.names_pending`: not while all choose in secret."""
        return self.phase != "setup"
