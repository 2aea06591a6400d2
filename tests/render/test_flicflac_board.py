"""The board of Flic Flac: everything where the rules put it, legible on a phone, within the picture."""

import math

import pytest

from engines.flicflac.board import SIZES, SLIDES, STEPS, board
from engines.flicflac.pieces import CODES
from render.flicflac.board import HEIGHT, ground
from render.header import HEADER_HEIGHT
from tests.render.labels import labels

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
    reach = empty.radius * 1.15
    for x, y in empty.spots.values():
        assert reach <= x <= 1000 - reach
        assert y - empty.radius > HEADER_HEIGHT
        assert y + empty.radius < HEIGHT
    for label in labels(empty.canvas.image):
        assert label.x >= 4
        assert label.x + label.width <= 996
        assert label.baseline <= HEIGHT - 4


@sizes
def test_chips_leave_the_homes_and_the_letters_free(size: int) -> None:
    empty = ground(size, 0, "dark", 1000)
    for box in empty.chips:
        for x, y in (empty.spots[code] for code in CODES):
            across = max(box.left - x, 0, x - box.left - box.width)
            down = max(box.top - y, 0, y - box.top - box.height)
            assert math.hypot(across, down) > empty.radius
        for label in labels(empty.canvas.image):
            beside = label.x + label.width < box.left or label.x > box.left + box.width
            assert beside or label.baseline - label.size > box.top + box.height


@sizes
def test_no_two_pieces_overlap(size: int) -> None:
    empty = ground(size, 0, "dark", 1000)
    spots = list(empty.spots.values())
    for index, one in enumerate(spots):
        for other in spots[:index]:
            assert math.dist(one, other) > 2.04 * empty.radius


@sizes
def test_the_rim_names_every_column_and_how_many_cells_it_has(size: int) -> None:
    plan = board(size)
    columns = {cell.name[0]: 0 for cell in plan.cells}
    for cell in plan.cells:
        columns[cell.name[0]] += 1
    empty = ground(size, 0, "dark", 1000)
    for letter, count in columns.items():
        x, top = empty.spots[f"{letter}1"]
        foot = empty.spots[f"{letter}{count}"][1]
        beside = [
            (label.text, label.baseline)
            for label in labels(empty.canvas.image)
            if abs(label.x + label.width / 2 - x) < 2
        ]
        assert any(text == letter and baseline < top - empty.radius for text, baseline in beside)
        assert any(text == str(count) and baseline > foot + empty.radius for text, baseline in beside)


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
