"""What is copied for a test that begins as another did is what it would have made itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from random import Random

import pytest

from bot.service.facade import Service
from bot.store.database import Database
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.service import prepared
from tests.service.actors import ALL, ANN, act, new_cause, running


@pytest.fixture(autouse=True)
def _nothing_is_known() -> Iterator[None]:
    prepared.forget()
    yield
    prepared.forget()


@prepared.once
async def _an_hour_later(service: Service, clock: ManualClock, key: str) -> str:
    game = await running(service, key, threaded=False)
    clock.advance(timedelta(hours=1))
    return game.code


async def _story(address: str, request: pytest.FixtureRequest, key: str = "roses") -> list[object]:
    """All that comes of it; only what nobody can foretell is left out."""
    database, clock = Database(address), ManualClock()
    told = list[object]()
    database.on_clocks(told.append)
    database.on_outbox(lambda nonces: told.append(len(nonces)))
    service = prepared.begins(Service(database, ALL, clock, Random(1)), request)
    code = await _an_hour_later(service, clock, key)
    with closing(sqlite3.connect(str(database.file))) as connection:
        stored = "\n".join(connection.iterdump())
    offers = (await service.play.choices(ANN, code)).offers
    played = await act(service, ANN, code, offers[0].action)
    drawn = service.lobby._rng.random()
    await database.close()
    return [stored, told, code, played.summary, drawn, new_cause(), clock.now()]


async def test_what_is_copied_is_what_was_made(sqlite: Sqlite, request: pytest.FixtureRequest) -> None:
    with sqlite.fresh() as one, sqlite.fresh() as other:
        made, copied = [await _story(address, request) for address in (one, other)]
    assert len(prepared._made) == 1
    assert made == copied
    assert 'INSERT INTO "games"' in str(made[0])
    assert made[1]


async def test_who_begins_otherwise_makes_it_anew(
    sqlite: Sqlite, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything copied for who replaces parts of the bot, as this test does, or has a file open."""
    with sqlite.fresh() as address:
        await _story(address, request)
    assert not prepared._made
    monkeypatch.setattr(prepared, "_OWN", set())
    with sqlite.fresh() as address, closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as other:
        other.execute("SELECT count(*) FROM games")
        await _story(address, request)
    assert not prepared._made
    for number, key in enumerate(("roses", "nim"), start=1):
        with sqlite.fresh() as address:
            await _story(address, request, key)
        assert len(prepared._made) == number
