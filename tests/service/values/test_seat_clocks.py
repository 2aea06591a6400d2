"""The arithmetic of banks of time, and of deadlines missed in a row."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.service.values.seat_clocks import LEAST, SeatClocks

SIZE = 100_000.0
INCREMENT = 7_200.0
SEATS = 3
turns = st.lists(
    st.tuples(
        st.integers(0, SEATS - 1),
        st.floats(0, 2 * SIZE, allow_nan=False),
        st.integers(0, 5),
    ),
    max_size=40,
)
"""Whose turn it is, how long it takes, and how many turns are taken back after it."""


@given(turns)
def test_a_bank_holds_what_it_may_and_earns_once_for_each_turn(played: list[tuple[int, float, int]]) -> None:
    """However often turns are taken back, by one's own wish or others': the time spent stays spent."""
    clocks, ply, spent, first = SeatClocks().filled(SEATS, SIZE), 0, [0.0] * SEATS, set[str]()
    floors = [0.0] * SEATS
    for seat, seconds, back in played:
        before = clocks.left[seat]
        clocks = clocks.refilled([seat], f"ply {ply}", INCREMENT, most=SIZE)
        earned = clocks.left[seat] - before
        fair = INCREMENT if f"{seat} ply {ply}" not in first else 0
        assert 0 <= earned <= max(fair, LEAST - before) + 1e-6
        floors[seat] += max(earned - fair, 0)
        first.add(f"{seat} ply {ply}")
        takes = min(seconds, clocks.left[seat])
        clocks = clocks.spent([seat], takes)
        spent[seat] += takes
        assert all(0 <= left <= SIZE for left in clocks.left)
        ply = max(ply + 1 - back, 0)
    for seat, left in enumerate(clocks.left):
        grants = sum(one.startswith(f"{seat} ") for one in first)
        assert left + spent[seat] <= SIZE + grants * INCREMENT + floors[seat] + 1


@given(st.lists(st.floats(0, SIZE), min_size=SEATS, max_size=SEATS), st.sets(st.integers(0, SEATS - 1)))
def test_the_nearest_end_is_that_of_the_bank_that_holds_least(left: list[float], seats: set[int]) -> None:
    clocks = SeatClocks(left=tuple(left))
    running = [left[seat] for seat in seats if left[seat] > 0]
    assert clocks.nearest(seats) == (timedelta(seconds=min(running)) if running else None)
    after = clocks.spent(seats, min(running, default=0))
    assert not running or any(after.left[seat] == 0 for seat in seats)


def test_a_bank_earns_once_a_period_and_is_never_empty_for_whom_play_waits() -> None:
    clocks = (
        SeatClocks().filled(2, SIZE).spent([0], SIZE - 5_000).refilled([0], "turn 1", INCREMENT, most=SIZE)
    )
    assert clocks.left == (5_000 + INCREMENT, SIZE)
    assert clocks.refilled([0], "turn 1", INCREMENT, most=SIZE) == clocks
    short = clocks.holding([0], 5.0)
    assert short.refilled([0], "turn 1", INCREMENT, most=SIZE).left[0] == 5
    empty = short.spent([0], 4.995)
    assert (empty.left[0], short.spent([0], 4.5).left[0]) == (0, 0.5)
    assert empty.refilled([0], "turn 1", INCREMENT, most=SIZE).left[0] == LEAST


def test_who_was_absent_is_so_again_at_once_until_they_play() -> None:
    clocks = replace(SeatClocks(), absent=(1,)).resumed()
    assert not clocks.is_absent(1, 2)
    missed = clocks.having_missed([0, 1])
    assert (missed.is_absent(0, 2), missed.is_absent(1, 2)) == (False, True)
    assert clocks.having_acted(1, played=False).back == (1,)
    assert clocks.having_acted(1).back == ()


def test_who_acts_has_missed_nothing_and_silence_is_everybodys() -> None:
    clocks = SeatClocks().having_missed([1]).having_missed([1])
    assert [clocks.missed_by(seat) for seat in range(3)] == [0, 2, 0]
    assert clocks.nobody_acts(2)
    assert not clocks.having_missed([0]).nobody_acts(2), "0 has missed but one"
    acted = clocks.having_acted(0)
    assert (acted.missed_by(1), acted.nobody_acts(1)) == (2, False)
    assert acted.having_acted(1).missed_by(1) == 0
    assert clocks.having_acted(1).having_missed([1]).missed_by(1) == 0, "it has done something in this period"
    assert clocks.having_acted(1).period_begins().having_missed([1]).missed_by(1) == 1


def test_a_seat_is_called_anew_after_an_hour_and_calls_are_not_kept_for_ever() -> None:
    now, clocks = datetime(2026, 7, 1, tzinfo=UTC), SeatClocks()
    for number in range(200):
        clocks = clocks.pinging(f"0 round {number}", now + number * timedelta(seconds=20))
        assert len(clocks.pings) <= 64
    last = now + 199 * timedelta(seconds=20)
    again = clocks.pinging("0 round 199", last + timedelta(minutes=59))
    assert again.pinged_at("0 round 199", last + timedelta(minutes=59)) == last
    assert again.pinged_at("0 round 199", last + timedelta(hours=1)) is None
