"""Blocks: no private messages either way, a neutral sentence, and no way round it."""

import json

import pytest

from bot.service.facade import Service
from bot.service.people.blocks import blockers, is_blocked
from bot.service.values.refused import Refused
from bot.service.values.request import FORMER, Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, DAN, ZOE, account, running, stranger
from tests.service.chat.table import Table


@pytest.fixture
async def table(database: Database, service: Service, clock: ManualClock) -> Table:
    """A game of Ann (RED), Bob (BLUE), Cleo and Dan."""
    return await Table(database, service, clock).open()


async def blocked(database: Database, person: Person, by: Person) -> bool:
    async with database.reading() as unit:
        return await is_blocked(unit, person, by=by.id)


async def test_unheard_are_those_who_are_blocked_or_muted_there_by_oneself(
    service: Service, database: Database
) -> None:
    game, other = await running(service), await running(service)
    async with database.dry_run() as unit:
        for blocker, blocked_one in ((ANN, BOB), (BOB, ZOE)):
            await unit.blocks.add(blocker.id, blocked_one.id, game.created_at)
        for who, where, muted in ((ANN, game, CLEO), (ANN, other, DAN), (BOB, game, DAN)):
            await unit.blocks.mute(who.id, where.id, muted.id, game.created_at)
        assert await unit.blocks.unheard(ANN.id, game.id) == {BOB.id, CLEO.id}


async def test_a_block_goes_one_way_and_can_be_lifted(service: Service, database: Database) -> None:
    assert await service.blocks.block(ANN, BOB) == BOB
    await service.blocks.block(ANN, BOB)
    [block] = await service.blocks.blocked(ANN)
    assert (block.name, block.person_id) == (BOB.name, BOB.id)
    assert await blocked(database, BOB, by=ANN)
    assert not await blocked(database, ANN, by=BOB)
    with pytest.raises(Refused, match="not blocked them"):
        await service.blocks.unblock(BOB, block.id)
    await service.blocks.unblock(ANN, block.id)
    assert not await blocked(database, BOB, by=ANN)
    with pytest.raises(Refused, match="not blocked them"):
        await service.blocks.unblock(ANN, block.id)
    with pytest.raises(Refused, match="you yourself"):
        await service.blocks.block(ANN, ANN)


async def test_numbers_of_blocks_do_not_tell_that_others_block(service: Service) -> None:
    for person in (BOB, CLEO, DAN):
        await service.blocks.block(ANN, person)
        await service.blocks.block(person, ANN)
    numbered = [(block.number, block.name) for block in await service.blocks.blocked(ANN)]
    assert numbered == [(3, DAN.name), (2, CLEO.name), (1, BOB.name)]
    _, second, _ = await service.blocks.blocked(ANN)
    await service.blocks.unblock(ANN, second.id)
    left = [(block.number, block.name) for block in await service.blocks.blocked(ANN)]
    assert left == [(2, DAN.name), (1, BOB.name)]


async def test_no_name_lifts_the_block_of_somebody_else(service: Service) -> None:
    for number, name in enumerate(("2", "Bob", "BOB", "Cleo")):
        await service.blocks.block(ANN, stranger(700 + number, name))
    assert [block.number for block in reversed(await service.blocks.blocked(ANN))] == [1, 2, 3, 4]
    for typed, number in (("1", 1), ("2", 2), (" 3", 3), ("cleo", 4)):
        assert (await service.blocks.named(ANN, typed)).number == number
    with pytest.raises(Refused, match="several people of that name"):
        await service.blocks.named(ANN, "bob")
    with pytest.raises(Refused, match="not blocked anybody of that name"):
        await service.blocks.named(ANN, "5")


async def test_nobody_blocks_people_without_end(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks of everybody at a table are read for each private message there."""
    monkeypatch.setattr("bot.service.people.blocks.MOST", 2)
    await service.blocks.block(ANN, BOB)
    await service.blocks.block(ANN, CLEO)
    with pytest.raises(Refused, match="You have blocked 2 people, which is the most: lift a block") as no:
        await service.blocks.block(ANN, DAN)
    assert no.value.code == "too_many"
    await service.blocks.block(ANN, CLEO)
    await service.blocks.block(BOB, DAN)
    await service.blocks.unblock(ANN, (await service.blocks.blocked(ANN))[0].id)
    await service.blocks.block(ANN, DAN)


async def test_a_stranger_can_be_blocked_before_they_ever_come(service: Service, database: Database) -> None:
    new = stranger(999, "New")
    assert new.identity is not None
    await service.blocks.block(ANN, new)
    found = await service.identities.find(new.identity)
    assert await blocked(database, found, by=ANN)


async def test_all_readers_whom_one_has_blocked_are_named(service: Service, table: Table) -> None:
    for person in (CLEO, ANN):
        await service.blocks.block(BOB, person)
    with pytest.raises(Refused, match="You have blocked RED and GREEN"):
        await table.say(BOB, "-RG do you hear me?")


async def test_no_private_words_either_way(service: Service, table: Table) -> None:
    await service.blocks.block(BOB, ANN)
    with pytest.raises(Refused) as refused:
        await table.say(ANN, "-B do you hear me?")
    result = refused.value
    assert result.code == "no_private_words"
    assert "block" not in result.sentence
    assert "between you and BLUE" in result.sentence
    assert await table.refused(BOB, "-R and you?") == "has_blocked"
    # Not in company either.
    assert await table.refused(ANN, "-BG both of you") == "no_private_words"
    await table.outbox.drain()
    assert table.brought() == []
    # Everybody else is reached, and what is said to all is said to all.
    await table.say(ANN, "-G but you do")
    await table.say(ANN, "all of you")
    assert await table.bodies(BOB) == []
    [block] = await service.blocks.blocked(BOB)
    await service.blocks.unblock(BOB, block.id)
    await table.say(ANN, "-B now?")
    assert await table.bodies(BOB) == ["all of you", "now?"]


async def test_who_is_forgotten_stays_blocked_when_they_come_back(
    service: Service, database: Database
) -> None:
    await service.blocks.block(ANN, ZOE)
    await service.blocks.block(CLEO, BOB)
    await service.privacy.forget(ZOE.id)
    back = await service.identities.find(account(ZOE))
    assert back.identity is not None
    assert await blocked(database, back, by=ANN)
    await service.preferences.change(back, theme="light")
    back = await service.identities.find(account(ZOE))
    assert back.id != ZOE.id
    async with database.reading() as unit:
        assert await blockers(unit, back, [ANN.id, CLEO.id]) == {ANN.id}
        assert await blockers(unit, BOB, [ANN.id, CLEO.id]) == {CLEO.id}
    [former] = await service.blocks.blocked(ANN)
    assert (former.name, former.person_id) == (FORMER, None)
    await service.blocks.unblock(ANN, former.id)
    assert not await blocked(database, back, by=ANN)


async def test_blocks_are_exported_to_who_made_them_alone_and_forgotten_with_them(
    service: Service, database: Database
) -> None:
    await service.blocks.block(ZOE, BOB)
    [told] = json.loads(await service.privacy.export(ZOE.id))["blocked"]
    assert told["name"] == BOB.name
    assert json.loads(await service.privacy.export(BOB.id))["blocked"] == []
    await service.privacy.forget(ZOE.id)
    async with database.reading() as unit:
        assert await unit.blocks.against(BOB.id) == []
