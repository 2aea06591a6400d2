"""Pictures of the Four Gods: complete, secret where they must be, small and quick."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engines.contract import Outcome, Seat
from engines.gods.engine import GODS
from engines.gods.questions import AskHistory
from engines.gods.view import GodRound, GodsView, OwnPlan
from render import gods
from render.canvas import labels
from render.contract import Frame
from render.gods.ring import FOOT
from render.header import HEADER_HEIGHT
from render.phrases import MOST_TEXT
from render.registry import draw_png
from tests.render.forgetting import forget_drawn
from tests.render.gods_scenes import GAME, LONG_NAMES, OPENING, document, energies, gallery, played
from tests.render.golden import differences
from tests.render.vision import DEFICIENCIES, seen

WORST = 24.0
"""As in test_golden: a difference that would be noticed."""
renderer = gods


def png(view: GodsView, frame: Frame) -> bytes:
    return draw_png("gods", view, frame)


def paletted(view: GodsView, frame: Frame) -> Image.Image:
    return Image.open(BytesIO(png(view, frame)))


@lru_cache(4)
def decoded(view: GodsView, frame: Frame) -> Image.Image:
    return paletted(view, frame).convert("RGB")


def with_god(view: GodsView, seat: Seat, **traits: Any) -> GodsView:
    gods = tuple(replace(god, **traits) if at == seat else god for at, god in enumerate(view.gods))
    return replace(view, gods=gods)


def with_effects(view: GodsView, seat: Seat, change: Callable[[GodRound], GodRound]) -> GodsView:
    assert view.shown is not None
    gods = tuple(change(god) if god.seat == seat else god for god in view.shown.gods)
    shown = replace(view.shown, gods=gods)
    return replace(view, shown=shown, history=(*view.history[:-1], shown))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "traits",
    [{"ep": 31}, {"ready": True}, {"fell_in_round": 2, "alive": False}, {"asks_draw": True}, {"ready": None}],
    ids=str,
)
def test_how_a_god_stands_shows_to_every_eye(traits: dict[str, Any], theme: str) -> None:
    view, frame = played(GAME[:2], theme=theme, width=500)
    pictures = [paletted(one, frame) for one in (view, with_god(view, 2, **traits))]
    for eyes in DEFICIENCIES:
        assert differences(*(seen(one, eyes) for one in pictures))[1] > WORST, eyes


@pytest.mark.parametrize(
    "change",
    [
        {"shown": None},
        {"start": 80},
        {"attack_cost": 3},
        {"defend_cost": 3},
        {"damage": 7},
        {"refund": 2},
        {"drain_looms": True},
        {"outcome": Outcome((1, 2, 2, 2), "last_standing", "RED wins")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_change_of_the_view_shows(change: dict[str, Any]) -> None:
    view, frame = document()
    assert differences(decoded(view, frame), decoded(replace(view, **change), frame))[1] > WORST


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("part", ["cost", "damage", "refund", "drain", "after", "before"])
def test_every_term_of_a_sum_shows(part: str, seat: Seat) -> None:
    """Also beside counts that stay the same."""
    view, frame = document()
    full = with_effects(
        view, seat, lambda god: replace(god, ledger=replace(god.ledger, cost=6, hits=2, blocks=1, drain=1))
    )
    changed = with_effects(full, seat, lambda god: replace(god, ledger=replace(god.ledger, **{part: 17})))
    assert differences(decoded(full, frame), decoded(changed, frame))[1] > WORST


@pytest.mark.parametrize("action", ["Ab", "Ag", "Ao", "Db", "Dg", "Do"])
def test_every_action_shows_even_to_those_who_see_no_colour(action: str) -> None:
    view, frame = played(("r none, b none, g none, o none",), width=400)
    acted = with_effects(view, 0, lambda god: replace(god, actions=(action,)))
    pictures = [renderer.draw(one, frame).convert("L").convert("RGB") for one in (view, acted)]
    assert differences(*(image.crop(_diagram(image)) for image in pictures))[1] > WORST


def test_a_block_and_a_hit_differ() -> None:
    blocked, frame = played(("r Ab, b Dr, g none, o none",))
    hit, _ = played(("r Ab, b Dg, g none, o none",))
    assert differences(*(renderer.draw(view, frame) for view in (blocked, hit)))[1] > WORST


@pytest.mark.parametrize("plan", ["Ab", "Ab Ag Ao", "Dr", "none"])
def test_a_plan_shows_to_nobody_else(plan: str) -> None:
    seat = "rb"[plan == "Dr"]
    before, after = played((OPENING,)), played((OPENING,), (f"{seat} {plan}",))
    assert png(*before) == png(*after)
    viewer = "rbgo".index(seat)
    assert png(*played((OPENING,), (f"{seat} {plan}",), viewer=viewer)) != png(*before)
    for other in {0, 1, 2, 3} - {viewer}:
        seen_by = [played((OPENING,), then, viewer=other) for then in ((), (f"{seat} {plan}",))]
        assert png(*seen_by[0]) == png(*seen_by[1])
        assert renderer.alt(*seen_by[0]) == renderer.alt(*seen_by[1])
        assert renderer.text(*seen_by[0]) == renderer.text(*seen_by[1])


def test_nothing_tells_who_is_ready_if_nobody_may_know() -> None:
    hidden: dict[str, Any] = {"options": {"show_ready": False}}
    before, after = (played((OPENING,), then, **hidden) for then in ((), ("b Ar", "b ready")))
    assert png(*before) == png(*after)
    assert renderer.alt(*before) == renderer.alt(*after)
    own = [played((OPENING,), then, viewer=1, **hidden) for then in (("b Ar",), ("b Ar", "b ready"))]
    assert png(*own[0]) != png(*own[1])


def test_a_resignation_that_waits_looks_like_a_ready_mark() -> None:
    pictures = {png(*played((OPENING,), (f"b {text}",))) for text in ("ready", "resign")}
    assert len(pictures) == 1


def test_every_part_of_a_plan_shows() -> None:
    view, frame = played((OPENING,), ("r Ab Do",), viewer=0)
    assert view.own is not None
    changes: list[dict[str, Any]] = [
        {"actions": ("Ab",)},
        {"actions": ("Ag", "Do")},
        {"actions": ("Ab", "Dg")},
        {"price": 4},
        {"left": 2},
        {"ready": True},
        {"resigning": True},
        {"saved": False},
    ]
    plain = decoded(view, frame)
    for change in changes:
        own: OwnPlan = replace(view.own, **change)
        assert differences(plain, decoded(replace(view, own=own), frame))[1] > WORST, change


def test_planned_and_settled_actions_look_different() -> None:
    planned, frame = played((), ("r Ab Dg",), viewer=0)
    settled, _ = played(("r Ab Dg, b none, g none, o none",))
    pictures = [renderer.draw(view, frame) for view in (planned, settled)]
    assert differences(*(image.crop(_diagram(image)) for image in pictures))[1] > WORST


def test_an_earlier_round_is_drawn_as_it_stood_then() -> None:
    """But for the header, which tells of the present."""
    then, frame = played(GAME[:1], position=energies(30, 30, 30, 30), options={"show_ready": False})
    asked, _ = played(GAME[:3], position=energies(30, 30, 30, 30), ask=AskHistory(1))
    pictures = [renderer.draw(view, frame) for view in (then, asked)]
    assert ImageChops.difference(*(image.crop(_below_header(image)) for image in pictures)).getbbox() is None


def test_whoever_fell_later_still_lives_in_an_earlier_round() -> None:
    position = energies(30, 6, 30, 30)
    rounds = ("r none, b none, g none, o Dr", "r Ab, b Ar, g none, o none")
    earlier, frame = played(rounds, position=position, ask=AskHistory(1))
    last, _ = played(rounds, position=position)
    assert "Bea (BLUE), −1 EP, fell in round 2" in renderer.alt(last, frame)
    assert "Bea (BLUE), 6 EP" in renderer.alt(earlier, frame)
    assert "fell" not in renderer.alt(earlier, frame)


@pytest.mark.parametrize("name", ["won-light", "tie-dark", "nobody-light", "won-dark"])
def test_a_headline_is_read_to_its_end(name: str) -> None:
    view, frame = gallery()[name]
    picture = renderer.draw(view, replace(frame, width=1000, players=("Ann", "Bea", "Cyd", "Dan")))
    assert not [label.text for label in labels(picture) if label.text.endswith("…")]


def test_nobody_is_crowned_where_everybody_has_resigned() -> None:
    view, frame = gallery()["nobody-light"]
    assert view.outcome is not None
    drawn = replace(view, outcome=replace(view.outcome, why="tie"))
    pictures = [renderer.draw(one, frame) for one in (view, drawn)]
    assert differences(*(image.crop(_diagram(image)) for image in pictures))[1] > WORST
    assert ", winner" not in renderer.alt(view, frame)


def test_everybody_sees_the_same_picture() -> None:
    pictures = {png(*played(GAME[:2], perspective=side, width=250)) for side in (None, 0, 1, 2, 3)}
    assert len(pictures) == 1


@pytest.mark.parametrize(
    "players", [("",) * 4, ("🦊" * 40, "W" * 400, "שלום" * 20, "a\u0336" * 300), LONG_NAMES, ()]
)
def test_names_leave_energy_and_sums_alone(players: tuple[str, ...]) -> None:
    plain, odd = document(), document()._replace(frame=replace(document().frame, players=players))
    pictures = [renderer.draw(*one) for one in (plain, odd)]
    assert ImageChops.difference(*pictures).getbbox() is not None
    sums = [picture.crop((362, round(FOOT), picture.width, picture.height)) for picture in pictures]
    assert ImageChops.difference(*sums).getbbox() is None


@pytest.mark.parametrize("name", gallery())
def test_a_picture_is_as_wide_as_the_frame_says_and_small(name: str) -> None:
    view, frame = gallery()[name]
    data = png(view, replace(frame, width=1000))
    assert len(data) <= 200_000
    assert Image.open(BytesIO(data)).width == 1000
    assert renderer.draw(view, frame).width == frame.width


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))]
)
def test_any_game_can_be_drawn_and_put_into_words(seed: int) -> None:
    """Games at random with odd figures, drawn as the public and as each god sees them."""
    engine, rng = GODS, random.Random(seed)
    figures = {"start": rng.choice((1, 9, 40)), "damage": rng.randint(0, 20), "refund": rng.randint(0, 5)}
    figures |= {"max_actions": rng.randint(1, 6), "stalemate_after": 1, "stalemate_loss": 5}
    state = engine.start(engine.options(figures), 4, "0" * 64)
    for step in range(60):
        if engine.outcome(state) is not None:
            break
        seat = rng.choice(engine.to_act(state))
        action = rng.choice(
            [*engine.legal(state, seat)] + [*engine.legal_meta(state, seat)] * (rng.random() < 0.1)
        )
        state = engine.apply(state, seat, action).state
        for viewer in (None, seat):
            view = engine.view(state, viewer)
            frame = _frame(step, preview=viewer is not None)
            assert renderer.draw(view, frame).width == 150
            assert len(renderer.alt(view, frame)) <= 1024
            assert len(renderer.text(view, frame)) <= MOST_TEXT


def test_threads_draw_what_one_thread_draws() -> None:
    scenes = [played(GAME[:rounds], width=250) for rounds in (0, 1, 2)] * 3
    alone = [png(*scene) for scene in scenes]
    forget_drawn()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda scene: png(*scene), scenes)) == alone


def _diagram(image: Image.Image) -> tuple[int, int, int, int]:
    """The part of a picture with the gods and what lies between them."""
    scale = image.width / 1000
    return 0, round(HEADER_HEIGHT * scale), image.width, round(FOOT * scale)


def _below_header(image: Image.Image) -> tuple[int, int, int, int]:
    return 0, round(HEADER_HEIGHT * image.width / 1000), image.width, image.height


def _frame(step: int, *, preview: bool) -> Frame:
    return Frame(
        code="K7QX",
        players=("Maximiliane", "Bartholomäus", "C", "D"),
        happened="something",
        theme="light" if step % 2 else "dark",
        preview=preview,
        width=150,
    )


@pytest.mark.parametrize("choices", ["r none, b none, g none, o Dg", "r none, b none, g Ao, o none"])
def test_what_actions_cost_stands_clear_of_what_gods_do(choices: str) -> None:
    """The way from green to orange passes right above it."""
    (bare, frame), (view, _) = played(("r none, b none, g none, o none",)), played((choices,))
    drawn, ground = gods.draw(view, frame), gods.draw(bare, frame)
    (price,) = (label for label in labels(drawn) if label.text.startswith("attack costs"))
    left, top = int(price.x), int(price.baseline - 0.75 * price.size)
    box = (left, top, int(price.x + price.width) + 1, int(price.baseline) + 8)
    assert drawn.crop(box).tobytes() == ground.crop(box).tobytes()


def test_computers_are_told_apart_below_their_gods() -> None:
    names = ("Ann", "Gentle computer", "Gentle computer 2", "Gentle computer 3")
    view, frame = played((OPENING,), players=names)
    assert [label.text for label in labels(gods.draw(view, frame))].count("Gentle computer 3") == 2
