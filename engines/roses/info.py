"""The facts of the game and its rules in short."""

from engines.contract import GameInfo, Guide, SeatInfo

_PITCH = (
    "Two castles, four soldiers a side, twenty cells: line up and push the enemy over the edge.\n"
    "Five minutes to learn; every push leaves a gap, and two soldiers in line before the castle win at once."
)

_RULES = """\
**Aim.** Drive a phalanx – two of your soldiers in line – over the enemy castle. White's castle is **e3**, \
Black's is **b5**. White is York, Black is Lancaster.

**First, drop.** In turns each side puts its four soldiers on the board, one a turn, each on an empty cell \
that touches one of its own pieces, castle included. Nothing may be dropped on the red cells **c4** and \
**d4**.

**Then, move.** One action a turn; castles never move.
- **Step** `d3-d4`: one soldier to a neighbouring empty cell.
- **Line shift** `f6-c3`: two or more soldiers in a row go one cell along their line. Name the rearmost \
and the empty cell that the front one enters.
- **Translation** `d4e5+ne`: two neighbouring soldiers go one cell in the same direction, sideways to \
their line, both onto empty cells.
- **Phalanx** `d4xf6`: two soldiers in line with an enemy right before them advance and push it one cell \
on. Name the rear soldier and the enemy.
- **Support** `d3xd4`: one soldier pushes the enemy *soldier* next to it while another of yours touches \
that enemy too. The helper stays.

**Pushing.** The cell behind the enemy must be empty, or there is none: then the soldier is over the edge \
and out of the game. Two in a row cannot be pushed. A castle falls only to a phalanx, never to support.

**The end.** Taking the castle wins. So does leaving the enemy without soldiers. The third occurrence of a \
position, or 100 moves in a row without a capture, is a draw, unless the options say otherwise; you may also \
agree on one or give up. Who has no legal action passes.

**Options.** A phalanx of three or four may also charge as a whole (`long_phalanx`); soldiers that support \
must touch each other (`support_contiguous`).

**Notation.** Directions are `e w ne nw se sw`, as seen with Black on top. The history adds what happened: \
`d3xd4>d5` pushed to d5, `d4xf6*` over the edge, `c3xe3#` castle taken. You may also write which soldiers \
go which way: `d4e5+e`.

**Time.** Whoever misses the deadline may still move until the opponent claims the win or gives more time."""

_GUIDE = Guide(
    goal="Take the enemy castle, or push every enemy soldier over the edge.",
    picture=(
        "Two castles and twenty cells, each with its name. Nothing may be dropped on the two red ones. A "
        "blue ring and arrow show the last move."
    ),
    turn=(
        "Four soldiers each are dropped first. From then on you move one of yours; two in line push what "
        "stands before them."
    ),
    press="Press **Move**, then a cell, or one of your soldiers and where it goes.",
)

INFO = GameInfo(
    key="roses",
    slug="guerre-des-deux-roses",
    title="Guerre des Deux Roses",
    designer="Le Korrigan",
    year=2004,
    pitch=_PITCH,
    rules=_RULES,
    length="20 to 60 moves",
    guide=_GUIDE,
    rules_version=1,
    seats=(SeatInfo("white", "White", "W"), SeatInfo("black", "Black", "B")),
    min_seats=2,
    undo="agreement",
    default_deadline_hours=72,
    # Eight drops, at most six captures before one side or both are spent, and fewer than a hundred plies
    # before each and after the last.
    playout_bound=8 + 7 * 100,
)
