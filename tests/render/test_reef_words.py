"""What screen readers say of Reef Encounter."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.reef.components import BOARDS
from engines.reef.view import ShrimpView
from render import reef
from render.reef.words import brief
from tests.engines.reef.table import ENGINE, load
from tests.render.reef_scenes import FRESH, Scene, gallery, over, position, scene

renderer = reef
TWO: dict[str, Any] = {"corals": {"B2": "WWW D4 E4 F4, Y C3", "B3": ""}, "reefs": "B2 B3"}


def guarded() -> Scene:
    """Two reefs, nearly bare, with a shrimp."""
    view = position(2, **TWO, fronts=("WWP", ""), eaten=(1, 0))
    guard = ShrimpView(cell="B2:E4", seat=0, bare=False)
    bare = ShrimpView(cell="B3:A3", seat=1, bare=True)
    first, second = view.boards
    boards = (replace(first, shrimps=(guard,)), replace(second, shrimps=(bare,)))
    return scene(replace(view, boards=boards, prompt="Green plays"), recent_events="a long story")


def test_alt_text_tells_everything() -> None:
    assert renderer.alt(*guarded()) == (
        "Bartholomäus (Green) plays. Reef Encounter, game K7QX, turn 12. A long story. "
        "B2: white 3 at d4 (Purple e4), yellow 1 at c3. B3: Green a3 on bare rock. "
        "Strength (and the alga that turns it): white eats yellow (locked), orange (red); yellow eats pink "
        "(purple), grey (red); orange eats yellow (red), pink (green), grey (locked); pink eats white "
        "(purple), grey (green); grey eats white (red). "
        "Open sea: white worth 3, 1 white 1 yellow 1 orange; yellow worth 3, 2 white 1 grey; orange worth 4, "
        "1 yellow 1 pink 1 grey; pink worth 3, 1 white 1 orange; grey worth 2, 1 yellow; last alga blue. "
        "Ann (Purple): 2 white 1 pink in front, fed 1. Bartholomäus (Green): none in front, fed 0."
    )


def test_text_board() -> None:
    lines = renderer.text(*guarded()).split("\n")
    assert lines[:4] == [
        "Bartholomäus (Green) plays. Reef Encounter, game K7QX, turn 12.",
        "A long story.",
        "B2: white 3 at d4 (Purple e4), yellow 1 at c3.",
        "B3: Green a3 on bare rock.",
    ]
    assert lines[-8:-1] == [
        "B2 a b c d e f g    B3 a b c d e f g",
        "1        . . .      1    . .   . . .",
        "2  . . . . . .      2    . . . . .",
        "3  . . Y .   . .    3  .2. .   . . .",
        "4  .   . W W1W .    4  . . . * .   .",
        "5  . . . . . . .    5    . . . . . .",
        "6    . . . . .      6    . . .   . .",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_board_shows_every_reef_however_much_there_is_to_tell(players: int) -> None:
    view = position(players, viewer=0)
    lines = renderer.text(*scene(view)).split("\n")
    heads = [line for line in lines if line.endswith(" a b c d e f g")]
    assert [head[at : at + 2] for head in heads for at in (0, 20) if head[at:]] == [
        reef.id for reef in view.boards
    ]
    polyps = sum(len(reef.polyps) for reef in view.boards)
    grid = lines[lines.index(heads[0]) : -1]
    assert sum(line.count(coral) for line in grid for coral in "WYOPG") == polyps


@pytest.mark.parametrize("name", BOARDS)
def test_the_text_board_has_a_sign_for_every_cell(name: str) -> None:
    view = position(2, reefs=name, corals={name: ""}, last=None)
    lines = renderer.text(*scene(view)).split("\n")[-7:-1]
    rock = {
        f"{name}:{column}{row}"
        for row, line in enumerate(lines, start=1)
        for column, sign in zip("ABCDEFG", line[3::2], strict=False)
        if sign != " "
    }
    assert rock == set(BOARDS[name].cells)


def test_a_hand_is_told_to_its_owner_alone() -> None:
    own = (
        "Behind your screen: tiles 3 white 1 yellow 2 orange 5 pink 1 grey; cubes 1 white 2 pink 1 grey; "
        "fish 3 white 1 yellow 1 orange, score 14; 2 shrimps."
    )
    for text in (renderer.alt, renderer.text):
        assert own in text(*scene(position(viewer=2)))
        assert "Behind" not in text(*scene(position()))


def test_a_choice_is_told_to_its_owner() -> None:
    view = position(2, viewer=0, **FRESH)
    assert view.own is not None
    chosen = scene(replace(view, own=replace(view.own, choice="WY")))
    assert "chosen WY" in renderer.alt(*chosen)


def test_small_corals_are_left_out_where_there_is_no_room() -> None:
    alt = renderer.alt(*scene(position(viewer=0)))
    assert "or more, and guarded ones." in alt
    assert "white 2 at a4 (Green a4)" in alt
    assert "pink 2 at c5" not in alt
    assert "pink 2 at c5" in renderer.alt(*scene(position(2, reefs="B2 B3"), recent_events=""))
    assert "Worth: white 3, yellow 3, orange 4, pink 3, grey 2." in alt
    assert "3 pink 2 grey in front, fed 3." in alt


@pytest.mark.parametrize("preview", [False, True])
def test_the_possessions_of_the_last_player_are_told_whatever_people_are_called(preview: bool) -> None:
    view = position(viewer=3)
    alt = renderer.alt(*scene(view, players=tuple(letter * 32 for letter in "WMQO"), preview=preview))
    assert alt.endswith("12 yellow 1 orange 3 pink 2 grey in front, fed 3.")


def test_the_end_is_told_in_the_order_of_the_places() -> None:
    alt, text = (say(*scene(over())) for say in (renderer.alt, renderer.text))
    assert alt.startswith("Ann (Purple) and Cleo (Red) win with 25 points. Reef Encounter")
    assert "1. Ann (Purple) 25: fish 3 white 4 yellow 1 orange. 1. Cleo (Red) 25: fish 1 white 2" in alt
    assert "3. Bartholomäus (Green) 14: fish 2 pink 4 grey; 3 in front, 0 cubes, 12 tiles" in text


def test_the_end_tells_who_gave_up() -> None:
    view = over()
    players = tuple(replace(one, resigned=one.seat == 1) for one in view.players)
    assert "3. Bartholomäus (Green) 14, gave up: fish" in renderer.alt(*scene(replace(view, players=players)))


def test_marks_closed_bonus_and_preview_are_told() -> None:
    view = position(2, **TWO, reach=("B2:F3", "B2:D4"), bonus=(0,) * 5, bonus_closed=True, last=None)
    assert "Marked: B2 f3 and B2 d4." in renderer.alt(*scene(view))
    assert "Bag 84; bonus row closed;" in renderer.text(*scene(view))
    assert renderer.alt(*scene(view, preview=True)).startswith("Preview, nothing is played yet. ")


@pytest.mark.parametrize("name", gallery())
def test_limits_hold_whatever_people_are_called(name: str) -> None:
    view, frame = gallery()[name]
    longest = replace(frame, players=("𝕭" * 900, "x" * 5000, "y" * 80, ""), recent_events="y" * 9000)
    for given in (frame, longest):
        alt, text = renderer.alt(view, given), renderer.text(view, given)
        assert len(alt) <= 1024
        assert len(text) <= 2500
        if not frame.hand:
            # A picture of the hand alone says what is held; the text board is always the whole position.
            assert ("points." if view.outcome else "turn: laying pink.") in alt[:200]
        assert ("points." if view.outcome else "turn: laying pink.") in text[:200]


@pytest.mark.parametrize("red", [{"cubes": "W"}, {"hand": "WW"}, {"fish": "W"}, {}])
def test_a_short_result_names_the_tie_breaker_as_the_whole_does(red: dict[str, str]) -> None:
    view = ENGINE.view(load("B2: Y A2 A3", phase="over", red=red, green={"hand": "W"}), None)
    assert view.outcome is not None
    whole, _, reason = view.outcome.text.partition(": ")
    assert reason
    assert brief(view) == whole
