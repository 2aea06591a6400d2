"""The facts of the game; its rules in short are in ``data/short_rules.md``."""

from pathlib import Path

from engines.contract import GameInfo, Guide, SeatInfo
from engines.flicflac.pieces import NAMES

_PITCH = (
    "Six cylinders against six blocks on hexes of seven colours: land on black and your piece flips.\n"
    "Colours decide who helps, who hurts and who falls, and whoever captures strikes again."
)

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
    rules=(Path(__file__).parent / "data" / "short_rules.md").read_text("utf-8").rstrip(),
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
