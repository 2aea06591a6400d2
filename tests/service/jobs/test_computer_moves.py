"""Moves of computers are jobs: they are called, and do once what somebody has thought for them."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

import msgspec
import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import OperationalError

from bot.errors import DatabaseUnavailable
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.jobs.queue import LATE, LEASE
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.models import JobRow, PersonRow
from bot.store.repositories.jobs import Jobs
from engines.contract import AnyEngine, Draw, Level
from engines.thinking import Task
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, HERE, act, new_cause, newest_card, refusal, running, sound
from tests.service.jobs.computers import (
    MIND,
    against,
    claimed,
    jobs,
    lines,
    plays,
    prompt,
    replace_limits,
    thought,
)


async def test_no_computer_is_to_blame_for_a_database_that_is_away(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def lost(*_: object) -> None:
        raise OperationalError("SELECT", None, ConnectionError("reset"), connection_invalidated=True)

    with monkeypatch.context() as patch:
        patch.setattr(service.jobs, "_claimed_move", lost)
        with pytest.raises(DatabaseUnavailable):
            await service.jobs.claim(MIND, 1)
    assert "computer_not_asked" not in caplog.text
    assert (await claimed(service)).attempt == 1


async def test_a_computer_is_called_by_what_makes_it_awaited_and_plays_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    assert await jobs(database) == []
    await act(service, ANN, game.code, "@d3")
    assert await jobs(database) == [("move", 1, "pending")]
    await thought(service, "@c5")
    assert await service.jobs.play_due() == 0
    clock.advance(ANSWER_DELAYS[Level.STEADY] - timedelta(milliseconds=1))
    assert await service.jobs.play_due() == 0
    clock.advance(timedelta(milliseconds=1))
    assert await service.jobs.play_due() == 1
    assert await service.jobs.play_due() == 0
    assert await jobs(database) == [("move", 1, "done")]
    assert "White" in await prompt(service, game.code)
    await act(service, ANN, game.code, "@c2")
    await plays(service, clock, "@d5")
    await sound(database, game.code)
    async with database.reading() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        causes = [event.cause for event in await unit.events.of_game(row.id) if event.seat == 1]
    assert all(cause is not None and cause.startswith(f"computer:{game.code}:") for cause in causes)
    assert len(set(causes)) == 2


async def test_while_a_computer_thinks_no_clock_is_shown_and_nothing_is_to_be_picked(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service, "nim", deadline_hours=48)
    card = await newest_card(database, game.code)
    assert card.summary.deadline == clock.now() + timedelta(hours=48)
    assert card.first_picks
    await act(service, ANN, game.code, "1")
    card = await newest_card(database, game.code)
    assert (card.summary.deadline, card.first_picks) == (None, ())


async def test_it_acts_at_multiples_of_its_pace_alone(service: Service, clock: ManualClock) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    one = await claimed(service)
    clock.advance(ANSWER_DELAYS[Level.STEADY] + timedelta(seconds=1))
    await service.jobs.answer(MIND, one, "@c5", 5.0)
    clock.advance(ANSWER_DELAYS[Level.STEADY] - timedelta(seconds=2))
    assert await service.jobs.play_due() == 0
    clock.advance(timedelta(seconds=1))
    assert await service.jobs.play_due() == 1


async def test_a_player_gets_nothing_but_what_its_seat_may_know(service: Service) -> None:
    await against(service, "sealed")
    task = (await claimed(service)).task
    assert isinstance(task, Task)
    view = msgspec.json.decode(bytes(task.view))
    assert view["viewer"] == task.seat == 1
    assert (task.game, task.level) == ("sealed", Level.STEADY)


async def test_who_dies_leaves_a_lease_that_runs_out(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    lost = await claimed(service, "dead")
    assert await service.jobs.claim(MIND, 1) == []
    clock.advance(LEASE)
    await thought(service, "@c5")
    # Whoever was thought dead comes too late.
    await service.jobs.answer("dead", lost, "@d5", 1.0)
    assert await service.jobs.play_due() in {0, 1}
    clock.advance(ANSWER_DELAYS[Level.STEADY])
    await service.jobs.play_due()
    await sound(database, game.code)
    assert any("c5" in one for one in await lines(database, game.code))


async def test_a_process_that_starts_again_takes_its_jobs_up_at_once(service: Service) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await claimed(service)
    await service.jobs.release(MIND)
    assert (await claimed(service)).attempt == 2


async def test_several_processes_share_the_jobs(
    service: Service, database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    for _ in range(3):
        game = await against(service)
        await act(service, ANN, game.code, "@d3")
    other = Service(database, engines, clock, Random(2))
    found = await asyncio.gather(service.jobs.claim("one", 2), other.jobs.claim("two", 2))
    numbers = [one.id for some in found for one in some]
    assert len(numbers) == len(set(numbers))
    rest = await service.jobs.claim("one", 3)
    assert len(numbers) + len(rest) == 3
    for owner, some in (("one", [*found[0], *rest]), ("two", found[1])):
        for one in some:
            await service.jobs.answer(owner, one, "@c5", 0.1)
    clock.advance(max(ANSWER_DELAYS.values()))
    await asyncio.gather(service.jobs.play_due(), other.jobs.play_due())
    assert await jobs(database) == [("move", 1, "done")] * 3


async def test_each_person_has_a_turn(service: Service) -> None:
    games = [await against(service) for _ in range(3)]
    for game in games:
        await act(service, ANN, game.code, "@d3")
    for person in (BOB, CLEO):
        game = await service.lobby.create(
            person, HERE, GameSetup("roses", seat=0, levels=(Level.GENTLE,)), cause=new_cause()
        )
        await act(service, person, game.code, "@d3")
    order = [(await claimed(service)).id for _ in range(5)]
    assert [order.index(number) for number in sorted(order)] == [0, 3, 4, 1, 2]


async def test_what_is_done_meanwhile_makes_a_thought_worthless(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    one = await claimed(service)
    await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert await jobs(database) == [("move", 1, "done")]
    await service.jobs.answer(MIND, one, "@c5", 0.1)
    await act(service, ANN, game.code, "@e4")
    await service.jobs.answer(MIND, one, "@c5", 0.1)
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    assert "Black" in await prompt(service, game.code)


async def stale(database: Database) -> None:
    """Let the thought be one of another position."""
    async with database.transaction() as unit:
        row = await unit._session.scalar(select(JobRow))
        assert row is not None
        row.answer = (row.answer or "").replace('"view":"', '"view":"0')


async def test_a_thought_of_another_position_is_thought_again(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await thought(service, "@c5")
    await stale(database)
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    assert "Black" in await prompt(service, game.code)
    await plays(service, clock, "@c5")
    assert "White" in await prompt(service, game.code)


async def test_computers_that_disturb_each_other_play_at_their_own_level(
    service: Service, clock: ManualClock
) -> None:
    """Each that is ready changes what the others see: the third thought gently, which was told to nobody."""
    await against(service, "gods", *[Level.STRONG] * 3)
    levels = list[Level]()
    for _ in range(3):
        for one in await service.jobs.claim(MIND, 3):
            levels.append(one.task.level)
            await service.jobs.answer(MIND, one, "ready", 0.1)
        clock.advance(max(ANSWER_DELAYS.values()))
        await service.jobs.play_due()
    assert levels == [Level.STRONG] * (3 + 2 + 1)


async def test_of_two_processes_that_find_such_a_thought_the_second_leaves_it(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await thought(service, "@c5")
    await stale(database)
    clock.advance(max(ANSWER_DELAYS.values()))
    ready, done = Jobs.ready, list[int]()

    async def ready_and_then(self: Jobs, now: datetime, *, limit: int) -> Sequence[tuple[int, str]]:
        due = await ready(self, now, limit=limit)
        if not done:
            done.append(0)
            done.append(await service.jobs.play_due())
        return due

    monkeypatch.setattr(Jobs, "ready", ready_and_then)
    assert await service.jobs.play_due() == 1
    assert done == [0, 1]
    await plays(service, clock, "@c5")
    assert "White" in await prompt(service, game.code)
    await sound(database, game.code)


async def test_what_is_dropped_after_it_was_found_due_is_left(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, Draw())
    clock.advance(max(ANSWER_DELAYS.values()))
    async with database.reading() as unit:
        ((due, code),) = await unit.jobs.ready(clock.now(), limit=2)
    await act(service, ANN, game.code, "resign")
    assert await jobs(database) == []
    await service.jobs.play(code, due)
    await sound(database, game.code)


async def test_it_goes_on_soon_where_its_turn_goes_on(service: Service, clock: ManualClock) -> None:
    game = await against(service, "nim", Level.STRONG, Level.STRONG)
    await act(service, ANN, game.code, "1")
    await plays(service, clock, "2")
    await thought(service, "1")
    clock.advance(ANSWER_DELAYS[Level.STRONG] - timedelta(seconds=1))
    assert await service.jobs.play_due() == 0
    clock.advance(timedelta(seconds=1))
    assert await service.jobs.play_due() == 1
    assert "Red" in await prompt(service, game.code)


async def test_who_fails_is_tried_again_then_gentler_then_anything_is_played(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service, "roses", Level.STRONG)
    await act(service, ANN, game.code, "@d3")
    levels = []
    for _ in range(4):
        one = await claimed(service)
        levels.append(one.task.level)
        await service.jobs.failed(MIND, one, "it broke", 0.5)
        assert await service.jobs.claim(MIND, 1) == []
        clock.advance(timedelta(seconds=30))
    assert levels == [Level.STRONG, Level.STRONG, Level.GENTLE, Level.GENTLE]
    assert await service.jobs.claim(MIND, 1) == []
    clock.advance(timedelta(minutes=1))
    assert await service.jobs.play_due() == 1
    assert "White" in await prompt(service, game.code)


async def test_what_is_not_legal_is_thought_again(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await plays(service, clock, "@d3")
    assert "Black" in await prompt(service, game.code)
    assert await service.jobs.claim(MIND, 1) == []
    clock.advance(timedelta(minutes=1))
    await plays(service, clock, "@c5")
    assert "White" in await prompt(service, game.code)


async def test_who_waits_too_long_gets_a_gentle_move_and_reads_why(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service, "roses", Level.STRONG)
    assert await service.jobs.claim(MIND, 1) == []
    await act(service, ANN, game.code, "@d3")
    clock.advance(LATE)
    one = await thought(service, "@c5")
    assert one.task.level is Level.GENTLE
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    found = await lines(database, game.code)
    # A bot that was down makes them wait as well as many that think.
    assert "Black has played gently: it had waited too long for time to think" in found


async def test_who_waits_for_a_process_to_start_plays_as_well_as_ever(
    service: Service, clock: ManualClock
) -> None:
    game = await against(service, "roses", Level.STRONG)
    await act(service, ANN, game.code, "@d3")
    clock.advance(2 * LATE)
    assert (await claimed(service)).task.level is Level.STRONG


async def test_when_a_days_thought_is_spent_computers_play_gently(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_seconds=1.0))
    game = await against(service, "roses", Level.STRONG)
    for number, (mine, its) in enumerate((("@d3", "@c5"), ("@c2", "@d5"), ("@c3", "@e6"))):
        await act(service, ANN, game.code, mine)
        one = await thought(service, its)
        assert one.task.level is (Level.STRONG if number < 2 else Level.GENTLE)
        clock.advance(max(ANSWER_DELAYS.values()))
        await service.jobs.play_due()
    result = "Black has played gently: computers have thought for long enough today"
    assert result in await lines(database, game.code)
    clock.advance(timedelta(days=1))
    await act(service, ANN, game.code, "@b3")
    assert (await claimed(service)).task.level is Level.STRONG
    clock.advance(timedelta(seconds=1))
    await service.jobs.purge()
    assert await jobs(database) == [("move", 1, "pending")]


@pytest.mark.parametrize("in_time", [True, False])
async def test_thoughts_in_vain_count_towards_the_day(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock, in_time: bool
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_seconds=1.0))
    game = await against(service, "roses", Level.STRONG)
    for level in (Level.STRONG, Level.STRONG, Level.GENTLE):
        await act(service, ANN, game.code, "@d3")
        one = await claimed(service)
        assert one.task.level is level
        if in_time:
            await service.jobs.answer(MIND, one, "@c5", 0.5)
        await service.undo.take_back(ANN, game.code, cause=new_cause())
        if not in_time:
            await service.jobs.answer(MIND, one, "@c5", 0.5)
    assert [one for one in (await service.doctor.everything()).problems if one.code != "no_card"] == []
    clock.advance(timedelta(days=1, seconds=1))
    await service.jobs.purge()
    assert await jobs(database) == []


async def test_thoughts_that_came_to_nothing_count_towards_the_day(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    """A position over which computers fail cost minutes of computing for every move, and nobody any."""
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_seconds=60.0))
    first, second = [await against(service, "roses", Level.STRONG) for _ in range(2)]
    await act(service, ANN, first.code, "@d3")
    one = await claimed(service)
    assert one.task.level is Level.STRONG
    await service.jobs.failed(MIND, one, "no answer within 90 s", 90.0)
    await act(service, ANN, second.code, "@d3")
    assert (await claimed(service)).task.level is Level.GENTLE


async def test_a_computer_that_nobody_has_called_is_called_at_the_start(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    async with database.transaction() as unit:
        called = [row.id for row in await unit.jobs.of_game(game.id)]
        await unit.jobs.drop(*called, now=clock.now())
    assert await jobs(database) == []
    await service.jobs.enqueue_all_missing()
    await service.jobs.enqueue_all_missing()
    assert await jobs(database) == [("move", 1, "pending")]


async def test_games_with_computers_are_known_by_their_rows(service: Service, database: Database) -> None:
    """A start looks them up."""
    await running(service)
    game = await against(service)
    async with database.reading() as unit:
        assert await unit.due_games.with_computers(limit=9) == [game.code]
    async with database.dry_run() as unit:
        await unit._session.execute(text("UPDATE games SET has_computer = false"))
        (odd,) = await unit.odd_rows.all(game.created_at, limit=9)
    assert (odd.table, odd.game) == ("seats", game.code)
    await act(service, ANN, game.code, "resign")
    async with database.reading() as unit:
        assert await unit.due_games.with_computers(limit=9) == []


async def test_one_that_cannot_be_called_holds_up_no_other(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> None:
    games, recall = [await against(service) for _ in range(2)], service.jobs.enqueue_missing
    for game in games:
        await act(service, ANN, game.code, "@d3")

    async def recall_all(*, busy: str) -> list[int]:
        async with database.transaction() as unit:
            for game in games:
                called = [row.id for row in await unit.jobs.of_game(game.id)]
                await unit.jobs.drop(*called, now=clock.now())

        async def refuse(code: str) -> None:
            if code == busy:
                raise Refused("busy", "Too many people are acting.")
            await recall(code)

        monkeypatch.setattr(service.jobs, "enqueue_missing", refuse)
        await service.jobs.enqueue_all_missing()
        async with database.reading() as unit:
            return [len(await unit.jobs.of_game(game.id)) for game in games]

    assert await recall_all(busy=games[0].code) == [0, 1]
    assert await recall_all(busy=games[1].code) == [1, 0]


@pytest.mark.parametrize("has_thought", [False, True])
async def test_a_seat_that_a_human_has_taken_over_leaves_the_computer_nothing_to_do(
    service: Service, database: Database, clock: ManualClock, has_thought: bool
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    if has_thought:
        await thought(service, "@c5")
    async with database.transaction() as unit:
        await unit._session.execute(update(PersonRow).where(PersonRow.level.is_not(None)).values(level=None))
    clock.advance(max(ANSWER_DELAYS.values()))
    if has_thought:
        assert await service.jobs.play_due() == 1
    else:
        assert await service.jobs.claim("mind", 1) == []
    assert await jobs(database) == [("move", 1, "done")] * has_thought
    assert "Black" in await prompt(service, game.code)


async def test_a_computer_reads_nothing(service: Service) -> None:
    game = await against(service, "gods", *[Level.GENTLE] * 3)
    seat = next(one.seat for one in game.seats if one.person and one.person.level)
    assert await refusal(service.chat.say(ANN, game.code, "psst", to=[seat], cause=new_cause())) == "computer"
    await service.chat.say(ANN, game.code, "hello", cause=new_cause())
