"""The pictures of Reef Encounter: what matters shows, what is secret does not, all in place and in time."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engines.contract import Seat
from engines.reef.components import BOARDS, CORALS
from engines.reef.engine import REEF
from engines.reef.view import BoardView, Marks, ReefView, ShrimpView
from render import reef
from render.canvas import Canvas
from render.contract import Frame
from render.header import header_height
from render.png import encode
from render.reef import ground
from render.reef.plan import CELL, FRONT_HEIGHT, HALF, PANEL_HEIGHT, REEF_HEIGHT, Plan, plan, spot
from render.reef.reef import ways
from render.theme import DARK
from tests.render.golden import differences
from tests.render.reef_scenes import (
    FRESH,
    GROWN,
    MARKS,
    Scene,
    counts,
    document,
    gallery,
    over,
    position,
    scene,
)

WORST = 24.0
"""As in test_golden: a difference that would be noticed."""
PHONE = 0.4
"""A picture 1000 wide as it is seen 400 wide."""
renderer = reef
PLANS = [(2, 2), (3, 3), (4, 4)]


def png(view: ReefView, frame: Frame) -> bytes:
    return encode(renderer.draw(view, frame))


@lru_cache(4)
def decoded(view: ReefView, frame: Frame) -> Image.Image:
    return Image.open(BytesIO(png(view, frame))).convert("RGB")


def changed(**given: Any) -> float:
    """The worst difference that a change of the view makes to the picture of the documents, half as wide."""
    view, frame = halved(document())
    return differences(decoded(view, frame), decoded(replace(view, **given), frame))[1]


def halved(one: Scene) -> Scene:
    return one._replace(frame=replace(one.frame, width=500))


def boxes(places: Plan) -> list[tuple[float, float, float, float]]:
    """Where the parts are."""
    sizes = [
        *((corner, REEF_HEIGHT) for corner in places.reefs),
        (places.tiles, PANEL_HEIGHT),
        (places.sea, PANEL_HEIGHT),
        *((corner, FRONT_HEIGHT) for corner in places.fronts),
    ]
    return [(x, y, x + HALF, y + height) for (x, y), height in sizes]


@pytest.mark.parametrize(("reefs", "players"), PLANS)
@pytest.mark.parametrize("strip", [False, True])
@pytest.mark.parametrize("table", [False, True])
def test_nothing_overlaps_or_leaves_the_picture(reefs: int, players: int, strip: bool, table: bool) -> None:
    places = plan(reefs, players, strip=strip, table=table)
    parts = boxes(places)
    top = header_height(players) + 20
    for left, upper, right, lower in parts:
        assert left >= 40
        assert right <= 960
        assert upper >= top
        assert lower <= places.height - 20
    for one, other in combinations(parts, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] + 10 <= other[1] or other[3] + 10 <= one[1]
    assert (places.strip is not None, places.table is not None) == (strip, table)


def test_cells_lie_as_the_rules_say() -> None:
    for board in BOARDS.values():
        for cell in board.cells:
            x, y = spot((40, 500), cell)
            assert x == 40 + 36 + (ord(cell[3]) - 64.5) * CELL
            assert y == 500 + 38 + (int(cell[4]) - 0.5) * CELL
            assert x + CELL / 2 <= 40 + HALF
            assert y + CELL / 2 <= 500 + REEF_HEIGHT


def test_letters_are_legible_on_a_phone() -> None:
    assert CELL * 0.52 * PHONE >= 11
    canvas = Canvas.blank(1000, 10, DARK)
    for alga in ("blue", "green", "purple", "red"):
        assert canvas.line(alga, 23, weight="bold", width=63, smallest=18).text == alga


@pytest.mark.parametrize("name", BOARDS)
def test_every_cell_shows_what_is_on_it(name: str) -> None:
    cells = [cell[3:] for cell in BOARDS[name].cells]
    start: dict[str, Any] = {"reefs": name, "last": None}
    bare = renderer.draw(*scene(position(2, corals={name: ""}, **start)))
    full = renderer.draw(*scene(position(2, corals={name: f"O {' '.join(cells)}"}, **start)))
    corner = plan(1, 2, strip=False, table=False).reefs[0]
    for column in "ABCDEFG":
        for row in range(1, 7):
            box = _box(*spot(corner, f"{name}:{column}{row}"), CELL * 0.42)
            assert (differences(bare.crop(box), full.crop(box))[1] > WORST) == (f"{column}{row}" in cells)


@pytest.mark.parametrize(
    "change",
    [
        {"sea_cylinder": "red"},
        {"sea_cylinder": None},
        {"bonus": counts("WYOPG")},
        {"bonus_closed": True},
        {"bag": 83},
        {"cubes": counts("WWWYYYYYYYOOOOOPPPPPPPPG")},
        {"cylinders": (2, 4, 4, 3)},
        {"reach": ("B1:B2",)},
        {"last": None},
        {"current": Marks(seat=1, laid=("B1:B2",))},
    ],
    ids=lambda change: next(iter(change)),
)
def test_everything_in_the_view_shows(change: dict[str, Any]) -> None:
    assert changed(**change) > WORST


@pytest.mark.parametrize(
    "change",
    [
        {"laid": ()},
        {"attacked": ()},
        {"grown": ()},
        {"eaten": ()},
        {"shrimps": ()},
        {"flipped": ()},
        {"locked": None},
        {"collected": None},
        {"filled": ()},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_part_of_the_last_turn_shows(change: dict[str, Any]) -> None:
    assert changed(last=replace(MARKS, **change)) > WORST


def test_a_turn_without_changes_leaves_the_last_one_marked() -> None:
    assert changed(current=Marks(seat=1)) == 0


def test_tiles_spaces_fronts_and_meals_show() -> None:
    view, _ = document()
    for index, tile in enumerate(view.tiles):
        for change in ({"locked": not tile.locked}, {"large": "red" if tile.large != "red" else "blue"}):
            tiles = [*view.tiles]
            tiles[index] = replace(tile, **change)
            assert changed(tiles=tuple(tiles)) > WORST, (tile, change)
    for index, space in enumerate(view.sea):
        for given in ({"value": 5}, {"tiles": counts("PPP")}, {"cube": False}):
            sea = [*view.sea]
            sea[index] = replace(space, **given)
            assert changed(sea=tuple(sea)) > WORST
    for index, player in enumerate(view.players):
        for line in ({"front": counts("WYYOPG")}, {"eaten": 4}):
            players = [*view.players]
            players[index] = replace(player, **line)
            assert changed(players=tuple(players)) > WORST


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_shrimp_shows_whose_it_is(seat: Seat) -> None:
    def with_shrimp(owner: Seat | None) -> Image.Image:
        view, frame = scene(position(corals=GROWN, last=None), width=500)
        guards = () if owner is None else (ShrimpView(cell="B1:E5", seat=owner, bare=False),)
        first = replace(view.boards[0], shrimps=guards)
        return decoded(replace(view, boards=(first, *view.boards[1:])), frame)

    for other in (None, *(owner for owner in range(4) if owner != seat)):
        assert differences(with_shrimp(seat), with_shrimp(other))[1] > WORST


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ((("B1:A3", "B1:A4"), ("B1:A4", "B2:A3")), [("B1:A3", "B2:A3")]),
        ((("B1:A3", "B1:A4"), ("B1:A4", "B1:A3")), []),
        (((None, "B1:A4"), ("B1:A4", "B1:B3")), [(None, "B1:B3")]),
        (((None, "B1:A4"), ("B1:A4", None)), []),
        ((("B1:A3", "B1:A4"), ("B1:A4", None)), [("B1:A3", None)]),
        ((("B1:A3", "B1:A4"), ("B1:B3", "B1:A3")), [("B1:A3", "B1:A4"), ("B1:B3", "B1:A3")]),
    ],
)
def test_many_moves_of_a_shrimp_are_marked_as_one(moves: Any, expected: Any) -> None:
    assert ways(moves) == expected


def test_protection_shows() -> None:
    view, frame = document()

    def bare(reef: BoardView) -> BoardView:
        return replace(reef, polyps=tuple(replace(one, protected=False) for one in reef.polyps))

    unprotected = replace(view, boards=tuple(bare(reef) for reef in view.boards))
    assert differences(decoded(view, frame), decoded(unprotected, frame))[1] > WORST


def test_what_is_behind_a_screen_shows_to_its_owner_alone() -> None:
    view, frame = scene(position(viewer=1), width=500)
    public = replace(view, own=None)
    assert view.own is not None
    shown = decoded(view, frame)
    for change in (
        {"hand": counts("W")},
        {"cubes": counts("O")},
        {"fish": counts("G")},
        {"score": 15},
        {"shrimps": 3},
        {"choice": "YY"},
    ):
        other = replace(view, own=replace(view.own, **change))
        assert differences(shown, decoded(other, frame))[1] > WORST
    assert png(public, frame) == png(replace(public, viewer=None), frame)
    assert shown.height > decoded(public, frame).height


@pytest.mark.parametrize("line", [0, 3])
@pytest.mark.parametrize("field", ["rank", "score", "fish", "front", "cubes", "tiles", "guarded"])
def test_the_final_table_shows_every_number(line: int, field: str) -> None:
    view, frame = scene(over())
    results = [*view.results]
    value: Any = counts("WWYYYOOOOPG") if field == "fish" else getattr(results[line], field) + 5
    results[line] = replace(results[line], **{field: value})
    other = replace(view, results=tuple(results))
    box = (40, 440, 960, 840)
    one, two = (renderer.draw(each, frame).crop(box) for each in (view, other))
    assert differences(one, two)[1] > WORST


@pytest.mark.parametrize("players", [("", ""), ("🦊" * 40, "W" * 400), ("שלום" * 20, "a\u0336" * 300), ()])
def test_names_change_nothing_but_their_chips(players: tuple[str, ...]) -> None:
    plain = scene(position(2))
    odd = plain._replace(frame=replace(plain.frame, players=players))
    difference = ImageChops.difference(renderer.draw(*plain), renderer.draw(*odd)).getbbox()
    assert difference is not None
    assert difference[1] >= 226
    assert difference[3] <= 290


@pytest.mark.parametrize("name", gallery())
def test_a_picture_is_as_wide_as_the_frame_says_and_small(name: str) -> None:
    view, frame = gallery()[name]
    data = png(view, replace(frame, width=1000))
    assert len(data) <= 200_000
    assert Image.open(BytesIO(data)).width == 1000
    assert renderer.draw(view, frame).width == frame.width


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_game_can_be_drawn_and_put_into_words(players: int) -> None:
    """Games at random, drawn now and then as the public and as a player see them, and at their end."""
    engine, dice = REEF, random.Random(players)
    state = engine.start(engine.options({}), players, "0" * 64)
    for step in range(900):
        seats = engine.to_act(state)
        if not seats or step % 60 == 0:
            for viewer in (None, *seats[:1]):
                view = engine.view(state, viewer)
                frame = Frame(code="K7QX", players=("Maximiliane",) * players, happened="so", width=200)
                assert renderer.draw(view, frame).width == 200
                assert len(renderer.alt(view, frame)) <= 1024
                assert len(renderer.text(view, frame)) <= 1900
        if not seats:
            break
        actions = list(engine.legal(state, seats[0]))
        state = engine.apply(state, seats[0], dice.choice(actions)).state


def test_threads_draw_what_one_thread_draws() -> None:
    scenes = [
        scene(position(players, viewer=viewer), width=250) for players in (2, 3, 4) for viewer in (None, 0)
    ]
    alone = [png(*one) for one in scenes]
    ground.cache_clear()
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda one: png(*one), scenes)) == alone


def test_drawing_leaves_the_kept_ground_clean() -> None:
    fresh = scene(position(**FRESH))
    before = png(*fresh)
    png(*document())
    assert png(*fresh) == before


def test_a_full_open_sea_keeps_within_its_spaces() -> None:
    view, frame = document()
    sea = tuple(replace(space, tiles=counts("WWYYOOPPGG")) for space in view.sea)
    difference = ImageChops.difference(
        renderer.draw(view, frame), renderer.draw(replace(view, sea=sea), frame)
    ).getbbox()
    assert difference is not None
    left, top = plan(4, 4, strip=False, table=False).sea
    assert difference[0] >= left
    assert difference[2] <= left + HALF
    assert difference[3] <= top + 290
    assert len(view.sea) == len(CORALS)


def _box(x: float, y: float, reach: float) -> tuple[int, int, int, int]:
    return round(x - reach), round(y - reach), round(x + reach), round(y + reach)
