"""A backup holds everything, fits every kind of database, and a torn one changes nothing."""

import gzip
import io
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.store import schema
from bot.store.backup import BadBackup, NotEmpty
from bot.store.database import Database
from bot.store.models import GameRow
from tests.databases import Postgres, Sqlite, finish
from tests.examples import examples
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, EVE, SAMPLE, act, opened, play_through, running
from tests.store.test_released import REVISIONS, released


@pytest.fixture(params=["the other kind", pytest.param("the same kind", marks=pytest.mark.slow)])
async def other(request: pytest.FixtureRequest, databases: Sqlite | Postgres) -> AsyncIterator[Database]:
    """Another database, without tables: of the other kind, as it is read and written by both; or the same."""
    same, kind = request.param == "the same kind", isinstance(databases, Sqlite)
    source: Sqlite | Postgres = request.getfixturevalue("sqlite" if kind == same else "postgres")
    with source.empty() as address:
        database = Database(address)
        yield database
        await database.close()


async def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is stored, by the models' columns."""
    async with database.reading() as unit:
        return {
            table.name: sorted(
                (tuple(row) for row in (await unit._session.execute(select(table))).all()), key=repr
            )
            for table in GameRow.metadata.sorted_tables
        }


async def busy(service: Service, database: Database, clock: ManualClock) -> None:
    """Games in several states, with names from all over the world, and a delivered outbox."""
    await opened(service)
    over = await running(service)
    await play_through(service, over.code, SAMPLE)
    sealed = await running(service, "sealed", deadline_hours=5)
    await act(service, BOB, sealed.code, "seal 4")
    await Outbox(database, FakeSender(), clock).drain()
    clock.advance(timedelta(seconds=0.123457))
    await running(service, "nim", seats=2)
    async with database.transaction() as unit:
        await unit.persons.prefer(EVE.id, {"name": "Zoë “🎲”\n", "time_zone": "x"})


async def backed_up(database: Database, clock: ManualClock) -> bytes:
    file = io.BytesIO()
    await database.back_up(file, clock.now())
    return file.getvalue()


async def test_round_trip(service: Service, database: Database, other: Database, clock: ManualClock) -> None:
    await busy(service, database, clock)
    first = await backed_up(database, clock)
    rows = await other.restore(io.BytesIO(first))
    assert await contents(other) == await contents(database)
    assert rows == sum(len(table) for table in (await contents(database)).values())
    assert await other.examine(schema.differences) == []
    # From there the file is the same again, and play goes on.
    assert await backed_up(other, clock) == first
    moved = Service(other, ALL, clock, Random(9))
    assert (await moved.doctor.everything()).sound
    game = await running(moved, "nim", seats=2)
    await act(moved, ANN, game.code, "1")
    await Outbox(other, FakeSender(), clock).drain()


async def test_progress_is_told_to_the_end(database: Database, clock: ManualClock) -> None:
    file, told = io.BytesIO(), list[tuple[int, int]]()
    rows = await database.back_up(file, clock.now(), lambda *numbers: told.append(numbers))
    assert told[-1] == (rows, rows)
    assert rows == sum(len(table) for table in (await contents(database)).values()) > 0
    told.clear()
    await database.restore(file, replace=True, progress=lambda *numbers: told.append(numbers))
    size = len(file.getvalue())
    assert told[-1] == (size, size)
    # The file tells no time of its own, so that the same rows are the same file.
    assert file.getvalue()[4:8] == bytes(4)


async def test_only_into_an_empty_database_unless_told(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    copy = await backed_up(database, clock)
    before = await contents(database)
    with pytest.raises(NotEmpty):
        await database.restore(io.BytesIO(copy))
    assert await contents(database) == before
    await act(service, ANN, game.code, "1")
    await running(service)
    await database.restore(io.BytesIO(copy), replace=True)
    assert await contents(database) == before
    await act(service, ANN, game.code, "2")


@pytest.mark.slow
async def test_a_database_that_has_moved_forward_goes_round(
    databases: Sqlite | Postgres, other: Database, clock: ManualClock
) -> None:
    with databases.empty() as address:
        databases.load(address, released(REVISIONS[0], databases))
        old = Database(address)
        await old.migrate()
        new = await backed_up(old, clock)
        await old.close()
    lines = gzip.decompress(new).splitlines(keepends=True)
    header = json.loads(lines[0])
    assert header["revision"] == schema.head()
    await other.restore(io.BytesIO(new))
    assert await other.revision() == schema.head()
    assert (await Service(other, ALL, clock, Random(1)).doctor.everything()).sound


def repacked(lines: list[bytes]) -> bytes:
    return gzip.compress(b"".join(lines))


async def test_what_is_torn_or_foreign_changes_nothing(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await running(service, "sealed")
    whole = await backed_up(database, clock)
    lines = gzip.decompress(whole).splitlines(keepends=True)
    before = await contents(database)
    header, rows, end = lines[0], lines[1:-1], lines[-1]
    others = [row for row in rows if b'"Ann"' not in row]
    torn = [
        b"",
        b"nonsense",
        whole[: len(whole) // 2],
        whole[:-9],
        gzip.compress(b""),
        repacked([b"{}\n"]),
        repacked([header, *rows]),
        repacked([header, *rows[1:], end]),
        repacked([header, *rows, end, b"\n"]),
        repacked([header, *rows, rows[0], end]),
        repacked([header, *rows, end.rstrip()]),
        # A row that is there twice, and one to which others refer and which is not there.
        repacked([header, rows[0], *rows[:-1], end]),
        repacked([header, *others, end.replace(b"%d" % len(rows), b"%d" % len(others))]),
        repacked([header, b"[99,1]\n", end]),
        repacked([header, b"[0]\n", end]),
        repacked([header, b"[-1,1]\n", end]),
        repacked([header, b"\xff\n", end]),
        repacked([header, b'[0,"secret"]\n', end]),
        repacked([header.replace(b'"name":"games"', b'"name":"Games; DROP"'), *rows, end]),
        repacked([header.replace(b'"name":"ply"', b'"name":"plies"'), *rows, end]),
        repacked([header.replace(b"backup/1", b"backup/2"), *rows, end]),
        *(
            repacked([header.replace(key, b'"more":1,' + key, 1), *rows, end])
            for key in (b'"tables":', b'"columns":', b'"sort":')
        ),
        repacked([header, *rows, end.replace(b"}", b',"more":1}')]),
    ]
    for file in torn:
        with pytest.raises(BadBackup) as caught:
            await database.restore(io.BytesIO(file), replace=True)
        assert "secret" not in str(caught.value)
        assert str(caught.value).endswith(".")
    newer = header.replace(f'"revision":"{schema.head()}"'.encode(), b'"revision":"9999"')
    with pytest.raises(schema.UnknownSchema, match="9999"):
        await database.restore(io.BytesIO(repacked([newer, *rows, end])), replace=True)
    assert await contents(database) == before
    await act(service, ANN, (await service.reading.my_games(ANN))[0].code, "seal 1")


@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(changes=st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4))
def test_bytes_changed_at_random_never_restore_half(changes: list[tuple[int, int]], sqlite: Sqlite) -> None:
    packed, plain = bytearray(_SMALL), bytearray(gzip.decompress(_SMALL))
    for place, byte in changes:
        packed[place % len(packed)] = plain[place % len(plain)] = byte

    async def restored(file: bytes) -> None:
        database = Database(address)
        try:
            await database.restore(io.BytesIO(file))
        except (BadBackup, schema.UnknownSchema):
            assert await database.revision() is None
        finally:
            await database.close()

    for file in (bytes(packed), gzip.compress(plain)):
        with sqlite.empty() as address:
            finish(restored(file))


_SMALL = gzip.compress(
    b'{"format":"turnpost-backup/1","revision":"0001","made_at":"2026-01-01T00:00:00Z","tables":'
    b'[{"name":"players","columns":[{"name":"id","sort":"whole"},{"name":"name","sort":"text"},'
    b'{"name":"theme","sort":"text"},{"name":"dm_turns","sort":"truth"},{"name":"time_zone","sort":"text"},'
    b'{"name":"locale","sort":"text"},{"name":"dms_closed_at","sort":"moment"},'
    b'{"name":"created_at","sort":"moment"}]}]}\n'
    b'[0,1,"Ann","dark",true,null,null,null,"2026-01-01T12:00:00Z"]\n'
    b'{"rows":1}\n'
)


async def test_a_backup_from_the_first_release(other: Database) -> None:
    assert await other.restore(io.BytesIO(_SMALL)) == 1
    assert await other.revision() == schema.head()
    async with other.reading() as unit:
        ann = await unit.persons.get(1)
        assert ann is not None
        assert (ann.name, ann.notices) == ("Ann", '{"where":"dm"}')
