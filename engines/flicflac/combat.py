"""Health: who attacks and supports whom (rules/flic-flac.md section 7), and who would fall (section 8)."""

from typing import NamedTuple

from engines.contract import Seat
from engines.flicflac.board import Board
from engines.flicflac.pieces import BODY, CODES, FACES, OWNER
from engines.flicflac.state import Stands

_UNANSWERED = 20
"""What an attack costs beyond its strength if its target does not fly the attacker's colour."""

_BODIES = tuple(BODY[code] for code in CODES)
_OWNERS = tuple(OWNER[code] for code in CODES)
_FLIES = tuple(
    tuple(tuple(target in face for target in _BODIES) for face in FACES[BODY[code]]) for code in CODES
)
"""For each piece and face, of each piece whether its body colour is flown."""


class Influence(NamedTuple):
    """What one piece does to a neighbour whose colour it flies. Pieces are numbers, as in `NUMBER`."""

    by: int
    on: int
    strength: int
    """1, or 2 if the acting piece is empowered."""
    attack: bool
    """Between the two shapes; else it is support."""
    unanswered: bool
    """An attack on a piece that does not fly the attacker's colour."""

    @property
    def received(self) -> int:
        """What it does to the health of the piece that it is done to."""
        if not self.attack:
            return self.strength
        return -self.strength - _UNANSWERED if self.unanswered else -self.strength

    @property
    def earned(self) -> int:
        """What it does to the health of the piece that does it."""
        return self.strength if self.attack else 0


def influences(ground: Board, stands: Stands) -> list[Influence]:
    """Everything that pieces do to each other in a position."""
    at = {stand.cell: number for number, stand in enumerate(stands) if stand.cell is not None}
    found = []
    for cell, actor in at.items():
        flies = _FLIES[actor][stands[actor].flipped]
        for near in ground.neighbours[cell]:
            target = at.get(near)
            if target is None or not flies[target]:
                continue
            strength = 2 if ground.cell[cell].colour == _BODIES[actor] else 1
            attack = _OWNERS[actor] != _OWNERS[target]
            answered = not attack or _FLIES[target][stands[target].flipped][actor]
            found.append(Influence(actor, target, strength, attack, not answered))
    return found


def healths(found: list[Influence]) -> list[int]:
    """The health of each piece by its number."""
    health = [0] * len(CODES)
    for one in found:
        health[one.by] += one.earned
        health[one.on] += one.received
    return health


class Forecast(NamedTuple):
    """What the end of a phase would do to a position, pieces in their order."""

    influences: list[Influence]
    health: list[int]
    captives: tuple[str, ...]
    """Pieces of either side with negative health."""
    captors: tuple[str, ...]
    """Pieces of the side in its phase that attack an enemy captive."""


def forecast(ground: Board, stands: Stands, side: Seat) -> Forecast:
    """Steps 1 and 2 of section 8 for a phase of this side (rulings 21, 23 and 24)."""
    found = influences(ground, stands)
    health = healths(found)
    captors = {one.by for one in found if one.attack and health[one.on] < 0 and _OWNERS[one.by] == side}
    return Forecast(
        found,
        health,
        tuple(code for code, points in zip(CODES, health, strict=True) if points < 0),
        tuple(CODES[number] for number in sorted(captors)),
    )
