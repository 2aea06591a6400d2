"""Each word is said once, whatever fails."""

import asyncio
from random import Random

from bot.service.facade import Service
from bot.service.values.answers import Ack
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, FOUR, cause_of
from tests.service.chat.table import Table


async def test_a_word_delivered_again_is_said_once(table: Table) -> None:
    first = await table.say(ANN, "-b once", cause=cause_of(77))
    again = await table.say(ANN, "-b once", cause=cause_of(77))
    assert again == Ack(first.chat_message, repeated=True)
    await table.outbox.drain()
    other = await Table(table.database, table.service, ManualClock()).open()
    # Even where the place by then leads to another game.
    moved = await table.service.chat.say(ANN, other.code, "-b once", cause=cause_of(77))
    assert moved.chat_message.code == table.code
    await table.outbox.drain()
    assert table.brought() == [(BOB.id, "hear", "once")]


async def test_ten_deliveries_at_once_and_four_people_at_once(
    table: Table, database_address: str, clock: ManualClock
) -> None:
    other = Database(database_address)
    services = [table.service, Service(other, ALL, clock, Random(2))]
    await asyncio.gather(
        *(
            services[number % 2].chat.say(ANN, table.code, "-b once", cause=cause_of(5))
            for number in range(10)
        ),
        *(
            services[number % 2].chat.say(person, table.code, f"word {number}", cause=cause_of(10 + number))
            for number, person in enumerate(FOUR)
        ),
    )
    await other.close()
    assert sorted(await table.bodies(BOB)) == ["once", *(f"word {number}" for number in range(4))]
    await table.outbox.drain()
    assert sorted(table.posted()) == [f"word {number}" for number in range(4)]


async def test_a_process_that_dies_says_it_once_and_brings_it(
    database_address: str, database: Database, clock: ManualClock
) -> None:
    fuse = Fuse()
    fragile = FragileDatabase(database_address, fuse)
    table = await Table(fragile, Service(fragile, ALL, clock, Random(1)), clock).open()
    deaths = 0
    for point in range(1, 20):
        fuse.set(point)
        try:
            await table.say(ANN, "-b hello", cause=cause_of(9), direct=True, receipt=True)
        except Crash:
            deaths += 1
        else:
            break
    fuse.clear()
    assert deaths >= 3
    await table.outbox.drain()
    assert sorted(table.brought()) == [(ANN.id, "receipt", "hello"), (BOB.id, "hear", "hello")]
    await fragile.close()
