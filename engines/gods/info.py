"""The facts of the game; its rules in short are in ``data/short_rules.md``."""

from pathlib import Path

from engines.contract import GameInfo, Guide, SeatInfo
from engines.gods.colours import NAMES

_PITCH = (
    "Four gods with energy to spend, and every round a secret: whom to strike, whom to fear?\n"
    "Promise anything to anyone, in the open or in whispers, and be the last one standing."
)

_GUIDE = Guide(
    goal=(
        "Be the last god with energy. An attack takes some from whoever has not defended against you; a "
        "defence stops one god. The picture says what each costs."
    ),
    picture="Who struck whom in the last round, and a row for each god: its energy and how that came about.",
    turn=(
        "Plan whom you attack and whom you defend against, and say that you are ready. Nobody sees your "
        "plan before all are ready or the time is up. Bargain with the others in private."
    ),
    press="Press **Plan**, switch on what you want, then **Ready**. Bargain by direct messages to me.",
)

INFO = GameInfo(
    key="gods",
    slug="four-gods",
    title="Battle of the Four Gods",
    designer="Ryan Taus",
    year=2018,
    pitch=_PITCH,
    rules=(Path(__file__).parent / "data" / "short_rules.md").read_text("utf-8").rstrip(),
    length="10 to 20 rounds",
    guide=_GUIDE,
    rules_version=1,
    seats=tuple(SeatInfo(name.lower(), name, name[0]) for name in NAMES),
    min_seats=4,
    undo="none",
    min_deadline_hours=1 / 6,
    max_deadline_hours=168,
    playout_bound=5_000,
    hidden=True,
    at_once=True,
    button="Plan",
    seating="order",
)
