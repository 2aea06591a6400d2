"""Positions worth a look, played by the real rules: each a view and a frame."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engines.contract import Draw, MetaAction, Resign, Step
from engines.registry import engine_for
from engines.roses.conformance.position import read_position
from engines.roses.questions import AskAttacks
from engines.roses.view import RosesView
from render.contract import Frame
from tests.engines.roses.table import SAMPLE
from tests.render.pictures import SceneOf

DIAGRAM_B = "B/.ww./b..../.bwwb/.b../W w 00"
LONG_NAMES = ("Maximiliane von und zu Hohenstein-Wittelsbach", "山田太郎 🦊 שלום")
_ENGINE = engine_for("roses")
Scene: TypeAlias = SceneOf[RosesView]


def after(plies: int, **frame: Any) -> Scene:
    """The sample game after this number of plies."""
    return played(SAMPLE[:plies], **frame)


def played(
    texts: Sequence[str],
    position: str | None = None,
    ending: Sequence[tuple[int, MetaAction]] = (),
    **frame: Any,
) -> Scene:
    """A position after these actions, from the start or from a position string."""
    options = _ENGINE.options({})
    state = _ENGINE.start(options, 2, "0" * 64) if position is None else read_position(position, options)
    found: Sequence[Any] = ()
    for text in texts:
        seat = _ENGINE.to_act(state)[0]
        step: Step[Any] = _ENGINE.apply(state, seat, _ENGINE.parse(state, seat, text))
        state, found = step.state, step.events
    for seat, action in ending:
        state = _ENGINE.apply(state, seat, action).state
    view = _ENGINE.view(state, None)
    assert isinstance(view, RosesView)
    recent_events = "; ".join(_ENGINE.narrate(event) for event in found)
    given = {"code": "K7QX", "players": ("Ann", "Bea"), "recent_events": recent_events, **frame}
    return Scene(view, Frame(**given))


def attacks(position: str, **frame: Any) -> Scene:
    """A position with marks of all attacks that both sides could make."""
    state = read_position(position, _ENGINE.options({}))
    view: Any = _ENGINE.questions.answer(state, None, AskAttacks()).view
    return Scene(view, Frame(**{"code": "K7QX", "players": ("Ann", "Bea"), **frame}))


def gallery() -> dict[str, Scene]:
    """The golden pictures by name: most at half size, those that players see most at full size."""
    half: dict[str, Any] = {"width": 500}
    agreed: list[tuple[int, MetaAction]] = [(0, Draw("offer")), (1, Draw("accept"))]
    return {
        "start-dark": after(0, **half),
        "drop-light": after(5, theme="light", **half),
        "step-light-black": after(9, theme="light", perspective=1, **half),
        "push-dark": after(11),
        "shift-dark": after(12, **half),
        "translation-preview-dark": after(13, preview=True, **half),
        "capture-dark-black": after(15, perspective=1, **half),
        "capture-light": after(15, theme="light"),
        "capture-east-long-names": played(["d4xf6"], DIAGRAM_B, players=LONG_NAMES, **half),
        "castle-light": after(17, theme="light", **half),
        "castle-dark-black": after(17, perspective=1, **half),
        "draw-light": played(SAMPLE[:13], ending=agreed, theme="light", **half),
        "drop-choices-light": after(3, choices=("b4", "d5", "d6", "e6", "e5"), theme="light", **half),
        "soldiers-choices-dark": after(10, choices=("b3", "c2", "d3", "d4"), **half),
        "targets-choices-dark-black": after(
            11, choices=("d6", "f6", "f5", "d3"), chosen=("e6",), perspective=1
        ),
        "attacks-dark": attacks(DIAGRAM_B, **half),
        "resigned-preview-light": played(
            SAMPLE[:6], ending=[(0, Resign())], theme="light", preview=True, **half
        ),
    }
