"""Processes that examine games: how many, what each is given, and that one which is killed is told."""

from __future__ import annotations

import signal
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from bot.cli import parallel_examination
from bot.cli.errors import Failure
from bot.service.game.integrity import Problem
from bot.settings import Settings
from bot.store.models import GameRow
from tests.bot.cli.prepared_games import begun, prepare


class Pool:
    """Takes batches of games, and finds as many problems in each game as its number says."""

    made: list[Pool]
    killed = False

    def __init__(self, processes: int, _context: object, *, initializer: object, initargs: object) -> None:
        assert initializer is parallel_examination._begin
        assert initargs == (Settings(),)
        self.processes = processes
        self.batches = list[Sequence[int]]()
        self.ends = list[dict[str, bool]]()
        self.made.append(self)

    def submit(
        self, _work: Callable[..., object], batch: Sequence[int], _columns: frozenset[str]
    ) -> Future[list[range]]:
        self.batches.append(batch)
        done = Future[list[range]]()
        if self.killed:
            done.set_exception(BrokenProcessPool())
        else:
            done.set_result([range(number) for number in batch])
        return done

    def shutdown(self, **options: bool) -> None:
        self.ends.append(options)


async def _alone(numbers: Sequence[int], _columns: frozenset[str]) -> AsyncGenerator[list[Problem], None]:
    for _ in numbers:
        yield []


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[Pool]:
    monkeypatch.setattr(Pool, "made", [], raising=False)
    monkeypatch.setattr(parallel_examination, "ProcessPoolExecutor", Pool)
    return Pool.made


async def test_games_are_examined_in_their_order_and_no_more_given_out_than_is_needed(
    pools: list[Pool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    numbers = range(1, 402)
    examined = parallel_examination.examined_in_parallel(Settings(), _alone)(numbers, frozenset())
    first = len(await anext(examined))
    (pool,) = pools
    assert (pool.processes, len(pool.batches)) == (3, 6)
    assert [first, *[len(found) async for found in examined]] == list(numbers)
    assert [len(batch) for batch in pool.batches] == [40] * 10 + [1]
    assert pool.ends == [{"cancel_futures": True}]


@pytest.mark.parametrize(
    ("games", "cores", "processes"),
    [(200, 4, None), (201, 4, 4), (201, 1, None), (201, None, None), (201, 64, 8)],
)
async def test_few_games_are_examined_by_this_process_and_many_by_no_more_than_eight(
    pools: list[Pool], monkeypatch: pytest.MonkeyPatch, games: int, cores: int | None, processes: int | None
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    examined = parallel_examination.examined_in_parallel(Settings(), _alone)(range(games), frozenset())
    assert len([found async for found in examined]) == games
    assert [pool.processes for pool in pools] == [number for number in (processes,) if number]


async def test_a_process_that_is_killed_is_told(pools: list[Pool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr(Pool, "killed", True)
    with pytest.raises(Failure, match="is there memory enough"):
        await anext(parallel_examination.examined_in_parallel(Settings(), _alone)(range(500), frozenset()))
    assert [pool.ends for pool in pools] == [[{"cancel_futures": True}]]


def test_a_process_gives_way_to_the_bot_and_examines_the_games_it_is_given(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[Any]()
    prepare(address, begun)
    monkeypatch.setattr(parallel_examination, "_settings", [])
    with monkeypatch.context() as patch:
        patch.setattr("os.nice", done.append)
        patch.setattr("signal.signal", lambda *handler: done.append(handler))
        parallel_examination._begin(Settings(database_url=address))
    assert done == [(signal.SIGINT, signal.SIG_IGN), 10]
    assert parallel_examination._examine([1], frozenset(GameRow.__table__.c.keys())) == [[]]
