"""What is stored about a person is told, and forgotten without a trace; games stay as they were."""

import asyncio
import json
import re
import threading
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from bot.outbox.delivery import RetryLater
from bot.outbox.worker import Outbox
from bot.service.accounts.mail import address_hash
from bot.service.admin.acts import Pause, Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.log.event_types import EventType
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.service.values.refused import Refused
from bot.service.values.request import FORMER, STRANGER, Person
from bot.store.columns import Base
from bot.store.database import Database
from bot.store.models import EventRow, OutboxRow
from bot.store.packing import unpacked
from bot.store.repositories import person_references
from engines.contract import Level
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.plans import counted
from tests.service.accounts.post import ANNS, BOBS, NEW, Post, joined, linked
from tests.service.actors import (
    ACCOUNTS,
    ALL,
    ANN,
    BOB,
    CLEO,
    HERE,
    SAMPLE,
    ZOE,
    account,
    act,
    begun,
    game_row,
    new_cause,
    opened,
    running,
    sound,
)


async def everything(database: Database) -> str:
    """Every value of every table, whole: a row's own text leaves out the middle of long ones."""
    async with database.reading() as unit:
        rows: list[Any] = []
        for table in Base.metadata.sorted_tables:
            found = await unit._session.execute(select(table))
            rows += [[unpacked(one) if isinstance(one, str) else one for one in row] for row in found]
    return "\n".join(map(repr, rows))


async def table_of(service: Service, key: str = "roses", **arguments: Any) -> GameSummary:
    """A running game of Zoë, known or not, against Bob and whoever it takes."""
    return await begun(service, key, by=Person.of(account(ZOE)), **arguments)


async def life(service: Service, database: Database, clock: ManualClock) -> dict[str, GameSummary]:
    """Zoë has played, plays, waits, talks, administers, and has been replaced."""
    await service.preferences.change(ZOE, theme="light", time_zone="Europe/Paris")
    await service.preferences.set_notice_settings(ZOE, {"where": "dm"})
    over = await table_of(service)
    for number, text in enumerate(SAMPLE):
        await act(service, (ZOE, BOB)[number % 2], over.code, text)
    runs = await table_of(service)
    await act(service, ZOE, runs.code, SAMPLE[0])
    await service.orders.plan(ZOE, runs.code, "whatever", SAMPLE[2], cause=new_cause())
    waits = await service.lobby.create(ZOE, HERE, GameSetup("nim"), cause=new_cause())
    await service.lobby.join(CLEO, waits.code, cause=new_cause())
    given = await table_of(service)
    await service.admin.apply(Operator(), given.code, Replace(0, CLEO, at_once=True))
    other = await opened(service)
    await service.lobby.join(BOB, other.code, cause=new_cause())
    await service.following.follow(ZOE, other.code)
    await service.admin.apply(Operator(ZOE, HERE.guild_id), other.code, Pause(), why="a test")
    await service.admin.draft(Operator(ZOE, HERE.guild_id), runs.code, Pause())
    await service.admin.draft(Operator(CLEO, HERE.guild_id), other.code, Replace(0, Person.of(account(ZOE))))
    await service.admin.draft(Operator(CLEO, HERE.guild_id), other.code, Replace(0, ZOE))
    chat_message = await table_of(service, "gods")
    await Outbox(database, FakeSender(), clock).drain()
    await service.chat.say(ZOE, chat_message.code, "my very words", cause=new_cause())
    await Outbox(database, FakeSender(), clock).drain()
    await act(service, BOB, runs.code, SAMPLE[1])
    return {
        "over": over,
        "runs": runs,
        "waits": waits,
        "given": given,
        "other": other,
        "chat_message": chat_message,
    }


async def test_everything_about_oneself_is_told(
    service: Service, database: Database, clock: ManualClock
) -> None:
    games = await life(service, database, clock)
    result = json.loads(await service.privacy.export(ZOE.id))
    assert result["player"][0]["name"] == ZOE.name
    assert {seat["code"] for seat in result["seats"]} == {
        games[name].code for name in ("over", "runs", "waits", "chat_message")
    }
    assert result["said"][0]["body"] == "my very words"
    assert result["administered"][0]["why"] == "a test"
    assert [one["code"] for one in result["followed"]] == [games["other"].code]
    assert [(one["code"], "c2" in one["action"]) for one in result["planned ahead"]] == [
        (games["runs"].code, True)
    ]
    assert [event["notation"] for event in result["events"] if "notation" in event][:2] == ["@d3", "@c2"]
    row = await game_row(database, games["runs"].code)
    text = json.dumps(result)
    assert (row.seed or "?") not in text
    assert BOB.name not in text


async def test_an_address_is_told_to_its_owner_alone_and_forgotten_with_them(
    service: Service, database: Database, clock: ManualClock
) -> None:
    post = Post(database, clock)
    await running(service)
    await linked(service, post, ANN, ANNS)
    await service.addresses.link(BOB, BOBS, cause=new_cause())
    game = await opened(service)
    await service.mail_invitations.invite(ANN, game.code, NEW, cause=new_cause())
    eva = await joined(service, post, NEW)
    await service.lobby.join(eva, game.code, cause=new_cause())
    await service.mail.answer(new_cause(), address_hash(ANNS), None)
    await service.mail.answer(new_cause(), address_hash(ANNS), MailAnswer(ANNS, 1, None, None, "Re:", "Hi"))
    exported = {one.id: (await service.privacy.export(one.id)).decode() for one in (ANN, BOB, CLEO, eva)}
    for address, owner in ((ANNS, ANN.id), (BOBS, BOB.id), (NEW, eva.id)):
        lines = [person_id for person_id, text in exported.items() if address in text]
        assert lines == [owner]
    mine = json.loads(exported[ANN.id])
    assert (len(mine["mails"]), len(mine["address codes"]), len(mine["invited by mail"])) == (2, 1, 1)
    waiting = await opened(service)
    await service.mail_invitations.invite(ANN, waiting.code, "zed@example.org", cause=new_cause())
    for person in (ANN, BOB, eva):
        await service.privacy.forget(person.id)
    left = await everything(database)
    assert "zed@example.org" in left
    assert '"name":"Ann"' not in left
    for address in (ANNS, BOBS, NEW):
        assert address not in left
        assert address_hash(address)[:24] not in left
    assert (await service.doctor.everything()).sound


async def test_words_for_a_draw_are_told_to_whom_they_belong(service: Service) -> None:
    mine = await service.lobby.create(
        ZOE, HERE, GameSetup("reef", seats=3, contribution="of the opener"), cause=new_cause()
    )
    other = await opened(service, "reef", seats=3, contribution="of another")
    for game, words in ((mine, "of a guest"), (other, "on joining")):
        await service.lobby.join(
            CLEO if game is mine else ZOE, game.code, cause=new_cause(), contribution=words
        )
    text = json.dumps(json.loads(await service.privacy.export(ZOE.id))["words for draws"])
    assert all(code in text for code in (mine.code, other.code))
    assert [words in text for words in ("of the opener", "on joining", "of a guest", "of another")] == [
        *(True, True),
        *(False, False),
    ]


async def test_nothing_leads_back_to_who_is_forgotten(
    service: Service, database: Database, clock: ManualClock
) -> None:
    games = await life(service, database, clock)
    before = await everything(database)
    planned = await service.privacy.forgetting(ZOE.id)
    assert await everything(database) == before
    assert (planned.waiting, planned.over, planned.messages) == ((games["waits"].code,), 1, 1)
    assert set(planned.running) == {games["runs"].code, games["chat_message"].code}

    assert await service.privacy.forget(ZOE.id) == planned
    after = await everything(database)
    for identity_hash in (str(ACCOUNTS[ZOE.id]), ZOE.name, "Zo\\u00eb", "my very words", "Europe/Paris"):
        assert identity_hash in before or identity_hash.startswith("Zo\\")
        assert identity_hash not in after
    for name, game in games.items():
        if name != "waits":
            await sound(database, game.code)
    summary = await service.reading.summary(games["runs"].code)
    assert summary.seats[0].person is not None
    assert summary.seats[0].person.name == FORMER
    assert summary.host.name == FORMER
    waiting = await service.reading.summary(games["waits"].code)
    assert waiting.host == CLEO
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert any("has left for good" in clause for clause in sender.news())
    assert str(ACCOUNTS[ZOE.id]) not in await everything(database)
    assert (await service.doctor.everything()).sound
    with pytest.raises(Refused, match="Nothing is stored"):
        await service.privacy.forget(ZOE.id)
    with pytest.raises(Refused, match="Nothing is stored"):
        await service.privacy.export(ZOE.id)


async def test_who_comes_back_begins_anew_and_an_admin_fills_the_seat(
    service: Service, database: Database, clock: ManualClock
) -> None:
    games = await life(service, database, clock)
    code = games["runs"].code
    await service.privacy.forget(ZOE.id)
    with pytest.raises(Refused, match="do not play"):
        await act(service, ZOE, code, SAMPLE[2])
    assert await service.reading.my_games(ZOE) == []
    await service.admin.apply(Operator(), code, Replace(0, Person.of(account(ZOE)), at_once=True))
    anew = await service.identities.find(account(ZOE))
    assert anew.id not in {STRANGER, ZOE.id}
    await act(service, anew, code, SAMPLE[2])
    await sound(database, code)


async def test_pseudonyms_are_drawn_anew(database: Database, clock: ManualClock) -> None:
    service = Service(database, ALL, clock, Random(5))
    seen = set()
    for _ in range(3):
        game = await table_of(service)
        zoe = game.seats[0].person
        assert zoe is not None
        await service.privacy.forget(zoe.id)
        person = (await service.reading.summary(game.code)).seats[0].person
        assert person is not None
        seen.add(person.id)
    assert len(seen) == 3


async def test_who_has_left_a_table_is_forgotten_unnoticed(service: Service, database: Database) -> None:
    game = await running(service, "reef")
    await service.admin.apply(Operator(), game.code, Replace(1, ZOE, at_once=True))
    before = await service.reading.summary(game.code)
    await service.privacy.forget(BOB.id)
    assert await service.reading.summary(game.code) == before
    async with database.reading() as unit:
        (forsaken,) = await unit.events.of_kinds(game.id, [EventType.FORSAKEN])
    assert forsaken.seat is None


async def test_who_plays_by_rules_that_are_gone_is_forgotten_too(
    service: Service, database: Database, clock: ManualClock
) -> None:
    lobby, game = await opened(service, "nim"), await running(service, "nim", seats=2)
    poorer = Service(database, {"roses": ALL["roses"]}, clock)
    await poorer.privacy.forget(ANN.id)
    for code in (lobby.code, game.code):
        seats = (await service.reading.summary(code)).seats
        assert ANN.id not in {seat.person.id for seat in seats if seat.person}


async def test_who_took_a_seat_over_stands_in_no_event(service: Service, database: Database) -> None:
    game = await opened(service)
    game = await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.admin.apply(Operator(), game.code, Replace(1, ZOE, at_once=True))
    await service.admin.apply(Operator(), game.code, Replace(1, CLEO, at_once=True))
    await service.privacy.forget(ZOE.id)
    async with database.reading() as unit:
        data = [json.loads(event.data) for event in await unit.events.of_game(game.id) if event.data]
    first, second = (one for one in data if "before" in one)
    assert (first["before"], second["after"]) == (BOB.id, CLEO.id)
    assert first["after"] == second["before"] != ZOE.id


async def test_a_pseudonym_is_written_to_by_nobody(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service)
    game = await service.lobby.join(ZOE, game.code, cause=new_cause())
    await service.preferences.set_notice_settings(ZOE, {"where": "dm"})
    await service.privacy.forget(ZOE.id)
    former = (await service.reading.summary(game.code)).seats[1].person
    assert former is not None
    async with database.reading() as unit:
        row = await unit.persons.get(former.id)
    assert row is not None
    assert (row.notices, row.dms_closed_at is None, row.dm_hands) == ("{}", False, False)
    assert row.dms_closed_at is not None


async def test_the_direct_message_with_a_hand_is_forgotten_too(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await table_of(service, "pouch")
    await Outbox(database, FakeSender(), clock).drain()

    async def messages() -> dict[int | None, bool]:
        row = await game_row(database, game.code)
        return {sitting.seat: sitting.hand_message_id is not None for sitting in row.seats}

    assert await messages() == {0: True, 1: True}
    await service.privacy.forget(ZOE.id)
    assert await messages() == {0: False, 1: True}


async def test_who_is_forgotten_stands_in_no_name_of_a_thread(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Earlier releases named threads by the players."""
    game = await running(service)
    names = {"old": "K7QX Ann and Bob", "new": ""}
    async with database.transaction() as unit:
        for nonce, name in names.items():
            payload = msgspec.json.encode({"type": "thread", "name": name}).decode()
            given = {"game_id": game.id, "partition_key": f"game:{game.id}", "kind": "thread"}
            row = OutboxRow(
                payload=payload, nonce=nonce, not_before=clock.now(), created_at=clock.now(), **given
            )
            unit.outbox.add(row)
    await service.privacy.forget(BOB.id)
    async with database.reading() as unit:
        rows = [await unit.outbox.by_nonce(nonce) for nonce in names]
    assert [json.loads(row.payload)["name"] for row in rows if row is not None] == ["K7QX", ""]


@pytest.mark.parametrize("over", [False, True])
async def test_a_game_in_direct_messages_is_posted_there_no_more_and_leads_nowhere(
    service: Service, database: Database, clock: ManualClock, over: bool
) -> None:
    """Its channel is the person's own: the cards of the game still came there."""
    channel = 777_123_456_789
    game = await opened(service, levels=(Level.GENTLE,), dm_channel_id=channel, place=None)
    await Outbox(database, FakeSender(), clock).drain()
    await act(service, ANN, game.code, "resign" if over else SAMPLE[0])
    assert str(channel) in await everything(database)
    await service.privacy.forget(ANN.id)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert sender.tried == []
    assert str(channel) not in await everything(database)
    await sound(database, game.code)
    assert (await service.doctor.everything()).sound


@pytest.mark.usefixtures("notices_at_once")
async def test_who_is_forgotten_stands_in_no_notice_that_waits_with_those_of_other_games(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """A message about several games belongs to one of them."""
    await service.preferences.set_notice_settings(ANN, {"where": "dm"})
    games = [(await begun(service, "roses", other)).code for other in (BOB, CLEO)]
    for code, other in zip(games, (BOB, CLEO), strict=True):
        await act(service, ANN, code, SAMPLE[0])
        await act(service, other, code, SAMPLE[1])
    sender = FakeSender()
    sender.fault = lambda delivery: RetryLater("503")
    clock.advance(timedelta(minutes=5))
    await Outbox(database, sender, clock).drain()
    await service.privacy.forget(CLEO.id)
    left = await everything(database)
    assert '"others":[{' in left
    assert f'"name":"{CLEO.name}"' not in left


async def test_what_years_have_left_is_not_read_while_nobody_else_can_write(
    service: Service, database: Database
) -> None:
    """Nor for the question before it: who has played for years would hold up all others for seconds."""
    await running(service)
    with counted(database) as asked:
        planned = await service.privacy.forgetting(ANN.id)
        assert await service.privacy.forget(ANN.id) == planned
    whole = [one for one in asked if re.search(r"SELECT [^()]*events\.notation", one)]
    assert whole == []
    with pytest.raises(Refused, match="Nothing is stored about you here"):
        await service.privacy.forgetting(ANN.id)


async def test_of_what_waits_only_what_was_tried_may_name_others_and_is_read(
    service: Service, database: Database
) -> None:
    """Tens of thousands of notices may wait for the end of quiet time."""
    await running(service)
    with counted(database) as asked:
        await service.privacy.forget(ANN.id)
    read = [one for one in asked if "SELECT" in one and "outbox.payload" in one and "'pending'" in one]
    assert len(read) == 2
    assert all("outbox.attempts > " in one or "leased_until IS NOT NULL" in one for one in read)


async def test_games_that_are_over_are_handed_over_together(service: Service, database: Database) -> None:
    """Looked through one by one, hundreds of them would hold up all others for seconds."""
    taken = list[int]()
    for person, games in ((BOB, 1), (CLEO, 4)):
        for _ in range(games):
            game = await begun(service, "nim", person)
            await act(service, ANN, game.code, "resign")
        with counted(database) as asked:
            await service.privacy.forget(person.id)
        taken.append(sum(one.startswith("SELECT") for one in asked))
    assert taken[0] == taken[1]


async def test_an_export_of_years_leaves_others_their_turns(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had played much held everybody up with it, as often as they liked."""
    game, many = await running(service), 2_000
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        common = {"game_id": row.id, "kind": "action", "player_id": ANN.id, "at": clock.now()}
        rows = [EventRow(seq=number, first_seq=number, **common) for number in range(100, 100 + many)]
        await unit.events.append_many(rows)
    turns, read, threads = 0, list[int](), set[bool]()
    plain, write = person_references._plain, msgspec.json.encode

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def read_row(one: Any) -> Any:
        read.append(turns)
        return plain(one)

    def written(value: Any, **options: Any) -> bytes:
        threads.add(threading.current_thread() is threading.main_thread())
        return write(value, **options)

    monkeypatch.setattr(person_references, "_plain", read_row)
    monkeypatch.setattr(msgspec.json, "encode", written)
    other = asyncio.create_task(take_turns())
    exported = json.loads(await service.privacy.export(ANN.id))
    other.cancel()
    assert len(exported["events"]) > many
    assert max(Counter(read).values()) <= 200, "rows that were read in one turn"
    assert threads == {False}
