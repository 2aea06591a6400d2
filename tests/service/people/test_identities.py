"""Persons and the identities by which doors know them."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import delete, func, select

from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.game.setup import GameSetup
from bot.service.values.answers import Preferences
from bot.service.values.refused import Refused
from bot.service.values.request import STRANGER, Cause, Identity, Person
from bot.store.database import Database
from bot.store.models import CounterRow, IdentityRow, PersonRow
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ACCOUNTS,
    ALL,
    ANN,
    BOB,
    HERE,
    KNOWN,
    account,
    act,
    new_cause,
    opened,
    refusal,
    running,
    stranger,
)

MIA = stranger(55, "Mia")


@pytest.fixture
async def services(database_address: str, clock: ManualClock) -> AsyncIterator[list[Service]]:
    """Two processes with one database."""
    databases = [Database(database_address) for _ in range(2)]
    yield [Service(database, ALL, clock, Random(n)) for n, database in enumerate(databases)]
    for database in databases:
        await database.close()


async def people(database: Database) -> int:
    async with database.reading() as unit:
        return await unit._session.scalar(select(func.count()).select_from(PersonRow)) or 0


async def identified(service: Service, somebody: Person) -> Person:
    assert somebody.identity is not None
    return await service.identities.find(somebody.identity)


async def test_who_only_looks_stays_a_stranger(service: Service, database: Database) -> None:
    assert await identified(service, MIA) == MIA
    game = await opened(service)
    assert (await service.reading.resolve_game(GameRef(game.code, HERE, MIA))).code == game.code
    assert await service.reading.my_games(MIA) == []
    with pytest.raises(Refused, match="Nothing is stored"):
        await service.privacy.export(MIA.id)
    assert await people(database) == len(KNOWN)


async def test_who_is_refused_stays_a_stranger(service: Service, database: Database) -> None:
    game = await running(service)
    with pytest.raises(Refused, match="has started"):
        await service.lobby.join(MIA, game.code, cause=new_cause())
    with pytest.raises(Refused, match="do not play"):
        await act(service, MIA, game.code, "@d3")
    assert await people(database) == len(KNOWN)


async def test_who_does_something_is_known_by_a_number_of_ours(service: Service) -> None:
    game = await opened(service)
    game = await service.lobby.join(MIA, game.code, cause=new_cause())
    mia = await identified(service, MIA)
    assert (mia.id, mia.name, mia.identity) == (len(KNOWN) + 1, "Mia", None)
    assert game.seats[1].person == mia
    await act(service, ANN, game.code, "@d3")
    await act(service, mia, game.code, "@c5")
    await service.preferences.change(stranger(56, "Noa"), theme="light")
    noa = await identified(service, stranger(56, "Noa"))
    assert noa.id == len(KNOWN) + 2
    assert await service.preferences.of(noa) == Preferences(theme="light")


async def test_the_first_number_is_one(service: Service, database: Database) -> None:
    async with database.transaction() as unit:
        for table in (IdentityRow, PersonRow):
            await unit._session.execute(delete(table))
        assert await unit.persons.next_number() == len(KNOWN) + 1
        await unit._session.execute(delete(CounterRow))
    await service.preferences.change(MIA, theme="light")
    assert (await identified(service, MIA)).id == 1


async def test_names_are_those_of_the_last_time(service: Service) -> None:
    assert (await service.identities.find(Identity("discord", str(ACCOUNTS[ANN.id]), "Anne"))).name == "Anne"
    renamed = await service.identities.find(Identity("discord", str(ACCOUNTS[ANN.id]), "x\x00" * 150))
    assert renamed.id == ANN.id
    game = await opened(service)
    assert game.host.name == "Ann"
    await service.lobby.leave(renamed, game.code, cause=new_cause())
    assert (await service.reading.summary(game.code)).host.name == "x" * 100


async def test_the_same_id_at_another_door_is_somebody_else(service: Service) -> None:
    written = Identity("mail", str(ACCOUNTS[ANN.id]), "Ann")
    assert (await service.identities.find(written)).id == STRANGER
    await service.preferences.change(Person.of(written), theme="light")
    known = await service.identities.find(written)
    assert known.id not in {STRANGER, ANN.id}
    assert await service.identities.external_ids("discord", {ANN.id, known.id, 999}) == {
        ANN.id: account(ANN).external_id
    }
    assert await service.identities.external_ids("mail", {ANN.id, known.id}) == {
        known.id: written.external_id
    }


async def test_two_processes_meet_a_stranger_at_once(services: list[Service], database: Database) -> None:
    game = await opened(services[0], seats=2)
    games = [game, *[await opened(services[0], "nim") for _ in range(3)]]
    await asyncio.gather(
        *(services[n % 2].lobby.join(MIA, one.code, cause=new_cause()) for n, one in enumerate(games)),
        *(services[n % 2].preferences.change(MIA, theme="light") for n in range(4)),
        *(services[n % 2].lobby.create(MIA, HERE, GameSetup("nim"), cause=new_cause()) for n in range(4)),
    )
    assert await people(database) == len(KNOWN) + 1
    mia = await identified(services[0], MIA)
    assert len(await services[0].reading.my_games(mia)) == 8


async def test_whoever_is_forgotten_meanwhile_is_told_so(service: Service) -> None:
    game = await opened(service)
    await service.privacy.forget(BOB.id)
    assert await refusal(service.lobby.join(BOB, game.code, cause=new_cause())) == "forgotten"


async def test_nothing_leads_from_an_account_to_who_is_forgotten(
    service: Service, database: Database
) -> None:
    game = await running(service)
    await service.privacy.forget(BOB.id)
    assert (await service.identities.find(account(BOB))).id == STRANGER
    former = (await service.reading.summary(game.code)).seats[1].person
    assert former is not None
    assert await service.identities.external_ids("discord", {BOB.id, former.id}) == {}
    async with database.reading() as unit:
        row = await unit.persons.get(former.id)
        ann = await unit.persons.get(ANN.id)
    assert row is not None
    assert row.forgotten_at is not None
    assert ann is not None
    assert ann.forgotten_at is None


async def test_what_counts_once_is_told_apart_by_its_door(service: Service, database: Database) -> None:
    game = await running(service)
    first = await act(service, ANN, game.code, "@d3", cause=Cause("mail:5"))
    assert (await act(service, ANN, game.code, "@d3", cause=Cause("mail:5"))).repeated
    assert not (await act(service, BOB, game.code, "@c5", cause=Cause("discord:5", 5))).repeated
    again = await act(service, ANN, game.code, "@c2", cause=Cause("mail:5"))
    assert (again.repeated, again.notation) == (True, first.notation)
    async with database.reading() as unit:
        events = await unit.events.of_game(game.id)
    first_ones = [event for event in events if event.cause is not None]
    assert all(event.seq == event.first_seq for event in first_ones)
    assert [event.cause for event in first_ones][-2:] == ["mail:5", "discord:5"]
