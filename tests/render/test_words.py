"""What screen readers say."""

import pytest
from msgspec.structs import replace

from engines.roses.board import CELLS
from render import roses
from tests.render.scenes import DIAGRAM_B, after, gallery, played


def test_alt_text_tells_everything() -> None:
    scene = after(15)
    assert roses.alt(scene.view, scene.frame) == (
        "Bea (Black) moves. Guerre des Deux Roses, game K7QX, move 16. Ann (White) moves c4 to b4; Bea's "
        "soldier on b4 is pushed over the edge. Ann (White): castle e3, soldiers b3, b4, c2 and c3. Bea "
        "(Black): castle b5, soldiers d5, e4 and e6, 1 lost."
    )


def test_alt_text_of_a_drop_names_the_reserves() -> None:
    scene = after(1)
    assert "Ann (White): castle e3, soldier d3, 3 in reserve." in roses.alt(scene.view, scene.frame)
    assert "no soldiers on the board, 4 in reserve" in roses.alt(scene.view, scene.frame)


def test_alt_text_of_the_end_names_the_outcome_and_the_fallen_castle() -> None:
    scene = after(17)
    alt = roses.alt(scene.view, scene.frame)
    assert "castle b5 fallen" in alt
    assert alt.startswith("Ann (White) wins: Bea's castle has fallen. ")


def test_how_near_a_draw_is_is_told() -> None:
    scene = after(11)
    view = replace(scene.view, notes=("Drawn after 9 more moves without a capture.",))
    for words in (roses.alt, roses.text):
        assert "Drawn after 9 more moves without a capture." in words(view, scene.frame)


def test_text_board() -> None:
    scene = played(["d4xf6"], DIAGRAM_B)
    assert roses.text(scene.view, scene.frame).split("\n")[3:9] == [
        "            b5 B",
        "   a3 .  b4 w  c5 w  d6 .",
        "a2 b  b3 .  c4 *  d5 .  e6 .",
        "   b2 .  c3 b  d4 *  e5 w  f6 w",
        "      c2 .  d3 b  e4 .  f5 .",
        "               e3 W",
    ]


def test_text_board_shows_the_victor_of_either_side_on_the_ruin() -> None:
    white, black = after(17), played(["c3xe3"], DIAGRAM_B.replace(" w ", " b "))
    for scene, row in ((white, "b5 wx"), (black, "e3 bx")):
        grid = [line.strip() for line in roses.text(scene.view, scene.frame).split("\n")[3:9]]
        assert row in grid


def test_text_board_from_the_other_side_is_the_half_turn() -> None:
    def cells(perspective: int | None) -> list[str]:
        scene = after(11, perspective=perspective)
        grid = roses.text(scene.view, scene.frame).split("\n")[3:9]
        return [word for line in grid for word in line.split() if word in CELLS]

    assert len(cells(None)) == 20
    assert cells(1) == cells(None)[::-1]
    assert cells(0) == cells(None)


@pytest.mark.parametrize("name", gallery())
def test_nothing_is_cut_off_whatever_people_are_called(name: str) -> None:
    scene = gallery()[name]
    frame = type(scene.frame)(code="K7QX", players=("𝕭" * 900, "x" * 5000), recent_events="y" * 9000)
    assert roses.alt(scene.view, frame).endswith(".")
