"""The computer player of Guerre des Deux Roses: perfect at the top, shortsighted below."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import Level, Seat
from engines.roses.actions import Phalanx
from engines.roses.apply import apply_move
from engines.roses.legal_moves import legal_moves
from engines.roses.player import _After, _after, _best, _Past, choose
from engines.roses.solution import Reply, Table, exact_verdict, table_for
from engines.roses.state import RosesState, position_key
from engines.roses.view_builder import build_view
from tests.engines.roses.mistakes import mistakes
from tests.engines.roses.table import board, load, start
from tests.engines.roses.test_solution import by_chance


def chosen(state: RosesState, level: Level = Level.STRONG, seed: int = 1) -> RosesState:
    """The state after what a level does."""
    action = choose(build_view(state, state.turn), state.turn, level, Random(seed))
    return next(apply_move(state, one).state for one in legal_moves(state) if one.action == action)


def some(count: int, winner: int | None, seed: int = 3, **options: Any) -> Iterator[RosesState]:
    """Positions with this verdict: 1 the side to move has won, 0 the other one, None neither."""
    rng, found = Random(seed), 0
    while found < count:
        state = by_chance(rng, **options)
        verdict = exact_verdict(state).winner
        if (None if verdict is None else int(verdict == state.turn)) == winner:
            found += 1
            yield state


def after(state: RosesState) -> list[RosesState]:
    return [apply_move(state, move).state for move in legal_moves(state)]


def plies(state: RosesState) -> int:
    return 0 if state.ending else exact_verdict(state).plies or 0


def test_of_moves_that_win_right_before_a_draw_any_may_be_chosen() -> None:
    state = replace(load(board(("b3", "b4", "c5", "d5"), ("a2",)), quiet_limit=4), quiet=3)
    found = {choose(build_view(state, 0), 0, Level.STRONG, Random(seed)) for seed in range(9)}
    assert found == {Phalanx("b3", "b5"), Phalanx("d5", "b5")}


@pytest.mark.parametrize(
    ("values", "best"),
    [
        ([0, 2, 4], [0]),
        ([2, 4], [4]),
        ([6, 8, 0], [8, 0]),
        ([6, 7], [7]),
        ([1, 3, 0], [1]),
        ([5, 7], [5]),
        ([5, 3, 8], [3]),
    ],
)
def test_what_lies_further_than_a_level_sees_is_open(values: list[int], best: list[int]) -> None:
    move = legal_moves(start())[0]
    reply = Reply(0, 0, captures=False, ends=False)
    found = _best([_After(move, reply, value) for value in values], 6)
    assert [one.value for one in found] == best


@pytest.mark.parametrize("options", [{}, {"long_phalanx": True}, {"support_contiguous": True}])
def test_the_highest_level_keeps_what_it_has(options: dict[str, Any]) -> None:
    for state in some(20, None, **options):
        assert exact_verdict(chosen(state)).winner is None
    for state in some(20, 1, **options):
        assert plies(chosen(state)) == plies(state) - 1
    for state in some(20, 0, **options):
        assert plies(chosen(state)) == plies(state) - 1


def test_of_drawn_moves_it_makes_the_one_with_the_fewest_safe_answers() -> None:
    def safe(state: RosesState) -> int:
        return sum(
            one.ending is not None or exact_verdict(one).winner in (None, state.turn) for one in after(state)
        )

    for state in some(15, None):
        drawn = [one for one in after(state) if exact_verdict(one).winner is None]
        assert safe(chosen(state)) == min(safe(one) for one in drawn)


def test_it_goes_where_it_has_been_least_often() -> None:
    for state in some(10, None):
        drawn = [one for one in after(state) if exact_verdict(one).winner is None]
        if len(drawn) > 1:
            usual = chosen(state)
            been = replace(state, options=start().options, trail=(_key(usual),))
            assert _key(chosen(been)) != _key(usual)


def _key(state: RosesState) -> int:
    return position_key(state.soldiers, state.turn)


def wins_in_time(state: RosesState, seat: Seat) -> bool:
    """Whether the seat wins by a capture before the limit, found by trying everything."""
    if state.ending is not None:
        return state.ending.winner == seat
    if state.quiet == 0:
        # The longest win is shorter than the usual limit.
        return exact_verdict(state).winner == seat
    return (any if state.turn == seat else all)(wins_in_time(one, seat) for one in after(state))


def test_it_wins_before_the_limit_of_quiet_plies_where_it_can() -> None:
    sooner = 0
    for state in some(60, 1, seed=8, quiet_limit=100):
        late = replace(state, quiet=98)
        best = [wins_in_time(one, late.turn) for one in after(late)]
        if any(best):
            assert wins_in_time(chosen(late), late.turn)
            sooner += plies(chosen(late)) != plies(late) - 1
    assert sooner


def test_it_saves_a_lost_game_by_the_limit() -> None:
    saved = 0
    for state in some(40, 0, seed=8, quiet_limit=100):
        late = replace(state, quiet=97)
        held = [not wins_in_time(one, 1 - late.turn) for one in after(late)]
        if any(held):
            assert not wins_in_time(chosen(late), 1 - late.turn)
            saved += not all(held)
    assert saved


def test_it_saves_a_lost_game_by_repetition() -> None:
    saved = 0
    for state in some(20, 0):
        for one in after(state):
            if one.ending is None and one.quiet:
                past = replace(state, options=start().options, trail=(_key(one),) * 2)
                came = chosen(past)
                assert came.ending is not None
                assert came.ending.winner is None
                saved += 1
    assert saved


def test_it_does_not_repeat_away_a_win() -> None:
    other_way = 0
    for state in some(20, 1):
        best = chosen(state)
        if best.ending is None:
            past = replace(state, options=start().options, trail=(_key(best),) * 2)
            came = chosen(past)
            won = [
                one for one in after(past) if one.ending is None and exact_verdict(one).winner == past.turn
            ]
            if won:
                assert came.ending is None
                assert exact_verdict(came).winner == past.turn
                other_way += 1
    assert other_way


@pytest.mark.parametrize("quiet", [150, 199, 1_000])
def test_without_a_limit_it_delays_a_loss_however_long_the_game_has_been_quiet(quiet: int) -> None:
    for state in some(20, 0, quiet_limit=0):
        late = replace(state, quiet=quiet)
        assert plies(chosen(late)) == plies(late) - 1


def test_it_plays_on_where_the_limit_is_far_and_many_positions_may_not_come_again() -> None:
    for number, state in enumerate(some(20, 1, quiet_limit=10_000)):
        rng = Random(number)
        near = {_key(two) for one in after(state) if not one.ending for two in (one, *after(one))}
        seen = tuple(key for key in sorted(near) if rng.random() < 0.3)
        chosen(replace(state, options=replace(state.options, repetition=2), trail=seen))


@pytest.mark.parametrize("level", Level)
def test_every_level_sees_the_next_two_plies(level: Level) -> None:
    wins, threats = 0, 0
    for state in some(60, 1):
        if plies(state) == 1:
            wins += 1
            assert chosen(state, level).ending is not None
    for state in some(60, None):
        hanging = [one for one in after(state) if plies(one) == 1]
        threats += len(hanging)
        assert chosen(state, level) not in hanging
    assert wins
    assert threats


def test_lower_levels_err_by_what_they_do_not_see() -> None:
    gentle, steady, strong = (mistakes(level, 90) for level in Level)
    assert strong.spoiled == 0
    assert 0.1 < gentle.spoiled / gentle.moves < 0.3
    assert 0.02 < steady.spoiled / steady.moves < 0.2


def test_the_highest_level_never_loses_against_random_play() -> None:
    for seed in range(6):
        rng, state = Random(seed), start()
        while state.ending is None:
            if state.turn == seed % 2:
                state = chosen(state, seed=seed)
            else:
                state = apply_move(state, rng.choice(legal_moves(state))).state
        assert state.ending.winner == seed % 2


def _late(state: RosesState, rng: Random, *, share: float, quiet: int) -> tuple[RosesState, Table, _Past]:
    """A position after so many quiet plies, in which a share of those two plies on has been there twice."""
    two = {_key(two) for one in after(state) if not one.ending for two in after(one)}
    trail = tuple(key for key in sorted(two) if rng.random() < share) * 2
    late = replace(state, options=start().options, quiet=quiet, trail=trail)
    table = table_for(late.options)
    return late, table, _Past(table, late)


def test_a_win_is_sure_only_where_no_answer_repeats_what_came_before() -> None:
    spoiled = 0
    soon = (state for state in some(200, 1, seed=8) if plies(state) == 3)
    for number, state in enumerate(soon):
        late, table, past = _late(state, Random(number), share=0.1, quiet=97)
        for move in legal_moves(late):
            one = _after(table, late, move)
            if one.value % 2:
                won = wins_in_time(apply_move(late, move).state, late.turn)
                assert past.wins(one) == won
                spoiled += not won
    assert spoiled


def test_a_loss_is_saved_only_where_all_that_wins_it_repeats_or_is_late() -> None:
    saved, lost = 0, 0
    soon = (state for state in some(150, 0, seed=8) if plies(state) == 4)
    for number, state in enumerate(soon):
        late, table, past = _late(state, Random(number), share=0.3, quiet=96)
        for move in legal_moves(late)[:6]:
            won = wins_in_time(apply_move(late, move).state, 1 - late.turn)
            assert past.draws(_after(table, late, move)) == (not won)
            saved, lost = saved + (not won), lost + won
    assert saved
    assert lost
