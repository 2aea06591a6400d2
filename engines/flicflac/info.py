"""The facts of the game and its rules in short."""

from engines.contract import GameInfo, Guide, SeatInfo
from engines.flicflac.naming import NAMES

_PITCH = (
    "Six cylinders against six blocks on hexes of seven colours: land on black and your piece flips.\n"
    "Colours decide who helps, who hurts and who falls, and whoever captures strikes again."
)

_RULES = """\
**Aim.** Be the first with **11 captures** and at least **2** more than the other side, if the options do \
not change these figures.

**Pieces.** Each side has one piece of each colour: `CB CG CY CO CR CP` are the cylinders, `BB` to `BP` \
the blocks. A piece *flies* two of the colours **B**lue **G**reen **Y**ellow **O**range **R**ed \
**P**urple: the two after its own in this ring, or, flipped, the two before it. It is *empowered* on a hex \
of its own colour.

**A turn.** Move each of your pieces at most once, in any order, then **end** the phase. You may also \
stand still. Until you end it, only you see what you do; `CB retract` puts a piece back where it began the \
phase if that cell is empty, and it may move again. `reset` takes the whole phase back.

**Moving.** A piece at home enters on any empty cell of its own edge of the board: CB CR CY upper left, CO \
CG CP lower right, BB BR BY lower left, BO BG BP upper right. On the board it goes up to **three** steps \
over empty *coloured* hexes, or **one** step onto an empty *black* one beside it. **Landing on black flips \
it**; leaving black does not. Nothing is jumped.

**Health.** Only pieces that touch matter. A piece acts on a neighbour whose colour it flies, with \
strength 1, or 2 if it is empowered:
- on a **friend**: the friend gains the strength;
- on an **enemy**: the enemy loses it and the attacker gains it. If the enemy does not fly the attacker's \
colour, the attack is unanswered and costs it **20** more.
Below 0 a piece is grey: about to be captured, but still acting in full. It may yet recover before the \
phase ends. (The second combat example of the published rules contradicts their own tables in two \
healths; the tables hold here.)

**The end of a phase.** All grey pieces of **both** sides go home at once, faces kept, each a capture for \
the other side. Pieces of the side whose phase it was that were attacking a captured enemy are \
**captors**: they, and they alone, get an extra phase, each with one move (a captured captor from its \
home). That may capture again. Then the turn passes.

**Random events**, if switched on, come between turns: wind flips all pieces on the board, pieces of two \
opposite colours are called home, hexes of two colours swallow what stands on them, or the colours of the \
board slide.

**Notation.** `CB C1, CG K13, CB retract, end`. The history adds what happened: `end xBR`, `end ~wind`.

**Time.** When the deadline passes, the phase ends with the moves made so far. An extra phase has half the \
time. House rules, both off unless the options say so: the win may be claimed against who misses deadlines \
in a row without a move (`claim_after`), and main phases in a row without a move are a draw (`idle_draw`)."""

_GUIDE = Guide(
    goal=(
        "Capture: the picture says how many win, and by how many more. Stand beside an enemy whose colour "
        "your piece flies, and its health falls; below 0 when the phase ends, it is captured and goes home."
    ),
    picture=(
        "Six round cylinders against six square blocks: on top the letter of a piece's own colour, below "
        "the two that it flies. Healths stand beside the board; grey pieces are about to be captured. "
        "Landing on black flips a piece to its other two colours."
    ),
    turn=(
        "Each of your six pieces may move once. One that stands on its own colour is empowered: it strikes "
        "twice as hard. Only you see your moves until you end the phase."
    ),
    press="Press **Move** or a piece, then a cell, and go on with the next; last of all **End the phase**.",
)

INFO = GameInfo(
    key="flicflac",
    slug="flic-flac",
    title="Flic Flac",
    designer="MagentaJohn",
    year=2025,
    pitch=_PITCH,
    rules=_RULES,
    length="15 to 30 turns each",
    guide=_GUIDE,
    rules_version=1,
    seats=(SeatInfo("cylinders", NAMES[0], "C"), SeatInfo("blocks", NAMES[1], "B")),
    min_seats=2,
    undo="none",
    playout_bound=20_000,
    hidden=True,
    separator=",",
)
