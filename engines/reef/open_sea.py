"""The open-sea board: spaces, coral tiles and cylinders, and beside it bonus row, supplies and bag.

Rules: docs/rules/reef-encounter.md sections 4, 5, 7.4, 7.7 to 7.10 and 11.
"""

from __future__ import annotations

from functools import cache, cached_property

from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Value
from engines.reef.components import (
    ALGAE,
    CORALS,
    CYLINDERS_PER_COLOUR,
    FULL_SPACE,
    TILE_NUMBER,
    TILES,
    Alga,
    Coral,
    CoralTile,
    Side,
)
from engines.reef.counts import NONE, NUMBER, count, draw, each, from_letters, plus, together
from engines.reef.view import Counts


class OpenSea(Value, frozen=True, kw_only=True, dict=True):
    """The board's contents; its operations return the changed board."""

    spaces: tuple[Counts, ...]
    """The tiles of the five spaces, clockwise from white."""
    bare_space: Coral | None
    """The space whose cube could not be replaced when the game ended."""
    cylinder: Alga | None
    """The cylinder that lies on the alga cylinder space; None: none does."""
    flipped: tuple[bool, ...]
    """For each coral tile whether its plain side is up."""
    locked: tuple[bool, ...]
    """For each coral tile whether it is locked by a cylinder of its large alga."""
    bonus: Counts
    bonus_closed: bool
    """The bonus row has gone into the bag for good."""
    cubes: Counts
    """The supply of larva cubes."""
    bag: Counts

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the coral tiles that are up."""
        return _sides(self.flipped)

    @property
    def values(self) -> Counts:
        """What a tile of each colour is worth: 1, and 1 for each coral tile that shows it as the stronger."""
        return _values(self.flipped)

    def worth(self, tiles: Counts) -> int:
        """The value of tiles in a fish."""
        return sum(number * value for number, value in zip(tiles, self.values, strict=True))

    def is_stronger(self, colour: Coral, other: Coral) -> bool:
        """Whether the coral tile of two different colours shows the first doubled."""
        return (colour, other) in _strengths(self.flipped)

    # -- coral tiles and cylinders ---------------------------------------------------------------------------

    @cached_property
    def cylinders(self) -> dict[Alga, int]:
        """The supply: cylinders neither on the cylinder space nor on a coral tile."""
        left = dict.fromkeys(ALGAE, CYLINDERS_PER_COLOUR)
        for side, locked in zip(self.sides, self.locked, strict=True):
            left[side.large] -= locked
        if self.cylinder is not None:
            left[self.cylinder] -= 1
        return left

    @property
    def unlocked(self) -> tuple[CoralTile, ...]:
        """The coral tiles without a cylinder."""
        return tuple(tile for tile, locked in zip(TILES, self.locked, strict=True) if not locked)

    def side(self, tile: str) -> Side:
        """The side of the coral tile of this id that is up."""
        return self.sides[TILE_NUMBER[tile]]

    def flipped_by(self, alga: Alga, locks: str | None) -> tuple[str, ...]:
        """The ids of the coral tiles that a cylinder flips; it does not flip the tile that it locks."""
        return tuple(
            tile.id for tile in self.unlocked if tile.id != locks and self.side(tile.id).large == alga
        )

    def with_cylinder(self, alga: Alga, locks: str | None) -> OpenSea:
        """The board after a cylinder was put onto a coral tile or, with None, onto the cylinder space."""
        flips = self.flipped_by(alga, locks)
        return replace(
            self,
            cylinder=alga if locks is None else self.cylinder,
            locked=tuple(tile.id == locks or lock for tile, lock in zip(TILES, self.locked, strict=True)),
            flipped=tuple((tile.id in flips) != up for tile, up in zip(TILES, self.flipped, strict=True)),
        )

    # -- bag and bonus row -----------------------------------------------------------------------------------

    def with_cubes(self, colour: Coral, number: int) -> OpenSea:
        """The board with `number` more cubes of a colour in the supply, or fewer if it is negative."""
        return replace(self, cubes=plus(self.cubes, colour, number))

    def with_tiles(self, colour: Coral, number: int = 1) -> OpenSea:
        """The board after tiles returned to the bag; the first fills an empty place of an open bonus row."""
        if number and not self.bonus_closed and not count(self.bonus, colour):
            return replace(self, bonus=plus(self.bonus, colour), bag=plus(self.bag, colour, number - 1))
        return replace(self, bag=plus(self.bag, colour, number))

    def without_tile(self, colour: Coral) -> OpenSea:
        """The board after a tile left the bag, or the bonus row if the bag has none of its colour.

        Using a bonus tile is equivalent: the bag refills its place if it can (section 7.4).
        """
        if count(self.bag, colour):
            return replace(self, bag=plus(self.bag, colour, -1))
        return replace(self, bonus=plus(self.bonus, colour, -1))

    def with_closed_row(self) -> OpenSea:
        """The board after all tiles of the bonus row went into the bag; the row stays empty."""
        return replace(self, bag=together(self.bag, self.bonus), bonus=NONE, bonus_closed=True)

    # -- spaces ----------------------------------------------------------------------------------------------

    def tiles_on(self, space: Coral) -> Counts:
        """The tiles of a space."""
        return self.spaces[NUMBER[space]]

    def with_space(self, space: Coral, tiles: Counts) -> OpenSea:
        """The board with other tiles on a space."""
        number = NUMBER[space]
        return replace(self, spaces=(*self.spaces[:number], tiles, *self.spaces[number + 1 :]))

    def short_spaces(self, start: Coral) -> tuple[Coral, ...]:
        """The spaces that a refill brings a tile to, clockwise from one of them."""
        return tuple(space for space in clockwise(start) if sum(self.tiles_on(space)) < FULL_SPACE)

    def refilled(
        self, start: Coral, chance: Chance
    ) -> tuple[OpenSea, tuple[tuple[Coral, Coral], ...], Chance]:
        """The board with a tile from the bag on each short space; these spaces and tiles; the chance then."""
        sea = self
        filled: list[tuple[Coral, Coral]] = []
        for space in self.short_spaces(start):
            tile, bag, chance = draw(sea.bag, chance)
            sea = replace(sea, bag=bag).with_space(space, plus(sea.tiles_on(space), tile))
            filled.append((space, tile))
        return sea, tuple(filled), chance


@cache
def _sides(flipped: tuple[bool, ...]) -> tuple[Side, ...]:
    return tuple(tile.plain if plain else tile.starfish for tile, plain in zip(TILES, flipped, strict=True))


@cache
def _values(flipped: tuple[bool, ...]) -> Counts:
    return together(each(1), from_letters("".join(side.stronger for side in _sides(flipped))))


@cache
def _strengths(flipped: tuple[bool, ...]) -> frozenset[tuple[Coral, Coral]]:
    return frozenset((side.stronger, side.weaker) for side in _sides(flipped))


def clockwise(start: Coral) -> tuple[Coral, ...]:
    """The five spaces, clockwise from one of them."""
    number = NUMBER[start]
    return CORALS[number:] + CORALS[:number]
