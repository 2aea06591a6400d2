"""What the computer player sees, and what it does where one thing is clearly right."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Level, Seat
from engines.flicflac.board import Board, board
from engines.flicflac.core import HOME, Position, grid_of, influences, places_in, position_of
from engines.flicflac.phase_search import Node, PhaseSearch
from engines.flicflac.pieces import CODES
from engines.flicflac.player import COMPUTER, Search, turn_of
from engines.flicflac.state import SET_UP, FlicFlacState, Stand, Stands, with_stands
from tests.engines.flicflac.oracle import positions
from tests.engines.flicflac.table import BLOCKS, CYLINDERS, ENGINE, ONE_FALLS, legal, load, start, why
from tests.engines.vectors import states
from tests.examples import examples

QUICK = settings(max_examples=examples(30))
SIDES = st.sampled_from((CYLINDERS, BLOCKS))
LEVELS = pytest.mark.parametrize("level", [Level.GENTLE, pytest.param(Level.STEADY, marks=pytest.mark.slow)])


def phase_of(ground: Board, stands: Stands, side: Seat) -> PhaseSearch:
    grid = grid_of(ground)
    return PhaseSearch(grid, position_of(grid, stands), side)


def turn(state: FlicFlacState, level: Level, seed: str = "seed") -> FlicFlacState:
    """The state after a turn of the side that is to play, forced ends included."""
    side = state.side
    while state.ending is None and state.side == side:
        forced = ENGINE.forced(state)
        action = (
            forced[1]
            if forced
            else COMPUTER.choose(ENGINE.view(state, side), side, level, random.Random(seed))
        )
        state = ENGINE.apply(state, side, action).state
    return state


@given(positions(), SIDES)
@QUICK
def test_a_placement_is_worth_the_same_however_it_came_about(
    position: tuple[Board, Stands], side: Seat
) -> None:
    phase = phase_of(*position, side)
    root = Node(phase.start, tuple(phase.own), ())
    for value, move in phase.grow(root):
        child = phase.make(root, move)
        assert value == pytest.approx(phase.value(child.position))


ON_BLACK = with_stands(
    SET_UP,
    [(CODES[4], Stand("F13", False)), (CODES[6], Stand("G14", False)), (CODES[7], Stand("G13", False))],
)
"""A cylinder on a black cell, beside a block that it could attack without moving and from nowhere else."""


@given(positions(), SIDES)
@example((board(8, 0), ON_BLACK), CYLINDERS)
@QUICK
def test_a_piece_is_exposed_to_those_whose_attack_it_could_not_answer(
    position: tuple[Board, Stands], side: Seat
) -> None:
    phase = phase_of(*position, side)
    places, flipped = phase.start
    for number in phase.own:
        if places[number] == HOME:
            continue
        seen = phase.exposure(number, flipped[number], places[number], 0)
        for enemy in phase.enemies:
            assert bool(seen >> enemy % 6 & 1) == could_capture(phase, enemy, number)
    for enemy in phase.enemies:
        if places[enemy] == HOME:
            continue
        for number in phase.own:
            seen = phase.threat(number, flipped[number], places[number], 0)
            if places[number] != HOME:
                assert bool(seen >> enemy % 6 & 1) == could_capture(phase, number, enemy)


def could_capture(phase: PhaseSearch, by: int, on: int) -> bool:
    """Whether one piece could go beside the other, or stay there, so that its attack is unanswered."""
    grid = phase.grid
    # Pieces of the side whose phase it is are not thought to be in the way, but for the one that is attacked.
    there = {number for number in range(12) if number in phase.enemies or number in (by, on)}
    places = tuple(place if number in there else HOME for number, place in enumerate(phase.start.places))
    position = Position(places, phase.start.flipped)
    goals = grid.reach(by, places[by], position.taken)
    after = [position.moved(grid, by, goal) for goal in places_in(goals)]
    return any(
        one.by == by and one.on == on and one.unanswered
        for placed in (position, *after)
        for one in influences(grid, placed)
    )


@LEVELS
def test_it_captures_what_stands_unguarded(level: Level) -> None:
    state = load("CY@C4 BR@E5")
    assert turn(state, level).score == (1, 0)


@LEVELS
def test_it_lets_a_capture_stand_that_is_made_already(level: Level) -> None:
    assert turn(load(ONE_FALLS), level).score == (1, 0)


@LEVELS
def test_it_takes_the_win(level: Level) -> None:
    assert why(turn(load("CY@C4 BR@E5", score=(10, 9)), level)) == "captures"


@LEVELS
def test_it_leaves_where_it_would_fall(level: Level) -> None:
    """BR is attacked by CY, which it cannot answer; it is the blocks' turn."""
    assert turn(load(ONE_FALLS, side="B"), level).score == (0, 0)


@pytest.mark.parametrize(("side", "worth"), [(CYLINDERS, 101.0), (BLOCKS, -101.0)])
def test_a_capture_counts_for_one_side_and_against_the_other(side: Seat, worth: float) -> None:
    state = load(ONE_FALLS, side="CB"[side], score=(10, 9))
    found = turn_of(state)
    phase = phase_of(state.board, state.stands, side)
    assert Search(1)._follow(found, phase, found.position, 0.0, 0) == worth


@LEVELS
def test_it_strikes_again(level: Level) -> None:
    """CY captures BR, and as captor reaches the other that cannot answer it."""
    state = load("CY@C4 BR@D5 BO@G5")
    assert turn(state, level).score[CYLINDERS] == 2


@LEVELS
def test_it_enters_the_board(level: Level) -> None:
    after = turn(start(), level)
    assert sum(stand.cell is not None for stand in after.stands) >= 4


def test_a_piece_that_has_moved_stays_and_the_phase_is_ended() -> None:
    state = start()
    for _ in range(7):
        view = ENGINE.view(state, state.side)
        action = COMPUTER.choose(view, state.side, Level.GENTLE, random.Random(1))
        assert ENGINE.format(action) in legal(state)
        assert "retract" not in ENGINE.format(action)
        state = ENGINE.apply(state, CYLINDERS, action).state
        if state.side == BLOCKS:
            return
    raise AssertionError("the phase was not ended")


@pytest.mark.parametrize("change", [{"chance": Chance("ab" * 32)}, {"idle": 3}, {"missed": (1, 1)}])
def test_what_a_view_lacks_is_not_used(change: dict[str, object]) -> None:
    """The chance to come, and counts that are of no use."""
    state = load("CY@C4 BR@E5 BO@G5 CB@J8", events=50)
    other = replace(state, **change)
    assert ENGINE.view(state, CYLINDERS) == ENGINE.view(other, CYLINDERS)
    chosen = [
        COMPUTER.choose(ENGINE.view(one, CYLINDERS), CYLINDERS, Level.GENTLE, random.Random("seed"))
        for one in (state, other)
    ]
    assert chosen[0] == chosen[1]


def test_a_share_grows_with_captures_and_with_what_may_be_captured() -> None:
    even, ahead = start(), load("", score=(3, 0))
    assert COMPUTER.evaluate(ahead)[CYLINDERS] > COMPUTER.evaluate(even)[CYLINDERS]
    assert COMPUTER.evaluate(even) == (0.5, 0.5)
    assert COMPUTER.evaluate(load("CY@C4 BR@E5"))[CYLINDERS] > 0.55
    assert COMPUTER.evaluate(turn(load("CY@C4 BR@E5", score=(10, 9)), Level.GENTLE)) == (1.0, 0.0)
    assert COMPUTER.evaluate(load("CY@C4 BR@E5", score=(10, 9)))[CYLINDERS] > 0.99


SEEN = """\
G00 2.40 -1.50
G01 2.10 -1.50
M000 6.25 2.40
M001 7.50 3.25
M002 4.70 2.90
M003 5.20 2.90
M004 5.95 2.10
M005 7.40 2.65
M006 7.55 4.75
M007 6.40 3.90
M008 3.90 1.05
M009 6.35 1.95
M010 6.50 3.70
M011 9.05 7.05
M012 8.65 5.10
M013 8.05 4.80
M014 7.35 4.95
M015 2.30 -1.15
M016 8.25 5.25
M017 4.85 0.35
M018 3.80 -0.60
M019 1.45 -1.40
S01 2.00 -0.80
S02 3.00 1.00
S03 1.85 -0.15
movement-2 2.85 0.85
"""
"""At sight, and with the other side's answer."""


def test_what_a_phase_is_worth_in_the_positions_of_the_rules() -> None:
    found = ""
    first = dict(reversed(states("flicflac")))
    for name, state in sorted(first.items()):
        assert isinstance(state, FlicFlacState)
        at_sight, answered = (Search(0).value(turn_of(state), 2, answer) for answer in (0, 1))
        found += f"{name} {at_sight:.2f} {answered:.2f}\n"
    assert found == SEEN
