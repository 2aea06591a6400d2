"""A snapshot that cannot be read is made from the log again, by whatever touches the game first."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import text

from bot.service.admin.acts import Cancel, Rollback
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, HERE, SAMPLE, act, new_cause, refusal, running
from tests.service.admin.operators import HELD
from tests.service.repair.broken import execute


async def state_of(database: Database) -> object:
    async with database.reading() as unit:
        return await unit._session.scalar(text("SELECT state FROM games"))


@pytest.fixture
def service(database: Database, clock: ManualClock) -> Service:
    return Service(database, ENGINES, clock, Random(1))


async def moves(service: Service, game: GameSummary) -> None:
    await act(service, BOB, game.code, SAMPLE[1])


async def looks(service: Service, game: GameSummary) -> None:
    assert (await service.play.choices(BOB, game.code)).offers


async def lets_time_pass(service: Service, game: GameSummary) -> None:
    clock = service.clock._clock
    assert isinstance(clock, ManualClock)
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)


async def rolls_back(service: Service, game: GameSummary) -> None:
    await service.admin.apply(HELD, game.code, Rollback(0), cause=new_cause())


async def calls_off(service: Service, game: GameSummary) -> None:
    await service.admin.apply(HELD, game.code, Cancel(), cause=new_cause())


async def shows(service: Service, game: GameSummary) -> None:
    assert (await service.reading.view(game.code, None)).ply == 1


async def names(service: Service, game: GameSummary) -> None:
    await service.reading.resolve_game(GameRef(game.code, HERE, ANN))


async def administers(service: Service, game: GameSummary) -> None:
    assert (await service.admin.game(HELD, game.code)).ply == 1


async def examines(service: Service, game: GameSummary) -> None:
    assert (await service.admin.details(HELD, game.code)).sound


async def exports(service: Service, game: GameSummary) -> None:
    assert len((await service.archive.record(game.code)).entries) == 1


async def is_refused(service: Service, game: GameSummary) -> None:
    with pytest.raises(Refused) as caught:
        await act(service, ANN, game.code, SAMPLE[2])
    if caught.value.code == "other_rules":
        raise caught.value
    assert caught.value.code == "not_your_turn"


_READS = (looks, shows, names, administers, examines, exports, is_refused)
_TOUCHES = (*_READS, moves, lets_time_pass, rolls_back, calls_off)


@pytest.mark.parametrize("touch", _TOUCHES)
@pytest.mark.parametrize("broken", ["{}", "[", '{"seed": "undisclosed"}'])
async def test_whatever_touches_a_game_first_makes_its_snapshot_again(
    service: Service,
    database: Database,
    touch: Callable[[Service, GameSummary], Awaitable[None]],
    broken: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = await running(service, deadline_hours=24)
    await act(service, ANN, game.code, SAMPLE[0])
    before = await state_of(database)
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, state=broken)
    caplog.clear()
    await touch(service, game)
    assert await service.archive.inconsistency(game.code) is None
    if touch in _READS:
        assert await state_of(database) == before
    assert "snapshot_rebuilt" in caplog.text
    assert "undisclosed" not in caplog.text


@pytest.mark.parametrize("touch", _TOUCHES)
async def test_a_log_that_is_damaged_as_well_makes_none(
    service: Service, database: Database, touch: Callable[[Service, GameSummary], Awaitable[None]]
) -> None:
    game = await running(service, deadline_hours=24)
    await act(service, ANN, game.code, SAMPLE[0])
    await execute(database, "UPDATE games SET state = '{}'")
    await execute(database, "UPDATE events SET action = '{}' WHERE kind = 'action'")
    assert await refusal(touch(service, game)) == "other_rules"
    assert await state_of(database) == "{}"


async def test_one_of_another_version_is_left_to_it(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "resign")
    await execute(database, "UPDATE games SET state = '{}', rules_version = 99")
    with pytest.raises(Refused):
        await service.admin.apply(HELD, game.code, Rollback(0), cause=new_cause())
    assert await state_of(database) == "{}"
