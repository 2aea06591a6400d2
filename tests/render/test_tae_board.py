"""The map of TaE: everything where the rules put it, legible on a phone, within the picture."""

from __future__ import annotations

import pytest

from engines.tae.board_masks import NEIGHBOURS, cells_of
from engines.tae.constants import CELLS, HEIGHT, WIDTH, cell_name, cell_number
from render import tae
from render.header import header_height
from render.tae.board import CELL, UNINHABITABLE, ground
from tests.render.tae_scenes import gallery, start

PHONE = 0.4
"""A picture 1000 wide as it is seen 400 wide."""


def test_neighbours_lie_side_by_side_and_nothing_else_does() -> None:
    spots = ground(2, "dark", 1000).spots
    for cell in range(CELLS):
        x, y = spots[cell_name(cell)]
        beside = {
            name
            for name, (other_x, other_y) in spots.items()
            if abs(other_x - x) + abs(other_y - y) == pytest.approx(CELL)
        }
        assert beside == {cell_name(other) for other in cells_of(NEIGHBOURS[cell])}


def test_columns_run_to_the_right_and_rows_downwards() -> None:
    spots = ground(2, "dark", 1000).spots
    assert spots["I5"][0] - spots["A5"][0] == pytest.approx(8 * CELL)
    assert spots["I5"][1] - spots["I1"][1] == pytest.approx(4 * CELL)


def test_the_nebulas_are_the_uninhabitable_systems() -> None:
    assert len(UNINHABITABLE) == 41
    assert {"E1", "A4", "P5", "M9", "O6"} <= UNINHABITABLE
    assert "I5" not in UNINHABITABLE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_map_lies_below_the_header_and_within_the_picture(seats: int) -> None:
    empty = ground(seats, "light", 1000)
    assert header_height(seats) < empty.spots["A1"][1] - CELL / 2 - 30
    for x, y in empty.spots.values():
        assert x - CELL / 2 >= 30
        assert x + CELL / 2 <= 970
        assert y + CELL / 2 + 30 <= empty.foot


def test_cells_are_as_large_as_a_phone_needs() -> None:
    assert CELL * PHONE >= 22
    assert WIDTH * CELL <= 930


@pytest.mark.parametrize("width", [250, 400, 1000, 1600])
def test_pictures_scale(width: int) -> None:
    scene = start()
    renderer = tae
    wide = renderer.draw(scene.view, scene.frame)
    frame = type(scene.frame)(code="K7QX", players=("Ann", "Bea"), width=width)
    drawn = renderer.draw(scene.view, frame)
    assert drawn.width == width
    assert drawn.height == pytest.approx(wide.height * width / 1000, abs=2)


def test_the_edges_carry_every_letter_and_number() -> None:
    """Whatever lies on the map, the strips beside it are those of the empty map."""
    empty = ground(4, "dark", 1000).canvas.image
    scene = gallery()["middle-dark"]
    drawn = tae.draw(scene.view, scene.frame)
    spots = ground(4, "dark", 1000).spots
    left, top = spots["A1"]
    right, bottom = spots[cell_name(cell_number(WIDTH - 1, HEIGHT - 1))]
    for box in (
        (0, round(top), round(left - CELL * 0.7), round(bottom)),
        (round(right + CELL * 0.7), round(top), 1000, round(bottom)),
        (0, round(top - CELL * 1.1), 1000, round(top - CELL * 0.7)),
    ):
        assert drawn.crop(box).tobytes() == empty.crop(box).tobytes()
        assert (drawn.crop(box).getcolors() or [])[1:]
