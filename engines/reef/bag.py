"""Drawing tiles from the bag."""

from __future__ import annotations

from engines.chance import Chance
from engines.reef.components import CORALS, Coral
from engines.reef.counts import NONE, count, plus
from engines.reef.view import Counts


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
