"""The facts of the game; its rules in short are in ``data/short_rules.md``."""

from pathlib import Path

from engines.contract import GameInfo, Guide, SeatInfo
from engines.reef.components import PLAYERS, name

_PITCH = (
    "Corals grow, bite and swallow each other on the reefs, and coral tiles say who is stronger today.\n"
    "Guard yours with a shrimp, let your parrotfish eat it, and make its colour worth the meal."
)

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
    rules=(Path(__file__).parent / "data" / "short_rules.md").read_text("utf-8").rstrip(),
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
