"""Computers at the table: they sit down, are called, and do once what somebody has thought for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, text, update

from bot.outbox.worker import Outbox
from bot.service import Service
from bot.service.admin.acts import Replace
from bot.service.clock.vanished import SILENCE, WARNING
from bot.service.game.integrity import Problem
from bot.service.game.setup import GameSetup
from bot.service.jobs.queue import LATE, LEASE, Claimed
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import NO_LIMITS
from bot.service.values.refused import Refused
from bot.service.values.terms import Terms
from bot.store.database import Database
from bot.store.models import JobRow, OutboxRow, PersonRow
from bot.store.repositories.jobs import Jobs
from engines.contract import AnyEngine, ComputerPlayer, Draw, Level
from engines.registry import ENGINES
from engines.thinking import Task
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.admin.operators import HELD
from tests.service.people import ANN, BOB, CLEO, HERE, act, cause_of, new_cause, newest_card, opened, sound
from tests.tinygames import TINY

MIND = "mind"
"""Who thinks in these tests."""


def _unasked(*_: Any) -> Any:
    raise AssertionError("the bot's own process never thinks")


def _first(engine: AnyEngine) -> Any:
    return lambda state, seat, _rng: next(iter(engine.legal(state, seat)))


def _playing(engine: AnyEngine, *shares: float) -> AnyEngine:
    """The same game with a computer that thinks elsewhere, and expects these shares of a win."""
    player = ComputerPlayer(choose=_unasked, sample=_first(engine), evaluate=lambda _: shares)
    return replace(engine, computer=player, imagine=engine.imagine or (lambda view, _: view))


ROSES = _playing(ENGINES["roses"], 0.3, 0.7)
GODS = _playing(ENGINES["gods"], 0.25, 0.25, 0.25, 0.25)
NIM, SEALED = _playing(TINY["nim"], 0.4, 0.3, 0.3), _playing(TINY["sealed"], 0.5, 0.5)


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    return {**ENGINES, **TINY, "roses": ROSES, "nim": NIM, "sealed": SEALED, "gods": GODS}


async def against(service: Service, key: str = "roses", *levels: Level, **arguments: Any) -> GameSummary:
    """A game of Ann in the first seat against computers."""
    return await opened(service, key, levels=levels or (Level.STEADY,), **arguments)


async def claimed(service: Service, owner: str = MIND) -> Claimed:
    (one,) = await service.jobs.claim(owner, 1)
    return one


async def thought(service: Service, notation: str, owner: str = MIND) -> Claimed:
    """Somebody claims a job and finds this."""
    one = await claimed(service, owner)
    await service.jobs.answer(owner, one, notation, 0.5)
    return one


async def plays(service: Service, clock: ManualClock, notation: str) -> None:
    """A computer does this as soon as it may."""
    await thought(service, notation)
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.play_due() == 1


async def prompt(service: Service, code: str) -> str:
    return (await service.reading.summary(code)).prompt


async def jobs(database: Database) -> list[tuple[str, int, str]]:
    async with database.reading() as unit:
        rows = await unit._session.scalars(select(JobRow).order_by(JobRow.id))
        return [(row.kind, row.seat, row.status) for row in rows]


async def lines(database: Database, code: str) -> tuple[str, ...]:
    return (await newest_card(database, code)).summary_lines


# -- at the table ------------------------------------------------------------------------------------------


async def test_a_game_against_a_computer_starts_at_once_and_says_who_plays(
    service: Service, database: Database
) -> None:
    game = await against(service)
    assert game.status == "active"
    assert [seat.person and seat.person.name for seat in game.seats] == ["Ann", "Steady computer"]
    assert [seat.person and seat.person.level for seat in game.seats] == [None, Level.STEADY]
    async with database.reading() as unit:
        person = await unit.persons.known_as("computer", "steady:1")
        assert person is not None
        assert person.name == "Steady computer"
        assert not await unit.persons.external_ids("discord", [person.id])


async def test_several_computers_of_a_level_have_names_of_their_own(service: Service) -> None:
    game = await against(service, "nim", Level.GENTLE, Level.GENTLE)
    names = sorted(seat.person.name for seat in game.seats if seat.person)
    assert names == ["Ann", "Gentle computer", "Gentle computer 2"]
    again = await against(service, "nim", Level.GENTLE)
    assert [seat.person and seat.person.name for seat in again.seats] == ["Ann", "Gentle computer"]


async def test_where_no_computer_plays_none_sits_down(service: Service) -> None:
    with pytest.raises(Refused) as refused:
        await against(service, "pouch" if "pouch" in TINY else "blitz")
    assert refused.value.code == "no_computer"


async def test_there_is_no_more_room_than_for_humans(service: Service) -> None:
    for levels, seats in (((Level.GENTLE,) * 2, None), ((Level.GENTLE,) * 2, 2)):
        with pytest.raises(Refused) as refused:
            await against(service, "roses" if seats is None else "nim", *levels, seats=seats)
        assert refused.value.code == "bad_seats"


async def test_the_host_adds_computers_and_sends_them_away(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    game = await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    assert game.status == "lobby"
    await service.lobby.join(BOB, game.code, cause=new_cause())
    for wish in (
        service.lobby.add_computer(BOB, game.code, Level.GENTLE, cause=new_cause()),
        service.lobby.remove_computer(BOB, game.code, cause=new_cause()),
    ):
        with pytest.raises(Refused) as refused:
            await wish
        assert refused.value.code == "not_host"
    assert (await service.reading.summary(game.code)).status == "active"


async def test_a_computer_that_was_sent_away_leaves_its_seat_free(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    game = await service.lobby.remove_computer(ANN, game.code, cause=new_cause())
    assert sum(seat.person is not None for seat in game.seats) == 1
    with pytest.raises(Refused) as refused:
        await service.lobby.remove_computer(ANN, game.code, cause=new_cause())
    assert refused.value.code == "no_computer"


async def test_the_last_computer_starts_the_game(service: Service) -> None:
    game = await opened(service)
    game = await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    assert game.status == "active"


async def test_a_seat_that_is_kept_is_for_nobody_else(service: Service) -> None:
    game = await opened(service, opponents=(BOB,))
    with pytest.raises(Refused) as refused:
        await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    assert refused.value.code == "full"


async def test_computers_alone_are_no_table(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    game = await service.lobby.leave(ANN, game.code, cause=new_cause())
    assert game.status == "abandoned"
    assert (await service.doctor.everything()).problems == ()


async def test_a_human_becomes_host_when_the_host_leaves(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    async with service.lobby._database.transaction() as unit:
        row = await unit.games.by_code(game.code, lock=True)
        assert row is not None
        row.max_seats = 3
    await service.lobby.remove_computer(ANN, game.code, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    left = await service.lobby.leave(ANN, game.code, cause=new_cause())
    assert left.host.id == BOB.id


async def test_playing_again_keeps_the_computers(service: Service, clock: ManualClock) -> None:
    game = await against(service, "nim", Level.STRONG, Level.GENTLE)
    await act(service, ANN, game.code, "resign")
    again = await service.lobby.again(ANN, game.code, cause=new_cause())
    assert again.status == "active"
    levels = sorted(seat.person.level for seat in again.seats if seat.person and seat.person.level)
    assert levels == [Level.GENTLE, Level.STRONG]


@pytest.mark.parametrize("damage", ["clock = '{'", "state = '{}', seed = NULL"])
async def test_computers_go_on_where_one_game_cannot_be_read(
    service: Service, database: Database, clock: ManualClock, damage: str
) -> None:
    games = [await against(service) for _ in range(4)]
    for number, game in enumerate(games):
        await act(service, ANN, game.code, "@d3")
        if number < 2:
            await thought(service, "@c5")
    clock.advance(max(ANSWER_DELAYS.values()))
    async with database.transaction() as unit:
        damaged = text(f"UPDATE games SET {damage} WHERE id IN (:first, :third)")
        await unit._session.execute(damaged, {"first": games[0].id, "third": games[2].id})
    await service.jobs.enqueue_all_missing()
    assert await service.jobs.play_due() == 2
    assert (await service.reading.summary(games[1].code)).ply == 2
    assert await service.jobs.play_due() == 0
    (one,) = await service.jobs.claim(MIND, 2)
    await service.jobs.answer(MIND, one, "@c5", 0.5)
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.play_due() == 1
    assert (await service.reading.summary(games[3].code)).ply == 2


async def test_nobody_plays_more_games_against_computers_than_one_may(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=2))
    await against(service)
    game = await opened(service)
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    with pytest.raises(Refused) as refused:
        await against(service)
    assert refused.value.code == "too_many_computers"
    waits = await opened(service)
    with pytest.raises(Refused) as refused:
        await service.lobby.add_computer(ANN, waits.code, Level.GENTLE, cause=new_cause())
    assert refused.value.code == "too_many_computers"
    await act(service, ANN, game.code, "resign")
    await service.lobby.add_computer(ANN, waits.code, Level.GENTLE, cause=new_cause())


async def test_nor_takes_over_a_seat_in_one_more(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=1))
    game = await opened(service, "nim", seats=3, deadline_hours=None)
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.create(CLEO, HERE, GameSetup("roses", levels=(Level.GENTLE,)), cause=new_cause())
    clock.advance(SILENCE)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    clock.advance(WARNING)
    with pytest.raises(Refused) as refused:
        await service.substitutes.take_over(CLEO, game.code, 0, cause=new_cause())
    assert refused.value.code == "too_many_computers"
    await service.admin.apply(HELD, game.code, Replace(0, CLEO), cause=new_cause())
    (asked,) = await service.invitations.open_to(CLEO)
    with pytest.raises(Refused) as refused:
        await service.invitations.accept(CLEO, asked.id, cause=new_cause())
    assert refused.value.code == "too_many_computers"


def replace_limits(**limits: Any) -> Any:
    return msgspec.structs.replace(NO_LIMITS, **limits)


# -- moves are jobs ----------------------------------------------------------------------------------------


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
    await act(service, ANN, game.code, "@d3")
    clock.advance(LATE)
    one = await thought(service, "@c5")
    assert one.task.level is Level.GENTLE
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    assert "Black has played gently: too many computers are thinking" in await lines(database, game.code)


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
    with pytest.raises(Refused) as refused:
        await service.chat.say(ANN, game.code, "psst", to=[seat], cause=new_cause())
    assert refused.value.code == "computer"
    await service.chat.say(ANN, game.code, "hello", cause=new_cause())


# -- what is agreed ----------------------------------------------------------------------------------------


async def test_going_back_needs_no_consent_of_a_computer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await plays(service, clock, "@c5")
    cause = new_cause()
    answer = await service.undo.undo(ANN, game.code, cause=cause)
    assert getattr(answer, "did", None) == "undone"
    assert getattr(await service.undo.undo(ANN, game.code, cause=cause), "did", None) == "undone"
    summary = await service.reading.summary(game.code)
    assert (summary.ply, summary.undo_asked_by) == (0, None)
    await act(service, ANN, game.code, "@e4")
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()


async def test_people_at_the_same_table_are_asked_all_the_same(service: Service, database: Database) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await act(service, ANN, game.code, "1")
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert asked.did == "asked"
    bob = next(seat.seat for seat in asked.summary.seats if seat.person and seat.person.id == BOB.id)
    assert asked.summary.undo_asked == (bob,)
    done = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert done.did == "undone"
    assert (await service.doctor.everything()).problems == ()


@pytest.mark.parametrize(("shares", "status"), [((0.6, 0.4), "finished"), ((0.4, 0.6), "active")])
async def test_a_draw_is_accepted_by_who_expects_no_more(
    database: Database,
    engines: dict[str, AnyEngine],
    clock: ManualClock,
    shares: tuple[float, float],
    status: str,
) -> None:
    service = Service(database, engines | {"roses": _playing(ENGINES["roses"], *shares)}, clock, Random(1))
    game = await against(service)
    await act(service, ANN, game.code, Draw())
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.play_due() == 1
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.answers) == (status, ())


async def test_a_pause_and_an_end_are_agreed_by_people_alone(service: Service, clock: ManualClock) -> None:
    game = await against(service)
    day = (clock.now() + timedelta(days=3)).date()
    paused = await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    assert paused.status == "paused"
    active = await service.pausing.ask(ANN, game.code, None, cause=new_cause())
    assert active.status == "active"
    over = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert over.status == "abandoned"


async def test_a_game_that_is_paused_calls_no_computer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await service.pausing.ask(ANN, game.code, (clock.now() + timedelta(days=3)).date(), cause=new_cause())
    assert await jobs(database) == []
    await service.pausing.ask(ANN, game.code, None, cause=new_cause())
    assert await jobs(database) == [("move", 1, "pending")]


async def test_a_computer_is_never_late_nor_told_anything(
    service: Service, database: Database, clock: ManualClock, notices_at_once: None
) -> None:
    game = await against(service, deadline_hours=24)
    sender = FakeSender()
    await act(service, ANN, game.code, "@d3")
    for _ in range(5):
        clock.advance(timedelta(hours=24))
        await service.clock.process(game.code)
        await Outbox(database, sender, clock).drain()
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.absent) == ("active", ())
    assert not [one for one in sender.delivered if one.payload.__class__.__name__ == "TurnNotice"]
    with pytest.raises(Refused) as refused:
        await service.substitutes.propose(ANN, game.code, 1, cause=new_cause())
    assert refused.value.code == "computer"
    clock.advance(timedelta(hours=1))
    await plays(service, clock, "@c5")
    assert "White" in await prompt(service, game.code)


async def test_a_game_in_which_only_computers_act_pauses_for_the_absent_whatever_was_agreed(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Computers are no company: a game of rounds that change nothing went on without anybody for ever."""
    terms = Terms(absence="rules")
    game = await against(service, "gods", *[Level.GENTLE] * 3, deadline_hours=1, terms=terms)
    for _ in range(terms.absent_after):
        assert (await service.reading.summary(game.code)).status == "active"
        for _ in range(3):
            await plays(service, clock, "ready")
        clock.advance(timedelta(hours=1))
        await service.clock.process(game.code)
    assert (await service.reading.summary(game.code)).status == "paused"
    await sound(database, game.code)


async def test_computers_that_were_left_alone_play_to_the_end_but_not_for_ever(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody loses anything no round is the last: logs and cards grew until the disk was full."""
    monkeypatch.setattr("bot.service.jobs.queue.ALONE", 7)
    endless = {"damage": 0, "stalemate": "off"}
    game = await against(service, "gods", *[Level.GENTLE] * 3, options=endless)
    await act(service, ANN, game.code, "resign")
    for _ in range(6):
        await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "active"
    await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "abandoned"
    assert await jobs(database) == [("move", seat, "done") for seat in (1, 2, 3, 1, 2, 3, 1)]
    assert any("only computers" in line for line in await lines(database, game.code))
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()


async def test_a_game_of_a_person_and_computers_is_as_long_as_they_like(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.jobs.queue.ALONE", 2)
    game = await against(service, "gods", *[Level.GENTLE] * 3, options={"damage": 0, "stalemate": "off"})
    for _ in range(2):
        await Outbox(database, FakeSender(), clock).drain()
        await act(service, ANN, game.code, "ready")
        for _ in range(3):
            await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "active"


# -- what nobody else may know -----------------------------------------------------------------------------


async def calls_of_computers(database: Database) -> list[tuple[Any, ...]]:
    """All that was ever promised to anybody."""
    async with database.reading() as unit:
        rows = await unit._session.scalars(select(OutboxRow).order_by(OutboxRow.id))
        return [(row.kind, row.partition_key, row.payload, row.created_at, row.not_before) for row in rows]


async def test_what_others_get_does_not_depend_on_what_a_computer_has_chosen(
    databases: Any, engines: dict[str, AnyEngine]
) -> None:
    seen = []
    for notation, seconds in (("seal 3", 0.1), ("seal 8", 1.5)):
        with databases.fresh() as address:
            database, clock = Database(address), ManualClock()
            service = Service(database, engines, clock, Random(1))
            game = await against(service, "sealed", cause=cause_of(1))
            one = await claimed(service)
            clock.advance(timedelta(seconds=seconds))
            await service.jobs.answer(MIND, one, notation, seconds)
            clock.advance(ANSWER_DELAYS[Level.STEADY] - timedelta(seconds=seconds))
            assert await service.jobs.play_due() == 1
            view = await service.reading.view(game.code, ANN)
            summary = await service.reading.summary(game.code)
            seen.append((await calls_of_computers(database), view, summary))
            await database.close()
    assert seen[0] == seen[1]


async def test_a_computer_is_nobody_of_whom_privacy_tells_and_stays(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await plays(service, clock, "@c5")
    await act(service, ANN, game.code, "@c2")
    async with database.reading() as unit:
        found = await unit.person_references.of(ANN.id)
    assert [one["code"] for one in found["computers thought"]] == [game.code] * 2
    await service.privacy.forget(ANN.id)
    assert await jobs(database) == [("move", 1, "done"), ("move", 1, "pending")]
    async with database.reading() as unit:
        assert await unit.persons.known_as("computer", "steady:1") is not None
        assert not await unit.jobs._all(select(JobRow).where(JobRow.player_id == ANN.id))
    assert (await service.doctor.everything()).problems == ()


async def test_the_doctor_finds_a_computer_that_was_not_called_and_calls_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    async with database.transaction() as unit:
        called = [row.id for row in await unit.jobs.of_game(game.id)]
        await unit.jobs.drop(*called, now=clock.now())
    (problem,) = (await service.doctor.everything()).problems
    assert (problem.code, problem.game, problem.level) == ("no_job", game.code, "notice")
    await service.repair.repair([problem], dry_run=False)
    assert await jobs(database) == [("move", 1, "pending")]
    assert (await service.doctor.everything()).problems == ()


async def test_the_doctor_finds_that_nobody_thinks(service: Service, clock: ManualClock) -> None:
    async def found() -> list[Problem]:
        problems = (await service.doctor.everything()).problems
        return [problem for problem in problems if problem.code == "nobody_thinks"]

    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    clock.advance(timedelta(minutes=59))
    assert await found() == []
    clock.advance(timedelta(minutes=2))
    (problem,) = await found()
    assert (problem.game, problem.level) == (None, "notice")
    assert "COMPUTER_WORKERS" in problem.remedy
    await thought(service, "@c5")
    assert await found() == []


async def test_none_plays_where_none_is_to_think(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=0))
    with pytest.raises(Refused) as refused:
        await against(service)
    assert refused.value.code == "no_computer"
