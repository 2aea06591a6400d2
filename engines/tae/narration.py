"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Event, Seat
from engines.tae import events
from engines.tae.board_masks import MONUMENTS
from engines.tae.constants import (
    CATEGORIES,
    CATEGORY_NAMES,
    COLONY_NAMES,
    COLONY_TYPES,
    LEADER_NAMES,
    NAMES,
    TYPE_NUMBERS,
    ColonyType,
)
from engines.wording import counted, listed

_MANY = 8
"""More cells than this are counted, not listed."""


def leader_name(seat: Seat, kind: ColonyType) -> str:
    """A player's leader by its title: ``Pot's Lead Scientist``."""
    return f"{NAMES[seat]}'s {LEADER_NAMES[TYPE_NUMBERS[kind]]}"


def colonies_name(kind: ColonyType, number: int = 1) -> str:
    """What one or several colonies of this kind are called: ``science colony``, ``science colonies``."""
    name = COLONY_NAMES[TYPE_NUMBERS[kind]]
    return name if number == 1 else name.replace("colony", "colonies")


def combat_sides(initial: Iterable[tuple[Seat, int]], joint: str = ", ") -> str:
    """The sides of a combat with their initial strengths: ``Bow 2, Pot 1``."""
    return joint.join(f"{NAMES[seat]} {strength}" for seat, strength in initial)


def monument_name(number: int) -> str:
    """The two kinds of a monument: ``settler and merchant``."""
    return listed(COLONY_TYPES[kind] for kind in MONUMENTS[number])


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case events.LeaderPlaced(seat=seat, kind=kind, cell=cell, came_from=origin):
            how = "comes" if origin is None else f"moves from {origin}"
            return f"{leader_name(seat, kind)} {how} to {cell}"
        case events.LeaderWithdrawn(seat=seat, kind=kind, cell=cell):
            return f"{NAMES[seat]} takes the {LEADER_NAMES[TYPE_NUMBERS[kind]]} home from {cell}"
        case events.ColonyFounded(seat=seat, kind=kind, cell=cell):
            return f"{NAMES[seat]} founds a {colonies_name(kind)} on {cell}"
        case events.Bombed(seat=seat, cell=cell, colony=kind):
            lost = "" if kind is None else f" and its {colonies_name(kind)}"
            return f"{NAMES[seat]}'s bomb destroys {cell}{lost}"
        case events.Swapped(seat=seat, ships=ships):
            return f"{NAMES[seat]} swaps {counted(ships, 'ship')}"
        case events.Drew(ships=ships):
            return f"you draw {_ships(ships)}"
        case events.RegionsJoined(regions=regions):
            return f"{regions} regions become one"
        case events.Points(seat=seat, category=category, n=n):
            return f"{NAMES[seat]} scores {n} {CATEGORY_NAMES[CATEGORIES.index(category)]}"
        case events.MonumentBuilt(id=number, square=square):
            return f"the {monument_name(number)} monument rises at {square}"
        case events.ArtifactsTaken(seat=seat, taken=taken, left_behind=left):
            what = "the artifact" if len(taken) == 1 else f"{len(taken)} artifacts"
            return f"{NAMES[seat]} takes {what} of {_cells(taken)} and leaves the one of {left}"
        case events.Resigned(seat=seat):
            return f"{NAMES[seat]} leaves the game"
        case events.TurnBegins(seat=seat):
            return f"it is {NAMES[seat]}'s turn"
        case events.GameOver(winners=winners):
            verb = "wins" if len(winners) == 1 else "share the victory"
            return f"the game is over: {listed(NAMES[seat] for seat in winners)} {verb}"
    return _narrate_combat(event)


def _narrate_combat(event: Event) -> str:
    match event:
        case events.ChoiceOpen(seat=seat, kinds=kinds):
            return f"combats of {listed(kinds)} leaders are pending, and {NAMES[seat]} chooses the first"
        case events.CombatBegins(internal=internal, kind=kind, initial=initial):
            how = "internal" if internal else "external"
            return f"{how} combat of the {kind} leaders: {combat_sides(initial)}"
        case events.Committed(seat=seat):
            return f"{NAMES[seat]} has committed"
        case events.CombatResult(kind=kind, sides=sides, winner=winner):
            sums = ", ".join(
                f"{NAMES[seat]} {initial} + {added} = {initial + added}" for seat, initial, added in sides
            )
            return f"{kind} combat: {sums}; {NAMES[winner]} wins"
        case events.LeaderLost(seat=seat, kind=kind, cell=cell):
            return f"{leader_name(seat, kind)} is beaten on {cell} and goes home"
        case events.ColoniesRemoved(kind=kind, cells=()):
            return f"no {colonies_name(kind)} is lost"
        case events.ColoniesRemoved(kind=kind, cells=(cell,)):
            return f"the {colonies_name(kind)} on {cell} is lost"
        case events.ColoniesRemoved(kind=kind, cells=cells):
            return f"{len(cells)} {colonies_name(kind, len(cells))} are lost: {_cells(cells)}"
        case events.LeaderHome(seat=seat, kind=kind, cell=cell):
            return f"{leader_name(seat, kind)} on {cell} has lost support and goes home"
    raise ValueError(f"{event!r} is not an event of this game.")


def _cells(cells: tuple[str, ...]) -> str:
    return listed(cells) if len(cells) <= _MANY else f"{', '.join(cells[:_MANY])} and more"


def _ships(ships: tuple[ColonyType, ...]) -> str:
    return listed(f"{ships.count(kind)} {kind}" for kind in COLONY_TYPES if kind in ships)
