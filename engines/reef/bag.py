"""The bag and the bonus row: what comes back, what is drawn (rules/reef-encounter.md 7.4, 7.10, Ruling 7)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.chance import Chance
from engines.reef.components import CORALS, Coral
from engines.reef.counts import NONE, count, plus, together
from engines.reef.state import ReefState
from engines.reef.view import Counts


def put_back(state: ReefState, colour: Coral, number: int = 1) -> ReefState:
    """Tiles return to the bag; the first of them fills an empty place of a bonus row that is not closed."""
    if number and not state.bonus_closed and not count(state.bonus, colour):
        state = replace(state, bonus=plus(state.bonus, colour))
        number -= 1
    return replace(state, bag=plus(state.bag, colour, number))


def take_bonus(state: ReefState, colour: Coral) -> ReefState:
    """A bonus tile is used; its place is refilled from the bag if that has the colour."""
    if count(state.bag, colour):
        return replace(state, bag=plus(state.bag, colour, -1))
    return replace(state, bonus=plus(state.bonus, colour, -1))


def close_row(state: ReefState) -> ReefState:
    """All tiles of the bonus row go into the bag, and it stays empty."""
    return replace(state, bag=together(state.bag, state.bonus), bonus=NONE, bonus_closed=True)


def draw(bag: Counts, chance: Chance) -> tuple[Coral, Counts, Chance]:
    """One tile, each as likely; what remains in the bag, and the chance that remains."""
    number, chance = chance.below(sum(bag))
    for colour in CORALS:
        number -= count(bag, colour)
        if number < 0:
            return colour, plus(bag, colour, -1), chance
    raise AssertionError("the bound is the number of tiles")


def draw_many(bag: Counts, number: int, chance: Chance) -> tuple[Counts, Counts, Chance]:
    """So many tiles, what remains in the bag, and the chance that remains."""
    drawn = NONE
    for _ in range(number):
        colour, bag, chance = draw(bag, chance)
        drawn = plus(drawn, colour)
    return drawn, bag, chance
