"""What is in the box: reef boards, coral tiles, colours (docs/rules/reef-encounter.md sections 1 to 5)."""

import json
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import field

from engines.contract import Value

Coral: TypeAlias = Literal["W", "Y", "O", "P", "G"]
"""A colour of polyp tiles and larva cubes."""
Alga: TypeAlias = Literal["blue", "green", "purple", "red"]
PlayerColour: TypeAlias = Literal["purple", "green", "red", "yellow"]
Cell: TypeAlias = str
"""A rock cell with its board: ``B2:D4``."""

CORALS: tuple[Coral, ...] = get_args(Coral)
"""The colours of corals, in the clockwise order of the open-sea spaces."""
ALGAE: tuple[Alga, ...] = get_args(Alga)
PLAYERS: tuple[PlayerColour, ...] = get_args(PlayerColour)
WORDS: dict[Coral, str] = {"W": "white", "Y": "yellow", "O": "orange", "P": "pink", "G": "grey"}

TILES_PER_COLOUR = 40
CUBES_PER_COLOUR = 10
CYLINDERS_PER_COLOUR = 5
SHRIMPS_PER_PLAYER = 4
"""Shrimps that a player has, on and off the boards."""
SHRIMPS_PER_BOARD = 2
"""The most shrimps of one player on one board."""
MEAL_MINIMUM = 5
LARVA_PLAYS = 2
HAND_TILES = 4
"""The most tiles from behind the screen in one larva play."""
FULL_SPACE = 3
"""The number of tiles from which on an open-sea space gets no more."""


class Board(NamedTuple):
    """A reef board as printed."""

    id: str
    rows: tuple[str, ...]
    growth: Cell
    cells: tuple[Cell, ...]
    """All rock cells, row by row."""
    starts: dict[Cell, Coral]


class Side(Value, frozen=True):
    """One side of a coral tile."""

    stronger: Coral
    weaker: Coral
    large: Alga = field(name="large_alga")
    small: Alga = field(name="small_alga")


class CoralTile(Value, frozen=True):
    """A coral tile; its id is the starfish side's stronger and weaker letter."""

    id: str
    starfish: Side
    plain: Side


def _board(data: dict[str, Any]) -> Board:
    name, rows = data["id"], tuple(data["rows"])
    at: dict[Cell, str] = {
        f"{name}:{'ABCDEFG'[column]}{row}": mark
        for row, line in enumerate(rows, start=1)
        for column, mark in enumerate(line)
        if mark != "."
    }
    starts = {cell: colour for cell, mark in at.items() for colour in CORALS if mark == colour}
    return Board(name, rows, f"{name}:{data['growth']}", tuple(at), starts)


_DATA = json.loads((Path(__file__).parent / "data" / "reef-encounter.json").read_text("utf-8"))

BOARDS: dict[str, Board] = {data["id"]: _board(data) for data in _DATA["boards"]}
COUNTRY: tuple[Cell, ...] = tuple(cell for board in BOARDS.values() for cell in board.cells)
"""Every rock cell of every board."""
TILES = msgspec.convert(_DATA["coral_tiles"], tuple[CoralTile, ...])
TILE_WORDS: dict[str, str] = {
    tile.id: f"{WORDS[tile.starfish.stronger]}-{WORDS[tile.starfish.weaker]}" for tile in TILES
}
"""A coral tile by its two corals: ``grey-white``."""
TILE_NUMBER: dict[str, int] = {tile.id: number for number, tile in enumerate(TILES)}
INITIAL_FILL = msgspec.convert(_DATA["initial_fill"], tuple[int, ...])
HAND_SIZES = msgspec.convert(_DATA["hand_sizes"], dict[int, tuple[int, ...]], strict=False)
"""For each number of players the first hands, from the start player on."""


def board_of(cell: Cell) -> str:
    """The board that a cell is on."""
    return cell[:2]


def place(cell: Cell) -> str:
    """A cell as players read it, its column in lower case as no coral's letter is: ``B2 d4``."""
    return f"{cell[:2]} {cell[3:].lower()}"


def name(player: PlayerColour) -> str:
    """A player as seats are named: ``Red``."""
    return player.capitalize()


def one(colour: Coral) -> str:
    """A colour's word with its article: ``an orange``."""
    return f"{'an' if colour == 'O' else 'a'} {WORDS[colour]}"


def _beside(cell: Cell) -> tuple[Cell, ...]:
    board, column, row = cell[:3], ord(cell[3]), int(cell[4])
    around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    names = (f"{board}{chr(across)}{down}" for across, down in around)
    return tuple(name for name in names if name in _ROCK)


_ROCK = frozenset(COUNTRY)
NEIGHBOURS: dict[Cell, tuple[Cell, ...]] = {cell: _beside(cell) for cell in COUNTRY}
"""The orthogonally adjacent rock cells of each cell."""
