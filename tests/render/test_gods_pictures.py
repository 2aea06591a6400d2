"""Pictures of the Four Gods: complete, secret where they must be, small and quick."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engines.contract import Outcome, Seat
from engines.gods.engine import GODS
from engines.gods.questions import AskHistory
from engines.gods.view import GodRound, GodsView, OwnPlan
from render import gods
from render.gods.ring import FOOT
from render.header import HEADER_HEIGHT
from render.registry import draw_png
from tests.render import pictures
from tests.render.gods_scenes import GAME, LONG_NAMES, OPENING, document, energies, gallery, played
from tests.render.labels import labels
from tests.render.pictures import check_position, differ, some_frame
from tests.render.vision import DEFICIENCIES, seen

renderer = gods
png = partial(draw_png, "gods")
paletted = partial(pictures.paletted, "gods")
decoded = partial(pictures.decoded, "gods")


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
        assert differ(*(seen(one, eyes) for one in pictures)), eyes


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
    assert differ(decoded(view, frame), decoded(replace(view, **change), frame))


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("part", ["cost", "damage", "refund", "drain", "after", "before"])
def test_every_term_of_a_sum_shows(part: str, seat: Seat) -> None:
    """Also beside counts that stay the same."""
    view, frame = document()
    full = with_effects(
        view, seat, lambda god: replace(god, ledger=replace(god.ledger, cost=6, hits=2, blocks=1, drain=1))
    )
    changed = with_effects(full, seat, lambda god: replace(god, ledger=replace(god.ledger, **{part: 17})))
    assert differ(decoded(full, frame), decoded(changed, frame))


@pytest.mark.parametrize("action", ["Ab", "Ag", "Ao", "Db", "Dg", "Do"])
def test_every_action_shows_even_to_those_who_see_no_colour(action: str) -> None:
    view, frame = played(("r none, b none, g none, o none",), width=400)
    acted = with_effects(view, 0, lambda god: replace(god, actions=(action,)))
    pictures = [renderer.draw(one, frame).convert("L").convert("RGB") for one in (view, acted)]
    assert differ(*(image.crop(_diagram(image)) for image in pictures))


def test_a_block_and_a_hit_differ() -> None:
    blocked, frame = played(("r Ab, b Dr, g none, o none",))
    hit, _ = played(("r Ab, b Dg, g none, o none",))
    assert differ(*(renderer.draw(view, frame) for view in (blocked, hit)))


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
        assert differ(plain, decoded(replace(view, own=own), frame)), change


def test_planned_and_settled_actions_look_different() -> None:
    planned, frame = played((), ("r Ab Dg",), viewer=0)
    settled, _ = played(("r Ab Dg, b none, g none, o none",))
    pictures = [renderer.draw(view, frame) for view in (planned, settled)]
    assert differ(*(image.crop(_diagram(image)) for image in pictures))


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
    assert differ(*(image.crop(_diagram(image)) for image in pictures))
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
            frame = some_frame(step, 4, preview=viewer is not None)
            check_position(renderer, engine.view(state, viewer), frame)


def test_the_terms_of_a_sum_stay_apart_however_many_there_are() -> None:
    """With three figures, and with hits, blocks and a drain in one round."""
    dear = {"start": 200, "attack_cost": 5, "defend_cost": 5, "damage": 20, "refund": 5, "max_actions": 6}
    drained = {"stalemate": "sticky", "stalemate_after": 1, "stalemate_loss": 5}
    idle = "r none, b none, g none, o none"
    round_ = "r Ab Ag Ao Db Dg Do, b Ar Ag Ao Do, g Ar Ab Ao Dr Db, o Ar Ab Ag Db Dg"
    view, frame = played((idle, idle, round_), options={**dear, **drained})
    written = [one for one in labels(gods.draw(view, frame)) if one.x >= 496 and one.baseline > FOOT]
    lines = {one.baseline: [other for other in written if other.baseline == one.baseline] for one in written}
    assert len(lines) == 8
    for line in lines.values():
        ordered = sorted(line, key=lambda one: one.x)
        for left, right in pairwise(ordered):
            assert left.x + left.width + 5 < right.x, (left, right)
        assert ordered[-1].x + ordered[-1].width < 990


def _diagram(image: Image.Image) -> tuple[int, int, int, int]:
    """The part of a picture with the gods and what lies between them."""
    scale = image.width / 1000
    return 0, round(HEADER_HEIGHT * scale), image.width, round(FOOT * scale)


def _below_header(image: Image.Image) -> tuple[int, int, int, int]:
    return 0, round(HEADER_HEIGHT * image.width / 1000), image.width, image.height


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
