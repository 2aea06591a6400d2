"""Figures that players and hosts are promised."""

from datetime import timedelta

import pytest

from bot.service import places, scheduler
from bot.service.accounts import address_codes, addresses, mail, mail_invitations, mail_names
from bot.service.admin import acts, announcing, queries, records, reports, usecases
from bot.service.chat import messages
from bot.service.clock import absence, control, due_orders, order_verdict, timeouts, vacations, vanished
from bot.service.game import (
    act_limits,
    commitment,
    deadlines,
    integrity,
    picking,
    scope,
    term_options,
)
from bot.service.jobs import queue
from bot.service.lobby import unstarted
from bot.service.notices import computer_jobs, notice_rules, order_delays, place_refusals, unposted_results
from bot.service.people import blocks, notes, notice_settings, persons, servers
from bot.service.play import orders, pausing, requested, undoing
from bot.service.reading import finding, following
from bot.service.repair import doctor, odd_rows, remedies
from bot.service.seats import inviting, new_games
from bot.service.values import seat_clocks
from bot.service.values.answers import Preferences
from bot.service.values.refused import Refused

SECOND, MINUTE, HOUR, DAY = (
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
)


def test_times_are_those_of_the_documentation() -> None:
    assert timedelta(seconds=30) == deadlines.POSTING == unposted_results.POSTING
    assert (
        timedelta(minutes=10) == notice_rules.NO_REMINDERS == notice_rules.PRESENCE == scheduler._SECOND_TRY
    )
    assert timedelta(hours=1) == deadlines.AFTER_OUTAGE == doctor._LATE
    assert timedelta(days=3) == deadlines.UNTOLD
    assert timedelta(days=7) == unstarted.LOBBY_LIFE
    assert timedelta(minutes=30) == usecases.PATIENCE
    assert (timedelta(seconds=20), timedelta(days=366)) == (control._SHORTEST, control._LONGEST)
    assert notice_settings.USUAL_REMINDERS == (1 / 2, 1 / 8)
    assert (notice_rules.GATHERING_DELAY, notice_rules.CHAT_GATHERING_DELAY) == (2 * MINUTE, 5 * MINUTE)
    assert (timeouts.HEARTBEAT_INTERVAL, timeouts.HEARTBEAT_TIMEOUT) == (10 * SECOND, 20 * SECOND)
    assert (unposted_results._CROSSING, places._AGAIN, places._RESTORED) == (
        SECOND,
        60 * SECOND,
        3600 * SECOND,
    )
    assert (place_refusals.IN_A_ROW, place_refusals.PROBING) == (3, 120 * SECOND)
    assert place_refusals.BLOCKED_DELAY == DAY
    assert (scheduler._PURGE_INTERVAL, odd_rows.PUT_OFF, doctor._LOOKED_BACK) == (HOUR, 2 * DAY, 7 * DAY)
    assert (odd_rows.QUIET, odd_rows._OVERDUE, absence._KEPT_FOR) == (16 * DAY, DAY, 366 * DAY)
    assert (vanished.WARNING, vanished.VANISHED_AFTER, persons._ACTIVE_FOR) == (DAY, 3 * DAY, MINUTE)
    assert list(computer_jobs.ANSWER_DELAYS.values()) == [2 * SECOND, 4 * SECOND, 10 * SECOND]
    assert (computer_jobs.GOES_ON, computer_jobs._SOON) == (2 * SECOND, HOUR)
    assert (integrity.CLOCK_SKEW, notice_rules._ROOM, deadlines.WEEK) == (HOUR, HOUR, 7 * DAY)
    assert seat_clocks.LEAST == 3600


def test_what_may_be_done_only_so_often_or_for_so_long() -> None:
    assert (address_codes.CODE_LIFE, address_codes.DAILY_CODES, mail_invitations.DAILY_INVITATIONS) == (
        30 * MINUTE,
        3,
        5,
    )
    assert addresses.HOURLY_STRANGERS == 60
    assert (mail.HOURLY_ANSWERS, mail.MAILS_KEPT, mail._HELD_FOR) == (20, 30 * DAY, 7 * DAY)
    assert mail._CODES_KEPT == 2 * DAY
    assert (mail.KEY_LIFE, mail.KEY_GOOD) == (30 * DAY, 60 * DAY)
    assert (vacations.DAYS_A_YEAR, vacations.SHORTEST, vacations._AHEAD) == (30, DAY, 366 * DAY)
    assert (inviting.DAILY_INVITATIONS, vacations._CLOCK_CHANGE, vacations._GAMES) == (5, HOUR, 500)
    assert (inviting.INVITATION_LIFE, undoing.REQUEST_LIFE, pausing._LONGEST) == (7 * DAY, 2 * DAY, 366 * DAY)
    assert (seat_clocks.PINGED_AGAIN, due_orders._LAST_CALL, notice_rules._URGENT) == (HOUR, HOUR, HOUR)
    assert (notice_settings._MOST_REMINDERS, notice_settings._LONGEST_LEAD) == (6, 43_200)
    assert (term_options._LONGEST_BANK, term_options._LONGEST_INCREMENT) == (90, 168)
    assert (order_delays.ORDER_DELAY, order_delays._SHARE) == ((30, 90), 4)
    assert (queue.LEASE, queue.LATE, queue._CHEAPER_AFTER, queue._RANDOM_AFTER) == (2 * MINUTE, MINUTE, 2, 4)
    assert (queue._AGAIN, queue.MOST_ALONE, order_verdict.IN_A_ROW) == (5 * SECOND, 1000, 5)
    assert (act_limits.ACTS, act_limits.REQUESTS, act_limits.MESSAGES) == (5000, 100, 1000)
    tries = (address_codes._TRIES, address_codes._FORGED_TRIES)
    assert (*tries, address_codes.ACT_CODES, mail.PARTS) == (5, 2, 10, 20)
    assert (blocks.MOST, notes.MOST, notes.LIMIT, orders.MOST, following.MOST) == (1000, 100, 500, 20, 25)


def test_what_is_refused_is_tried_again_ever_more_seldom() -> None:
    waits = [place_refusals.delay(age * MINUTE) for age in (0, 4, 5, 34, 35, 154, 155, 10_000)]
    assert waits == [5 * MINUTE] * 2 + [30 * MINUTE] * 2 + [2 * HOUR] * 2 + [DAY] * 2
    assert place_refusals.NOTICE_INTERVAL == DAY


def test_lists_are_as_long_as_somebody_reads() -> None:
    assert (mail_names.LONGEST_NAME, addresses._LONGEST_ABOUT, picking.FIRST_PICKS) == (32, 200, 10)
    assert (finding.LISTED, scope._NAMED, queries._LISTED, queries._AUDITED) == (100, 10, 100, 50)
    assert (queries._TROUBLED, reports._LISTED, servers.MOST_LISTED) == (3, 25, 25)
    assert announcing._ANNOUNCED_A_SECOND == 20
    assert (messages._PAGE_SIZE, places._MOST, doctor._MOST, remedies._MOST) == (25, 100, 500, 10_000)
    assert (doctor._TRIES, doctor._AT_START, doctor._SECONDS_AT_START) == (5, 200, 10)


def test_codes_grow_where_short_ones_are_taken() -> None:
    assert new_games._CODE_LENGTHS == (4, 4, 4, 5, 5, 5, 6, 6, 8)


def test_texts_are_as_long_as_the_commands_say() -> None:
    assert (acts.ANNOUNCEMENT_LIMIT, acts.WHY_LIMIT, commitment.CONTRIBUTION_LIMIT) == (1500, 500, 60)
    assert (records.MAX_ENTRIES, requested._LONGEST_TEXT) == (3000, 500)
    assert len(usecases._reason("x" * 500) or "") == 500
    assert len(commitment.contribution_of("x" * 60, None)) == 60
    with pytest.raises(Refused, match="at most 500"):
        usecases._reason("x" * 501)
    with pytest.raises(Refused, match="at most 60"):
        commitment.contribution_of("x" * 61, None)


def test_who_has_chosen_nothing_is_reminded_and_not_told_of_each_turn() -> None:
    assert Preferences() == Preferences(theme="dark", dm_hands=True)
