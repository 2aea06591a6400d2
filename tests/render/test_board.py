"""The board of the roses: either side's view, room for everything, and a header that nothing breaks."""

import math

import msgspec
import pytest
from PIL import Image, ImageChops

from engines.roses.board import CASTLES, CELLS, HALF_TURN, Direction, neighbour
from render import roses
from render.header import HEADER_HEIGHT, Box
from render.roses import BEARINGS, GHOST_RADIUS, beyond
from render.roses.board import CELL_WIDTH, HEIGHT, PIECE_RADIUS, ground
from tests.render.scenes import after

renderer = roses


def patch(image: Image.Image, cell: str, *, turned: bool) -> bytes:
    """The middle of what stands on a cell."""
    x, y = (round(length) for length in ground("dark", turned, image.width).spots[cell])
    return image.crop((x - 40, y - 40, x + 40, y + 40)).tobytes()


def test_seen_from_the_other_side_the_board_is_turned_by_half() -> None:
    upright, turned = ground("dark", False, 1000).spots, ground("dark", True, 1000).spots
    assert set(upright) == set(CELLS)
    for cell in CELLS:
        assert turned[cell] == pytest.approx(upright[HALF_TURN[cell]])


def test_neighbours_lie_as_the_rules_say() -> None:
    spots = ground("dark", False, 1000).spots
    height = CELL_WIDTH * 2 / 3**0.5 * 0.75
    steps: dict[Direction, tuple[float, int]] = {
        "e": (1, 0),
        "w": (-1, 0),
        "ne": (0.5, -1),
        "nw": (-0.5, -1),
        "se": (0.5, 1),
        "sw": (-0.5, 1),
    }
    for cell in CELLS:
        for direction, (across, down) in steps.items():
            beside = neighbour(cell, direction)
            if beside is not None:
                expected = (spots[cell][0] + across * CELL_WIDTH, spots[cell][1] + down * height)
                assert spots[beside] == pytest.approx(expected)


def test_pieces_go_with_their_cells_and_stay_upright() -> None:
    scene, other = after(11), after(11, perspective=1)
    upright = renderer.draw(scene.view, scene.frame)
    turned = renderer.draw(other.view, other.frame)
    unmarked = [cell for side in scene.view.soldiers for cell in side if cell not in ("d4", "d5", "d6")]
    for cell in (*unmarked, *CASTLES):
        assert patch(upright, cell, turned=False) == patch(turned, cell, turned=True)


def test_white_s_own_view_is_the_usual_one() -> None:
    usual, own = after(11), after(11, perspective=0)
    assert renderer.draw(usual.view, usual.frame).tobytes() == renderer.draw(own.view, own.frame).tobytes()


@pytest.mark.parametrize("players", [("", ""), ("🦊" * 40, "W" * 400), ("שלום" * 20, "a\u0336" * 300), ()])
def test_names_change_nothing_but_their_chips(players: tuple[str, ...]) -> None:
    plain, odd = after(11), after(11, players=players)
    difference = ImageChops.difference(
        renderer.draw(plain.view, plain.frame), renderer.draw(odd.view, odd.frame)
    ).getbbox()
    assert difference is not None
    sheet = Image.new("L", (1000, 1000))
    for box in (Box(0, 0, 1000, HEADER_HEIGHT), *ground("dark", False, 1000).chips):
        left, top = round(box[0]), round(box[1])
        sheet.paste(255, (left, top, left + round(box[2]), top + round(box[3])))
    one, other = (
        Image.composite(Image.new("RGB", (1000, 1000)), renderer.draw(*scene), sheet)
        for scene in (plain, odd)
    )
    assert one.tobytes() == other.tobytes()


def test_everything_fits_into_the_picture() -> None:
    for turned in (False, True):
        board = ground("dark", turned, 1000)
        for x, y in board.spots.values():
            assert CELL_WIDTH / 2 <= x <= 1000 - CELL_WIDTH / 2
            assert HEADER_HEIGHT < y - PIECE_RADIUS < y + PIECE_RADIUS < HEIGHT


@pytest.mark.parametrize("turned", [False, True])
def test_whatever_falls_is_shown_within_the_picture_and_off_the_board(*, turned: bool) -> None:
    spots = ground("dark", turned, 1000).spots
    for cell in CELLS:
        for direction, bearing in BEARINGS.items():
            if neighbour(cell, direction) is None:
                x, y = beyond(spots, cell, bearing + 180 * turned)
                assert GHOST_RADIUS <= x <= 1000 - GHOST_RADIUS
                assert HEADER_HEIGHT + GHOST_RADIUS <= y <= HEIGHT - GHOST_RADIUS
                apart = min(math.dist((x, y), spot) for other, spot in spots.items() if other != cell)
                assert apart >= PIECE_RADIUS + GHOST_RADIUS


@pytest.mark.parametrize("turned", [False, True])
def test_chips_and_shelves_lie_beside_the_board(*, turned: bool) -> None:
    board = ground("dark", turned, 1000)
    for box in board.chips:
        for x, y in board.spots.values():
            across = max(box.left - x, 0, x - box.left - box.width)
            down = max(box.top - y, 0, y - box.top - box.height)
            assert math.hypot(across, down) >= PIECE_RADIUS + 6
    for slots in board.shelves:
        for slot in slots:
            assert min(math.dist(slot, spot) for spot in board.spots.values()) >= CELL_WIDTH * 0.6


@pytest.mark.parametrize("turned", [False, True])
def test_every_cell_can_be_picked(*, turned: bool) -> None:
    scene = after(11, perspective=int(turned))
    plain = renderer.draw(*scene)
    spots = ground("dark", turned, 1000).spots
    for cell, (x, y) in spots.items():
        for way in ({"choices": (cell,)}, {"chosen": (cell,)}):
            marked = renderer.draw(scene.view, msgspec.structs.replace(scene.frame, **way))
            box = ImageChops.difference(plain, marked).getbbox()
            assert box is not None
            assert box[0] < x < box[2]
            assert box[1] < y < box[3]
            assert max(box[2] - box[0], box[3] - box[1]) < CELL_WIDTH * 1.2
