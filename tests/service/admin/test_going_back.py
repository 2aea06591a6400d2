"""A game goes back to an earlier position, out of its end too."""

from random import Random
from typing import Any

import msgspec
import pytest

from bot.service.admin.acts import Cancel, Rollback
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Resign
from engines.record import read, verify
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, SAMPLE, act, opened, play_through, running, sound
from tests.service.admin.operators import HELD
from tests.service.admin.states import begun
from tests.tinygames import Nim, assembled


async def test_the_record_of_a_game_that_was_called_off_by_mistake_verifies(service: Service) -> None:
    """Going on without anything taken back is no entry of a record, which would take back nothing."""
    game = await begun(service)
    known = await service.admin.rollback_points(HELD, game.code)
    await service.admin.apply(HELD, game.code, Cancel())
    await service.admin.apply(HELD, game.code, Rollback(len(known)))
    await act(service, ANN, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None
    exported, _ = await service.reading.export(game.code, ANN)
    verify(read(exported))


async def test_a_game_goes_back_out_of_its_end(service: Service, database: Database) -> None:
    game = await running(service, deadline_hours=24)
    over = (await play_through(service, game.code, SAMPLE)).summary
    assert over.status == "finished"
    points = await service.admin.rollback_points(HELD, game.code)
    assert [point.text for point in points][-1].startswith("b3xb5")
    done = await service.admin.apply(HELD, game.code, Rollback(len(SAMPLE) - 1))
    assert done.summary is not None
    assert (done.summary.status, done.summary.ply, done.summary.outcome) == ("active", len(SAMPLE) - 1, None)
    assert done.summary.deadline is not None
    await act(service, ANN, game.code, SAMPLE[-1])
    await sound(database, game.code)


async def test_a_game_that_was_called_off_by_mistake_goes_on(service: Service, database: Database) -> None:
    game = await begun(service)
    await service.admin.apply(HELD, game.code, Cancel())
    done = await service.admin.apply(HELD, game.code, Rollback(5))
    assert done.summary is not None
    assert done.words == "The game goes on after “@c3”"
    assert (done.summary.status, done.summary.ply, done.summary.seed) == ("active", 5, None)
    await act(service, BOB, game.code, SAMPLE[5])
    await act(service, ANN, game.code, "resign")
    with pytest.raises(Refused, match="over there as well"):
        await service.admin.plan(HELD, game.code, Rollback(7))
    await sound(database, game.code)


async def test_a_game_of_which_nothing_was_played_goes_back_to_its_start_alone(service: Service) -> None:
    game = await running(service)
    with pytest.raises(Refused, match=r"only 0 \(its start\)"):
        await service.admin.plan(HELD, game.code, Rollback(1))
    await service.admin.apply(HELD, game.code, Cancel())
    done = await service.admin.apply(HELD, game.code, Rollback(0))
    assert done.words == "The game goes on from its start"
    lobby = await opened(service)
    await service.admin.apply(HELD, lobby.code, Cancel())
    with pytest.raises(Refused, match=rf"Game {lobby.code} is over\."):
        await service.admin.plan(HELD, lobby.code, Rollback(0))


async def test_rolling_back_takes_the_whole_of_a_request(service: Service, database: Database) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 6})
    await act(service, ANN, game.code, "3")
    played = await act(service, BOB, game.code, "2")
    assert played.summary.outcome is not None
    # The last pebble was taken automatically, in one request with what Bob did.
    points = await service.admin.rollback_points(HELD, game.code)
    assert [point.number for point in points] == [1, 2]
    done = await service.admin.apply(HELD, game.code, Rollback(1))
    assert done.summary is not None
    assert done.summary.to_act == (1,)
    with pytest.raises(Refused, match=r"to a point from 0 \(its start\) to 1 \(its last action\)\."):
        await service.admin.plan(HELD, game.code, Rollback(2))
    with pytest.raises(Refused, match="Nothing was played after that"):
        await service.admin.plan(HELD, game.code, Rollback(1))
    await sound(database, game.code)


async def test_a_game_under_changed_rules_goes_back_no_further_than_they_reach(
    database: Database, clock: ManualClock
) -> None:
    service = Service(database, ALL, clock, Random(3))
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    changed = {**ALL, "nim": assembled(NimOfTheFuture())}
    later = Service(database, changed, clock, Random(3))
    await act(later, BOB, game.code, "2")
    assert [point.number for point in await later.admin.rollback_points(HELD, game.code)] == [1]
    done = await later.admin.apply(HELD, game.code, Rollback(0))
    assert done.summary is not None
    assert done.summary.to_act == (1,)
    assert await later.archive.inconsistency(game.code) is None


class NimOfTheFuture(Nim):
    """Tells what is taken otherwise, so that no old log replays."""

    info = msgspec.structs.replace(Nim.info, rules_version=2)

    def write(self, action: Any) -> str:
        text = super().write(action)
        return f"take {text}" if text.isdigit() else text

    def read(self, state: Any, seat: int, text: str) -> Any:
        return super().read(state, seat, text.removeprefix("take "))
