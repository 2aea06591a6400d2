"""What screen readers say of Reef Encounter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.reef.components import BOARDS
from engines.reef.view import ShrimpView
from render import reef
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
    return scene(replace(view, boards=boards, prompt="Green plays"), happened="a long story")


def test_alt_text_tells_everything() -> None:
    assert renderer.alt(*guarded()) == (
        "Reef Encounter, game K7QX, turn 12. A long story. B2: Y1 at C3, W3 at D4 (purple E4). B3: "
        "green A3 on bare rock. Coral tiles: W>Y green locked, W>O red, O>Y red, Y>P purple, O>P "
        "green, O>G blue locked, P>W purple, P>G green, G>W red, Y>G red. Open sea: W worth 3 with "
        "WYO; Y worth 3 with WWG; O worth 4 with YPG; P worth 3 with WO; G worth 2 with Y; alga blue. "
        "Purple (Ann): front W2 P1, fed 1. Green (Bartholomäus): front none, not fed. Green plays."
    )


def test_text_board() -> None:
    assert renderer.text(*guarded()).split("\n")[3:10] == [
        "B2 A B C D E F G    B3 A B C D E F G",
        "1        . . .      1    . .   . . .",
        "2  . . . . . .      2    . . . . .",
        "3  . . Y .   . .    3  .g. .   . . .",
        "4  .   . W WpW .    4  . . . * .   .",
        "5  . . . . . . .    5    . . . . . .",
        "6    . . . . .      6    . . .   . .",
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_the_text_board_has_a_sign_for_every_cell(name: str) -> None:
    view = position(2, reefs=name, corals={name: ""}, last=None)
    lines = renderer.text(*scene(view)).split("\n")[4:10]
    rock = {
        f"{name}:{column}{row}"
        for row, line in enumerate(lines, start=1)
        for column, sign in zip("ABCDEFG", line[3::2], strict=False)
        if sign != " "
    }
    assert rock == set(BOARDS[name].cells)


def test_a_hand_is_told_to_its_owner_alone() -> None:
    own = "Behind your screen: tiles W3 Y1 O2 P5 G1; cubes W1 P2 G1; fish W3 Y1 O1, score 14; 2 shrimps."
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
    assert "Corals of 3 or more, and guarded ones." in alt
    assert "W2 at A4 (green A4)" in alt
    assert "P2 at C5" not in alt
    assert "P2 at C5" in renderer.alt(*scene(position(3), happened=""))


def test_the_end_is_told_in_the_order_of_the_places() -> None:
    alt, text = (say(*scene(over())) for say in (renderer.alt, renderer.text))
    assert "1. Purple (Ann) 25: fish W3 Y4 O1. 1. Red (Cleo) 25: fish W1 Y2 O4. 3. Green" in alt
    assert "3. Green (Bartholomäus) 14: fish P2 G4; 3 in front, 0 cubes, 12 tiles, 4 guarded polyps." in text


def test_marks_closed_bonus_and_preview_are_told() -> None:
    view = position(2, **TWO, reach=("B2:F3", "B2:D4"), bonus=(0,) * 5, bonus_closed=True, last=None)
    assert "Marked: B2:F3 and B2:D4." in renderer.alt(*scene(view))
    assert "Bonus closed; bag 84;" in renderer.text(*scene(view))
    assert renderer.alt(*scene(view, preview=True)).startswith("Preview, nothing is played yet. ")


@pytest.mark.parametrize("name", gallery())
def test_limits_hold_whatever_people_are_called(name: str) -> None:
    view, frame = gallery()[name]
    longest = replace(frame, players=("𝕭" * 900, "x" * 5000, "y" * 80, ""), happened="y" * 9000)
    for given in (frame, longest):
        alt, text = renderer.alt(view, given), renderer.text(view, given)
        assert len(alt) <= 1024
        assert len(text) <= 1900
        end = view.outcome.text if view.outcome else f"{view.prompt}."
        # A picture of the hand alone says what is held; the text board is always the whole position.
        assert alt.endswith("2 shrimps." if frame.hand else end)
        assert text.endswith(end)
