"""The facts and the rules in short."""

from engines.contract import GameInfo, Guide, SeatInfo
from engines.tae.constants import DYNASTIES, EMBLEMS, NAMES

_PITCH = (
    "Tigris and Euphrates among the stars: found colonies, send leaders, and join regions that must fight.\n"
    "Only your weakest of four kinds of points counts, and every combat is reinforced in secret."
)

_RULES = """\
**Four kinds.** Merchant **G**, scientist **R**, settler **K**, miner **U**: ships, colonies, leaders and \
points bear these names.

**Aim.** At the end only your **lowest** kind of points counts; artifacts are added to it one by one. \
Points are hidden.

**Your turn** has two actions, the same one twice if you like:
- `leader merchant I5`: place or move a leader. Its cell is inhabitable, beside a scientist colony, and \
touches exactly **one** region. `withdraw merchant` takes it home.
- `colony settler I5`: a ship of your hand settles; miners on uninhabitable cells, all others on \
inhabitable ones. It belongs to nobody.
- `bomb I5`: destroy a cell and its colony for good; you have two bombs. Leaders, monuments and artifacts \
are spared.
- `swap g2 r1`: put up to six ships away and draw as many.
- `end`: give up what is left. At the end of a turn all hands are refilled to six.

**Regions** are connected groups of colonies and leaders, side by side. A colony that extends **one** region \
gives a point of its kind to the owner of the leader of that kind there, or else of the settler leader. A \
colony that **connects** regions scores nothing, but leaders of one kind that meet must fight. (Tigris & \
Euphrates gives the point where only one of the regions is led: option `joining: board`.)

**Support.** A leader with no scientist colony beside it any more goes home.

**Internal combat**: you place a leader where another of its kind is. Strength: scientist colonies beside \
each, plus **scientists** committed. The loser goes home; the winner gets 1 scientist point.

**External combat**: regions were connected. Strength: colonies of the leaders' kind in the own region, plus \
ships of **that kind** committed. Every loser goes home, and all colonies of that kind in its region are \
removed; the winner gets a point of it for each leader and colony lost. If several kinds are in conflict, \
the active player chooses the first (`combat merchant`).

Commitments (`reinforce 2`, or 0) are sealed, final and simultaneous; all committed ships are gone. **Ties** \
go against the active player: of tied sides the last in turn order wins, counted \
from the active player.

**Artifacts.** If a region with a merchant leader holds two or more, its owner takes all but one, the outer \
ones (stars) before the inner ones (gems).

**Monuments** (option): four like colonies in a square may become a monument, which gives the active player \
points at the end of his turn for his leaders of its two kinds in its region. `build 0 G5` or `skip`.

**The end**: two artifacts or fewer on the board after a turn, or a bag that cannot refill all hands, or \
three rounds in a row in which nobody founds, bombs, swaps or fights (turns that the clock ends \
are left out). Ties: the second lowest kind, then the third, then the fourth.

**Time.** When the deadline passes, the turn ends, a commitment is 0, a monument is skipped, and of several \
combats the first of settlers, scientists, merchants and miners comes first.

**Giving up.** A commitment that is still open is 0. Once the combat is over your leaders go home for good; \
the others play on, and the last one left wins."""

_GUIDE = Guide(
    goal="Score in all four kinds: at the end only your lowest kind of points counts.",
    picture=(
        "A map of cells. Colonies bear the letter of their kind, leaders the emblem of their dynasty; "
        "neighbouring ones are one region. Violet clouds are for miners alone. Stars and gems are artifacts."
    ),
    turn=(
        "A turn has two actions. Begin with a leader beside a scientist colony; then settle colonies of its "
        "kind in its region: each gives you a point. Where two leaders of one kind meet, they fight."
    ),
    press="Press **Move**.",
)

INFO = GameInfo(
    key="tae",
    slug="tae",
    title="TaE",
    designer="Dustin White, after Reiner Knizia",
    year=2008,
    pitch=_PITCH,
    rules=_RULES,
    length="15 to 20 turns each",
    guide=_GUIDE,
    rules_version=2,
    seats=tuple(
        SeatInfo(key, name, emblem) for key, name, emblem in zip(DYNASTIES, NAMES, EMBLEMS, strict=True)
    ),
    min_seats=2,
    # All that an action shows is public, and the rules ask for no touch-move; drawing, a commitment and the
    # end of a turn show something hidden (`Step.reveals`), and a combat begins a period of its own.
    undo="turn",
    playout_bound=20_000,
    hidden=True,
    separator=",",
)
