"""Computers sit down at a table, and leave it."""

from random import Random

import pytest
from sqlalchemy import text

from bot.service.admin.acts import Replace
from bot.service.clock.vanished import VANISHED_AFTER, WARNING
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.store.database import Database
from engines.contract import AnyEngine, Level
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, HERE, act, new_cause, opened, refusal
from tests.service.admin.operators import HELD
from tests.service.jobs.computers import MIND, against, replace_limits, thought
from tests.tinygames import TINY


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
    assert await refusal(against(service, "pouch" if "pouch" in TINY else "blitz")) == "no_computer"


async def test_there_is_no_more_room_than_for_humans(service: Service) -> None:
    for levels, seats in (((Level.GENTLE,) * 2, None), ((Level.GENTLE,) * 2, 2)):
        assert (
            await refusal(against(service, "roses" if seats is None else "nim", *levels, seats=seats))
            == "bad_seats"
        )


async def test_the_host_adds_computers_and_sends_them_away(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    game = await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    assert game.status == "lobby"
    await service.lobby.join(BOB, game.code, cause=new_cause())
    for wish in (
        service.lobby.add_computer(BOB, game.code, Level.GENTLE, cause=new_cause()),
        service.lobby.remove_computer(BOB, game.code, cause=new_cause()),
    ):
        assert await refusal(wish) == "not_host"
    assert (await service.reading.summary(game.code)).status == "active"


async def test_a_computer_that_was_sent_away_leaves_its_seat_free(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.STRONG, cause=new_cause())
    game = await service.lobby.remove_computer(ANN, game.code, cause=new_cause())
    assert sum(seat.person is not None for seat in game.seats) == 1
    assert await refusal(service.lobby.remove_computer(ANN, game.code, cause=new_cause())) == "no_computer"


async def test_the_last_computer_starts_the_game(service: Service) -> None:
    game = await opened(service)
    game = await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    assert game.status == "active"


async def test_a_seat_that_is_kept_is_for_nobody_else(service: Service) -> None:
    game = await opened(service, opponents=(BOB,))
    assert (
        await refusal(service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())) == "full"
    )


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
    assert await refusal(against(service)) == "too_many_computers"
    waits = await opened(service)
    assert (
        await refusal(service.lobby.add_computer(ANN, waits.code, Level.GENTLE, cause=new_cause()))
        == "too_many_computers"
    )
    await act(service, ANN, game.code, "resign")
    await service.lobby.add_computer(ANN, waits.code, Level.GENTLE, cause=new_cause())
    setup = GameSetup("nim", seats=3, levels=(Level.GENTLE,))
    other = await service.lobby.create(BOB, HERE, setup, cause=new_cause())
    assert await refusal(service.lobby.join(ANN, other.code, cause=new_cause())) == "too_many_computers"


async def test_nor_takes_over_a_seat_in_one_more(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=1))
    game = await opened(service, "nim", seats=3, deadline_hours=None)
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.create(CLEO, HERE, GameSetup("roses", levels=(Level.GENTLE,)), cause=new_cause())
    clock.advance(VANISHED_AFTER)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    clock.advance(WARNING)
    assert (
        await refusal(service.substitutes.take_over(CLEO, game.code, 0, cause=new_cause()))
        == "too_many_computers"
    )
    await service.admin.apply(HELD, game.code, Replace(0, CLEO), cause=new_cause())
    (asked,) = await service.invitations.open_to(CLEO)
    assert (
        await refusal(service.invitations.accept(CLEO, asked.id, cause=new_cause())) == "too_many_computers"
    )
