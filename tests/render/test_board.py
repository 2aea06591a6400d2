"""The board of the roses: either side's view, room for everything, and a header that nothing breaks."""

from __future__ import annotations

import math

import pytest
from PIL import Image, ImageChops

from engines.contract import Outcome, SeatInfo, View
from engines.roses.board import CASTLES, CELLS, HALF_TURN, Direction, neighbour
from render import roses
from render.canvas import Canvas
from render.contract import Frame
from render.header import draw_header, header_height, seat_emblem
from render.roses import BEARINGS, GHOST_RADIUS, beyond
from render.roses.board import CELL_WIDTH, HEIGHT, PIECE_RADIUS, ground
from render.theme import DARK
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
    left, top, right, bottom = difference
    assert left >= 140
    assert right <= 942
    assert top >= 226
    assert bottom <= 290


def test_everything_fits_into_the_picture() -> None:
    for turned in (False, True):
        board = ground("dark", turned, 1000)
        for x, y in board.spots.values():
            assert CELL_WIDTH / 2 <= x <= 1000 - CELL_WIDTH / 2
            assert header_height(2) < y - PIECE_RADIUS < y + PIECE_RADIUS < HEIGHT


@pytest.mark.parametrize("turned", [False, True])
def test_whatever_falls_is_shown_within_the_picture_and_off_the_board(*, turned: bool) -> None:
    spots = ground("dark", turned, 1000).spots
    for cell in CELLS:
        for direction, bearing in BEARINGS.items():
            if neighbour(cell, direction) is None:
                x, y = beyond(spots, cell, bearing + 180 * turned)
                assert GHOST_RADIUS <= x <= 1000 - GHOST_RADIUS
                assert header_height(2) + GHOST_RADIUS <= y <= HEIGHT - GHOST_RADIUS
                apart = min(math.dist((x, y), spot) for other, spot in spots.items() if other != cell)
                assert apart >= PIECE_RADIUS + GHOST_RADIUS


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("over", [False, True])
def test_the_header_serves_up_to_four_seats(seats: int, *, over: bool) -> None:
    infos = [SeatInfo(f"seat{index}", f"Seat {index}", "ABCD"[index]) for index in range(seats)]
    view = View(
        viewer=None,
        ply=3,
        turn="round 4",
        to_act=() if over else (0, seats - 1),
        prompt="Everybody chooses in secret",
        chips=tuple(f"{index} points" for index in range(seats)),
        outcome=Outcome((1, *(2 for _ in range(seats - 1))), "points", "Seat 0 wins.") if over else None,
    )
    canvas = Canvas.blank(1000, header_height(seats) + 40, DARK)
    frame = Frame(code="AB12", players=("Ann", "Bea", "Cy", "Dee")[:seats], happened="Ann chose")
    draw_header(
        canvas,
        view,
        frame,
        title="A game",
        seats=infos,
        emblem=lambda theme, seat, radius: seat_emblem(theme, theme.seats[seat], "ABCD"[seat], radius),
    )
    bounds = ImageChops.difference(canvas.image, Image.new("RGB", canvas.image.size, DARK.surface)).getbbox()
    assert bounds is not None
    assert bounds[2] <= 962
    assert header_height(seats) - 2 <= bounds[3] <= header_height(seats) + 2
    tagged = (0, seats - 1) if not over else (0,)
    for seat in range(seats):
        row, column = divmod(seat, 2)
        corner = canvas.image.getpixel((40 + column * 470 + 225, 226 + row * 124 + 1))
        assert (corner == DARK.accent_edge) == (seat in tagged)
