"""What is looked through when the bot starts: the gate before it, games that go over to other rules."""

from random import Random
from typing import Any

import pytest

from bot.service.facade import Service
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, running
from tests.service.log.other_rules import Foreign, Greedy, Tidied, under
from tests.service.repair.broken import execute
from tests.tinygames import assembled


async def test_the_gate_says_which_games_would_not_go_on(
    service: Service, database: Database, clock: ManualClock
) -> None:
    goes, stays = await running(service, "nim", seats=2), await running(service, "nim", seats=2)
    await act(service, ANN, goes.code, "2")
    await act(service, ANN, stays.code, "1")
    over = await running(service, "nim", seats=2)
    await act(service, ANN, over.code, "1")
    await act(service, BOB, over.code, "resign")
    assert (await under(assembled(Tidied()), database, clock).doctor.gate()).problems == ()
    gate = await under(assembled(Greedy()), database, clock).doctor.gate()
    assert [(one.code, one.game) for one in gate.problems] == [("from_snapshot", stays.code)]
    assert gate.sound
    gate = await under(assembled(Foreign()), database, clock).doctor.gate()
    assert [(one.code, one.game) for one in gate.problems] == [("left_behind", stays.code)]
    assert not gate.sound
    # To look changes nothing.
    assert (await service.doctor.everything()).problems == ()


async def test_rules_that_were_changed_without_a_new_version_do_not_pass_the_gate(
    service: Service, database: Database, clock: ManualClock
) -> None:
    class Sloppy(Greedy):
        info = ALL["nim"].info

    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    gate = await under(assembled(Sloppy()), database, clock).doctor.gate()
    assert [(one.code, one.game) for one in gate.problems] == [("replay", game.code)]


async def test_at_the_start_games_go_over_and_troubles_are_logged(
    service: Service, database: Database, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    games = [await running(service, "nim", seats=2) for _ in range(3)]
    await act(service, ANN, games[0].code, "1")
    await execute(database, "UPDATE games SET ply = 7 WHERE id = :id", id=games[1].id)
    newer = under(assembled(Greedy()), database, clock)
    caplog.set_level("INFO")
    await newer.doctor.at_start()
    assert (await newer.doctor.gate()).problems[0].game == games[1].code
    assert f"code='columns' game='{games[1].code}'" in caplog.text
    assert f"rules_changed_from_snapshot' game='{games[0].code}'" in caplog.text
    assert "other_rules=3" in caplog.text
    caplog.clear()
    await newer.doctor.at_start()
    assert "other_rules=0" in caplog.text
    assert "rules_changed" not in caplog.text


async def test_the_start_goes_on_without_a_check_up(
    clock: ManualClock, tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    await Service(database, ALL, clock, Random(1)).doctor.at_start()
    assert "doctor_failed" in caplog.text
    await database.close()


async def test_time_at_the_start_is_bounded(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await running(service, "nim", seats=2)
    caplog.set_level("INFO")
    for seconds, games in ((30, 1), (0, 0)):
        monkeypatch.setattr("bot.service.repair.doctor._SECONDS_AT_START", seconds)
        await service.doctor.at_start()
        assert f"games={games} " in caplog.text
