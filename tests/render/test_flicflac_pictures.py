"""The pictures of Flic Flac: what matters shows, to every eye; what is secret does not; all in time."""

import math
import random
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from engines.flicflac.board import board
from engines.flicflac.engine import FLICFLAC
from engines.flicflac.pieces import CODES
from engines.flicflac.questions import AskReach
from engines.flicflac.view import FlicFlacView, MoveView, PieceView, RandomEvent, Reach
from render import flicflac
from render.flicflac.board import ground
from render.header import HEADER_HEIGHT, Box
from render.registry import draw_png
from tests.render import pictures
from tests.render.flicflac_scenes import GAMES, MELEE, PASS_THROUGH, after, document, played
from tests.render.labels import labels
from tests.render.pictures import box_at, check_position, differ, some_frame
from tests.render.vision import DEFICIENCIES, seen

SIX = ("CB A1", "CR H1", "CY D1", "CO Q8", "CG H15", "CP L12")
"""A phase in which all six cylinders enter."""
renderer = flicflac
png = partial(draw_png, "flicflac")
paletted = partial(pictures.paletted, "flicflac")
decoded = partial(pictures.decoded, "flicflac")


def with_piece(view: FlicFlacView, code: str, **traits: Any) -> FlicFlacView:
    def changed(one: PieceView) -> PieceView:
        return replace(one, **traits) if one.code == code else one

    return replace(view, pieces=tuple(changed(one) for one in view.pieces))


@pytest.mark.parametrize(
    ("target", "chips"), [(19, {"48/19", "46/19"}), (20, {"48", "46"}), (100, {"48", "46"})]
)
def test_scores_are_whole_however_many_captures_win(target: int, chips: set[str]) -> None:
    view, frame = played(target=target, position={"score": {"C": 48, "B": 46}})
    written = [label.text for label in labels(flicflac.draw(view, frame))]
    assert not [text for text in written if "…" in text]
    assert {*chips, f"{target} to win by 2"} <= {*written}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "traits",
    [
        {"flying": ("R", "P")},
        {"cell": "K6"},
        {"cell": None},
        {"empowered": False},
        {"health": 3},
        {"doomed": True},
        {"captor": True},
        {"free": False},
        {"moved": True},
        {"melee": False, "health": 0},
    ],
    ids=str,
)
def test_what_a_piece_does_shows_to_every_eye(traits: dict[str, Any], theme: str) -> None:
    view, frame = played(pieces=MELEE, theme=theme)
    pictures = [paletted(one, frame) for one in (view, with_piece(view, "CB", **traits))]
    for eyes in DEFICIENCIES:
        assert differ(*(seen(one, eyes) for one in pictures)), eyes


@pytest.mark.parametrize(
    "change",
    [
        {"last": None},
        {"slide": 6},
        {"target": 12},
        {"lead": 3},
        {"highlight": "CB"},
        {"staged": (MoveView("CB", "F3", "F4", True),)},
        {"reach": Reach("CB", ("F4",), ())},
        {"phase": "main"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_change_of_the_view_shows(change: dict[str, Any]) -> None:
    view, frame = document()
    assert differ(decoded(view, frame), decoded(replace(view, **change), frame))


@pytest.mark.parametrize(
    "change",
    [{"moves": ()}, {"captures": ()}, {"chance": RandomEvent(kind="wind", flipped=("CB",))}],
    ids=lambda change: next(iter(change)),
)
def test_every_part_of_the_last_phase_shows(change: dict[str, Any]) -> None:
    view, frame = document()
    assert view.last is not None
    changed = replace(view, last=replace(view.last, **change))
    assert differ(decoded(view, frame), decoded(changed, frame))


def test_the_wind_is_marked_after_a_phase_without_moves() -> None:
    view, frame = document()
    assert view.last is not None
    calm = replace(view, last=replace(view.last, moves=()))
    wind = RandomEvent(kind="wind", flipped=("CB", "CY"))
    blown = replace(view, last=replace(view.last, moves=(), chance=wind))
    assert differ(decoded(calm, frame), decoded(blown, frame))


def test_nothing_falls_any_more_when_the_game_is_over() -> None:
    running, over = (flicflac.draw(*played(texts, pieces=MELEE)) for texts in ([], ["resign"]))
    assert "falls" in [label.text for label in labels(running)]
    assert "falls" not in [label.text for label in labels(over)]


def test_what_chance_took_away_is_crossed_like_a_capture() -> None:
    view, frame = after(8, 37)
    assert view.last is not None
    (capture,) = view.last.captures
    taken = replace(view.last, captures=(), chance=RandomEvent(kind="recall", gone=(capture,)))
    assert png(replace(view, last=taken), frame) == png(view, frame)


def test_what_a_mover_has_staged_shows_to_nobody_else() -> None:
    before, staged, own = after(8, len(GAMES[8]) - 1), after(8), after(8, viewer=1)
    assert own.view.staged
    assert png(*staged) == png(*before)
    assert png(*own) != png(*staged)


def test_staged_and_ended_moves_look_different() -> None:
    view, frame = played(SIX, viewer=0)
    phase = after(8).view.last
    assert phase is not None
    ended = replace(view, staged=(), last=replace(phase, moves=view.staged, captures=()))
    assert differ(decoded(view, frame), decoded(ended, frame))


@pytest.mark.parametrize("origin", board(8).neighbours["H8"])
def test_the_mark_of_a_flip_leaves_its_arrow_free(origin: str) -> None:
    view, frame = played(pieces="CB H8", viewer=0)
    move = MoveView("CB", origin, "H8", False)
    plain = renderer.draw(replace(view, staged=(move,)), frame)
    flipped = renderer.draw(replace(view, staged=(replace(move, flipped=True),)), frame)
    empty = ground(8, 0, "dark", 1000)
    (x, y), (from_x, from_y) = (empty.spots[cell] for cell in ("H8", origin))
    assert differ(*(image.crop(box_at(x, y, empty.radius * 1.6)) for image in (plain, flipped)))
    share = empty.radius * 1.3 / math.dist((x, y), (from_x, from_y))
    head = box_at(x + (from_x - x) * share, y + (from_y - y) * share, empty.radius * 0.15)
    assert plain.crop(head).tobytes() == flipped.crop(head).tobytes()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_cells_in_reach_stand_out_and_those_that_flip_among_them(theme: str) -> None:
    view, frame = played(pieces=PASS_THROUGH, viewer=0, ask=AskReach("CR"), theme=theme)
    assert view.reach is not None
    assert view.reach.flips == ("D3", "E2")
    none, shown = (paletted(replace(view, reach=reach), frame) for reach in (Reach("CR", (), ()), view.reach))
    empty = ground(8, 0, "dark", 1000)
    for eyes in DEFICIENCIES:
        before, after_ = seen(none, eyes), seen(shown, eyes)
        for cell in view.reach.cells:
            box = box_at(*empty.spots[cell], empty.radius * 0.7)
            assert differ(before.crop(box), after_.crop(box)), (eyes, cell)
    # A cell that flips has the sign of it where another has the letter of its colour.
    signs = {
        shown.crop(box_at(x, y + empty.across * 0.25, empty.across * 0.14)).convert("RGB").tobytes()
        for x, y in (empty.spots[cell] for cell in view.reach.flips)
    }
    assert len(signs) == 1


def test_both_sides_see_the_same_picture() -> None:
    pictures = {png(*after(8, 37, perspective=side, width=250)) for side in (None, 0, 1)}
    assert len(pictures) == 1


@pytest.mark.parametrize("players", [("", ""), ("🦊" * 40, "W" * 400), ("שלום" * 20, "a\u0336" * 300), ()])
def test_names_change_nothing_but_their_chips(players: tuple[str, ...]) -> None:
    plain, odd = document(), document()._replace(frame=replace(document().frame, players=players))
    boxes = (Box(0, 0, 1000, HEADER_HEIGHT), *ground(8, 0, "dark", 1000).chips)
    one, other = (renderer.draw(*scene) for scene in (plain, odd))
    for picture in (one, other):
        for left, top, width, height in boxes:
            picture.paste((0, 0, 0), (round(left), round(top), round(left + width), round(top + height)))
    assert one.tobytes() == other.tobytes()


def test_every_cell_and_every_piece_can_be_picked() -> None:
    view, frame = after(6, 10, viewer=1)
    spots = ground(6, 0, "dark", 1000).spots
    standing = {one.code: one.cell or one.code for one in view.pieces}
    plain = renderer.draw(view, replace(frame, choices=("A1",)))
    for name in [*(cell for cell in spots if cell not in CODES and cell != "A1"), *CODES]:
        x, y = spots[standing.get(name, name)]
        for way in ({"choices": ("A1", name)}, {"choices": ("A1",), "chosen": (name,)}):
            marked = renderer.draw(view, replace(frame, **way))
            box = ImageChops.difference(plain, marked).crop(box_at(x, y, 60)).getbbox()
            assert box is not None
    with pytest.raises(ValueError, match="Z9"):
        renderer.draw(view, replace(frame, choices=("Z9",)))


@pytest.mark.parametrize("size", [5, 8, *(pytest.param(size, marks=pytest.mark.slow) for size in (6, 7))])
def test_any_game_can_be_drawn_and_put_into_words(size: int) -> None:
    """Games at random with all random events, each phase drawn as the public and as its mover see it."""
    engine, rng = FLICFLAC, random.Random(size)
    state = engine.start(engine.options({"size": size, "events": 100, "target": 3}), 2, "0" * 64)
    for step in range(120):
        if engine.outcome(state) is not None:
            break
        seat = engine.to_act(state)[0]
        state = engine.apply(state, seat, rng.choice(list(engine.legal(state, seat)))).state
        for viewer in (None, seat):
            frame = some_frame(step, 2, preview=viewer is not None)
            check_position(renderer, engine.view(state, viewer), frame)


def test_boards_of_all_sizes_differ_at_a_glance() -> None:
    pictures = [decoded(*after(size, 0, width=250)) for size in (5, 6, 7, 8)]
    for one, other in combinations(pictures, 2):
        assert differ(one, other)
