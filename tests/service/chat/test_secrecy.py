"""Words are for those who may read them: no log, payload or odd text tells others."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract.chat import DASHES
from tests.databases import Postgres, Sqlite
from tests.examples import examples
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, DAN, cause_of
from tests.service.chat.table import Table


async def test_logs_do_not_tell_who_spoke_to_whom(
    databases: Sqlite | Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    found = []
    for text in ("-b I trust you", "-go run, both of you"):
        caplog.clear()
        with databases.fresh() as address:
            database, clock = Database(address), ManualClock()
            table = await Table(database, Service(database, ALL, clock, Random(1)), clock).open()
            await table.say(ANN, text, cause=cause_of(1))
            found.append([record.getMessage() for record in caplog.records if "talk" in record.getMessage()])
            await database.close()
    assert found[0] == found[1] != []


async def test_private_words_that_begin_with_a_name_reach_nobody_else(table: Table) -> None:
    """“-Bob” went to BLUE and ORANGE, whose letters are in it."""
    assert await table.refused(ANN, "-Bob do not tell Dan") == "ambiguous"
    assert await table.refused(ANN, "\u200b—BOB do not tell Dan") == "ambiguous"
    for person in (BOB, DAN):
        assert await table.bodies(person) == []
    await table.say(ANN, "-ob both of you")
    await table.say(ANN, "-b Bob alone")
    assert await table.bodies(BOB) == ["both of you", "Bob alone"]
    assert await table.bodies(DAN) == ["both of you"]


async def test_no_payload_event_or_log_holds_what_was_said(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    await table.say(ANN, "-b xyzzy", direct=True, receipt=True)
    await table.say(ANN, "plugh xyzzy")
    await table.refused(ANN, "-x xyzzy")
    await table.outbox.drain()
    await table.bodies(BOB)
    async with table.database.reading() as unit:
        game = await unit.games.by_code(table.code)
        assert game is not None
        for partition_key in (f"user:{BOB.id}", f"user:{ANN.id}", "game:1"):
            for kind in ("talk", "direct_talk"):
                row = await unit.outbox.posted(game.id, partition_key, kind)
                assert row is None or "xyzzy" not in row.payload
        for event in await unit.events.of_game(game.id):
            assert "xyzzy" not in f"{event.action} {event.notation} {event.data}"
    assert "talk_stored" in caplog.text
    assert "xyzzy" not in caplog.text


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=[*DASHES, *"rbgoRBG ,\\\n\u200b\u3164\x00@<>"], max_size=20),
    st.text(min_size=1_490, max_size=1_510),
)


@pytest.fixture(scope="module")
def fuzzed(sqlite: Sqlite) -> Iterator[tuple[asyncio.Runner, Table]]:
    with sqlite.fresh() as address, asyncio.Runner() as runner:
        database = Database(address)
        clock = ManualClock()
        table = Table(database, Service(database, ALL, clock, Random(1)), clock)
        runner.run(table.open())
        yield runner, table
        runner.run(database.close())


@given(text=TEXTS)
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_heard_whole_or_by_nobody(fuzzed: Any, text: str) -> None:
    """Ruling 12: never a fault, and what begins with a dash is never for all."""
    runner, table = fuzzed
    try:
        shown = runner.run(table.say(ANN, text))
    except Refused:
        return
    chat_message = shown.chat_message
    assert 1 <= len(chat_message.body) <= 1_500
    first = next(char for char in text if char not in "\x00\u200b\u3164" and not char.isspace())
    assert chat_message.to is None or first in DASHES
    if first in DASHES:
        assert chat_message.to is not None
        assert 0 not in chat_message.to
