"""The map of TaE: everything where the rules put it, legible on a phone, within the picture."""

import pytest

from engines.tae.board_masks import NEIGHBOURS, cells_of
from engines.tae.constants import CELLS, HEIGHT, WIDTH, cell_name
from render import tae
from render.header import HEADER_HEIGHT
from render.tae.board import LEFT, UNINHABITABLE, WHOLE, Ground, around, ground
from tests.render.tae_scenes import (
    Scene,
    choosing,
    external,
    gallery,
    middle,
    open_scores,
    over,
    start,
    three_sides,
)

PHONE = 0.34
"""A picture 1000 wide as it is seen 340 wide."""
TOP = 150.0


def whole() -> Ground:
    return ground(WHOLE, 59.0, TOP, "dark", 1000)


def test_neighbours_lie_side_by_side_and_nothing_else_does() -> None:
    spots = whole().spots
    for cell in range(CELLS):
        x, y = spots[cell_name(cell)]
        beside = {
            name
            for name, (other_x, other_y) in spots.items()
            if abs(other_x - x) + abs(other_y - y) == pytest.approx(59)
        }
        assert beside == {cell_name(other) for other in cells_of(NEIGHBOURS[cell])}


def test_columns_run_to_the_right_and_rows_downwards() -> None:
    spots = whole().spots
    assert spots["I5"][0] - spots["A5"][0] == pytest.approx(8 * 59)
    assert spots["I5"][1] - spots["I1"][1] == pytest.approx(4 * 59)


def test_the_nebulas_are_the_uninhabitable_systems() -> None:
    assert len(UNINHABITABLE) == 41
    assert {"E1", "A4", "P5", "M9", "O6"} <= UNINHABITABLE
    assert "I5" not in UNINHABITABLE


@pytest.mark.parametrize("name", [name for name in gallery() if "held" not in name])
def test_the_map_lies_below_the_header_and_within_the_picture(name: str) -> None:
    view, frame = gallery()[name]
    board = tae.sheet(view, frame)
    for x, y in board.spots.values():
        assert y - board.cell / 2 > HEADER_HEIGHT + 30
        assert x - board.cell / 2 >= LEFT - 1
        assert x + board.cell / 2 <= 995
        assert y + board.cell / 2 <= board.foot


@pytest.mark.parametrize(
    ("scene", "least"), [(middle(), 20), (middle(1), 20), (over(), 19), (open_scores(), 18), (external(), 30)]
)
def test_cells_are_as_large_as_a_phone_needs(scene: Scene, least: float) -> None:
    assert round(tae.sheet(*scene).cell * PHONE, 1) >= least


@pytest.mark.parametrize("scene", [external(), three_sides(), choosing()])
def test_a_combat_is_shown_close_with_all_that_fights(scene: Scene) -> None:
    board, combat = tae.sheet(*scene), scene.view.combat
    fought = {cell for region in scene.view.regions for cell in region.cells}
    assert fought <= board.spots.keys()
    assert len(board.spots) < WIDTH * HEIGHT / 2
    assert combat is None or all(side.cell in board.spots for side in combat.sides)


@pytest.mark.parametrize(
    "cells", [("A1",), ("P11",), ("A1", "P11"), ("A5", "P5"), ("H1", "H11"), ("C3", "D4")]
)
def test_a_window_shows_its_cells_with_those_beside_them(cells: tuple[str, ...]) -> None:
    window, side = around(cells, 700, 450)
    shown = ground(window, side, TOP, "dark", 250).spots
    numbers = [number for number in range(CELLS) if cell_name(number) in cells]
    assert all(cell_name(beside) in shown for one in numbers for beside in cells_of(NEIGHBOURS[one]))
    assert window.columns * side <= 1000 - LEFT
    assert window.rows * side <= 700.1
    assert window.rows * side >= 449.9 or window.rows == HEIGHT


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
    scene = gallery()["middle-dark"]
    drawn, board = tae.draw(scene.view, scene.frame), tae.sheet(scene.view, scene.frame)
    empty, half = board.canvas.image, board.cell / 2
    (left, top), (right, bottom) = board.spots["A1"], board.spots["P11"]
    for box in (
        (0, round(top - half), round(left - half - 8), round(bottom + half)),
        (round(left - half), round(top - half - 36), round(right + half), round(top - half - 8)),
    ):
        assert drawn.crop(box).tobytes() == empty.crop(box).tobytes()
        assert (drawn.crop(box).getcolors() or [])[1:]
