"""What a seat, or the public, may know of a game of TaE.

Ships in hand, sealed commitments and score totals are their owner's secret; everything else is public
(docs/rules/tae.md section 12). Cells have names such as ``I5``; terrain never changes and is in
`engines.tae.board_masks`.
"""

from typing import Literal, TypeAlias

from engines.contract import Seat, Value, View
from engines.tae.constants import ColonyType
from engines.tae.options import TaeOptions

PhaseName: TypeAlias = Literal["action", "choose_combat", "reinforce", "monument", "over"]
"""The present phase: section 16 of the rules."""


class Ships(Value, frozen=True):
    """A number a kind: ships, colonies."""

    merchant: int = 0
    scientist: int = 0
    settler: int = 0
    miner: int = 0


class Scores(Value, frozen=True):
    """A player's points by category, and the artifacts taken."""

    money: int = 0
    technology: int = 0
    people: int = 0
    raw: int = 0
    artifacts: int = 0


class PlayerView(Value, frozen=True, kw_only=True):
    """A player as the viewer may know them."""

    seat: Seat
    ships: int
    """How many ships are in their hand."""
    bombs: int
    resigned: bool
    hand: Ships | None
    """The ships in their hand; None: hidden from the viewer."""
    scores: Scores | None
    """None: hidden from the viewer."""
    final: tuple[int, int, int, int] | None
    """When the game is over: their categories from the lowest, artifacts added."""


class LeaderView(Value, frozen=True, kw_only=True):
    """One of a player's four leaders."""

    seat: Seat
    kind: ColonyType
    cell: str | None
    """None: at home."""
    support: int
    """Science colonies beside it: its initial strength in an internal combat."""


class ArtifactView(Value, frozen=True):
    """An artifact on the board."""

    cell: str
    outer: bool
    """Whether it is an outer artifact, which is taken before an inner one."""


class MonumentView(Value, frozen=True):
    """A monument on the board."""

    id: int
    kinds: tuple[ColonyType, ColonyType]
    cells: tuple[str, str, str, str]


class RegionView(Value, frozen=True, kw_only=True):
    """A maximal connected set of occupied cells; for the resource view."""

    cells: tuple[str, ...]
    """In reading order."""
    colonies: Ships
    leaders: tuple[tuple[Seat, ColonyType], ...]
    artifacts: int


class SideView(Value, frozen=True, kw_only=True):
    """A side of a combat under way."""

    seat: Seat
    cell: str
    """The cell of its leader."""
    initial: int
    region: tuple[str, ...]
    """External combat: the cells of its own region. Internal: the scientist colonies beside its leader."""
    committed: bool
    """It has committed its ships, how many is sealed."""
    ships: int | None
    """How many ships it has committed; only its owner sees this, and only when committed."""


class CombatView(Value, frozen=True, kw_only=True):
    """A combat that awaits commitments."""

    internal: bool
    kind: ColonyType
    """The kind of the leaders."""
    reinforced_by: ColonyType
    """The kind of ship that reinforces."""
    connecting: str | None
    """External combat: the neutral connecting colony."""
    sides: tuple[SideView, ...]
    """The sides, in turn order from the active player; of tied sides the last one wins."""


class ResultView(Value, frozen=True, kw_only=True):
    """A combat that has been resolved."""

    internal: bool
    kind: ColonyType
    sides: tuple[tuple[Seat, int, int], ...]
    """Seat, initial strength, ships added; in turn order from the active player."""
    winner: Seat
    lost: tuple[tuple[Seat, str], ...]
    """The losing leaders and where they stood."""
    removed: tuple[str, ...]
    """The cells of the removed colonies."""


class LastView(Value, frozen=True, kw_only=True):
    """The last thing that was done openly, for marking it."""

    seat: Seat
    text: str
    """The action in notation, as everybody may read it."""
    cells: tuple[str, ...] = ()
    """Where it happened: the cells of a colony, a leader's new place, a bomb, a monument."""
    came_from: str | None = None
    """The cell that a leader left."""
    joined: int = 0
    """How many regions the colony connected, if any."""
    results: tuple[ResultView, ...] = ()
    """The combats since then, in order."""
    sent_home: tuple[tuple[Seat, ColonyType, str], ...] = ()
    """The leaders that lost their support since then, and where they stood."""
    taken: tuple[tuple[Seat, str], ...] = ()
    """The artifacts collected since then, and where they lay."""


class TaeView(View, frozen=True, kw_only=True, omit_defaults=True):
    """The position before the viewer's eyes. Seats 0 to 3 are the dynasties bow, pot, lion, bull."""

    rows: tuple[str, ...]
    """Eleven rows of sixteen letters, the contents of each cell except leaders and artifacts: ``g r k u`` a
    merchant, scientist, settler, miner colony, ``M`` monument, ``#`` destroyed, ``.`` nothing."""
    leaders: tuple[LeaderView, ...]
    """All leaders: by seat, then merchant, scientist, settler, miner."""
    artifacts: tuple[ArtifactView, ...]
    monuments: tuple[MonumentView, ...]
    regions: tuple[RegionView, ...]
    """The regions in reading order of their first cells."""
    players: tuple[PlayerView, ...]
    bag: int
    phase: PhaseName
    active: Seat
    actions_left: int
    choices: tuple[ColonyType, ...]
    """In the phase `choose_combat`: the kinds in conflict."""
    combat: CombatView | None
    """In the phase `reinforce`: the combat under way."""
    squares: tuple[str, ...]
    """In the phase `monument`: the top left cells of the squares that may become one."""
    last: LastView | None
    """None before the first action."""
    mark: tuple[str, ...] = ()
    """The cells that a question was about, to be marked."""
    options: TaeOptions = TaeOptions()
    quiet: int = 0
    """Quiet turns in a row (section 4)."""
    busy: bool = False
    """This turn is not quiet."""
    connecting: str | None = None
    """The connecting colony while its joining is being settled."""
    placed: str | None = None
    """The colony placed by the action under way."""
