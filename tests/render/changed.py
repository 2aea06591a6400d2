"""Pictures that mark the changes between two moments of a golden game."""

from typing import Any, TypeAlias

from engines import record
from engines.contract import Seat, View
from engines.record import Record
from engines.registry import engine_for
from render.changes import changes
from render.contract import Frame
from tests.records import golden_record, longest
from tests.render.pictures import SceneOf

_PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
Scene: TypeAlias = SceneOf[View]


def views(name: str, *moments: int, viewer: Seat | None = None) -> tuple[Record, list[View]]:
    """A golden game, and its views after these numbers of actions; -1 is its end."""
    made = golden_record(name)
    replayed = record.replay(made)
    states = [replayed.start, *(played.step.state for played in replayed.played)]
    engine = engine_for(made.game)
    return made, [engine.view(states[moment], viewer) for moment in moments]


def since(name: str, before: int, after: int, *, viewer: Seat | None = None, **frame: Any) -> Scene:
    """The position after `after` actions of a golden game, with all changes since `before` actions marked."""
    made, (earlier, later) = views(name, before, after, viewer=viewer)
    changed = changes(made.game, earlier, later)
    people = _PEOPLE[: len(made.seats)]
    return Scene(later, Frame(**{"code": "K7QX", "players": people, "changed": changed, **frame}))


MOMENTS: dict[str, tuple[str, int, int]] = {
    "roses": ("roses/castle", 9, 14),
    "flicflac": ("flicflac/captures", 16, 40),
    "gods": ("gods/last-standing", 12, 38),
    "reef": ("reef/two", 320, 400),
    "tae": ("tae/artifacts", 60, 72),
}
"""For some games a golden game, and two moments of it between which much changes."""


def moments(game: str) -> tuple[str, int, int]:
    """`MOMENTS` for any game: for others the beginning and the end of the longest golden game."""
    if game in MOMENTS:
        return MOMENTS[game]
    return longest(game), 0, -1


def gallery(game: str) -> dict[str, Scene]:
    """The golden pictures with changes marked."""
    return {
        "changed-dark": since(*moments(game), width=500),
        "changed-light": since(*moments(game), width=500, theme="light"),
    }
