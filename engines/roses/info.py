"""The facts of the game; its rules in short are in ``data/short_rules.md``."""

from pathlib import Path

from engines.contract import GameInfo, Guide, SeatInfo

_PITCH = (
    "Two castles, four soldiers a side, twenty cells: line up and push the enemy over the edge.\n"
    "Five minutes to learn; every push leaves a gap, and two soldiers in line before the castle win at once."
)

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
    rules=(Path(__file__).parent / "data" / "short_rules.md").read_text("utf-8").rstrip(),
    length="20 to 60 moves",
    guide=_GUIDE,
    rules_version=1,
    seats=(SeatInfo("white", "White", "W"), SeatInfo("black", "Black", "B")),
    min_seats=2,
    undo="agreement",
    default_deadline_hours=72,
    # Eight drops, then at most six captures until a side is spent, with fewer than a hundred plies before
    # each of them and after the last.
    playout_bound=8 + 7 * 100,
)
