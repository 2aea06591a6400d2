"""Sweeps go through all that is found: what fails holds up nothing, and is not tried again and again."""

from datetime import timedelta

import pytest

from bot.service.facade import Service
from bot.service.game import deadlines
from bot.service.lobby.unstarted import LOBBY_LIFE
from bot.service.usecases import Sweep
from bot.service.values.refused import Refused
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import opened, running


def test_a_sweep_passes_over_what_was_not_done_until_it_begins_anew() -> None:
    sweep = Sweep()
    assert sweep.went_through([False, True, False], 3)
    assert sweep.offset == 2
    assert sweep.went_through([False, False, False], 3)
    assert sweep.offset == 5
    assert not sweep.went_through([True, False], 3)
    assert sweep.offset == 0


async def test_lobbies_that_cannot_be_called_off_hold_up_no_others(
    service: Service, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.lobby.unstarted._AT_ONCE", 2)
    *broken, whole = [(await opened(service)).code for _ in range(3)]
    clock.advance(LOBBY_LIFE + timedelta(seconds=1))
    expire, tried = service.lobby.expire, list[str]()

    async def fail(code: str) -> None:
        tried.append(code)
        if code in broken:
            raise Refused("no_rules", "There are no rules for this game here.")
        await expire(code)

    monkeypatch.setattr(service.lobby, "expire", fail)
    more = [await service.lobby.expire_silent() for _ in range(2)]
    assert (more, tried) == ([True, False], [*broken, whole]), "each is tried once within an hour"
    assert await service.lobby.silent() == broken


async def test_threads_that_stay_closed_hold_up_no_others(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.places._MOST", 1)
    codes = [(await running(service, deadline_hours=24 * 14)).code for _ in range(2)]
    async with database.transaction() as unit:
        for number, code in enumerate(codes):
            row = await unit.games.by_code(code)
            assert row is not None
            row.thread_id = 100 + number
    clock.advance(deadlines.WEEK + timedelta(seconds=1))
    looked = list[str]()

    async def stays_closed(code: str) -> bool:
        looked.append(code)
        return False

    monkeypatch.setattr(service.places, "_reopen", stays_closed)
    assert [await service.places.reopen_threads() for _ in range(3)] == [True, True, False]
    assert looked == codes
