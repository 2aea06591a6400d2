"""Notes: kept for their owner alone, each once, and gone with their owner or their game."""

import json
from datetime import timedelta

import pytest

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.lobby.unstarted import LOBBY_LIFE
from bot.service.people.notes import LIMIT, MOST
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.accounts.test_privacy import everything
from tests.service.actors import ANN, BOB, CLEO, HERE, act, new_cause, refusal, running

SECRET = "she hides a queen"


async def bodies(service: Service, code: str, person: Person = ANN) -> list[str]:
    return [note.body for note in (await service.notes.noted(person, code)).notes]


async def test_notes_are_their_owner_s_and_stand_nowhere_else(service: Service, database: Database) -> None:
    game = await running(service)
    before = (await everything(database)).splitlines()
    cause = new_cause()
    for _ in range(2):
        noted = await service.notes.noted(ANN, game.code, f" {SECRET}\n", cause=cause)
        assert [(note.turn, note.body) for note in noted.notes] == [("move 1", SECRET)]
    (new,) = set((await everything(database)).splitlines()) - set(before)
    assert SECRET in new, "nothing else has changed"
    assert await bodies(service, game.code, BOB) == []
    await act(service, ANN, game.code, "@d3")
    await service.notes.noted(ANN, game.code, "and a rook", cause=new_cause())
    assert await bodies(service, game.code) == [SECRET, "and a rook"]
    await service.notes.noted(ANN, game.code, "only this", clear=True, cause=new_cause())
    assert await bodies(service, game.code) == ["only this"]
    await service.notes.noted(ANN, game.code, clear=True)
    assert await bodies(service, game.code) == []


async def test_only_players_keep_notes_and_not_without_end(service: Service) -> None:
    game = await running(service)
    for person, text, code in (
        (CLEO, SECRET, "not_in_game"),
        (ANN, " ", "empty_note"),
        (ANN, "x" * (LIMIT + 1), "long_note"),
    ):
        assert await refusal(service.notes.noted(person, game.code, text, cause=new_cause())) == code
    await service.notes.noted(ANN, game.code, "x" * LIMIT, cause=new_cause())
    for number in range(1, MOST):
        await service.notes.noted(ANN, game.code, f"note {number}", cause=new_cause())
    with pytest.raises(Refused, match="clear them"):
        await service.notes.noted(ANN, game.code, "one more", cause=new_cause())


async def test_notes_are_told_to_their_owner_and_go_with_them(service: Service, database: Database) -> None:
    game = await running(service)
    await service.notes.noted(ANN, game.code, SECRET, cause=new_cause())
    result = json.loads(await service.privacy.export(ANN.id))
    assert [(one["code"], one["body"]) for one in result["noted"]] == [(game.code, SECRET)]
    assert SECRET not in (await service.privacy.export(BOB.id)).decode()
    await service.privacy.forget(ANN.id)
    assert SECRET not in await everything(database)


async def test_notes_go_with_a_game_that_never_began(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await service.lobby.create(ANN, HERE, GameSetup("roses"), cause=new_cause())
    await service.notes.noted(ANN, game.code, SECRET, cause=new_cause())
    await service.lobby.cancel(ANN, game.code, cause=new_cause())
    await Outbox(database, FakeSender(), clock).drain()
    clock.advance(LOBBY_LIFE + timedelta(hours=1))
    await service.lobby.purge()
    assert SECRET not in await everything(database)
    assert game.code not in await everything(database)
