"""Kinds, categories, dynasties and the names of cells: docs/rules/tae.md section 2."""

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from engines.wording import counted, listed

ColonyType: TypeAlias = Literal["merchant", "scientist", "settler", "miner"]
"""A kind of ship, colony or leader."""

COLONY_TYPES: Final[tuple[ColonyType, ...]] = ("merchant", "scientist", "settler", "miner")
"""The kinds by number. Players know the ships, colonies, leaders and points of a kind by its name."""
TYPE_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(COLONY_TYPES)}
LETTERS: Final = "grku"
"""The kinds' letters in the same order, those of their colours: green, red, black, blue."""
MERCHANT, SCIENTIST, SETTLER, MINER = range(4)
CATEGORIES: Final = ("money", "technology", "people", "raw")
"""The kinds' score categories in the same order."""
FALLBACK: Final = (SETTLER, SCIENTIST, MERCHANT, MINER)
"""The order in which combats are listed, and chosen for a player who misses the deadline (R28)."""

SHIPS: Final = (30, 57, 30, 36)
"""Ships of each kind in the game, the ten colonies of the start included."""
HAND: Final = 6
BOMBS: Final = 2
ACTIONS_PER_TURN: Final = 2

DYNASTIES: Final = ("bow", "pot", "lion", "bull")
NAMES: Final = ("Bow", "Pot", "Lion", "Bull")
EMBLEMS: Final = ("B", "P", "L", "X")

WIDTH: Final = 16
HEIGHT: Final = 11
CELLS: Final = WIDTH * HEIGHT

_WORDS: Final[dict[str, int]] = {
    **{
        word: number
        for number, kind in enumerate(COLONY_TYPES)
        for word in (kind, kind + "s", LETTERS[number])
    },
    **dict(zip(("green", "red", "black", "blue"), range(4), strict=True)),
    "science": SCIENTIST,
    "mining": MINER,
}
_SPOKEN: Final = re.compile(r"([a-z])([0-9]{1,2})", re.ASCII)
_PAIR: Final = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", re.ASCII)

OFF_BOARD: Final = CELLS
"""The number of every cell that does not exist."""
CELL_NUMBERS: Final = {f"{chr(ord('A') + cell % WIDTH)}{cell // WIDTH + 1}": cell for cell in range(CELLS)}
"""Every cell by its spoken name."""
CELL_NAMES: Final = tuple(CELL_NUMBERS)


def kind_number(text: object) -> int | None:
    """The kind that a word, a letter or a colour names, or None."""
    if not isinstance(text, str) or len(text) > 20:
        return None
    return _WORDS[text] if text in _WORDS else _WORDS.get(text.strip().lower())


def ships_named(ships: Iterable[int]) -> str:
    """These numbers of ships of each kind in words: ``2 merchants and 1 miner``, or ``none``."""
    held = [counted(number, kind) for number, kind in zip(ships, COLONY_TYPES, strict=True) if number]
    return listed(held) if held else "none"


def cell_number(x: int, y: int) -> int:
    """The number of a cell in reading order, or OFF_BOARD."""
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else OFF_BOARD


def cell_at(text: object) -> int | None:
    """The cell that ``I5`` or ``8,4`` names: its number, OFF_BOARD, or None if the text names no cell."""
    if not isinstance(text, str) or len(text) > 20:
        return None
    if text in CELL_NUMBERS:
        return CELL_NUMBERS[text]
    plain = text.strip().lower()
    if found := _SPOKEN.fullmatch(plain):
        return cell_number(ord(found[1]) - ord("a"), int(found[2]) - 1)
    if found := _PAIR.fullmatch(plain):
        return cell_number(int(found[1]), int(found[2]))
    return None


def cell_name(cell: int) -> str:
    """The spoken name: ``I5``."""
    return CELL_NAMES[cell]


def by_column(cells: Iterable[int]) -> tuple[int, ...]:
    """Cells by x, then y, the order in which the rules list them."""
    return tuple(sorted(cells, key=lambda cell: (cell % WIDTH, cell // WIDTH)))
