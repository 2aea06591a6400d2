"""Exports and proofs: while a game with secrets runs, each gets what they may know; when it is over, all."""

import msgspec
import pytest
from sqlalchemy import update

from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import EventRow
from engines import record
from engines.excerpt import Excerpt
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    act,
    new_cause,
    opened,
    play_through,
    refusal,
    running,
)
from tests.service.lobby.inviting import accept, do


async def excerpt(service: Service, code: str, person: object) -> Excerpt:
    data, sheet = await service.reading.export(code, person)  # type: ignore[arg-type]
    read = msgspec.json.decode(data, type=Excerpt)
    assert all(line.text in sheet for line in read.lines)
    return read


async def test_a_running_game_is_told_as_each_may_know_it(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; tuck 0; grab")
    mine = await excerpt(service, game.code, ANN)
    theirs = await excerpt(service, game.code, BOB)
    everybodys = await excerpt(service, game.code, None)
    assert [line.text.split()[0] for line in mine.lines] == ["lay", "tuck", "grab"]
    assert [line.text for line in theirs.lines] == ["lay 3", "grab"]
    assert theirs.lines == everybodys.lines
    assert (mine.reader, theirs.reader, everybodys.reader) == (0, 1, None)
    assert mine.seed_hash == game.seed_hash


async def test_who_took_a_seat_over_reads_nothing_that_was_done_there_in_secret(service: Service) -> None:
    """The history told what earlier points of the game kept from them."""
    game = await running(service, "pouch", deadline_hours=24)
    await act(service, ANN, game.code, "lay 3; tuck 0; grab")
    await do(service, game.code, Replace(0, CLEO))
    await accept(service, CLEO)
    public = [line.text for line in await service.reading.history(game.code, None)]
    assert [line.text for line in await service.reading.history(game.code, CLEO)] == public
    assert (await excerpt(service, game.code, CLEO)).lines == (await excerpt(service, game.code, None)).lines
    # Who comes back knows what they did themselves.
    await do(service, game.code, Replace(0, ANN))
    await accept(service, ANN)
    lines = [line.text.split()[0] for line in await service.reading.history(game.code, ANN)]
    assert lines[:3] == ["lay", "tuck", "grab"]


async def test_no_record_can_be_made_of_an_excerpt(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "tuck 0")
    data, sheet = await service.reading.export(game.code, ANN)
    with pytest.raises(ValueError, match="not a game record"):
        record.read(data)
    assert "seed =" not in sheet


async def test_two_games_that_differ_in_a_secret_export_the_same_to_others(service: Service) -> None:
    found = []
    for text in ("tuck 0", "tuck 3"):
        game = await running(service, "pouch")
        await act(service, ANN, game.code, text)
        for person in (BOB, None):
            data, sheet = await service.reading.export(game.code, person)
            hidden = (game.code, str(game.seed_hash))
            for name in hidden:
                data, sheet = data.replace(name.encode(), b"-"), sheet.replace(name, "-")
            found.append((data, sheet))
    assert found[:2] == found[2:]


async def test_a_game_that_is_over_proves_its_draws(service: Service, database: Database) -> None:
    game = await running(service)
    waiting = await service.reading.verify(game.code)
    assert (waiting.summary.seed, waiting.summary.seed_hash) == (None, game.seed_hash)
    await play_through(service, game.code, SAMPLE)
    proof = await service.reading.verify(game.code)
    assert (proof.actions, proof.inconsistency) == (len(SAMPLE), None)
    assert proof.summary.seed is not None
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        event = (await unit.events.of_game(row.id))[4]
        assert event.action is not None
        other = event.action.replace("d3", "c3")
        await unit._session.execute(update(EventRow).filter_by(id=event.id).values(action=other))
    broken = await service.reading.verify(game.code)
    assert broken.inconsistency is not None
    assert broken.actions is None


async def test_there_is_nothing_to_prove_before_the_start(service: Service) -> None:
    game = await opened(service)
    for asked in (service.reading.verify(game.code), service.reading.export(game.code, ANN)):
        assert await refusal(asked) == "not_started"
    await service.lobby.cancel(ANN, game.code, cause=new_cause())
