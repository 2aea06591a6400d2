"""The pages for those who run the bot: it lives, it serves, and what the matter is where it does not."""

import asyncio
import json
import math
import re
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest

from bot.backup_schedule import BackupSchedule, by_command
from bot.clock import DAY
from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.metrics import health, server
from bot.metrics.health import STUCK, ServingStatus
from bot.metrics.prometheus import PrometheusObserver
from bot.metrics.server import metrics_server
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.repositories.inspection import QueueStatistics
from tests.manual_clock import ManualClock
from tests.ports import free_port
from tests.service.actors import running


class Pages:
    """The pages as a probe sees them."""

    def __init__(self, status: ServingStatus, port: int, session: aiohttp.ClientSession) -> None:
        self.status = status
        self._address = f"http://127.0.0.1:{port}"
        self._session = session

    async def get(self, path: str) -> tuple[int, str]:
        async with self._session.get(self._address + path) as answer:
            return answer.status, await answer.text()


@pytest.fixture
async def pages(database: Database, clock: ManualClock) -> AsyncIterator[Pages]:
    port = free_port()
    async with (
        metrics_server(database, clock, host="127.0.0.1", port=port) as status,
        aiohttp.ClientSession() as session,
    ):
        yield Pages(status, port, session)


async def test_a_stand_by_lives_and_does_not_serve(pages: Pages) -> None:
    assert await pages.get("/healthz") == (200, '{"status": "ok"}')
    status, result = await pages.get("/readyz")
    assert status == 503
    assert "standing by" in result


async def test_one_that_serves_is_ready_as_long_as_it_is_connected(pages: Pages) -> None:
    connected = [True]
    with pages.status.serving(lambda: connected[0]):
        status, result = await pages.get("/readyz")
        assert (status, result) == (200, '{"gateway": "ok", "database": "ok", "outbox": "ok"}')
        assert "turnpost_connected 1.0" in (await pages.get("/metrics"))[1]
        connected[0] = False
        status, result = await pages.get("/readyz")
        assert status == 503
        assert "not connected" in result
    assert "standing by" in (await pages.get("/readyz"))[1]


async def test_a_backup_that_failed_is_seen_and_stops_nobody(
    pages: Pages, clock: ManualClock, tmp_path: Path
) -> None:
    backups = BackupSchedule(tmp_path, by_command(""), clock, every=DAY, keep=1)
    for backups.failure, state in (("K7QX: It is torn.", "K7QX: It is torn."), (None, "ok")):
        with pages.status.serving(lambda: True, backups):
            status, result = await pages.get("/readyz")
            assert (status, json.loads(result)["backups"]) == (200, state)
    pages.status.observer.backup(datetime(2026, 1, 1, tzinfo=UTC), failed=True)
    _, result = await pages.get("/metrics")
    assert "turnpost_backup_timestamp_seconds 1.7672256e+09" in result
    assert "turnpost_backup_failed 1.0" in result
    pages.status.observer.backup(None, failed=False)
    assert "turnpost_backup_timestamp_seconds 0.0" in (await pages.get("/metrics"))[1]


async def test_an_outbox_that_does_not_move_is_seen(
    pages: Pages, service: Service, clock: ManualClock
) -> None:
    await running(service)
    with pages.status.serving(lambda: True):
        assert (await pages.get("/readyz"))[0] == 200
        clock.advance(STUCK)
        assert (await pages.get("/readyz"))[0] == 200
        clock.advance(timedelta(seconds=1))
        status, result = await pages.get("/readyz")
    assert status == 503
    assert "a delivery has waited for 301 s" in result
    observer = (await pages.get("/metrics"))[1]
    assert "turnpost_outbox_age_seconds 301.0" in observer
    assert "turnpost_outbox_parcels 0.0" not in observer


@pytest.mark.parametrize("fault", [DatabaseUnavailable("refused"), DatabaseDamaged("torn"), TimeoutError()])
async def test_a_database_that_gives_no_answer_is_seen(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def away(_database: Database) -> None:
        raise fault

    _, metrics = await pages.get("/metrics")
    assert "turnpost_database_up 1.0" in metrics
    figures = ("outbox_parcels", "outbox_age_seconds", "timers_overdue", "jobs", "job_age_seconds")
    assert all(f"\nturnpost_{figure} 0.0" in metrics for figure in figures)
    monkeypatch.setattr(Database, "reading", away)
    with pages.status.serving(lambda: True):
        status, result = await pages.get("/readyz")
    assert status == 503
    assert '"database": "the database gives no answer"' in result
    assert (await pages.get("/healthz"))[0] == 200
    status, metrics = await pages.get("/metrics")
    assert (status, "turnpost_database_up 0.0" in metrics) == (200, True)
    assert not [figure for figure in figures if f"turnpost_{figure}" in metrics], "old figures look new"


async def test_numbers_are_counted_under_few_names(pages: Pages) -> None:
    observer = pages.status.observer
    observer.acknowledged(0.2)
    observer.interaction("move", "done", 0.4)
    observer.interaction("move", "not_your_turn", 0.1)
    for secret in ("game plan-ahead", "press plans", "press ahead", "away", "notes", "gods ready"):
        observer.interaction(secret, "no_plan", 0.1)
    observer.delivery("card", "again:50013", 1.5)
    observer.picture("tiny", 0.03)
    observer.timer(0.3)
    result = (await pages.get("/metrics"))[1]
    for line in (
        "turnpost_acknowledge_seconds_count 1.0",
        'turnpost_interaction_seconds_count{command="move"} 2.0',
        'turnpost_interactions_total{command="move",outcome="refused"} 1.0',
        'turnpost_interactions_total{command="press",outcome="refused"} 2.0',
        'turnpost_interactions_total{command="game",outcome="refused"} 3.0',
        'turnpost_deliveries_total{kind="card",result="again:50013"} 1.0',
        'turnpost_picture_seconds_count{game="tiny"} 1.0',
        "turnpost_timer_late_seconds_count 1.0",
        "turnpost_picture_cache_bytes",
        "process_resident_memory_bytes",
        "turnpost_loop_lag_seconds",
    ):
        assert line in result
    for word in ("plan", "ahead", "away", "notes", "ready", "no_"):
        assert f'{word}"' not in result
        assert f'"{word}' not in result


async def test_what_lasts_is_measured_as_finely_as_matters(pages: Pages) -> None:
    result = (await pages.get("/metrics"))[1]
    ends = {
        name: [float(end) for end in re.findall(rf'{name}_bucket{{le="(.+)"}}', result)]
        for name in ("turnpost_acknowledge_seconds", "turnpost_timer_late_seconds")
    }
    assert ends == {
        "turnpost_acknowledge_seconds": [
            *(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, math.inf)
        ],
        "turnpost_timer_late_seconds": [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600, math.inf],
    }


def test_how_late_the_event_loop_wakes_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    times, spans, lags = iter((10.0, 10.75, 20.0, 20.25, 30.0)), list[float](), list[float]()

    async def sleep(seconds: float) -> None:
        spans.append(seconds)
        if len(spans) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: SimpleNamespace(time=times.__next__))
    observer = PrometheusObserver()
    monkeypatch.setattr(observer, "lag", lags.append)
    with pytest.raises(asyncio.CancelledError):
        server._measure_loop_lag(observer).send(None)
    assert (spans, lags) == ([0.5, 0.5, 0.5], [0.25, 0.0])


def test_nobody_waits_for_long() -> None:
    assert (2, timedelta(minutes=5), 1) == (health.PATIENCE, STUCK, server._SHUTDOWN_SECONDS)


async def test_what_waits_is_counted(database: Database, service: Service, clock: ManualClock) -> None:
    async def waiting() -> QueueStatistics:
        async with database.reading() as unit:
            return await unit.inspection.queue_statistics(clock.now())

    assert await waiting() == QueueStatistics(0, 0.0, 0, 0, 0.0)
    await running(service, deadline_hours=1)
    clock.advance(timedelta(hours=2))
    waits = await waiting()
    assert waits.deliveries > 0
    assert (waits.delivery_age, waits.overdue) == (7200.0, 1)


async def test_a_port_that_is_taken_is_said_so(database: Database, clock: ManualClock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(OSError, match="in use"):
        async with metrics_server(database, clock, host="127.0.0.1", port=listener.getsockname()[1]):
            pass
