"""Requests leave no faster than Discord takes them, of all processes of a bot together."""

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord.http import Route
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from yarl import URL

from bot.discord.api.request_budget import RequestBudget, counts
from bot.errors import DatabaseUnavailable
from bot.request_tokens import AT_ONCE, RequestTokens, bucket_of, own_tokens, request_tokens
from bot.store.database import Database
from bot.token_bucket import TokenBucket
from tests.databases import Postgres
from tests.manual_clock import ManualClock

BUCKET = TokenBucket(rate=40, most=AT_ONCE)


class Time:
    """Time that passes only while everybody sleeps."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.begin = self.clock.now()

    @property
    def now(self) -> float:
        return (self.clock.now() - self.begin).total_seconds()

    async def sleep(self, seconds: float) -> None:
        assert seconds > 0
        # Whole microseconds, and no fewer than asked.
        await self.clock.sleep_until(self.clock.now() + timedelta(seconds=seconds, microseconds=1))

    def passes(self, seconds: float) -> None:
        self.clock.advance(timedelta(seconds=seconds))

    async def until(self, done: Callable[[], bool]) -> None:
        """Let time pass until it is so."""
        while not done():
            for _ in range(50):
                await asyncio.sleep(0)
            if (alarm := self.clock.next_alarm) is not None:
                self.clock.advance(alarm - self.clock.now())


def budgets(now: Time, processes: int) -> list[RequestBudget]:
    tokens = own_tokens(BUCKET, lambda: now.now)
    return [RequestBudget(tokens, now=lambda: now.now, sleep=now.sleep) for _ in range(processes)]


def busiest_second(moments: list[float]) -> int:
    return max(sum(begin <= one < begin + 1 for one in moments) for begin in moments)


@given(st.lists(st.tuples(st.floats(0, 2), st.integers(0, 20)), min_size=1, max_size=60))
def test_within_no_second_more_than_fifty_are_taken(asked: list[tuple[float, int]]) -> None:
    full_at, now, moments = 0.0, 0.0, list[float]()
    for after, wanted in asked:
        now += after
        taken, full_at = BUCKET.take(full_at, now, wanted)
        assert 0 <= taken <= wanted
        moments += [now] * taken
    assert not moments or busiest_second(moments) <= 50


def test_a_clock_that_is_put_back_empties_the_bucket_and_no_more() -> None:
    _, full_at = BUCKET.take(0.0, 5000.0, AT_ONCE)
    taken, full_at = BUCKET.take(full_at, 1000.0, 1)
    assert taken == 0
    assert BUCKET.take(full_at, 1000.25, 20)[0] == AT_ONCE


@pytest.mark.parametrize("processes", [1, 3])
async def test_a_flood_leaves_at_forty_a_second(processes: int) -> None:
    now, left = Time(), list[float]()

    async def request(budget: RequestBudget) -> None:
        await budget.wait()
        left.append(now.now)

    all_of_them = budgets(now, processes)
    async with asyncio.TaskGroup() as group:
        for number in range(410):
            group.create_task(request(all_of_them[number % processes]))
        await now.until(lambda: len(left) == 410)
    assert busiest_second(left) <= 50
    assert max(left) - min(left) <= 11


async def test_who_stops_waiting_keeps_nobody_waiting() -> None:
    now = Time()
    (budget,) = budgets(now, 1)
    waits = [asyncio.ensure_future(budget.wait()) for _ in range(3 * AT_ONCE)]
    for one in waits[AT_ONCE::2]:
        one.cancel()
    await now.until(lambda: all(one.done() for one in waits))
    done = await asyncio.gather(*waits, return_exceptions=True)
    assert [type(one) for one in done].count(asyncio.CancelledError) == AT_ONCE
    assert await budget.has_room() is False
    now.passes(2)
    assert await budget.has_room() is True


async def test_there_is_room_for_what_can_wait_while_tokens_are_left() -> None:
    now = Time()
    mine, theirs = budgets(now, 2)
    assert await mine.has_room()
    for _ in range(AT_ONCE // 2 + 1):
        await theirs.wait()
    now.passes(1)
    for _ in range(AT_ONCE // 2 + 1):
        await theirs.wait()
    assert not await mine.has_room(), "what others have taken counts as well"
    small = TokenBucket(rate=1, most=4)
    for left in range(5):

        async def take(_wanted: int, left: int = left) -> tuple[int, float]:
            return 0, float(left)

        assert await RequestBudget(RequestTokens(small, take)).has_room() == (left >= 2)


async def test_without_a_database_requests_leave_as_they_come() -> None:
    async def away(_wanted: int) -> tuple[int, float]:
        raise DatabaseUnavailable("away")

    budget = RequestBudget(RequestTokens(TokenBucket(rate=40, most=1), away))
    await asyncio.gather(*(budget.wait() for _ in range(100)))
    assert not await budget.has_room()


def test_answers_to_interactions_and_files_do_not_count() -> None:
    counted = {
        f"{Route.BASE}/channels/1/messages": True,
        f"{Route.BASE}/gateway/bot": True,
        f"{Route.BASE}/interactions/1/token/callback": False,
        f"{Route.BASE}/webhooks/1/token/messages/@original": False,
        "https://cdn.discordapp.com/attachments/1/2/board.png": False,
    }
    assert {address: counts(URL(address)) for address in counted} == counted


async def test_processes_share_the_tokens_of_a_database(postgres: Postgres) -> None:
    with postgres.fresh() as address:
        one, other = Database(address), Database(address)
        began, taken = time.monotonic(), 0
        for database in (one, other) * 20:
            async with database.transaction() as unit:
                some, left = await unit.request_budget.take(BUCKET, AT_ONCE)
            assert 0 <= left <= AT_ONCE
            taken += some
        assert AT_ONCE <= taken <= AT_ONCE + 40 * (time.monotonic() - began) + 1
        await asyncio.gather(*(RequestBudget(request_tokens(one, 50)).wait() for _ in range(3)))
        await one.close()
        await other.close()


async def test_a_request_that_is_given_up_costs_no_connection(postgres: Postgres) -> None:
    with postgres.fresh() as address:
        own, other = Database(address, pool=2), Database(address)
        tokens, before = request_tokens(own, 50), await asked(own, "SELECT pg_backend_pid()")
        async with other.transaction() as unit:
            await unit.request_budget.take(BUCKET, 1)
            taking = asyncio.ensure_future(tokens.take(1))
            while not await asked(other, "SELECT count(*) FROM pg_locks WHERE NOT granted"):
                pass
            taking.cancel()
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await taking
        assert await asked(own, "SELECT pg_backend_pid()") == before
        await own.close()
        await other.close()


async def asked(database: Database, query: str) -> object:
    """What the server answers."""
    async with database.reading() as unit:
        return await unit._session.scalar(text(query))


@pytest.mark.parametrize("requests", [10, 50, 1000])
async def test_whatever_discord_takes_there_is_room_while_nothing_is_asked(requests: int) -> None:
    bucket = bucket_of(requests)
    assert bucket.rate + bucket.most == requests
    assert await RequestBudget(own_tokens(bucket)).has_room()


async def test_a_small_bucket_is_used_up_as_fast_as_it_fills() -> None:
    now, left, bucket = Time(), list[float](), bucket_of(10)
    budget = RequestBudget(own_tokens(bucket, lambda: now.now), now=lambda: now.now, sleep=now.sleep)

    async def request() -> None:
        await budget.wait()
        left.append(now.now)

    async with asyncio.TaskGroup() as group:
        for _ in range(82):
            group.create_task(request())
        await now.until(lambda: len(left) == 82)
    assert busiest_second(left) <= 10
    assert max(left) - min(left) <= 11


@pytest.mark.parametrize(("path", "waits"), [("/channels/1/messages", 1), ("/interactions/1/t/callback", 0)])
async def test_only_what_counts_waits_for_a_token(path: str, waits: int) -> None:
    taken = list[int]()

    async def take(wanted: int) -> tuple[int, float]:
        taken.append(wanted)
        # Who waits leaves no room for what can wait.
        assert not await budget.has_room()
        return wanted, 4.0

    budget = RequestBudget(RequestTokens(TokenBucket(rate=1, most=4), take))
    start: Any = SimpleNamespace(url=URL(f"{Route.BASE}{path}"))
    await budget.admit(None, None, start)
    assert taken == [1] * waits
