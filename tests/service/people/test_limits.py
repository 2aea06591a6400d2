"""How many games may go on at a time, and what becomes of those that nobody joins."""

from datetime import timedelta
from random import Random

import msgspec
import pytest
from sqlalchemy import func, select

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Repost
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.lobby.unstarted import LOBBY_LIFE
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import Limits
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from bot.store.database import Database
from bot.store.models import EventRow, GameRow, OutboxRow, SeatRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, CLEO, HERE, act, cause_of, new_cause, opened, refusal, running
from tests.service.admin.operators import HELD
from tests.service.scheduling import passes, running_scheduler, until

ELSEWHERE = Place(HERE.guild_id, HERE.channel_id + 1)


@pytest.fixture
def limited(database: Database, clock: ManualClock) -> Service:
    """A host with room for little."""
    limits = Limits(person_lobbies=2, person_games=3, channel_lobbies=3, patience=timedelta(0))
    return Service(database, ALL, clock, Random(1), limits=limits)


async def open_by(service: Service, person: Person, place: Place = HERE) -> GameSummary:
    return await service.lobby.create(person, place, GameSetup("nim"), cause=new_cause())


async def test_the_usual_limits_are_those_of_the_documentation() -> None:
    of_people = {"person_lobbies": 5, "person_games": 30, "person_reports": 5, "channel_lobbies": 20}
    others = {"patience": timedelta(seconds=30), "computer_games": 8, "computer_seconds": 600.0}
    assert msgspec.structs.asdict(Limits()) == of_people | others | {"person_lobbies_abandoned": 100}


async def test_nobody_opens_games_and_calls_them_off_again_and_again(
    database: Database, clock: ManualClock
) -> None:
    limits = Limits(person_lobbies_abandoned=2, patience=timedelta(0))
    service = Service(database, ALL, clock, Random(1), limits=limits)
    for _ in range(2):
        game = await open_by(service, ANN)
        await service.lobby.cancel(ANN, game.code, cause=new_cause())
    with pytest.raises(Refused, match="2 games within a day that never began") as caught:
        await open_by(service, ANN)
    assert caught.value.code == "too_often"
    await open_by(service, BOB)
    clock.advance(timedelta(days=1))
    await open_by(service, ANN)


async def test_one_person_has_only_so_many_games_waiting_for_players(limited: Service) -> None:
    first = await open_by(limited, ANN)
    await open_by(limited, ANN, ELSEWHERE)
    with pytest.raises(Refused, match="2 games still waiting") as caught:
        await open_by(limited, ANN, Place(99, 1))
    assert caught.value.code == "too_many_lobbies"
    await limited.lobby.cancel(ANN, first.code, cause=new_cause())
    await open_by(limited, ANN)


async def test_a_request_that_opened_the_last_one_allowed_is_answered_again(limited: Service) -> None:
    await open_by(limited, ANN)
    last = await limited.lobby.create(ANN, HERE, GameSetup("nim"), cause=cause_of(5))
    assert await limited.lobby.create(ANN, HERE, GameSetup("nim"), cause=cause_of(5)) == last


async def test_a_channel_has_only_so_many_games_waiting_for_players(limited: Service) -> None:
    for person in (ANN, BOB, ANN):
        await open_by(limited, person)
    assert await refusal(open_by(limited, CLEO)) == "channel_full"
    await open_by(limited, CLEO, ELSEWHERE)


async def test_one_person_plays_only_so_many_games(limited: Service) -> None:
    games = [await running(limited, "nim", seats=2) for _ in range(3)]
    assert await refusal(open_by(limited, ANN)) == "too_many_games"
    other = await open_by(limited, CLEO)
    assert await refusal(limited.lobby.join(BOB, other.code, cause=new_cause())) == "too_many_games"
    await act(limited, ANN, games[0].code, "resign")
    await limited.lobby.join(BOB, other.code, cause=new_cause())


async def test_games_that_wait_are_no_way_to_play_more(limited: Service) -> None:
    """Whoever joins many that wait would play all of them when they start."""
    waiting = [
        await limited.lobby.create(person, None, GameSetup("reef"), cause=new_cause())
        for person in (BOB, CLEO, BOB, CLEO)
    ]
    for game in waiting[:3]:
        await limited.lobby.join(ANN, game.code, cause=new_cause())
    with pytest.raises(Refused, match="counting those that wait for players") as caught:
        await limited.lobby.join(ANN, waiting[3].code, cause=new_cause())
    assert caught.value.code == "too_many_games"
    await limited.lobby.leave(ANN, waiting[0].code, cause=new_cause())
    await limited.lobby.join(ANN, waiting[3].code, cause=new_cause())


async def test_play_again_does_not_multiply(service: Service) -> None:
    old = await running(service, "nim", seats=2)
    await act(service, ANN, old.code, "resign")
    new = await service.lobby.again(ANN, old.code, cause=new_cause())
    assert (await service.lobby.again(BOB, old.code, cause=new_cause())).code == new.code
    for person in (ANN, BOB):
        with pytest.raises(Refused, match=new.code) as caught:
            await service.lobby.again(person, old.code, cause=new_cause())
        assert caught.value.code == "plays_again"
    await act(service, ANN, new.code, "resign")
    assert (await service.lobby.again(ANN, old.code, cause=new_cause())).code != new.code


@pytest.mark.usefixtures("heartbeats_are_rare")
async def test_a_lobby_is_called_off_after_a_silent_week(
    service: Service, database: Database, clock: ManualClock
) -> None:
    silent = await opened(service)
    clock.advance(LOBBY_LIFE - timedelta(hours=2))
    joined = await opened(service, "nim", seats=3)
    clock.advance(timedelta(hours=1))
    await service.lobby.join(BOB, joined.code, cause=new_cause())
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, timedelta(0))
        assert (await service.reading.summary(silent.code)).status == "lobby"
        await passes(clock, timedelta(hours=1))

        async def called_off() -> bool:
            return (await service.reading.summary(silent.code)).status == "abandoned"

        await until(called_off)
    assert (await service.reading.summary(joined.code)).status == "lobby"
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert sender.kinds() == ["lobby", "lobby"]


async def test_the_rows_of_a_game_that_never_started_are_deleted_a_week_later(
    service: Service, database: Database, clock: ManualClock
) -> None:
    gone = await opened(service)
    kept = await opened(service)
    plays = await running(service)
    await Outbox(database, FakeSender(), clock).drain()
    await service.admin.apply(HELD, kept.code, Repost())
    for code in (gone.code, kept.code):
        await service.lobby.cancel(ANN, code, cause=new_cause())
    await Outbox(database, FakeSender(), clock).drain()
    before = {game.id: await rows_of(database, game.id) for game in (gone, kept, plays)}
    clock.advance(LOBBY_LIFE)
    await service.lobby.purge()
    assert await rows_of(database, gone.id) == before[gone.id], "not before the week is over"
    clock.advance(timedelta(seconds=1))
    await service.lobby.purge()
    assert await rows_of(database, gone.id) == [0, 0, 0, 0]
    assert await rows_of(database, kept.id) == before[kept.id], "the audit refers to it"
    assert await rows_of(database, plays.id) == before[plays.id]


async def rows_of(database: Database, game_id: int) -> list[int]:
    async with database.reading() as unit:
        return [
            await unit._session.scalar(select(func.count()).where(column == game_id)) or 0
            for column in (GameRow.id, EventRow.game_id, SeatRow.game_id, OutboxRow.game_id)
        ]
