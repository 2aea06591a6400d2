"""The boards are those of section 3 of the rules."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engines.flicflac.board import SIZES, SLIDES, Board, Cell, board
from engines.flicflac.pieces import BODY, CODES, FACES, OPPOSITES, RING

AUTHORS: dict[str, Any] = json.loads(Path(__file__).with_name("boards.json").read_text())
"""Every cell of the four boards, as compared with the author's coordinate pictures."""

COUNTS = {
    5: (61, "K19 B3 G3 Y9 O9 R9 P9"),
    6: (91, "K31 B9 G9 Y9 O12 R12 P9"),
    7: (127, "K43 B15 G15 Y15 O12 R12 P15"),
    8: (169, "K55 B21 G21 Y18 O18 R18 P18"),
}

every_board = pytest.mark.parametrize(
    "ground", [board(size, slide) for size in SIZES for slide in SLIDES], ids=lambda b: f"{b.size}+{b.slide}"
)


def around(ground: Board, cell: Cell) -> list[Cell | None]:
    """The six cells that touch this one, clockwise, None beyond the edge."""
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    return [ground.at.get((cell.q + dq, cell.r + dr)) for dq, dr in steps]


@pytest.mark.parametrize("size", SIZES)
def test_cells_names_homes_and_entries(size: int) -> None:
    ground, given = board(size), AUTHORS[str(size)]
    assert [[cell.q, cell.r, cell.s, cell.colour] for cell in ground.cells] == given["cells"]
    assert [cell.name for cell in ground.cells] == given["names"]
    rings = Counter(cell.steps_to(ground.centre) for cell in ground.cells)
    assert rings == {0: 1} | {steps: 6 * steps for steps in range(1, size)}
    assert {code: [home.q, home.r, home.s] for code, home in ground.homes.items()} == given["homes"]
    assert {code: list(cells) for code, cells in ground.entry.items()} == given["entry"]


@pytest.mark.parametrize("size", SIZES)
def test_how_many_cells_of_which_colour(size: int) -> None:
    cells, colours = COUNTS[size]
    assert len(board(size).cells) == cells
    counted = Counter(cell.colour for cell in board(size).cells)
    assert counted == {part[0]: int(part[1:]) for part in colours.split()}


@every_board
def test_blacks_never_touch_and_every_coloured_hex_inside_touches_three(ground: Board) -> None:
    for cell in ground.cells:
        near = around(ground, cell)
        blacks = sum(other is not None and other.colour == "K" for other in near)
        if cell.colour == "K":
            assert blacks == 0
        elif None not in near:
            assert blacks == 3


@every_board
def test_what_lies_round_an_inner_black_hex(ground: Board) -> None:
    rings = {
        "".join(RING[(start + turn * step) % 6] for step in range(6))
        for start in range(6)
        for turn in (1, -1)
    }
    pairs = {pair * 3 for pair in ("RP", "PR", "YO", "OY", "BG", "GB")}
    for cell in ground.cells:
        near = around(ground, cell)
        if cell.colour == "K" and None not in near:
            assert "".join(other.colour for other in near if other is not None) in rings | pairs


@every_board
def test_the_board_is_its_own_mirror_image_and_its_centre_is_black(ground: Board) -> None:
    by_place = {(cell.q, cell.y): cell.colour for cell in ground.cells}
    for cell in ground.cells:
        assert by_place[2 * ground.centre.q - cell.q, cell.y] == cell.colour
    assert ground.centre.colour == "K"


@every_board
def test_a_slide_keeps_the_blacks_and_only_them(ground: Board) -> None:
    before = board(ground.size)
    for old, new in zip(before.cells, ground.cells, strict=True):
        assert (old.colour == "K") == (new.colour == "K")
        assert old[:3] == new[:3]
    assert (ground.slide == 0) == (ground.cells == before.cells)


@every_board
def test_a_slide_moves_the_pattern_along_the_columns(ground: Board) -> None:
    before = {(cell.q, cell.y): cell.colour for cell in board(ground.size).cells}
    for cell in ground.cells:
        came_from = before.get((cell.q, cell.y + ground.slide))
        assert came_from in (None, cell.colour)


@every_board
def test_neighbours_are_mutual_and_touch(ground: Board) -> None:
    for cell in ground.cells:
        assert list(ground.neighbours[cell.name]) == [other.name for other in around(ground, cell) if other]
        for name in ground.neighbours[cell.name]:
            assert cell.name in ground.neighbours[name]


@every_board
def test_no_home_touches_the_board_and_each_has_its_colour(ground: Board) -> None:
    assert set(ground.homes) == set(CODES)
    assert len({(home.q, home.r) for home in ground.homes.values()}) == 12
    for code, home in ground.homes.items():
        assert home.colour == BODY[code]
        assert (home.q, home.r) not in ground.at
        assert around(ground, home) == [None] * 6


def test_names_on_the_largest_board() -> None:
    cells = board(8).cell
    assert (cells["A1"].q, cells["A1"].r, cells["A1"].s) == (1, 4, -5)
    assert (cells["H1"].q, cells["H1"].r, cells["H1"].s) == (8, -3, -5)
    assert (cells["Q8"].q, cells["Q8"].r, cells["Q8"].s) == (15, 4, -19)
    assert board(8).centre.name == "H8"
    assert not any(name[0] in "IO" for name in cells)


def test_the_corners_of_the_entry_edges() -> None:
    ends = {
        "CB": ("A1-E1", "A1-F1", "A1-G1", "A1-H1"),
        "CO": ("E9-J5", "F11-L6", "G13-N7", "H15-Q8"),
        "BB": ("A5-E9", "A6-F11", "A7-G13", "A8-H15"),
        "BO": ("E1-J1", "F1-L1", "G1-N1", "H1-Q1"),
    }
    for code, by_size in ends.items():
        for size, corners in zip(SIZES, by_size, strict=True):
            edge = board(size).entry[code]
            assert f"{edge[0]}-{edge[-1]}" == corners
            assert len(edge) == size


def test_faces_show_the_ring_neighbours_and_never_the_own_nor_the_opposite_colour() -> None:
    table = {"B": "GY RP", "G": "YO PB", "Y": "OR BG", "O": "RP GY", "R": "PB YO", "P": "BG OR"}
    assert {body: " ".join("".join(face) for face in faces) for body, faces in FACES.items()} == table
    opposite = {**dict(OPPOSITES), **{other: one for one, other in OPPOSITES}}
    for body, (normal, flipped) in FACES.items():
        assert {*normal, *flipped} == set(RING) - {body, opposite[body]}
