"""What a game's row says about time: alarms, standing still, waiting for a card, outages."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.service.game import deadlines
from bot.store.models import GameRow

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)

spans = st.timedeltas(timedelta(seconds=1), timedelta(days=400))
lengths = st.timedeltas(20 * SECOND, timedelta(days=14))


def started(length: timedelta = 24 * HOUR) -> GameRow:
    row = GameRow()
    deadlines.start(row, NOON, length)
    return row


def test_a_clock_is_held_until_its_time_is_over() -> None:
    row = started()
    deadlines.hold(row, NOON)
    after = [NOON + deadlines.UNTOLD - SECOND, NOON + deadlines.UNTOLD]
    assert [deadlines.notified_in_vain(row, now) for now in after] == [False, True]


def test_a_game_without_a_clock_has_no_time_to_tell_of() -> None:
    row = GameRow()
    deadlines.stop_for_vacation(row, NOON)
    deadlines.await_card(row, 7)
    assert (row.deadline_at, row.clock_stopped_at, row.clock_card_id) == (None, None, None)
    assert (deadlines.if_posted(row, NOON), deadlines.length(row), deadlines.shown(row)) == (None, None, None)
    assert deadlines.elapsed(row, NOON) == timedelta(0)


def test_the_alarm_goes_off_at_the_deadline() -> None:
    assert started().alarm_at == NOON + 24 * HOUR


def test_a_thread_is_archived_within_a_period_of_a_week_that_runs() -> None:
    week = started(timedelta(days=7))
    assert deadlines.outlasts_archiving(week, NOON)
    assert not deadlines.outlasts_archiving(week, NOON + timedelta(days=7))
    assert not deadlines.outlasts_archiving(started(timedelta(days=7) - HOUR), NOON)
    deadlines.halt(week, NOON + HOUR)
    assert not deadlines.outlasts_archiving(week, NOON + 2 * HOUR)


def test_a_period_without_a_clock_has_no_alarm() -> None:
    row = started()
    deadlines.start(row, NOON, None)
    assert (row.clock_from, row.deadline_at, row.alarm_at) == (None, None, None)
    assert (deadlines.length(row), deadlines.shown(row)) == (None, None)


@given(length=lengths, gone=spans, stood=spans)
def test_what_was_left_when_it_stopped_is_left_when_it_runs_on(
    length: timedelta, gone: timedelta, stood: timedelta
) -> None:
    row = started(length)
    now = NOON + gone
    assert row.deadline_at is not None
    left = row.deadline_at - now
    deadlines.halt(row, now)
    assert (row.alarm_at, deadlines.shown(row)) == (None, None)
    assert row.deadline_at - now == left
    deadlines.run_on(row, now + stood)
    assert row.deadline_at - (now + stood) == left
    assert deadlines.length(row) == length
    assert row.alarm_at is not None


@given(length=lengths, after=spans)
def test_a_period_runs_from_the_moment_when_its_card_is_posted(length: timedelta, after: timedelta) -> None:
    row = started(length)
    deadlines.await_card(row, 7)
    assert deadlines.shown(row) == NOON + length
    assert row.deadline_at == NOON + length + deadlines.POSTING
    posted = NOON + after
    expected = deadlines.if_posted(row, posted)
    deadlines.run_from_posting(row, posted)
    assert row.deadline_at == expected == min(posted, NOON + deadlines.POSTING) + length
    assert deadlines.shown(row) == row.deadline_at
    assert deadlines.length(row) == length
    deadlines.run_from_posting(row, posted + SECOND)
    assert row.deadline_at == expected


def test_a_clock_that_stands_still_can_be_set() -> None:
    row = started()
    deadlines.halt(row, NOON + HOUR)
    deadlines.set_remaining(row, NOON + 2 * HOUR, 5 * HOUR)
    deadlines.run_on(row, NOON + 10 * HOUR)
    assert row.deadline_at == NOON + 15 * HOUR


def test_a_new_period_of_a_paused_game_begins_when_it_goes_on() -> None:
    row = started()
    deadlines.halt(row, NOON + HOUR)
    deadlines.start(row, NOON + 2 * HOUR, 24 * HOUR)
    assert row.alarm_at is None
    deadlines.run_on(row, NOON + 10 * HOUR)
    assert row.deadline_at == NOON + 34 * HOUR


# -- outages -------------------------------------------------------------------------------------------


def test_a_deadline_that_fell_into_an_outage_leaves_an_hour_after_it() -> None:
    row = started()
    back = NOON + 30 * HOUR
    assert deadlines.after_outage(row, NOON + 23 * HOUR, back)
    assert row.deadline_at == back + HOUR
    assert row.alarm_at == back + HOUR


def test_a_round_of_seconds_is_given_again_whole() -> None:
    row = started(40 * SECOND)
    back = NOON + 50 * SECOND
    assert deadlines.after_outage(row, NOON + 20 * SECOND, back)
    assert row.deadline_at == back + 40 * SECOND


def test_a_deadline_that_passed_while_somebody_attended_stays_missed() -> None:
    row = started()
    assert not deadlines.after_outage(row, NOON + 24 * HOUR, NOON + 30 * HOUR)
    assert row.deadline_at == NOON + 24 * HOUR


def test_a_deadline_right_after_an_outage_that_took_most_of_the_time() -> None:
    row = started()
    back = NOON + 24 * HOUR - 5 * MINUTE
    assert deadlines.after_outage(row, NOON + HOUR, back)
    assert row.deadline_at == back + HOUR
    for no_longer_than_is_left in (10 * SECOND, 5 * MINUTE):
        assert not deadlines.after_outage(started(), back - no_longer_than_is_left, back)


def test_a_deadline_an_hour_after_an_outage_stays() -> None:
    assert not deadlines.after_outage(started(), NOON + 20 * HOUR, NOON + 23 * HOUR)


def test_a_period_that_began_after_the_last_sign_of_life() -> None:
    row = started(40 * SECOND)
    assert deadlines.after_outage(row, NOON - 8 * SECOND, NOON + 60 * SECOND)
    assert row.deadline_at == NOON + 100 * SECOND


def test_a_clock_that_stood_still_lost_nothing() -> None:
    row = started()
    deadlines.halt(row, NOON + HOUR)
    assert not deadlines.after_outage(row, NOON + 2 * HOUR, NOON + 50 * HOUR)


@given(length=lengths, alive=spans, away=spans, later=st.timedeltas(timedelta(0), timedelta(seconds=9)))
def test_an_outage_costs_nobody_a_round_and_is_made_good_once(
    length: timedelta, alive: timedelta, away: timedelta, later: timedelta
) -> None:
    row = started(length)
    since, back = NOON + alive, NOON + alive + away
    before = row.deadline_at
    assert before is not None
    moved = deadlines.after_outage(row, since, back)
    assert row.deadline_at is not None
    if since < before <= back:
        assert row.deadline_at == back + min(HOUR, length)
    assert row.deadline_at >= before
    assert moved == (row.deadline_at != before)
    after = row.deadline_at
    if moved:
        # A second process that starts a little later, with the same old sign of life before its eyes.
        assert not deadlines.after_outage(row, since, back + later)
        assert row.deadline_at == after


# -- vacations ------------------------------------------------------------------------------------------


def test_a_vacation_that_begins_after_the_end_changes_nothing() -> None:
    row = started(HOUR)
    deadlines.stop_for_vacation(row, NOON + HOUR)
    assert not row.away
    assert row.clock_stopped_at is None
    deadlines.resume_after_vacation(row, NOON + 2 * HOUR)
    assert row.deadline_at == NOON + HOUR


def test_a_vacation_counts_from_the_period_at_the_earliest() -> None:
    row = started()
    deadlines.stop_for_vacation(row, NOON - 5 * HOUR)
    deadlines.resume_after_vacation(row, NOON + 50 * HOUR)
    assert row.deadline_at == NOON + 74 * HOUR


def test_who_is_told_while_away_leaves_the_clock_standing() -> None:
    row = started()
    deadlines.hold(row, NOON + HOUR)
    deadlines.stop_for_vacation(row, NOON + 2 * HOUR)
    deadlines.release(row, NOON + 3 * HOUR)
    assert (row.clock_stopped_at, row.alarm_at, deadlines.armed(row)) == (NOON + HOUR, None, True)
    deadlines.resume_after_vacation(row, NOON + 5 * HOUR)
    assert (row.clock_stopped_at, row.deadline_at) == (None, NOON + 28 * HOUR)


KINDS = ("away", "hold", "pause")


@given(
    changes=st.lists(
        st.tuples(st.sampled_from(KINDS), st.booleans(), st.timedeltas(timedelta(0), timedelta(days=2))),
        max_size=30,
    )
)
def test_the_clock_stands_exactly_while_anything_makes_it_stand(
    changes: list[tuple[str, bool, timedelta]],
) -> None:
    """Whatever begins and ends, in whatever order: what is left is what no reason to stand has covered."""
    length = timedelta(days=100)
    row, now, ran = started(length), NOON, timedelta(0)
    on = dict.fromkeys(KINDS, False)
    for kind, begins, passes in changes:
        if not any(on.values()):
            ran += passes
        now += passes
        if on["pause"] and kind != "pause":
            continue  # Nothing else is attended to in a game that is paused.
        if kind == "pause" and begins:
            deadlines.halt(row, now)
            on = dict.fromkeys(KINDS, False) | {"pause": True}
        elif kind == "pause" and on["pause"]:
            deadlines.run_on(row, now)
            on["pause"] = False
        elif kind == "away":
            (deadlines.stop_for_vacation if begins else deadlines.resume_after_vacation)(row, now)
            on["away"] = begins
        elif kind == "hold" and begins:
            deadlines.hold(row, now)
            on["hold"] = True
        elif kind == "hold" and on["hold"]:
            deadlines.release(row, now)
            on["hold"] = False
        stands = any(on.values())
        assert (row.clock_stopped_at is not None) == stands
        assert bool(row.away) == on["away"]
        assert deadlines.armed(row) or on["pause"]
        assert row.deadline_at is not None
        assert row.deadline_at - (row.clock_stopped_at or now) == length - ran
        assert not deadlines.after_outage(row, now - HOUR, now) or not stands
    assert deadlines.length(row) == length
