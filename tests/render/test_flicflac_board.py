"""The board of Flic Flac: everything where the rules put it, legible on a phone, within the picture."""

from __future__ import annotations

import math

import pytest

from engines.flicflac.board import SIZES, SLIDES, STEPS, board
from engines.flicflac.pieces import CODES
from render.canvas import Canvas
from render.flicflac.board import ground
from render.header import header_height
from render.theme import DARK

sizes = pytest.mark.parametrize("size", SIZES)
CORNERS = {
    code: (left, upper)
    for codes, left, upper in (
        ("CB CR CY", True, True),
        ("CO CG CP", False, False),
        ("BB BR BY", True, False),
        ("BO BG BP", False, True),
    )
    for code in codes.split()
}
"""Section 3.5 of the rules: whether a piece's home lies on the left and whether above."""
PHONE = 0.4
"""A picture 1000 wide as it is seen 400 wide."""


@sizes
def test_neighbours_lie_as_the_rules_say(size: int) -> None:
    plan, spots = board(size), ground(size, 0, "dark", 1000).spots
    across = math.dist(spots[plan.centre.name], spots[plan.at[plan.centre.q, plan.centre.r + 1].name])
    bearings = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}
    for cell in plan.cells:
        x, y = spots[cell.name]
        for direction, (dq, dr) in STEPS.items():
            beside = plan.at.get((cell.q + dq, cell.r + dr))
            if beside is not None:
                turn = math.radians(bearings[direction])
                expected = (x + across * math.sin(turn), y - across * math.cos(turn))
                assert spots[beside.name] == pytest.approx(expected)


@sizes
def test_columns_run_from_left_to_right_and_numbers_downwards(size: int) -> None:
    plan, spots = board(size), ground(size, 0, "dark", 1000).spots
    for before, cell in zip(plan.cells, plan.cells[1:], strict=False):
        same = before.name[0] == cell.name[0]
        assert (spots[cell.name][0] - spots[before.name][0] < 1) == same
        assert not same or spots[cell.name][1] > spots[before.name][1]


@sizes
def test_homes_lie_beside_their_edges_and_touch_no_cell(size: int) -> None:
    plan, empty = board(size), ground(size, 0, "dark", 1000)
    middle = empty.spots[plan.centre.name]
    for code in CODES:
        x, y = empty.spots[code]
        assert (x < middle[0], y < middle[1]) == CORNERS[code]
        assert min(math.dist((x, y), empty.spots[cell.name]) for cell in plan.cells) > 3.4 * empty.radius


@sizes
def test_everything_fits_into_the_picture(size: int) -> None:
    empty = ground(size, 0, "dark", 1000)
    reach = empty.radius * 1.3
    for x, y in empty.spots.values():
        assert reach <= x <= 1000 - reach
        assert header_height(2) + 2 < y - reach
        assert y + reach < empty.foot + 32 < empty.canvas.image.height


@sizes
def test_no_two_pieces_overlap(size: int) -> None:
    empty = ground(size, 0, "dark", 1000)
    spots = list(empty.spots.values())
    for index, one in enumerate(spots):
        for other in spots[:index]:
            assert math.dist(one, other) > 2.08 * empty.radius


@sizes
def test_every_name_is_legible_on_a_phone_and_fits_its_cell(size: int) -> None:
    empty = ground(size, 0, "dark", 1000)
    canvas = Canvas.blank(1000, 10, DARK)
    height = empty.radius * 0.75
    assert height * PHONE >= 9.5
    edge = empty.radius / 0.46 / math.sqrt(3)
    for cell in empty.hues:
        assert canvas.line(cell, height).width <= 1.6 * edge


@sizes
@pytest.mark.parametrize("slide", SLIDES)
def test_cells_have_the_colours_of_their_slide(size: int, slide: int) -> None:
    hues = ground(size, slide, "light", 250).hues
    assert hues == {cell.name: cell.colour for cell in board(size, slide).cells}


def test_another_slide_is_another_board() -> None:
    pictures = {ground(8, slide, "dark", 250).canvas.image.tobytes() for slide in SLIDES}
    assert len(pictures) == len(SLIDES)


def test_all_sizes_make_pictures_of_one_shape() -> None:
    assert len({ground(size, 0, "light", 250).canvas.image.size for size in SIZES}) == 1
