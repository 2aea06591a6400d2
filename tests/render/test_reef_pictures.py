"""The pictures of Reef Encounter: what matters shows, what is secret does not, all in place and in time."""

import random
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engines.contract import Seat
from engines.reef.components import BOARDS, CORALS
from engines.reef.engine import REEF
from engines.reef.view import BoardView, Marks, ShrimpView
from render import reef
from render.canvas import Point, Sprite
from render.contract import Frame
from render.flow import Item, draw_flow, lines_of
from render.header import HEADER_HEIGHT
from render.reef import players
from render.reef.board import ways
from render.reef.plan import COLUMNS, ROWS, Plan, plan
from render.reef.table import table_height
from render.registry import draw_png
from tests.render import pictures
from tests.render.labels import labels
from tests.render.pictures import box_at, check_position, differ, some_frame
from tests.render.reef_scenes import FRESH, GROWN, MARKS, Scene, counts, document, over, position, scene

renderer = reef
png = partial(draw_png, "reef")
decoded = partial(pictures.decoded, "reef")
PLANS = [(2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("front", ["WWP", "YYYYYYYYYYYYGGGGGGGGGGGG", "WWWWWWWWWWWWYYYYYYYYYYYYOPPPGG"])
def test_numbers_in_front_of_a_player_cover_no_other(front: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of two digits lay partly below the tiles behind them."""
    drawn = list[bool]()

    def noted(items: list[Item], corner: Point, width: float, line: float, most: int) -> None:
        drawn.append(lines_of(items, width) <= most)
        draw_flow(items, corner, width, line, most)

    monkeypatch.setattr(players, "draw_flow", noted)
    view, frame = Scene(position(4, fronts=(front, "", "", "")), document().frame)
    reef.draw(view, frame)
    assert len(drawn) > 4
    assert all(drawn)


def changed(**given: Any) -> bool:
    """Whether a change of the view would be noticed on the picture of the documents, half as wide."""
    view, frame = halved(document())
    return differ(decoded(view, frame), decoded(replace(view, **given), frame))


def halved(one: Scene) -> Scene:
    return one._replace(frame=replace(one.frame, width=500))


def boxes(places: Plan) -> list[tuple[float, float, float, float]]:
    """Where the parts are."""
    wide, high = COLUMNS * places.cell, ROWS * places.cell
    parts = [(*corner, wide, high) for corner in places.reefs]
    parts += [*places.players, places.stock]
    return [(x, y, x + width, y + height) for x, y, width, height in parts]


@pytest.mark.parametrize(("reefs", "players"), PLANS)
@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_nothing_overlaps_or_leaves_the_picture(reefs: int, players: int, hand: bool, ended: bool) -> None:
    view = (over if ended else position)(players, viewer=0 if hand else None)
    places = plan(reefs, players, table_height(view))
    assert 750 <= places.height <= 1000
    for one, other in combinations(boxes(places), 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]
    for left, upper, right, lower in boxes(places):
        assert left >= 8
        assert right <= 993
        assert upper >= HEADER_HEIGHT
        assert lower <= places.table
    assert places.table + table_height(view) <= places.height - 8


def test_cells_lie_as_the_rules_say() -> None:
    places = plan(4, 4, 200)
    (x, y), cell = places.reefs[3], places.cell
    assert places.spot(3, "B4:A1") == (x + cell / 2, y + cell / 2)
    assert places.spot(3, "B4:G6") == (x + cell * 6.5, y + cell * 5.5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_place_that_a_pick_names_can_be_marked(players: int) -> None:
    engine, rng = REEF, random.Random(players)
    state = engine.start(engine.options({}), players, "1" * 64)
    seen = set()
    view = engine.view(state, 0)
    for step in range(60):
        seat = engine.to_act(state)[0]
        offers = [engine.offer(state, seat, action) for action in engine.legal(state, seat)]
        picks = {pick.at for offer in offers for path in offer.paths for pick in path} - {""}
        view = engine.view(state, seat)
        if step % 6 == 0:
            renderer.draw(view, Frame(code="K7QX", players=(), choices=tuple(sorted(picks)), width=150))
        seen |= picks
        state = engine.apply(state, seat, rng.choice(offers).action).state
    assert len(seen) > 60
    with pytest.raises(ValueError, match="no place"):
        renderer.draw(view, Frame(code="K7QX", players=(), choices=("B1 a1",), width=150))


def test_what_may_be_picked_shows() -> None:
    view, frame = halved(document())
    plain = decoded(view, frame)
    for change in ({"choices": ("B1 a3",)}, {"choices": ("B1 f1",)}, {"chosen": ("B1 e3",)}):
        assert differ(plain, decoded(view, replace(frame, **change)))


@pytest.mark.parametrize("name", BOARDS)
def test_every_cell_shows_what_is_on_it(name: str) -> None:
    cells = [cell[3:] for cell in BOARDS[name].cells]
    start: dict[str, Any] = {"reefs": name, "last": None}
    bare = renderer.draw(*scene(position(2, corals={name: ""}, **start)))
    full = renderer.draw(*scene(position(2, corals={name: f"O {' '.join(cells)}"}, **start)))
    places = plan(1, 2, 200)
    for column in "ABCDEFG":
        for row in range(1, 7):
            box = box_at(*places.spot(0, f"{name}:{column}{row}"), places.cell * 0.42)
            assert differ(bare.crop(box), full.crop(box)) == (f"{column}{row}" in cells)


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
    assert changed(**change)


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
    assert changed(last=replace(MARKS, **change))


def test_a_turn_without_changes_leaves_the_last_one_marked() -> None:
    view, frame = document()
    assert png(view, frame) == png(replace(view, current=Marks(seat=1)), frame)


def test_tiles_spaces_fronts_and_meals_show() -> None:
    view, _ = document()
    for index, tile in enumerate(view.tiles):
        other = {"large": "red" if tile.large != "red" else "blue"}
        for change in ({"locked": not tile.locked}, *(() if tile.locked else (other,))):
            tiles = [*view.tiles]
            tiles[index] = replace(tile, **change)
            assert changed(tiles=tuple(tiles)), (tile, change)
    for index, space in enumerate(view.sea):
        for given in ({"value": 1}, {"tiles": counts("PPP")}, {"cube": False}):
            sea = [*view.sea]
            sea[index] = replace(space, **given)
            assert changed(sea=tuple(sea))
    for index, player in enumerate(view.players):
        for line in ({"front": counts("WYYOPG")}, {"eaten": 4}):
            players = [*view.players]
            players[index] = replace(player, **line)
            assert changed(players=tuple(players))


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_shrimp_shows_whose_it_is(seat: Seat) -> None:
    def with_shrimp(owner: Seat | None) -> Image.Image:
        view, frame = scene(position(corals=GROWN, last=None), width=500)
        guards = () if owner is None else (ShrimpView(cell="B1:E5", seat=owner, bare=False),)
        first = replace(view.boards[0], shrimps=guards)
        return decoded(replace(view, boards=(first, *view.boards[1:])), frame)

    for other in (None, *(owner for owner in range(4) if owner != seat)):
        assert differ(with_shrimp(seat), with_shrimp(other))


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
    assert differ(decoded(view, frame), decoded(unprotected, frame))


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
        assert differ(shown, decoded(other, frame))
    assert png(public, frame) == png(replace(public, viewer=None), frame)
    assert shown.height > decoded(public, frame).height


@pytest.mark.parametrize("line", [0, 3])
@pytest.mark.parametrize("field", ["rank", "fish"])
def test_the_final_table_shows_places_and_fishes(line: int, field: str) -> None:
    view, frame = scene(over())
    results = [*view.results]
    changed: dict[str, Any] = {"fish": counts("WWYYYOOOOPG")}
    if field == "rank":
        changed = {"rank": results[line].rank + 5, "guarded": -1}
    results[line] = replace(results[line], **changed)
    other = replace(view, results=tuple(results))
    one, two = (renderer.draw(each, frame) for each in (view, other))
    assert differ(one, two)
    chips = (*view.chips[:line], "77 points", *view.chips[line + 1 :])
    scored = renderer.draw(replace(view, chips=chips), frame)
    assert differ(one, scored)


@pytest.mark.parametrize("players", [("", ""), ("🦊" * 40, "W" * 400), ("שלום" * 20, "a\u0336" * 300), ()])
def test_names_change_nothing_but_their_chips(players: tuple[str, ...]) -> None:
    plain = scene(position(2))
    odd = plain._replace(frame=replace(plain.frame, players=players))
    difference = ImageChops.difference(renderer.draw(*plain), renderer.draw(*odd)).getbbox()
    assert difference is not None
    assert difference[3] <= plan(2, 2, 200).players[0].top + 46, "the headline, and the first line of a chip"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_game_can_be_drawn_and_put_into_words(players: int) -> None:
    """Games at random, drawn now and then as the public and as a player see them, and at their end."""
    engine, rng = REEF, random.Random(players)
    state = engine.start(engine.options({}), players, "0" * 64)
    for step in range(900):
        seats = engine.to_act(state)
        if not seats or step % 60 == 0:
            for viewer in (None, *seats[:1]):
                view = engine.view(state, viewer)
                check_position(renderer, view, some_frame(step, players, preview=viewer is not None))
        if not seats:
            break
        actions = list(engine.legal(state, seats[0]))
        state = engine.apply(state, seats[0], rng.choice(actions)).state


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
    top = plan(4, 4, table_height(view)).table
    assert difference[0] >= 100
    assert difference[1] >= top
    assert difference[3] <= top + 56
    assert len(view.sea) == len(CORALS)


def written(one: Scene) -> set[str]:
    """All texts on a picture."""
    return {label.text for label in labels(renderer.draw(*one))}


def test_the_signs_of_the_table_are_explained() -> None:
    assert {"cube", "tile", "alga turns it", "locked", "growth"} <= written(document())
    assert "fish" not in written(document())
    assert "fish" in written(scene(position(viewer=1)))
    assert any("counts 1, and 1 for each" in text for text in written(scene(over())))


def test_a_name_of_twelve_letters_is_whole_at_a_full_table() -> None:
    assert "Bartholomäus" in written(document())


@pytest.mark.parametrize("front", ["", "W", "WY", "WYY"])
def test_no_shrimp_covers_the_name_above_it(front: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its antennae lay on the feet of letters."""
    view, frame = Scene(
        position(4, fronts=(front, "", "", "")), replace(document().frame, players=("gjpqy",) * 4)
    )
    left, top, width, _ = plan(4, 4, table_height(view)).players[0]
    name = round(left), round(top), round(left + width), round(top + 45)
    drawn = renderer.draw(view, frame).crop(name)
    monkeypatch.setattr(players, "shrimp", lambda *_: Sprite(Image.new("RGBA", (1, 1)), (0, 0)))
    assert ImageChops.difference(drawn, renderer.draw(view, frame).crop(name)).getbbox() is None


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_number_does_not_run_into_the_word_behind_it(number: int) -> None:
    """“W 1fed 0” and “2score 14” were read where a picture is seen on a phone."""
    view, frame = scene(position(number, fronts=("W", "W", "WYYYO", "WYOPG")[:number], viewer=0))
    shown = labels(renderer.draw(view, frame))
    words = [label for label in shown if label.text.startswith(("fed ", "score "))]
    assert len(words) == number + 1
    before = [
        word.x - one.x - one.width
        for word in words
        for one in shown
        if one.baseline == word.baseline and 0 < word.x - one.x - one.width < 30
    ]
    assert len(before) >= 2
    assert min(before) > 10


def test_a_number_of_two_digits_covers_nothing_beside_it() -> None:
    view = position(viewer=1)
    assert view.own is not None
    own = replace(view.own, hand=(0, 0, 62, 0, 0), cubes=(0, 0, 9, 0, 0), fish=(0, 0, 13, 0, 4))
    shown = labels(renderer.draw(*scene(replace(view, own=own))))
    (held,) = (label for label in shown if label.text == "62")
    row = [one for one in shown if abs(one.baseline - held.baseline) < 6 and one.x > held.x]
    cube = min(row, key=lambda one: one.x)
    assert cube.text == "O"
    assert cube.x - held.x - held.width > 8, "its hexagon begins that far before its letter"
    (fish,) = (label for label in shown if label.text == "13")
    assert fish.baseline > held.baseline + 100


def test_tiles_of_five_colours_stay_on_the_chips_above_two_reefs() -> None:
    view = position(2)
    for front in ((1, 1, 1, 1, 1), (11, 12, 13, 14, 15)):
        players = tuple(replace(one, front=front) for one in view.players)
        shown = labels(renderer.draw(*scene(replace(view, players=players))))
        columns = min(label.baseline - label.size * 0.7 for label in shown if label.text == "d")
        fed = [label for label in shown if label.text.startswith("fed ")]
        assert len(fed) == 2
        assert all(label.baseline < columns - 10 for label in fed)
