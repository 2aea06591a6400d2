"""Setting the game up (rules/reef-encounter.md section 6)."""

from __future__ import annotations

from engines.chance import Chance
from engines.reef.bag import draw, draw_many
from engines.reef.components import (
    BOARDS,
    CORALS,
    CUBES_PER_COLOUR,
    HAND_SIZES,
    INITIAL_FILL,
    PLAYERS,
    TILES,
    TILES_PER_COLOUR,
    Coral,
)
from engines.reef.counts import NONE, NUMBER
from engines.reef.state import Player, ReefOptions, ReefState
from engines.reef.view import Counts

_OF_EACH: Counts = (1, 1, 1, 1, 1)


def set_up(options: ReefOptions, seats: int, seed: str) -> ReefState:
    """Boards, tiles, open sea and hands; the draws come in the order of section 6."""
    first, chance = Chance(seed).below(seats)
    mixed, chance = chance.shuffle(tuple(BOARDS))
    boards = tuple(sorted(mixed[:seats]))
    bonus = NONE if options.advanced else _OF_EACH
    each = TILES_PER_COLOUR - seats
    bag: Counts = (
        each - bonus[0],
        each - bonus[1],
        each - bonus[2],
        each - bonus[3],
        each - bonus[4],
    )
    plain, chance = chance.below(2)
    sea, bag, chance = _fill(bag, chance)
    players = [Player()] * seats
    for after, size in enumerate(HAND_SIZES[seats]):
        hand, bag, chance = draw_many(bag, size, chance)
        players[(first + after) % seats] = Player(hand=hand)
    supply = CUBES_PER_COLOUR - 1
    return ReefState(
        options=options,
        chance=chance,
        first=first,
        active=first,
        seats=PLAYERS[:seats],
        players=tuple(players),
        boards=boards,
        polyps={cell: colour for name in boards for cell, colour in BOARDS[name].starts.items()},
        shrimps={},
        flipped=(bool(plain),) * len(TILES),
        bag=bag,
        cubes=(supply, supply, supply, supply, supply),
        sea=sea,
        bonus=bonus,
        bonus_closed=options.advanced,
    )


def _fill(bag: Counts, chance: Chance) -> tuple[tuple[Counts, ...], Counts, Chance]:
    """The spaces' first tiles, clockwise from the colour of a tile that is drawn and put back."""
    start, _, chance = draw(bag, chance)
    sea = [NONE] * len(CORALS)
    for colour, number in zip(clockwise(start), INITIAL_FILL, strict=True):
        sea[NUMBER[colour]], bag, chance = draw_many(bag, number, chance)
    return tuple(sea), bag, chance


def clockwise(start: Coral) -> tuple[Coral, ...]:
    """The five spaces, clockwise from one of them."""
    number = NUMBER[start]
    return CORALS[number:] + CORALS[:number]
