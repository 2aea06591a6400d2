"""What screen readers say of Flic Flac."""

import pytest
from msgspec.structs import replace

from engines.flicflac.board import SIZES, board
from engines.flicflac.questions import AskReach
from engines.flicflac.view import MoveView, Reach
from render import flicflac
from tests.render.flicflac_scenes import MELEE, PASS_THROUGH, after, played

renderer = flicflac


def test_alt_text_tells_everything() -> None:
    view, frame = played(pieces=MELEE, position={"score": {"C": 3, "B": 5}}, recent_events="a long story")
    assert renderer.alt(view, frame) == (
        "Ann (Cylinders) to move up to six pieces. Flic Flac, game K7QX, turn 1. A long story. Ann "
        "(Cylinders), 3 of 11 captures: CB flying GY on J8, "
        "empowered, health +2; CG flying PB on H9, empowered, health +2; CY flying OR on C4, health +1; CO "
        "flying GY on D2; CR flying YO on G5, empowered, health +1; CP flying BG on D7, empowered, health 0. "
        "Bea (Blocks), 5 of 11 captures: BB flying RP on C6, empowered, health 0; BG flying YO on G7, "
        "empowered, health +1; BY flying OR on H5, health −1, falls; BO flying GY on F7, health +2; BR "
        "flying PB on D5, health −21, falls; BP flying BG on C2, empowered."
    )


def test_nothing_falls_any_more_when_the_game_is_over() -> None:
    alt = renderer.alt(*played(["resign"], pieces=MELEE))
    assert "BR flying PB on D5, health −21;" in alt
    assert "falls" not in alt


def test_one_capture_to_win_is_told_in_the_singular() -> None:
    assert ", 0 of 1 capture: " in renderer.alt(*played(target=1))


def test_pieces_at_home_are_named_with_what_they_fly() -> None:
    alt = renderer.alt(*played(pieces="CB C1, CR home*"))
    assert "CB flying GY on C1; at home CG flying YO, CY flying OR, CO flying RP, CR flying YO and" in alt


def test_staged_moves_are_told_to_their_mover_alone() -> None:
    assert "Moved so far: BR to H14 (flips)." in renderer.alt(*after(8, viewer=1))
    assert "Moved so far" not in renderer.alt(*after(8))


def test_reach_is_told() -> None:
    view, frame = played(pieces=PASS_THROUGH, viewer=0, ask=AskReach("CR"))
    result = "CR can go to A1, B1, B3, C2, C3, D1, D3 (flips), D4, E2 (flips), E3, E4, F2, F3, F5 and G4."
    assert result in renderer.alt(view, frame)
    lines = renderer.text(view, frame).split("\n")
    assert lines[2] == "A           p+ r  -  g  b  -  o  y"
    assert lines[5] == "D       g+ CR -+ o+ y  -  p  r  -  g  b"
    nowhere = replace(view, reach=Reach("CR", (), ()))
    assert "CR can go nowhere." in renderer.alt(nowhere, frame)


def test_text_board() -> None:
    assert renderer.text(*after(5, 10)).split("\n")[2:11] == [
        "A       o  y  -  p  r",
        "B     y  -  o  r  -  p",
        "C    CB o  y  -  p  r  -",
        "D  p  r  -  g  b  -  o  y",
        "E r  -  p  b  -  g  y  -  o",
        "F  p  r  -  g  b  -  o  y",
        "G    -  BG y  -  p  r  -",
        "H     y  -  o  r  -  CP",
        "J       o  y  -  p  CG",
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_text_board_has_a_sign_for_every_cell(size: int) -> None:
    lines = renderer.text(*after(size, 0)).split("\n")[2 : 2 * size + 1]
    signs = {
        f"{line[0]}{number}": sign for line in lines for number, sign in enumerate(line[1:].split(), start=1)
    }
    expected = {cell.name: cell.colour.lower().replace("k", "-") for cell in board(size).cells}
    assert signs == expected


def test_the_fullest_text_says_first_who_is_to_act() -> None:
    view, frame = played(pieces=MELEE, players=("M" * 90, "W" * 90), recent_events="z" * 900, preview=True)
    staged = tuple(MoveView(code, "H8", "H14", True) for code in ("CB", "CG", "CY", "CO", "CR", "CP"))
    full = replace(view, staged=staged, reach=Reach("CB", tuple(f"H{n}" for n in range(1, 16)) * 30, ()))
    for say in (renderer.text, renderer.alt):
        assert say(full, frame).startswith("Preview, nothing is played yet. Then: MMM")
        assert "to move up to six pieces. Flic Flac" in say(full, frame)
    assert "zzz" in renderer.text(view, frame)
    assert "zzz" not in renderer.text(full, frame)
