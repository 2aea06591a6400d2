"""Rounds of Battle of the Four Gods worth a look, played by the real rules: each a view and a frame."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engines.contract import Question, Seat
from engines.gods.conformance.position import read_position
from engines.gods.engine import GODS
from engines.gods.questions import AskHistory
from engines.gods.state import GodsState
from engines.gods.view import GodsView
from render.contract import Frame
from tests.render.pictures import SceneOf

OPENING = "r Ab Ag Do, b Dr, g Ao Dr Db, o none"
"""Worked round 1 of the rules (section 5): everything but a mutual hit."""
GAME = (
    OPENING,
    "r Ab Ag Do, b Dr Ar Dg, g Ao Dr Db, o Ag Ab",
    "r Ab Ag Ao, b Dr Ag Ao, g Ao Db, o Dr Ab",
    "r Ab Ag Ao, b Ar Ag Ao, g Ar Ab Ao, o Dr Ab Ag",
)
MELEE = "r Ab Ag Ao, b Ar Ag Ao, g Ar Ab Ao, o Dr Ab Ag"
PEOPLE = ("Ann", "Bea", "Cyd", "Dan")
LONG_NAMES = ("Maximiliane von und zu Hohenstein-Wittelsbach", "山田太郎 🦊 שלום", "W" * 80, "🦊" * 9)
_ENGINE = GODS
Scene: TypeAlias = SceneOf[GodsView]


def settled(state: GodsState, selections: str) -> GodsState:
    """The state after a round in which the living gods choose this: ``r Ab Ag, b none``."""
    for part in selections.split(", "):
        state = done(state, part)
    for seat in _ENGINE.to_act(state):
        state = done(state, f"{'rbgo'[seat]} ready")
    return state


def done(state: GodsState, text: str) -> GodsState:
    """The state after a god's action: ``r Ab Ag``, ``b ready``, ``g resign``."""
    seat = "rbgo".index(text[0])
    return _ENGINE.apply(state, seat, _ENGINE.parse(state, seat, text[2:])).state


def played(
    rounds: Sequence[str] = (),
    then: Sequence[str] = (),
    *,
    viewer: Seat | None = None,
    ask: Question | None = None,
    position: dict[str, object] | None = None,
    options: dict[str, object] | None = None,
    **frame: Any,
) -> Scene:
    """What the viewer sees after these rounds and, in the next one, these actions."""
    chosen = _ENGINE.options(options or {})
    state = _ENGINE.start(chosen, 4, "0" * 64) if position is None else read_position(position, chosen)
    for one in rounds:
        state = settled(state, one)
    for text in then:
        state = done(state, text)
    view = _ENGINE.view(state, viewer)
    if ask is not None:
        answer = _ENGINE.questions.answer(state, viewer, ask).view
        assert isinstance(answer, GodsView)
        view = answer
    return Scene(view, Frame(**{"code": "K7QX", "players": PEOPLE, **frame}))


def energies(*numbers: int, **more: object) -> dict[str, object]:
    """A position in which the gods have this energy."""
    return {"ep": dict(zip("rbgo", numbers, strict=True)), **more}


def document() -> Scene:
    """The scene in the documents: a round with hits, blocks and defences that met nothing."""
    return played(
        (GAME[0], GAME[1]),
        ("b ready", "o ready"),
        recent_events="BLUE blocked RED; GREEN hit ORANGE; ORANGE hit BLUE",
    )


def gallery() -> dict[str, Scene]:
    """The golden pictures by name: most at half size, those that players see most at full size."""
    half: dict[str, Any] = {"width": 500}
    light: dict[str, Any] = {"theme": "light"}
    low = energies(12, 12, 12, 12)
    return {
        "start-dark": played(),
        "start-light": played(**light, **half),
        "opening-dark": played((OPENING,), ("b Ar", "b ready"), recent_events="GREEN hit ORANGE"),
        "opening-light": played((OPENING,), ("b ready", "o ready"), **light),
        "planned-dark": played((OPENING,), ("g Ab Ao Dr",), viewer=2, preview=True, **half),
        "planned-light": played((OPENING,), ("r Ab Do Dg", "r ready"), viewer=0, **light),
        "planned-nothing-dark": played((OPENING,), ("o none",), viewer=3, **half),
        "unseen-light": played((OPENING,), ("o Ar",), options={"show_ready": False}, **light, **half),
        "asked-dark": played((OPENING,), ("r draw", "b resign"), viewer=1, **half),
        "game-dark": document(),
        "game-light": played(GAME[:3], position=energies(30, 30, 30, 30), **light, **half),
        "fallen-dark": played(
            ("r Ab Dg, b Ar, g Dr",),
            position=energies(20, 5, 7, -3, alive="rbg", fell={"o": 2}, round=5),
            **half,
        ),
        "resigned-light": played(("r Ab, b resign, g Ab, o none",), **light, **half),
        "drain-dark": played(
            ("r none, b none, g none, o none",), position=energies(9, 8, 1, 30, quiet=5, round=9), **half
        ),
        "history-light": played(
            GAME[:3], ask=AskHistory(1), position=energies(30, 30, 30, 30), **light, **half
        ),
        "melee-dark": played((MELEE,), position=low, **half),
        "won-dark": played(
            ("r Ab, b Ar, g Dr",), position=energies(3, 5, 7, -4, alive="rbg", fell={"o": 1}, round=4), **half
        ),
        "won-light": played(
            ("r Ab, b Ar",),
            position=energies(6, 5, -1, -2, alive="rb", fell={"g": 6, "o": 4}, round=9),
            **light,
        ),
        "tie-dark": played(
            ("r Ab, b Ar",),
            position=energies(4, 4, -1, -2, alive="rb", fell={"g": 6, "o": 4}, round=9),
            players=LONG_NAMES,
            **half,
        ),
        "nobody-light": played(("r resign, b resign, g resign, o resign",), **light, **half),
        "worst-light": played(
            ("r Ab Ag Ao Db Dg Do, b Ar Ag Ao Dr Dg Do, g Ar Ab Ao Dr Db Do, o Ar Ab Ag",),
            options={
                "max_actions": 6,
                "start": 200,
                "damage": 20,
                "refund": 5,
                "stalemate": "sticky",
                "attack_cost": 5,
                "defend_cost": 5,
                "stalemate_loss": 5,
            },
            position=energies(200, 200, 200, 50, quiet=20, round=30, drained=True),
            **light,
        ),
    }
