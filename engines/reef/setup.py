"""Setting the game up (docs/rules/reef-encounter.md section 6)."""

from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.reef.components import (
    BOARDS,
    CORALS,
    CUBES_PER_COLOUR,
    HAND_SIZES,
    INITIAL_FILL,
    PLAYERS,
    TILES,
    TILES_PER_COLOUR,
)
from engines.reef.counts import NONE, NUMBER, draw, draw_many, each, less
from engines.reef.open_sea import clockwise
from engines.reef.options import ReefOptions
from engines.reef.state import Player, ReefState
from engines.reef.view import Counts


def set_up(options: ReefOptions, seats: int, seed: str) -> ReefState:
    """Boards, tiles, open sea and hands; the draws come in the order of section 6."""
    first, chance = Chance(check_seed(seed)).below(seats)
    mixed, chance = chance.shuffle(tuple(BOARDS))
    boards = tuple(sorted(mixed[:seats]))
    bonus = NONE if options.advanced else each(1)
    bag = less(each(TILES_PER_COLOUR - seats), bonus)
    plain, chance = chance.below(2)
    spaces, bag, chance = _fill(bag, chance)
    players = [Player()] * seats
    for after, size in enumerate(HAND_SIZES[seats]):
        hand, bag, chance = draw_many(bag, size, chance)
        players[(first + after) % seats] = Player(hand=hand)
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
        cubes=each(CUBES_PER_COLOUR - 1),
        spaces=spaces,
        bonus=bonus,
        bonus_closed=options.advanced,
    )


def reseed(state: ReefState, seed: str) -> ReefState:
    """The position with another seed for the draws to come."""
    return replace(state, chance=Chance(check_seed(seed)))


def _fill(bag: Counts, chance: Chance) -> tuple[tuple[Counts, ...], Counts, Chance]:
    """The spaces' first tiles, clockwise from the colour of a tile that is drawn and put back."""
    start, _, chance = draw(bag, chance)
    spaces = [NONE] * len(CORALS)
    for colour, number in zip(clockwise(start), INITIAL_FILL, strict=True):
        spaces[NUMBER[colour]], bag, chance = draw_many(bag, number, chance)
    return tuple(spaces), bag, chance
