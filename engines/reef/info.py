"""The facts of the game and its rules in short."""

from engines.contract import GameInfo, Guide, SeatInfo
from engines.reef.components import PLAYERS, name

_PITCH = (
    "Corals grow, bite and swallow each other on four reefs, and the coral tiles say who is stronger today.\n"
    "Guard yours with a shrimp, let your parrotfish eat it, and make its colour worth the meal."
)

_RULES = """\
**Aim.** At the end each tile in your fish scores its colour's value: 1 and as many as there are coral \
tiles that show it as the stronger, at most 5.

**Words.** Colours are **W**hite, **Y**ellow, **O**range, **P**ink, **G**rey. A *coral* is a group of \
adjacent polyps of one colour; cells are called `B2 d4`. Your hand and cubes are secret, consumed tiles in \
front of your screen are public. First everybody secretly puts a hand tile into the fish and chooses two \
cubes: `choose W YP`.

**A turn**, in any order, but eating first and collecting last:
- `eat B2 c3` a coral of **five or more** with your shrimp. Coral and shrimp leave; four tiles go to the \
bag, the rest into your fish.
- `larva P`, up to **twice**: play a cube, then lay tiles of its colour, up to **four** from your hand and \
any number from your front (`place B2 e4`, `place B2 e4 front`). `end_larva` or another action closes \
the play; `cancel` takes it back while nothing is laid.
- `shrimp B2 c3`, once: put a shrimp on a coral that has none. At most two of yours on a board.
- `move B2 c3 B2 c4` or `move B2 c3 screen`, at any time: move a shrimp or take it back. None of yours may \
stand on bare rock when you collect.
- `cube Y`: a consumed tile becomes a cube. `tile Y`: a cube becomes a tile from the bag.
- `alga red Y sea`: a consumed Y tile pays for a red cylinder, and every unlocked coral tile with a large \
red alga flips. `alga red Y GW`, once a turn and after your first meal, **locks** the tile GW and flips the \
others.
- `collect W`: take that open-sea space, cube and tiles. This **ends your turn**.

**Laying.** On an empty cell: always, if no shrimp stands there. On another colour it is an **attack**: a \
coral of your colour of **two or more** must be beside it, your colour must be **stronger** on the coral \
tile, and the polyp must not be under a shrimp or next to it in its coral. You take the tile to your \
front. Sizes are not compared. You may never join two corals that both have a shrimp.

**Growth.** A tile laid next to an empty d4 (the star) brings a bonus tile of its colour there.

**The end.** At once with the tenth lock or a player's fourth meal: all others may `feed` once more (five \
tiles back) or `decline`. Or after a collection when nothing can be laid, or the open sea not refilled. \
Ties: more tiles in front, cubes, hand tiles, guarded polyps.

**Options.** `advanced`: no bonus row, no growth, and every meal gives the bag one tile more. \
`larger_devours_smaller`: a larger coral may also attack a smaller one, whichever is stronger.

**Time.** When the deadline passes, an open play without a tile is cancelled, shrimps on bare rock go \
back, and the fullest space is collected; in set-up the clock chooses, in the final feeding it declines.

**Giving up.** Your shrimps stay on guard; the others play on. The last one left wins."""

_GUIDE = Guide(
    goal=(
        "Let your parrotfish eat corals, and make their colours strong: at the end every tile it has "
        "eaten counts what its colour is worth."
    ),
    picture=(
        "The reefs with their corals, a letter for each colour, and the shrimps that guard them. Below them "
        "a column for each coral: the open sea, whom it eats, what it is worth, and what you have of it."
    ),
    turn=(
        "Play a larva (a cube) and lay tiles of its colour; then put a shrimp on a coral to guard it. You "
        "end the turn by collecting a space of the open sea: its cube and tiles are for the next larva."
    ),
    press="Press **Move**.",
)

INFO = GameInfo(
    key="reef",
    slug="reef-encounter",
    title="Reef Encounter",
    designer="Richard Breese",
    year=2004,
    pitch=_PITCH,
    rules=_RULES,
    length="10 to 15 turns each",
    guide=_GUIDE,
    rules_version=1,
    seats=tuple(map(SeatInfo, PLAYERS, map(name, PLAYERS), "◆▲■●")),
    min_seats=2,
    undo="turn",
    default_deadline_hours=48,
    playout_bound=20_000,
    hidden=True,
    separator=";",
)
