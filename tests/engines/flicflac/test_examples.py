"""The worked examples of section 14 of the rules."""

import pytest

from engines.contract import Seat
from engines.flicflac.board import SIZES
from tests.engines.flicflac.table import (
    BLOCKS,
    BOTH_LOSE,
    COMBAT_1,
    CYLINDERS,
    ENGINE,
    MOVEMENT,
    ONE_FALLS,
    act,
    captured,
    free,
    healths,
    legal,
    load,
    mine,
    piece,
    play,
    reach,
    stand,
    start,
    why,
)

# -- 14.1 --------------------------------------------------------------------------------------------------


def test_combat_example_1() -> None:
    state = load(COMBAT_1)
    assert healths(state) == {
        "CY": 1, "BR": -21, "BY": -1, "CR": 1, "BO": 2, "BG": 1, "CG": 2, "CB": 2,
    }  # fmt: skip
    assert {one.code for one in mine(state).pieces if one.doomed} == {"BR", "BY"}
    assert {one.code for one in mine(state).pieces if one.empowered} == {
        "BP",
        "BB",
        "CP",
        "CR",
        "BG",
        "CG",
        "CB",
    }
    flying = {one.code: "".join(one.flying) for one in mine(state).pieces}
    assert flying == {
        "BP": "BG", "CO": "GY", "CY": "OR", "BR": "PB", "BB": "RP", "CP": "BG",
        "BY": "OR", "CR": "YO", "BO": "GY", "BG": "YO", "CG": "PB", "CB": "GY",
    }  # fmt: skip


def test_combat_example_1_in_the_cylinders_phase() -> None:
    after = act(load(COMBAT_1), CYLINDERS, "end")
    assert set(captured(after)) == {"BR", "BY"}
    assert after.score == (2, 0)
    assert mine(after).phase == "extra"
    assert after.side == CYLINDERS
    assert free(after) == ["CY", "CR"]
    assert stand(after, "CY") == "C4"
    assert stand(after, "CR") == "G5*"


def test_combat_example_1_in_the_blocks_phase() -> None:
    after = act(load(COMBAT_1, "B"), BLOCKS, "end")
    assert set(captured(after)) == {"BR", "BY"}
    assert after.score == (2, 0)
    assert mine(after).phase == "main"
    assert after.side == CYLINDERS
    assert len(free(after)) == 6


# -- 14.2 --------------------------------------------------------------------------------------------------


def test_movement_2() -> None:
    state = load(MOVEMENT)
    expected = "A1 B1 B3 C2 C3 D1 D3 D4 E2 E3 E4 F2 F3 F5 G4"
    assert reach(state, "CR") == set(expected.split())
    assert {cell for cell in reach(state, "CR") if piece(act(state, 0, f"CR {cell}"), "CR").flipped} == {
        "D3",
        "E2",
    }


def test_movement_3() -> None:
    state = load(MOVEMENT)
    assert reach(state, "CB") == {"A1", "A2", "B1", "B3", "C2", "C3", "D1", "D4"}
    assert not any(piece(act(state, 0, f"CB {cell}"), "CB").flipped for cell in reach(state, "CB"))


def test_movement_4_and_5() -> None:
    state = act(load(MOVEMENT), CYLINDERS, "CB B1")
    assert stand(state, "CB") == "B1"
    assert piece(state, "CB").moved
    assert [text for text in legal(state) if text.startswith("CB")] == ["CB retract"]
    state = act(state, CYLINDERS, "CB retract")
    assert stand(state, "CB") == "C1"
    assert not piece(state, "CB").moved
    assert "CB B1" in legal(state)


def test_movement_6_indirect_pass_through() -> None:
    state = load("BY@C1* BP@D1 CP@D2*", "B")
    assert "E1" not in reach(state, "BY")
    state = act(state, BLOCKS, "BP E2")
    assert stand(state, "BP") == "E2*"
    assert piece(state, "BP").flying == ("O", "R")
    state = act(state, BLOCKS, "BY E1")
    assert stand(state, "BY") == "E1*"
    state = act(state, BLOCKS, "BP retract")
    assert stand(state, "BP") == "D1"
    assert not piece(state, "BP").moved
    assert reach(state, "BP") >= {"C1", "E2"}
    assert stand(act(state, BLOCKS, "BP C1"), "BP") == "C1*"


# -- 14.3 --------------------------------------------------------------------------------------------------


def test_the_start_position() -> None:
    state = start()
    for code in free(state):
        assert len(reach(state, code)) == 8
    assert healths(state) == {}
    after = act(state, CYLINDERS, "end")
    assert (after.side, mine(after).phase) == (BLOCKS, "main")


@pytest.mark.parametrize("size", SIZES)
def test_pieces_enter_on_their_edge_on_every_board(size: int) -> None:
    state = start(size=size)
    for code in free(state):
        assert reach(state, code) == set(state.board.entry[code])
        assert len(reach(state, code)) == size


def test_entry_on_black() -> None:
    state = act(start(), CYLINDERS, "CB C1")
    assert stand(state, "CB") == "C1*"
    assert piece(state, "CB").flying == ("R", "P")
    assert stand(act(state, CYLINDERS, "CB retract"), "CB") == "home"


def test_a_lone_piece_on_the_centre_reaches_24_cells_all_coloured() -> None:
    state = load("CB@H8")
    assert len(reach(state, "CB")) == 24
    assert not any(state.board.cell[cell].colour == "K" for cell in reach(state, "CB"))


@pytest.mark.parametrize(
    ("position", "before", "after", "ended"),
    [
        (ONE_FALLS, (10, 9), (11, 9), True),
        (ONE_FALLS, (10, 10), (11, 10), False),
        (BOTH_LOSE, (10, 10), (11, 11), False),
    ],
)
def test_when_the_game_is_won(
    position: str, before: tuple[int, int], after: tuple[int, int], ended: bool
) -> None:
    state = act(load(position, score=before), CYLINDERS, "end")
    assert state.score == after
    if ended:
        assert why(state) == "captures"
        assert mine(state).phase == "over"
        assert free(state) == []
        assert ENGINE.to_act(state) == ()
    else:
        assert why(state) is None
        assert (mine(state).phase, state.side) == ("extra", CYLINDERS)
        assert free(state) == ["CY"]


@pytest.mark.parametrize(("side", "captors"), [("C", ["CY"]), ("B", ["BB", "BO"])])
def test_a_captured_captor_strikes_from_its_home(side: str, captors: list[str]) -> None:
    seat: Seat = "CB".index(side)
    state = act(load(BOTH_LOSE, side), seat, "end")
    assert free(state) == captors
    assert stand(state, captors[0]).startswith("home")
    assert reach(state, captors[0]) == set(state.board.entry[captors[0]])


def test_a_whole_line_of_play() -> None:
    state = play(start(), "CB C1, CG K13, CB retract, end")
    assert (stand(state, "CB"), stand(state, "CG")) == ("home", "K13*")
    assert state.side == BLOCKS
