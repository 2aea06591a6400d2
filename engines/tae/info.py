"""The facts of the game; its rules in short are in ``data/short_rules.md``."""

from pathlib import Path

from engines.contract import GameInfo, Guide, SeatInfo
from engines.tae.constants import DYNASTIES, EMBLEMS, NAMES

_PITCH = (
    "Tigris and Euphrates among the stars: found colonies, send leaders, join regions that must fight.\n"
    "Only your weakest of four kinds of points counts, and every combat is reinforced in secret."
)

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
    rules=(Path(__file__).parent / "data" / "short_rules.md").read_text("utf-8").rstrip(),
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
