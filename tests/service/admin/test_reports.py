"""Muting a player, and showing private messages to those who manage the server."""

import json
from datetime import timedelta
from random import Random

import pytest

from bot.outbox.delivery import ChannelGone, DmsClosed, PermanentFailure
from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.insiders import LOOK
from bot.service.people.servers import ServerSettings
from bot.service.values.limits import Limits
from bot.service.values.payloads import PostReport
from bot.service.values.refused import Refused
from bot.service.values.request import FORMER
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ADA, ALL, ANN, BOB, CLEO, DAN, EVE, HERE, OLGA, act, begun
from tests.service.chat.table import Table

MANAGER = Operator(ADA, HERE.guild_id)


@pytest.fixture
async def table(database: Database, service: Service, clock: ManualClock) -> Table:
    """A game of Ann (RED), Bob (BLUE), Cleo (GREEN) and Dan (ORANGE)."""
    return await Table(database, service, clock).open()


async def whispered(table: Table, *texts: str) -> None:
    """Ann whispers to Bob, and he is brought it."""
    for text in texts:
        await table.say(ANN, f"-B {text}")
    await table.outbox.drain()


async def unread(table: Table, operator: Operator, number: int = 1) -> str:
    with pytest.raises(Refused) as refused:
        await table.service.reports.read(operator, number)
    return refused.value.code


# -- muting -------------------------------------------------------------------------------------------------


async def test_who_is_muted_is_neither_brought_nor_listed(service: Service, table: Table) -> None:
    await table.say(BOB, "here I am", direct=True)
    await table.say(ANN, "-B before")
    await service.chat.mute(BOB, table.code, ANN.id)
    await table.say(ANN, "-B one")
    await table.say(ANN, "two")
    await table.say(CLEO, "three")
    await table.outbox.drain()
    assert [words for reader, _, words in table.brought() if reader == BOB.id] == ["three"]
    page = await service.chat.messages(BOB, table.code)
    assert [chat_message.body for chat_message in page.messages] == ["here I am", "three"]
    assert (page.unheard, page.unseen) == ((0,), 0)
    # Everybody else hears her; she sees nothing of it, and elsewhere nothing changes.
    assert await table.bodies(CLEO) == ["here I am", "two", "three"]
    mine = await service.chat.messages(ANN, table.code)
    assert [chat_message.refused for chat_message in mine.messages] == [()] * 5
    await service.chat.mute(BOB, table.code, ANN.id, muted=False)
    assert await table.bodies(BOB) == ["here I am", "before", "one", "two", "three"]


async def test_muting_is_for_players_of_the_game_and_for_others_than_oneself(
    service: Service, table: Table
) -> None:
    for person, other in ((EVE, ANN), (ANN, EVE), (ANN, ANN)):
        with pytest.raises(Refused):
            await service.chat.mute(person, table.code, other.id)


async def test_a_block_mutes_in_every_game(service: Service, table: Table) -> None:
    await table.say(BOB, "here I am", direct=True)
    await service.blocks.block(BOB, ANN)
    await table.say(ANN, "to all")
    await table.outbox.drain()
    assert [words for reader, _, words in table.brought() if reader == BOB.id] == []


# -- reporting ----------------------------------------------------------------------------------------------


async def test_a_report_keeps_the_words_and_tells_managers_that_there_is_one(
    service: Service, table: Table, database: Database
) -> None:
    await whispered(table, "one", "you fool", "three")
    filed = await service.reports.file(BOB, table.code, 2)
    assert (filed.chat_message.body, filed.repeated) == ("you fool", False)
    assert (await service.reports.file(BOB, table.code, 2)).repeated
    await table.outbox.drain()
    found = [one.payload for one in table.sender.delivered if isinstance(one.payload, PostReport)]
    assert found == [PostReport(HERE.guild_id, 1)]
    [line] = await service.reports.listed(MANAGER)
    assert line.code == table.code
    await service.privacy.forget(ANN.id)
    report = await service.reports.read(MANAGER, line.id)
    assert (report.chat_message.body, report.chat_message.to, report.chat_message.turn) == (
        "you fool",
        (1,),
        "round 1",
    )
    assert (report.reporter, report.chat_message.speaker.name) == (BOB, FORMER)
    assert (await service.doctor.everything()).sound


async def test_only_what_one_was_sent_in_private_and_has_seen_can_be_reported(
    service: Service, table: Table
) -> None:
    await whispered(table, "for you")
    await table.say(ANN, "for all")
    await table.say(ANN, "-B not brought yet")
    assert [(one.number, one.body) for one in await service.reports.reportable(BOB, table.code)] == [
        (1, "for you")
    ]
    for person, number, code in (
        (BOB, 2, "unread"),
        (BOB, 3, "no_such_words"),
        (BOB, 0, "no_such_words"),
        (BOB, 10**30, "no_such_words"),
        (ANN, 1, "no_such_words"),
        (CLEO, 1, "no_such_words"),
    ):
        with pytest.raises(Refused) as refused:
            await service.reports.file(person, table.code, number)
        # What is being brought is soon there.
        assert (refused.value.code, bool(refused.value.passes_within)) == (code, code == "unread")


async def test_the_number_of_private_words_tells_nothing_of_those_of_others(table: Table) -> None:
    await table.say(ANN, "-G secret")
    await whispered(table, "first")
    await table.say(ANN, "-G secret again")
    await whispered(table, "second")
    chat_message = [
        one.chat_message
        for one in table.sender.delivered
        if one.chat_message and one.chat_message.body[0] in "fs"
    ]
    numbers = {one.body: one.number for one in chat_message if one.body in {"first", "second"}}
    assert numbers == {"first": 1, "second": 2}


async def test_a_manager_with_a_part_in_the_game_reads_it_when_that_is_over(
    service: Service, table: Table, clock: ManualClock
) -> None:
    await whispered(table, "you fool")
    await service.reports.file(BOB, table.code, 1)
    cleo, ann, bob = (Operator(one, HERE.guild_id) for one in (CLEO, ANN, BOB))
    assert await unread(table, cleo) == "must_not_know"
    assert [line.code for line in await service.reports.listed(cleo)] == [None]
    assert (await service.reports.read(bob, 1)).chat_message.body == "you fool"
    for person in (BOB, CLEO, DAN):
        await act(service, person, table.code, "resign")
    await table.round()
    assert (await service.reading.summary(table.code)).status == "finished"
    assert (await service.reports.read(cleo, 1)).chat_message.body == "you fool"
    # Whose words they are never reads who has reported them.
    assert await unread(table, ann) == "must_not_know"


async def test_who_has_read_private_words_of_a_running_game_takes_no_seat_in_it(
    service: Service, table: Table
) -> None:
    await whispered(table, "you fool")
    await service.reports.file(BOB, table.code, 1)
    ada, bob = (Operator(one, HERE.guild_id) for one in (ADA, BOB))
    await service.admin.plan(ada, table.code, Replace(0, ADA))
    await service.reports.read(bob, 1)
    await service.reports.read(ada, 1)
    with pytest.raises(Refused, match="has seen secrets"):
        await service.admin.plan(ada, table.code, Replace(0, ADA))
    found = [entry.person_id for entry in await service.admin.audit(ada, table.code) if entry.act == LOOK]
    assert found == [ADA.id]


async def test_reports_are_for_their_server_alone(service: Service, table: Table) -> None:
    await whispered(table, "you fool")
    await service.reports.file(BOB, table.code, 1)
    assert await unread(table, Operator(ADA, 99)) == "no_such_report"
    assert await service.reports.listed(Operator(ADA, 99)) == []
    assert (await service.reports.read(Operator(OLGA, 99, owner=True), 1)).chat_message.body == "you fool"


async def test_a_few_a_day_can_be_reported(database: Database, clock: ManualClock) -> None:
    service = Service(database, ALL, clock, Random(1), limits=Limits(person_reports=2, patience=timedelta(0)))
    table = await Table(database, service, clock).open()
    await whispered(table, "one", "two", "three")
    for number in (1, 2):
        await service.reports.file(BOB, table.code, number)
    with pytest.raises(Refused, match="2 messages within a day"):
        await service.reports.file(BOB, table.code, 3)
    assert (await service.reports.file(BOB, table.code, 1)).repeated
    clock.advance(timedelta(days=1, seconds=1))
    assert not (await service.reports.file(BOB, table.code, 3)).repeated


@pytest.mark.parametrize("trouble", [ChannelGone("gone"), DmsClosed("closed"), PermanentFailure("no")])
async def test_a_report_that_reaches_nobody_is_tried_again(
    service: Service, database: Database, table: Table, clock: ManualClock, trouble: PermanentFailure
) -> None:
    await whispered(table, "you fool")
    table.sender.fault = lambda one: trouble if isinstance(one.payload, PostReport) else None
    await service.reports.file(BOB, table.code, 1)
    await table.outbox.drain()
    assert not [one for one in table.sender.delivered if isinstance(one.payload, PostReport)]
    table.sender.fault = lambda _: None
    clock.advance(timedelta(days=1))
    await table.outbox.drain()
    assert [one for one in table.sender.delivered if isinstance(one.payload, PostReport)]


async def test_a_report_is_tried_again_when_something_is_done_in_its_server(
    service: Service, table: Table
) -> None:
    """Its managers may have chosen another channel for reports."""
    await whispered(table, "you fool")
    table.sender.fault = lambda one: DmsClosed("closed") if isinstance(one.payload, PostReport) else None
    await service.reports.file(BOB, table.code, 1)
    await table.outbox.drain()
    table.sender.fault = lambda _: None
    await service.places.retry_after_activity(HERE.guild_id)
    await table.outbox.drain()
    assert [one for one in table.sender.delivered if isinstance(one.payload, PostReport)]


async def test_reports_go_where_the_server_wants_them(service: Service, table: Table) -> None:
    await service.servers.change(ADA, HERE.guild_id, lambda _: ServerSettings(reports_channel_id=77))
    await whispered(table, "you fool")
    await service.reports.file(BOB, table.code, 1)
    await table.outbox.drain()
    [sent] = [one for one in table.sender.delivered if isinstance(one.payload, PostReport)]
    assert sent.channel_id == 77


async def test_a_game_without_a_server_has_nobody_to_report_to(
    database: Database, service: Service, clock: ManualClock
) -> None:
    table = Table(database, service, clock)
    table.code = (await begun(service, "gods", BOB, CLEO, DAN, place=None)).code
    await whispered(table, "you fool")
    with pytest.raises(Refused, match="not played on a server"):
        await service.reports.file(BOB, table.code, 1)


async def test_what_one_has_muted_and_reported_is_told_and_forgotten(
    service: Service, database: Database, table: Table
) -> None:
    await whispered(table, "you fool")
    await service.chat.mute(BOB, table.code, ANN.id)
    await service.reports.file(BOB, table.code, 1)
    result = json.loads(await service.privacy.export(BOB.id))
    assert result["muted"][0] | {"created_at": ""} == {"code": table.code, "name": "Ann", "created_at": ""}
    assert result["reported"][0]["words"] == "you fool"
    assert json.loads(await service.privacy.export(ANN.id))["reported"] == []
    await service.privacy.forget(BOB.id)
    report = await service.reports.read(MANAGER, 1)
    assert (report.reporter.name, report.chat_message.body) == (FORMER, "you fool")
    async with database.reading() as unit:
        assert await unit.blocks.unheard(BOB.id, report.chat_message.number or 0) == set()
