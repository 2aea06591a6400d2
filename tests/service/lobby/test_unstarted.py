"""Games before the start: who may do what, seats chosen and drawn, options, and how lobbies end."""

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.service.admin.acts import Cancel
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    act,
    cause_of,
    new_cause,
    opened,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import AT_HAND


def people(game: GameSummary) -> list[Person | None]:
    return [seat.person for seat in game.seats]


async def test_a_new_game_waits_with_its_host_in_the_chosen_seat(service: Service) -> None:
    game = await opened(service, seat=1, options={"first": "black"}, deadline_hours=24)
    assert game.status == "lobby"
    assert len(game.code) == 4
    assert people(game) == [None, ANN]
    assert game.host == ANN
    assert game.options["first"] == "black"
    assert set(game.options) > {"first"}
    assert (game.deadline_hours, game.deadline, game.seed_hash, game.ply) == (24, None, None, 0)
    assert (game.guild_id, game.channel_id, game.thread_id, game.threaded) == (11, 12, None, True)


async def test_the_game_starts_by_itself_when_the_last_seat_is_taken(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service, seat=1)
    game = await service.lobby.join(BOB, game.code.lower(), cause=new_cause())
    assert game.status == "active"
    assert people(game) == [BOB, ANN]
    assert game.seed_hash is not None
    assert game.seed is None
    assert game.to_act == (0,)
    assert game.deadline is not None
    assert game.deadline_hours is not None
    assert (game.deadline - clock.now()).total_seconds() == game.deadline_hours * 3600
    await sound(database, game.code)


async def test_seats_nobody_chose_are_drawn(database: Database, clock: ManualClock) -> None:
    seen = set()
    for number in range(12):
        service = Service(database, ALL, clock, Random(number))
        game = await opened(service, seat=None)
        assert people(game) == [ANN, None]
        assert game.seats[0].drawn
        game = await service.lobby.join(BOB, game.code, cause=new_cause())
        assert not any(seat.drawn for seat in game.seats)
        seen.add(game.seats[0].person)
    assert seen == {ANN, BOB}


async def test_whoever_waits_for_the_draw_does_not_block_a_seat(service: Service) -> None:
    game = await opened(service, seat=None)
    game = await service.lobby.join(BOB, game.code, cause=new_cause(), seat=0)
    assert people(game) == [BOB, ANN]


async def test_a_game_for_more_starts_early_when_a_player_says_so(service: Service) -> None:
    game = await opened(service, "nim")
    assert len(game.seats) == 3
    with pytest.raises(Refused) as alone:
        await service.lobby.start(ANN, game.code, cause=new_cause())
    assert alone.value.code == "too_few"
    assert alone.value.sentence == f"Game {game.code} needs one more player before it can start."
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert await refusal(service.lobby.start(CLEO, game.code, cause=new_cause())) == "not_in_game"
    game = await service.lobby.start(BOB, game.code, cause=new_cause())
    assert people(game) == [ANN, BOB]
    assert game.status == "active"
    three = await opened(service, "nim")
    for person in (BOB, CLEO):
        three = await service.lobby.join(person, three.code, cause=new_cause())
    assert three.status == "active"
    assert people(three)[0] == ANN


async def test_a_chosen_seat_that_is_not_in_play_stops_the_start(service: Service) -> None:
    game = await opened(service, "nim", seat=2)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    with pytest.raises(Refused) as caught:
        await service.lobby.start(ANN, game.code, cause=new_cause())
    assert caught.value.code == "seat_unused"
    assert "Blue" in caught.value.sentence


@pytest.mark.parametrize(
    ("key", "arguments", "code"),
    [
        ("chess", {}, "no_such_rules"),
        ("roses", {"options": {"colour": "red"}}, "bad_options"),
        ("roses", {"options": {"first": "green"}}, "bad_options"),
        ("nim", {"options": {"heap": 5}}, "bad_options"),
        ("roses", {"seats": 3}, "bad_seats"),
        ("nim", {"seats": 1}, "bad_seats"),
        ("roses", {"seat": 2}, "no_such_seat"),
        ("roses", {"seat": -1}, "no_such_seat"),
        ("nim", {"seats": 2, "seat": 2}, "no_such_seat"),
        ("roses", {"deadline_hours": 0.5}, "bad_deadline"),
        ("roses", {"deadline_hours": 1e9}, "bad_deadline"),
        ("roses", {"deadline_hours": float("nan")}, "bad_deadline"),
    ],
)
async def test_a_game_that_cannot_be_is_not_opened(
    service: Service, key: str, arguments: dict[str, Any], code: str
) -> None:
    assert await refusal(opened(service, key, **arguments)) == code
    assert await service.reading.server_games(HERE.guild_id) == []


async def test_who_cannot_join(service: Service) -> None:
    game = await opened(service, "nim", seat=0)
    refusals = []
    for person, seat in ((ANN, None), (BOB, 0), (BOB, 3)):
        with pytest.raises(Refused) as caught:
            await service.lobby.join(person, game.code, cause=new_cause(), seat=seat)
        refusals.append(caught.value.code)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    for wanted in (game.code, "ZZZZ", "no code"):
        with pytest.raises(Refused) as caught:
            await service.lobby.join(DAN, wanted, cause=new_cause())
        refusals.append(caught.value.code)
    assert refusals == [
        "already_in",
        "seat_taken",
        "no_such_seat",
        "started",
        "no_such_game",
        "no_such_game",
    ]


async def test_the_next_host_is_who_came_first_of_those_who_are_left(service: Service) -> None:
    game = await opened(service, "nim", seats=3)
    # Who came first has the higher number: the order of numbers does not count.
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    assert (await service.lobby.leave(ANN, game.code, cause=new_cause())).host == CLEO
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert (await service.lobby.leave(BOB, game.code, cause=new_cause())).host == CLEO
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert (await service.lobby.leave(CLEO, game.code, cause=new_cause())).host == BOB


async def test_of_several_who_are_left_the_first_to_have_come_is_the_next_host(
    service: Service, clock: ManualClock
) -> None:
    game = await opened(service, "gods")
    for person in (CLEO, BOB):
        clock.advance(timedelta(seconds=1))
        await service.lobby.join(person, game.code, cause=new_cause())
    assert (await service.lobby.leave(ANN, game.code, cause=new_cause())).host == CLEO


async def test_leaving_hands_the_game_over_and_the_last_one_calls_it_off(
    service: Service, database: Database
) -> None:
    game = await opened(service, "nim")
    await service.lobby.join(BOB, game.code, cause=new_cause())
    game = await service.lobby.leave(ANN, game.code, cause=new_cause())
    assert game.host == BOB
    assert [person for person in people(game) if person] == [BOB]
    game = await service.lobby.leave(BOB, game.code, cause=new_cause())
    assert game.status == "abandoned"
    with pytest.raises(Refused) as caught:
        await service.lobby.join(ANN, game.code, cause=new_cause())
    assert caught.value.code == "started"
    assert "called off" in caught.value.sentence
    await sound(database, game.code)


async def test_a_player_who_left_may_come_back(service: Service) -> None:
    game = await opened(service, "nim")
    await service.lobby.join(BOB, game.code, cause=new_cause(), seat=2)
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    game = await service.lobby.join(BOB, game.code, cause=new_cause(), seat=1)
    assert people(game) == [ANN, BOB, None]


async def test_only_the_host_calls_a_game_off(service: Service) -> None:
    game = await opened(service)
    with pytest.raises(Refused) as caught:
        await service.lobby.cancel(BOB, game.code, cause=new_cause())
    assert caught.value.code == "not_host"
    assert "Ann" not in caught.value.sentence
    game = await service.lobby.cancel(ANN, game.code, cause=new_cause())
    assert game.status == "abandoned"
    with pytest.raises(Refused, match=f"Game {game.code} was called off.'"):
        await service.lobby.cancel(ANN, game.code, cause=new_cause())


async def test_nobody_joins_a_game_that_was_called_off_under_way(service: Service) -> None:
    game = await running(service)
    await service.admin.apply(AT_HAND, game.code, Cancel())
    with pytest.raises(Refused, match=f"Game {game.code} was called off.'"):
        await service.lobby.join(CLEO, game.code, cause=new_cause())


async def test_a_started_game_is_neither_left_nor_called_off(service: Service) -> None:
    game = await running(service)
    for ask in (service.lobby.leave, service.lobby.cancel, service.lobby.start):
        assert await refusal(ask(ANN, game.code, cause=new_cause())) == "started"


async def test_nobody_is_told_to_resign_from_a_game_that_is_over(service: Service) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "resign")
    for ask in (service.lobby.leave, service.lobby.cancel):
        with pytest.raises(Refused, match="is over"):
            await ask(ANN, game.code, cause=new_cause())


async def test_every_lobby_interaction_counts_once(service: Service) -> None:
    first = await opened(service, "nim", cause=cause_of(1))
    assert await opened(service, "nim", cause=cause_of(1)) == first
    joined = await service.lobby.join(BOB, first.code, cause=cause_of(2))
    assert await service.lobby.join(BOB, first.code, cause=cause_of(2)) == joined
    left = await service.lobby.leave(BOB, first.code, cause=cause_of(3))
    assert await service.lobby.leave(BOB, first.code, cause=cause_of(3)) == left
    await service.lobby.join(BOB, first.code, cause=cause_of(4))
    started = await service.lobby.start(BOB, first.code, cause=cause_of(5))
    assert await service.lobby.start(BOB, first.code, cause=cause_of(5)) == started
    other = await opened(service, cause=cause_of(6))
    off = await service.lobby.cancel(ANN, other.code, cause=cause_of(7))
    assert await service.lobby.cancel(ANN, other.code, cause=cause_of(7)) == off
    assert len(await service.reading.server_games(HERE.guild_id, ("lobby", "active", "abandoned"))) == 2


async def test_another_game_of_the_same_kind(service: Service) -> None:
    old = await running(service, "nim", seats=2, options={"heap": 20}, deadline_hours=None, threaded=False)
    new = await service.lobby.again(BOB, old.code, cause=new_cause())
    assert new.code != old.code
    assert new.host == BOB
    assert (new.status, new.options, new.deadline_hours, new.threaded, len(new.seats)) == (
        "lobby",
        {"heap": 20},
        None,
        False,
        2,
    )
    assert new.place == HERE


async def test_who_looked_on_is_told_that_a_rematch_is_for_those_who_played(service: Service) -> None:
    old = await running(service)
    await act(service, ANN, old.code, "resign")
    assert await refusal(service.lobby.again(CLEO, old.code, cause=new_cause())) == "not_in_game"


async def test_codes_are_unique_even_when_luck_repeats_itself(database: Database, clock: ManualClock) -> None:
    codes = []
    for _ in range(5):
        game = await opened(Service(database, ALL, clock, Random(7)))
        codes.append(game.code)
    assert len(set(codes)) == 5


async def test_a_rematch_that_both_ask_for_is_one_game(service: Service) -> None:
    old = await running(service, "nim", seats=2)
    await act(service, ANN, old.code, "resign")
    first, second = await asyncio.gather(
        service.lobby.again(ANN, old.code, cause=cause_of(1001)),
        service.lobby.again(BOB, old.code, cause=cause_of(1002)),
    )
    assert first.code == second.code
    game = await service.reading.summary(first.code)
    assert game.status == "active"
    assert {seat.person for seat in game.seats} == {ANN, BOB}
    # The same presses once more change nothing; a new one, with that game over, opens another.
    for person, number in ((ANN, 1001), (BOB, 1002)):
        assert (await service.lobby.again(person, old.code, cause=cause_of(number))).code == game.code
    assert await refusal(service.lobby.again(ANN, old.code, cause=new_cause())) == "plays_again"
    await act(service, ANN, game.code, "resign")
    third = await service.lobby.again(ANN, old.code, cause=new_cause())
    assert third.code != game.code
    assert await refusal(service.lobby.again(ANN, old.code, cause=new_cause())) == "already_in"
