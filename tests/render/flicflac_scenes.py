"""Positions of Flic Flac worth a look, played by the real rules: each a view and a frame."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engines.contract import Question, Seat
from engines.flicflac.conformance.position import read_position
from engines.flicflac.engine import FLICFLAC
from engines.flicflac.questions import AskHealth, AskReach
from engines.flicflac.view import FlicFlacView
from render.contract import Frame
from tests.render.pictures import SceneOf

GAMES: dict[int, tuple[str, ...]] = {
    size: tuple(text.replace("\n", " ").split(", "))
    for size, text in {
        5: """CB C1, CG J5, CP H6, CY E1, end, BG F1, end, BG G2, end, CR B1, CY A1, CO G7, CP F8, end, BB A5,
BO H1, BP J1, BR E9, end, BR E8, end, CY B3, CB C2, CP H6, CR A2, end""",
        6: """CY D1, CP L6, CG G10, CB C1, end, BO J1, BB E10, BY C8, BR D9, end, CP L5, CO H9, CB A1, CG F10,
end, CG G10, end, BG F1, BB E10, BP G1, BO H2, end, CR C1, CP J8, end, BO F5, BG E2, BP F2, BB E9, end, BG F3,
end, CR B2, CO G9, CY B1, end, BB F10, BR E8, BG C1, end, BB D9, end""",
        7: """CY G1, CO K10, CP L9, CB F1, end, BY C9, BB F12, BR E11, BG H1, end, CY H3, CB G2, CP K9, CG M8,
end, CB J2, end, BP J1, BG L1, BB F11, end, BP G2, end, CO G11, CP L8, CB A1, CR F1, end, CR F3, end""",
        8: """CP K13, CR C1, CG J14, CO L12, end, BB H15, BG M1, BR D11, BO J1, end, BB H14, end, CO J14, CR
F2, CB F1, CG L12, end, BY H15, BB H13, end, BY H14, end, CY H1, CP G14, CO K13, CB D1, end, CY G2, end, BR
G13, BO L1, end, CO H15, CB F3, end, CO H14, end, CO J14, CP H14, end, BP Q1, BR G14, BO K2, end, BR H14""",
    }.items()
}
"""A short game on each board."""
MELEE = "BP C2, CO D2*, CY C4, BR D5, BB C6*, CP D7, BY H5, CR G5*, BO F7*, BG G7, CG H9*, CB J8"
"""Combat Example 1 (section 14.1 of the rules): all twelve pieces on the largest board."""
PASS_THROUGH = "CB C1, CR D2, BO E1*"
"""The position of the movement pictures (section 14.2)."""
LONG_NAMES = ("Maximiliane von und zu Hohenstein-Wittelsbach", "山田太郎 🦊 שלום")
_ENGINE = FLICFLAC
Scene: TypeAlias = SceneOf[FlicFlacView]


def after(size: int, actions: int | None = None, **given: Any) -> Scene:
    """The game on the board of this size after this number of actions."""
    return played(GAMES[size][:actions], size=size, **given)


def played(
    texts: Sequence[str] = (),
    pieces: str = "",
    *,
    viewer: Seat | None = None,
    ask: Question | None = None,
    position: dict[str, object] | None = None,
    size: int = 8,
    events: int = 0,
    target: int = 11,
    **frame: Any,
) -> Scene:
    """What the viewer sees after these actions, from the start or with pieces on these cells."""
    options = _ENGINE.options({"size": size, "events": events, "target": target})
    stands = dict(stand.split(" ") for stand in pieces.split(", ") if stand)
    state = read_position({"pieces": stands, **(position or {})}, options)
    result = ""
    for text in texts:
        seat = _ENGINE.to_act(state)[0]
        step = _ENGINE.apply(state, seat, _ENGINE.parse(state, seat, text))
        state = step.state
        result = "; ".join(_ENGINE.narrate(event) for event in step.events) or result
    view = _ENGINE.view(state, viewer)
    if ask is not None:
        answer = _ENGINE.questions.answer(state, viewer, ask).view
        assert isinstance(answer, FlicFlacView)
        view = answer
    return Scene(view, Frame(**{"code": "K7QX", "players": ("Ann", "Bea"), "recent_events": result, **frame}))


def document() -> Scene:
    """The scene in the documents: captures, and captors about to strike again."""
    return after(8, 37)


def gallery() -> dict[str, Scene]:
    """The golden pictures by name: most at half size, those that players see most at full size."""
    half: dict[str, Any] = {"width": 500}
    light: dict[str, Any] = {"theme": "light"}
    return {
        "start-8-dark": after(8, 0, **half),
        "start-5-light": after(5, 0, **light, **half),
        "opening-6-dark": after(6, 10, **half),
        "game-5-dark": after(5, **half),
        "game-6-light": after(6, 26, **light, **half),
        "game-7-dark": after(7, 27, **half),
        "game-8-light": after(8, 27, **light),
        "captors-6-light": after(6, 41, **light, **half),
        "captors-8-dark": after(8, 37),
        "staged-7-dark": after(7, 27, viewer=0, preview=True, **half),
        "staged-8-light": after(8, viewer=1, preview=True, **light, **half),
        "unseen-8-light": after(8, **light, **half),
        "melee-8-dark": played(pieces=MELEE, position={"score": {"C": 3, "B": 5}}),
        "melee-8-light": played(pieces=MELEE, position={"score": {"C": 3, "B": 5}}, **light, **half),
        "reach-8-dark": played(pieces=PASS_THROUGH, viewer=0, ask=AskReach("CR"), **half),
        "reach-home-5-light": after(5, 9, viewer=0, ask=AskReach("CO"), **light, **half),
        "pieces-6-dark": after(6, 10, viewer=0, choices=("CB", "CG", "CY", "CO", "CR", "CP"), **half),
        "targets-8-light": after(
            8, 27, viewer=0, choices=("G1", "G2", "H2", "H3", "J1", "J2", "K2"), chosen=("CY",), **light
        ),
        "entering-8-dark": played(
            ("CB C1", "CR H1"), viewer=0, choices=("A1", "B1", "D1", "E1", "F1", "G1"), chosen=("CY",)
        ),
        "health-8-light": played(pieces=MELEE, viewer=0, ask=AskHealth("BR"), **light, **half),
        "slide-6-dark": played(["end"], "CB C3, BO F5*", size=6, events=100, **half),
        "won-8-dark": played(
            ["end"], MELEE, position={"score": {"C": 10, "B": 5}}, players=LONG_NAMES, **half
        ),
    }
