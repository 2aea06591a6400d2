"""What screen readers say of TaE."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.tae.view import Scores, Ships
from render import tae
from tests.render.tae_scenes import (
    asked,
    choosing,
    external,
    gallery,
    middle,
    over,
    resolved,
    start,
    with_monuments,
)

renderer = tae


def test_alt_text_tells_everything() -> None:
    assert renderer.alt(*middle()) == (
        "TaE, game K7QX, turn 9. Bull drops a supernova bomb on M10. Bow (Ann): leaders merchant G4, "
        "scientist F4, settler E2, miner O5; 6 ships; 1 bomb. Pot (Bea): leaders merchant I6, settler M4, "
        "miner D3; 6 ships; 2 bombs. Lion (Carlos): leaders scientist H7, settler I3; 6 ships; 2 bombs. "
        "Bull (Dörte): leaders merchant B9, settler K10, miner L9; 6 ships; 2 bombs. Artifacts: outer "
        "P2, B8, O9; inner F3, N5, I7, F10, K11. 107 ships in the bag. Colonies: merchant G3 G5 H6 J6 C9; "
        "science P2 F3 H3 H4 N5 I7 K7 B8 C8 O9 F10 L10 K11; settler F2 M5 J7 L11; mining E3 O6 D8 J9 K9. "
        "Bow has 2 actions left."
    )


def test_a_hand_is_told_to_its_owner_alone() -> None:
    told = "in hand 2 merchants, 2 scientists, 1 settler, 1 mining robot; Money 3, Technology 12, People 5"
    own, public = middle(1), middle()
    for say in (renderer.alt, renderer.text):
        assert told in say(*own)
        assert "in hand" not in say(*public)
        assert "Money" not in say(*public)
    empty = tuple(replace(one, hand=Ships(), scores=Scores()) for one in own.view.players)
    assert "in hand nothing" in renderer.text(replace(own.view, players=empty), own.frame)


def test_combats_are_told_with_what_the_viewer_may_know() -> None:
    assert (
        "External combat of merchant leaders joined by I5: Bow on J5 0 (committed) and Pot on F5 1."
        in renderer.alt(*external(committed=True))
    )
    assert "Bow on J5 0 (you add 2)" in renderer.alt(*external(viewer=0, committed=True))
    assert (
        "combat of scientist leaders: Bow 2 + 1, Pot 2 + 0; Bow wins; colonies on K5, K6 and L5 removed."
        in renderer.alt(*resolved())
    )


def test_choices_and_monuments_are_told() -> None:
    assert "Combats to choose from: scientist and merchant." in renderer.alt(*choosing())
    alt = renderer.alt(*with_monuments())
    assert "Monument of settler and merchant on G5, H5, G6 and H6." in alt
    assert "A monument may be built on the square of C1." in alt


def test_resources_are_told() -> None:
    told = renderer.alt(*asked("O6"))
    assert "Marked: M4, M5, N5, O5, O6." in told
    assert "Region 2 from M4: Pot settler, Bow miner; 1 science, 1 settler, 1 mining." in told


def test_the_end_names_final_points() -> None:
    alt = renderer.alt(*over())
    assert "Money 7, Technology 9, People 4, Raw Materials 5, artifacts 3; final 6, 6, 7, 9." in alt
    assert alt.endswith("Bow wins: two artifacts are left.")


def test_a_resigned_player_is_told_as_such() -> None:
    scene = middle()
    players = tuple(replace(one, resigned=one.seat == 2) for one in scene.view.players)
    assert "Lion (Carlos): resigned." in renderer.alt(replace(scene.view, players=players), scene.frame)


def test_a_preview_says_so() -> None:
    for say in (renderer.alt, renderer.text):
        assert say(*middle(preview=True)).startswith("Preview, nothing is played yet. ")


def test_text_board() -> None:
    assert renderer.text(*start()).split("\n")[2:14] == [
        "   A B C D E F G H I J K L M N O P",
        "1  . . . . ~~~~~~~~~~. r*. ~~. . .",
        "2  . r*. . ~~. . . . . . . ~~. . r*",
        "3  . . . ~~~~r*. . . . . . ~~~~. .",
        "4  ~~~~~~~~. . . . . . . . . ~~~~~~",
        "5  . . . . . . . . . . . . . r*~~~~",
        "6  . . . . . . . . . . . . . . ~~.",
        "7  ~~~~~~~~. . . . r*. . . ~~~~~~.",
        "8  . r*. ~~~~~~~~. . . . . ~~. . .",
        "9  . . . . . . ~~~~~~~~~~~~~~. r*.",
        "10 . . . . . r*. . . . . . . . . .",
        "11 . . . . . . . . . . r*. . . . .",
    ]


def test_text_board_of_a_game() -> None:
    lines = renderer.text(*middle()).split("\n")[3:14]
    assert lines[0] == "1  . . . . ~~~~##~~~~. . . ~~. . ."
    assert lines[8] == "9  . Xgg . . . ~~~~~~u u Xu~~. r*."
    assert "MMMM" in renderer.text(*with_monuments())


@pytest.mark.parametrize("name", gallery())
def test_limits_hold_whatever_people_are_called(name: str) -> None:
    view, frame = gallery()[name]
    longest = replace(frame, players=("𝕭" * 900, "x" * 5000) * 2, happened="y" * 9000)
    for say, most in ((renderer.alt, 1024), (renderer.text, 1900)):
        said = say(view, longest)
        assert len(said) <= most
        if not frame.hand:
            assert said.endswith(("left.", "first.", "combat.", "skips."))


def test_of_a_hand_alone_its_owner_is_told() -> None:
    view, frame = gallery()["held-dark"]
    said = renderer.alt(view, frame)
    assert "in hand 2 merchants, 2 scientists, 1 settler, 1 mining robot" in said
    assert "Bow" not in said


def test_what_happened_gives_way_to_the_position() -> None:
    view, frame = asked("G4")
    assert "Bull drops" in renderer.alt(*middle())
    crowded = replace(frame, happened="z" * 1800, players=("n" * 40,) * 4)
    assert "zzz" not in renderer.alt(view, crowded)
    assert renderer.text(view, crowded).endswith("Bow has 2 actions left.")
    assert renderer.alt(view, crowded).endswith("Bow has 2 actions left.")
