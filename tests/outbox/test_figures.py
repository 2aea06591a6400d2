"""Figures that players and hosts are promised."""

from datetime import timedelta

from bot import retries
from bot.outbox import card_resolution, chat_resolution, claims, purging, worker

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


def test_attempts_end_and_what_fails_is_tried_again_as_the_documentation_says() -> None:
    assert (claims.LEASE, worker._DELIVERY_SECONDS) == (90 * SECOND, 60)
    assert (retries.FIRST_DELIVERY_DELAY, retries.LONGEST_DELIVERY_DELAY) == (1, 300)
    assert (worker._SCARCE_POLL, claims._MANY) == (SECOND, 100)
    assert (worker._DOUBLINGS, claims._UNREADY_TRIES, worker.MAX_FAULTS) == (5, 3, 12)
    assert (card_resolution.STALE, chat_resolution._MOST_GATHERED) == (30 * SECOND, 50)


def test_deliveries_are_kept_as_long_as_the_documentation_says() -> None:
    assert (purging.RETENTION, purging.RECEIPTS_KEPT, purging.ANSWERED_FOR) == (7 * DAY, HOUR, 30 * DAY)
    assert purging._INTERVAL == HOUR
