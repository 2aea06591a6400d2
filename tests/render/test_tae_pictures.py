"""The pictures of TaE: what matters shows, to every eye; what is secret does not; all in time."""

import random
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from engines.contract import Outcome, Pick, Seat
from engines.tae.actions import TaeAction
from engines.tae.engine import TAE
from engines.tae.questions import AskRegion
from engines.tae.state import TaeState
from engines.tae.view import (
    ArtifactView,
    CombatView,
    LastView,
    MonumentView,
    ResultView,
    Scores,
    Ships,
    SideView,
    TaeView,
)
from render import tae
from tests.render import pictures
from tests.render.labels import labels
from tests.render.legibility import too_small
from tests.render.pictures import box_at, check_position, differ, some_frame
from tests.render.tae_scenes import (
    Scene,
    asked,
    choosing,
    document,
    external,
    gallery,
    internal,
    middle,
    open_scores,
    over,
    resolved,
    start,
    three_sides,
    with_monuments,
)
from tests.render.vision import DEFICIENCIES, seen

renderer = tae
paletted = partial(pictures.paletted, "tae")
themes = pytest.mark.parametrize("theme", ["dark", "light"])


def test_a_name_that_is_cut_ends_a_sentence_without_another_dot() -> None:
    view, frame = external()
    named = replace(frame, players=("Ann", "Wolfeschlegelsteinhausen"))
    (ties,) = [label.text for label in labels(tae.draw(view, named)) if "Ties go to" in label.text]
    assert ties.endswith("…")


@pytest.mark.parametrize("width", [1000, 900, 720, 560, 420])
def test_the_ships_and_bombs_of_two_players_are_whole_at_every_width_of_a_mail(width: int) -> None:
    view, frame = start()
    for ships in (0, 5, 6):
        counted = replace(view, chips=(f"{ships} ships, 0 bombs", f"{ships} ships, 2 bombs"))
        shown = {label.text for label in labels(tae.draw(counted, replace(frame, width=width)))}
        assert {*counted.chips} <= shown


def changes(scene: Scene, **change: Any) -> dict[str, bool]:
    """Whether the change of the view would be noticed, eye by eye."""
    frame = replace(scene.frame, width=500)
    one, other = paletted(scene.view, frame), paletted(replace(scene.view, **change), frame)
    if one.size != other.size:
        return dict.fromkeys(DEFICIENCIES, True)
    return {eyes: differ(seen(one, eyes), seen(other, eyes)) for eyes in DEFICIENCIES}


def with_sign(view: TaeView, cell: str, sign: str) -> tuple[str, ...]:
    """The rows with something else on a cell."""
    rows = [list(row) for row in view.rows]
    rows[int(cell[1:]) - 1][ord(cell[0]) - ord("A")] = sign
    return tuple("".join(row) for row in rows)


@themes
@pytest.mark.parametrize("sign", ["g", "k", "u", ".", "#"])
def test_what_stands_on_a_system_shows_to_every_eye(sign: str, theme: str) -> None:
    scene = middle(theme=theme)
    assert all(changes(scene, rows=with_sign(scene.view, "K7", sign)).values())


@themes
@pytest.mark.parametrize("traits", [{"seat": 1}, {"kind": "miner"}, {"cell": None}, {"cell": "C3"}], ids=str)
def test_leaders_show_to_every_eye(traits: dict[str, Any], theme: str) -> None:
    scene = middle(theme=theme)
    leaders = tuple(replace(one, **traits) if one.cell == "G4" else one for one in scene.view.leaders)
    assert all(changes(scene, leaders=leaders).values())


@themes
@pytest.mark.parametrize("cell", ["I7", "C3", "B9"])
def test_artifacts_show_and_outer_ones_differ_on_colony_leader_and_empty_system(
    cell: str, theme: str
) -> None:
    scene = middle(theme=theme)
    others = tuple(one for one in scene.view.artifacts if one.cell != cell)
    inner, outer = (
        replace(scene.view, artifacts=(*others, ArtifactView(cell, kind))) for kind in (False, True)
    )
    for view in (inner, outer):
        assert all(changes(Scene(view, scene.frame), artifacts=others).values())
    assert all(changes(Scene(inner, scene.frame), artifacts=outer.artifacts).values())


@pytest.mark.parametrize(
    "change",
    [
        {"last": None},
        {"last": LastView(seat=0, text="", cells=("K7",))},
        {"bag": 9},
        {"regions": ()},
        {"to_act": ()},
        {"turn": "turn 10"},
        {"mark": ("A1",)},
        {"squares": ("G4",)},
        {"monuments": (MonumentView(2, ("settler", "scientist"), ("N8", "O8", "N9", "O9")),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_change_of_the_view_shows(change: dict[str, Any]) -> None:
    assert changes(document(), **change)["none"]


def test_ships_and_bombs_show_on_the_chips() -> None:
    assert changes(start(2), chips=("6 ships, 1 bomb", "6 ships, 1 bomb"))["none"]
    scene = middle()
    for change in ({"bombs": 0}, {"resigned": True}):
        players = tuple(replace(one, **change) for one in scene.view.players)
        assert changes(scene, players=players)["none"]


@themes
@pytest.mark.parametrize(
    "change",
    [
        {"cells": ()},
        {"came_from": "C6"},
        {"results": ()},
        {"sent_home": ()},
        {"taken": ()},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_part_of_the_last_action_shows(change: dict[str, Any], theme: str) -> None:
    scene = resolved(theme=theme)
    assert scene.view.last is not None
    assert all(changes(scene, last=replace(scene.view.last, **change)).values())


def test_a_withdrawn_leader_leaves_a_ring() -> None:
    still, left = middle(last=None), middle(last=LastView(seat=0, text="", came_from="C6"))
    box = _box("C6")
    assert differ(*(renderer.draw(*scene).crop(box) for scene in (still, left)))


def test_a_fallen_leader_is_not_framed_as_if_it_stood() -> None:
    result = ResultView(
        internal=True,
        kind="merchant",
        sides=((0, 1, 0), (1, 1, 0)),
        winner=1,
        lost=((0, "I4"),),
        removed=(),
    )
    scene = middle(last=LastView(seat=0, text="", cells=("I4",), results=(result,)))
    assert not changes(scene, last=LastView(seat=0, text="", results=(result,)))["none"]


@themes
@pytest.mark.parametrize(
    "change", [{"initial": 5}, {"committed": True}, {"region": ()}], ids=lambda change: next(iter(change))
)
def test_sides_of_a_combat_show(change: dict[str, Any], theme: str) -> None:
    for scene in (external(theme=theme), internal(theme=theme)):
        combat = scene.view.combat
        assert combat is not None
        one, other = combat.sides
        drawn = replace(combat, sides=(replace(one, **change), other))
        assert all(changes(scene, combat=drawn).values())
        assert all(changes(scene, combat=None).values())


@themes
def test_choices_show(theme: str) -> None:
    assert all(changes(choosing(theme=theme), choices=("merchant",)).values())
    assert all(changes(with_monuments(theme=theme), squares=()).values())


@pytest.mark.parametrize("hand", [Ships(6), Ships(), Ships(0, 0, 3, 3)])
@pytest.mark.parametrize("scores", [Scores(1, 2, 3, 4, 5), Scores(10, 20, 30, 40, 5)])
def test_a_hand_and_its_points_show_to_their_owner_alone(hand: Ships, scores: Scores) -> None:
    """The public picture follows from a view without them; the own one is longer and shows them."""
    public, own = middle(width=500), middle(1, width=500)
    assert renderer.draw(*public).height < renderer.draw(*own).height
    for change in ({"hand": hand}, {"scores": scores}):
        players = tuple(replace(one, **change) if one.seat == 1 else one for one in own.view.players)
        assert changes(own, players=players)["none"]


def test_what_one_has_committed_shows_to_oneself() -> None:
    scene = external(viewer=0, committed=True)
    combat = scene.view.combat
    assert combat is not None
    one, other = combat.sides
    assert one.ships == 2
    assert changes(scene, combat=replace(combat, sides=(replace(one, ships=3), other)))["none"]
    public = external(committed=True)
    assert public.view.combat is not None
    assert all(side.ships is None for side in public.view.combat.sides)


@pytest.mark.parametrize("ranks", [(1, 2, 3), (1, 1, 3), (1, 1, 1)])
def test_a_result_is_read_to_its_end(ranks: tuple[int, ...]) -> None:
    view, frame = over()
    outcome = Outcome(ranks, "artifacts", f"A result with its reason, {'at length ' * 9}.", scores=(6, 6, 6))
    picture = renderer.draw(replace(view, outcome=outcome), replace(frame, players=("Ann", "Bea", "Cyd")))
    assert not [label.text for label in labels(picture) if label.text.endswith("…")]


def test_open_points_and_the_end_show_a_row_a_player() -> None:
    scene = over(width=500)
    hidden = tuple(replace(one, scores=None) for one in scene.view.players)
    assert (
        renderer.draw(*scene).height > renderer.draw(replace(scene.view, players=hidden), scene.frame).height
    )
    assert changes(scene, players=tuple(replace(one, final=(1, 1, 1, 1)) for one in scene.view.players))[
        "none"
    ]


@themes
def test_a_question_is_answered_with_the_resource_view(theme: str) -> None:
    """Regions are shaded, those that were asked about marked, and strengths printed."""
    scene = asked("G4", theme=theme)
    assert all(changes(scene, mark=asked("O6").view.mark).values())
    for cell, colonies in (("G4", Ships(7, 3, 1, 1)), ("K10", Ships(0, 2, 5, 2))):
        regions = tuple(
            replace(one, colonies=colonies) if cell in one.cells else one for one in scene.view.regions
        )
        one, other = (
            renderer.draw(view, scene.frame) for view in (scene.view, replace(scene.view, regions=regions))
        )
        box = _box(cell)
        assert differ(one.crop(box), other.crop(box))
    leaders = tuple(replace(one, support=one.support + 1) for one in scene.view.leaders)
    assert changes(scene, leaders=leaders)["none"]


def test_sixteen_leaders_in_one_region_still_have_room() -> None:
    scene = asked("G4")
    region = next(one for one in scene.view.regions if "G4" in one.cells)
    crowded = replace(region, leaders=tuple((one.seat, one.kind) for one in scene.view.leaders))
    others = tuple(replace(one, leaders=()) for one in scene.view.regions if one is not region)
    view = replace(scene.view, regions=(crowded, *others))
    fewer = replace(view, regions=(replace(crowded, leaders=crowded.leaders[:-1]), *others))
    assert differ(renderer.draw(view, scene.frame), renderer.draw(fewer, scene.frame))


def test_previews_are_framed() -> None:
    scene = middle()
    framed = renderer.draw(scene.view, replace(scene.frame, preview=True))
    assert differ(renderer.draw(*scene), framed)


@pytest.mark.parametrize("names", [("",) * 4, ("🦊" * 40, "W" * 400), ("שלום" * 20, "a\u0336" * 300), ()])
def test_names_change_nothing_but_their_chips(names: tuple[str, ...]) -> None:
    plain, odd = middle(), middle(names=names)
    difference = ImageChops.difference(renderer.draw(*plain), renderer.draw(*odd)).getbbox()
    assert difference is not None
    board = tae.sheet(*plain)
    assert difference[3] <= board.spots["A1"][1] - board.cell / 2


@pytest.mark.parametrize("seats", [2, 4, pytest.param(3, marks=pytest.mark.slow)])
def test_any_game_can_be_drawn_and_put_into_words(seats: int) -> None:
    """Games at random, each position drawn as the public and as a player see it, and asked about."""
    engine, rng = TAE, random.Random(seats)
    state = engine.start(engine.options({"monuments": True}), seats, f"{seats}" * 64)
    for step in range(60):
        if engine.outcome(state) is not None:
            break
        seat = rng.choice(engine.to_act(state))
        state = engine.apply(state, seat, rng.choice(list(engine.legal(state, seat)))).state
        if step % 3:
            continue
        public, own = engine.view(state, None), engine.view(state, seat)
        cell = rng.choice(public.regions).cells[0]
        answer = engine.questions.answer(state, seat, AskRegion(cell)).view
        assert isinstance(answer, TaeView)
        picks = {pick.at for one in engine.legal(state, seat) for pick in _last(state, seat, one) if pick.at}
        for view, viewer in ((public, None), (own, seat), (answer, seat)):
            frame = some_frame(step, seats, preview=viewer is not None)
            choices = tuple(sorted(picks)) if view is own else ()
            check_position(renderer, view, replace(frame, choices=choices))


def _box(cell: str) -> tuple[int, int, int, int]:
    board = tae.sheet(*middle())
    return box_at(*board.spots[cell], board.cell / 2)


def _last(state: TaeState, seat: Seat, action: TaeAction) -> list[Pick]:
    """The picks that lead to an action."""
    return [pick for path in TAE.offer(state, seat, action).paths for pick in path]


def written(name: str, *players: str) -> list[str]:
    """What stands on a golden picture if these people play."""
    view, frame = gallery()[name]
    return [label.text for label in labels(tae.draw(view, replace(frame, players=players)))]


def test_names_of_computers_are_whole_on_the_chips_of_two_players() -> None:
    assert {"Gentle computer", "Ann", "2 bombs"} <= {*written("start-2-dark", "Gentle computer", "Ann")}
    assert "6 ships, 1 bomb" in written("start-2-dark", "Bea", "Ann")


def test_the_order_of_ties_is_told_to_its_end() -> None:
    shown = written("three-sides-dark", "Gentle computer", "Ann", "Gentle computer 2")
    assert any(text.endswith("Ties go to Lion, then Pot.") for text in shown)


def test_the_order_of_ties_of_a_combat_of_four_is_told_to_its_end() -> None:
    view, frame = three_sides()
    assert view.combat is not None
    fourth = SideView(seat=3, cell="H4", initial=1, region=("H3", "H4"), committed=False, ships=None)
    combat = replace(view.combat, sides=(*view.combat.sides, fourth))
    players = (*view.players, replace(view.players[2], seat=3))
    drawn = tae.draw(replace(view, combat=combat, players=players), replace(frame, players=()))
    assert "Each merchant adds 1. Ties go to Bull, then Lion, then Pot." in [
        label.text for label in labels(drawn)
    ]


def test_whoever_resigned_has_no_final_points_on_the_last_picture() -> None:
    view, frame = over()
    players = (replace(view.players[0], resigned=True), *view.players[1:])
    shown = [label.text for label in labels(tae.draw(replace(view, players=players), frame))]
    assert shown.count("resigned") == 1
    assert "6 7 9" not in shown
    assert "6 7 9" in [label.text for label in labels(tae.draw(view, frame))]


def test_a_combat_across_the_whole_map_can_be_read_though_all_points_are_open() -> None:
    view, frame = open_scores()
    ends = (("A1", ("A1", "B1")), ("P11", ("O11", "P11")))
    sides = tuple(
        SideView(seat=seat, cell=cell, initial=1, region=region, committed=False, ships=None)
        for seat, (cell, region) in enumerate(ends)
    )
    combat = CombatView(
        internal=False, kind="merchant", reinforced_by="merchant", connecting="H6", sides=sides
    )
    picture = tae.draw(replace(view, combat=combat, phase="reinforce"), replace(frame, width=1000))
    assert picture.height <= 1000
    assert not too_small(picture)


def test_a_region_that_was_asked_about_can_be_read_though_all_points_are_open() -> None:
    view, frame = open_scores()
    picture = tae.draw(replace(view, mark=view.regions[0].cells), replace(frame, width=1000))
    assert picture.height <= 1000
    assert not too_small(picture)


def test_a_region_that_was_asked_about_in_a_combat_is_shown_without_it() -> None:
    view, frame = external(viewer=1)
    asked_about = replace(view, mark=view.regions[0].cells)
    alone = replace(asked_about, combat=None)
    assert tae.draw(asked_about, frame).tobytes() == tae.draw(alone, frame).tobytes()
