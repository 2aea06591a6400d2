"""Several people, or one impatient one, at the same moment: each request has one effect."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.people.persons import ensure_person
from bot.service.people.servers import ServerSettings
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.seats.inviting import INVITATION_LIFE
from bot.service.values.answers import Played
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostLobby
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.repositories.due_games import DueGames
from bot.store.repositories.invitations import Invitations
from bot.store.repositories.partitions import game_partition
from bot.store.repositories.person_references import PersonReferences
from engines.contract import Resign
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    HERE,
    SAMPLE,
    SINCE,
    act,
    cause_of,
    new_cause,
    opened,
    running,
    sound,
    stranger,
)


@pytest.fixture
async def services(database_address: str, clock: ManualClock) -> AsyncIterator[list[Service]]:
    """The same database as two processes see it: connections, pools and locks of their own."""
    opened_ = [Database(database_address) for _ in range(2)]
    yield [Service(database, ALL, clock, Random(number)) for number, database in enumerate(opened_)]
    for database in opened_:
        await database.close()


async def together(*works: Coroutine[Any, Any, Any]) -> tuple[list[Any], list[str]]:
    """What those that were accepted gave, and the codes of those that were refused."""
    results = await asyncio.gather(*works, return_exceptions=True)
    refused = [result.code for result in results if isinstance(result, Refused)]
    accepted = [result for result in results if not isinstance(result, BaseException)]
    faults = [
        result for result in results if isinstance(result, Exception) and not isinstance(result, Refused)
    ]
    assert faults == []
    return accepted, refused


async def test_the_same_click_ten_times_at_once_is_one_move(
    services: list[Service], database: Database
) -> None:
    game = await running(services[0])
    played, refused = await together(
        *(act(services[n % 2], ANN, game.code, "@d3", cause=cause_of(77)) for n in range(10))
    )
    assert refused == []
    assert sorted(answer.repeated for answer in played) == [False] + [True] * 9
    assert {answer.notation for answer in played} == {"@d3"}
    assert {answer.summary.ply for answer in played} == {1}
    await sound(database, game.code)


async def test_of_two_different_clicks_on_one_position_one_counts(
    services: list[Service], database: Database
) -> None:
    game = await running(services[0])
    for ply, texts in enumerate((("@d3", "@e4"), ("@b4", "@c5"))):
        person = (ANN, BOB)[ply]
        version = (await services[0].reading.summary(game.code)).public_version
        played, refused = await together(
            *(
                act(services[n], person, game.code, text, expected_public_version=version)
                for n, text in enumerate(texts)
            )
        )
        assert len(played) == 1
        assert refused == ["stale"]
        assert (await services[1].reading.summary(game.code)).ply == ply + 1
    await sound(database, game.code)


async def test_without_a_version_the_loser_hears_that_it_is_not_their_turn(services: list[Service]) -> None:
    game = await running(services[0])
    played, refused = await together(
        act(services[0], ANN, game.code, "@d3"), act(services[1], ANN, game.code, "@e4")
    )
    assert (len(played), refused) == (1, ["not_your_turn"])


async def test_both_resign_at_once(services: list[Service], database: Database) -> None:
    game = await running(services[0])
    played, refused = await together(
        act(services[0], ANN, game.code, Resign()), act(services[1], BOB, game.code, Resign())
    )
    assert (len(played), refused) == (1, ["game_over"])
    await sound(database, game.code)


async def test_five_people_want_the_last_seat(services: list[Service], database: Database) -> None:
    game = await opened(services[0])
    people = [stranger(200 + n, f"P{n}") for n in range(5)]
    joined, refused = await together(
        *(services[n % 2].lobby.join(who, game.code, cause=new_cause()) for n, who in enumerate(people))
    )
    assert len(joined) == 1
    assert set(refused) == {"started"}
    summary: GameSummary = joined[0]
    assert summary.status == "active"
    await sound(database, game.code)


async def test_one_person_joins_twice_at_once(services: list[Service]) -> None:
    game = await opened(services[0], "nim")
    joined, refused = await together(
        *(services[n].lobby.join(BOB, game.code, cause=new_cause()) for n in range(2))
    )
    assert (len(joined), refused) == (1, ["already_in"])


async def test_one_command_delivered_twice_opens_one_game(services: list[Service]) -> None:
    games, _ = await together(*(opened(services[n % 2], cause=cause_of(5)) for n in range(6)))
    assert len({game.code for game in games}) == 1
    assert len(await services[0].reading.server_games(HERE.guild_id)) == 1


async def test_strangers_who_meet_the_bot_at_the_same_moment(services: list[Service]) -> None:
    games, _ = await together(*(opened(services[n % 2]) for n in range(6)))
    assert len({game.code for game in games}) == 6


async def test_starting_twice_and_joining_meanwhile(services: list[Service], database: Database) -> None:
    game = await opened(services[0], "nim")
    await services[0].lobby.join(BOB, game.code, cause=new_cause())
    started, refused = await together(
        services[0].lobby.start(ANN, game.code, cause=new_cause()),
        services[1].lobby.start(BOB, game.code, cause=new_cause()),
        services[0].lobby.join(CLEO, game.code, cause=new_cause()),
    )
    assert len(started) + len(refused) == 3
    assert set(refused) == {"started"}
    assert (await services[0].reading.summary(game.code)).status == "active"
    await sound(database, game.code)


async def test_the_clock_strikes_once_however_many_look(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    game = await running(services[0], deadline_hours=10)
    clock.advance(timedelta(hours=11))
    await together(*(services[n % 2].clock.process_timeout(game.code) for n in range(6)))
    history = await services[0].reading.history(game.code, None)
    assert [line.text for line in history] == ["time up"]
    await sound(database, game.code)


async def test_an_undo_is_agreed_to_and_played_on_at_the_same_moment(
    services: list[Service], database: Database
) -> None:
    game = await running(services[0])
    await act(services[0], ANN, game.code, "@d3")
    await services[0].undo.request_undo(ANN, game.code, cause=new_cause())
    done, refused = await together(
        services[0].undo.answer_undo(BOB, game.code, True, cause=new_cause()),
        act(services[1], BOB, game.code, "@c5"),
    )
    assert len(done) == 1
    assert refused in (["no_request"], ["not_your_turn"])
    await sound(database, game.code)


async def test_many_games_at_once_do_not_mix(services: list[Service], database: Database) -> None:
    games = [await running(services[0]) for _ in range(6)]

    async def play(number: int, code: str) -> Played:
        played = None
        for ply, text in enumerate(SAMPLE):
            played = await act(services[(number + ply) % 2], (ANN, BOB)[ply % 2], code, text)
        assert played is not None
        return played

    ends = await asyncio.gather(*(play(number, game.code) for number, game in enumerate(games)))
    assert Counter(end.notation for end in ends) == {"b3xb5#": 6}
    for game in games:
        await sound(database, game.code)


async def test_who_waits_for_a_game_finds_its_new_host(service: Service, database: Database) -> None:
    """On PostgreSQL a join would show what was there before the wait: nobody."""
    game = await running(service)
    found: list[Any] = []

    async def wait_for_it() -> None:
        async with database.transaction() as unit:
            row = await unit.games.by_code(game.code, lock=True)
            assert row is not None
            found.append(row.host)

    async with asyncio.TaskGroup() as tasks, database.transaction() as unit:
        row = await unit.games.by_code(game.code, lock=True)
        assert row is not None
        tasks.create_task(wait_for_it())
        await asyncio.sleep(0.3)
        row.host_id = (await ensure_person(unit, stranger(5, "Newcomer"), SINCE)).id
        row.last_seq += 1
    assert [host.name for host in found] == ["Newcomer"]


async def test_who_is_seated_while_being_forgotten_is_forgotten_or_was_not_there(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    await service.admin.apply(Operator(), game.code, Replace(0, CLEO))
    (asked,) = await service.invitations.open_to(CLEO)
    games = PersonReferences.games
    tasks: list[asyncio.Task[Any]] = []

    async def games_and_then(self: PersonReferences, person_id: int) -> Sequence[int]:
        found = await games(self, person_id)
        if not tasks:
            accepting = service.invitations.accept(CLEO, asked.id, cause=new_cause())
            tasks.append(asyncio.create_task(accepting))
            await asyncio.wait(tasks, timeout=0.5)
        return found

    monkeypatch.setattr(PersonReferences, "games", games_and_then)
    await service.privacy.forget(CLEO.id)
    with suppress(Refused):
        await tasks[0]
    assert (await service.doctor.everything()).problems == ()
    async with database.reading() as unit:
        assert await unit.persons.get(CLEO.id) is None
        events = await unit.events.of_game(game.id)
        assert CLEO.id not in {event.player_id for event in events}
        assert f'"id":{CLEO.id},' not in "".join(event.data or "" for event in events)


async def test_several_take_a_seat_over_at_once_while_its_owner_comes_back(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    for round_ in range(3):
        game = await running(services[0], deadline_hours=None)
        clock.advance(timedelta(days=3))
        await services[0].substitutes.propose(BOB, game.code, 0, cause=new_cause())
        clock.advance(timedelta(days=1))
        takers = [stranger(880_000 + 10 * round_ + number, f"Taker {number}") for number in range(3)]
        accepted, refused = await together(
            *(
                services[number % 2].substitutes.take_over(taker, game.code, 0, cause=new_cause())
                for number, taker in enumerate(takers)
            ),
            services[1].substitutes.here(ANN, game.code, cause=new_cause()),
        )
        assert len(accepted) == 1, refused
        assert set(refused) <= {"not_open", "not_in_game"}
        await sound(database, game.code)


async def test_all_agree_at_once_and_vacations_begin_and_end_meanwhile(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    for _ in range(3):
        games = [await running(services[0], deadline_hours=24) for _ in range(3)]
        day = (clock.now() + timedelta(days=4)).date()
        for game in games:
            await services[0].pausing.ask(ANN, game.code, day, cause=new_cause())
            await services[0].calling_off.ask(ANN, game.code, True, cause=new_cause())
        await services[0].vacations.plan(BOB, day, (clock.now() + timedelta(days=1)).date())
        clock.advance(timedelta(hours=13))
        await together(
            *(service.vacations.process_due() for service in services),
            services[1].vacations.end(BOB),
            *(services[0].pausing.answer(BOB, game.code, True, cause=new_cause()) for game in games),
            *(services[1].calling_off.ask(BOB, game.code, True, cause=new_cause()) for game in games),
            *(services[1].pausing.answer(ANN, game.code, False, cause=new_cause()) for game in games),
            *(act(services[0], ANN, game.code, "@d3") for game in games),
        )
        for game in games:
            await sound(database, game.code)
            async with database.reading() as unit:
                found = [event.kind for event in await unit.events.of_game(game.id)]
            assert found.count("away") <= 1
            assert found.count("back") <= 1
            assert (await services[0].reading.summary(game.code)).away == ()
        assert (await services[0].vacations.of(BOB)).dates is None
    problems = (await services[0].doctor.everything()).problems
    assert [one.sentence for one in problems if one.level == "wrong"] == []


@pytest.mark.parametrize("kind", ["pause", "undo"])
async def test_a_wish_that_is_declined_and_asked_anew_while_it_expires_is_not_closed(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    game = await running(service, deadline_hours=None)
    await act(service, ANN, game.code, "@d3")
    day = (clock.now() + timedelta(days=30)).date()

    async def ask() -> None:
        if kind == "pause":
            await service.pausing.ask(ANN, game.code, day, cause=new_cause())
        else:
            await service.undo.request_undo(ANN, game.code, cause=new_cause())

    async def decline() -> None:
        if kind == "pause":
            await service.pausing.answer(BOB, game.code, False, cause=new_cause())
        else:
            await service.undo.answer_undo(BOB, game.code, False, cause=new_cause())

    await ask()
    clock.advance(REQUEST_LIFE + timedelta(minutes=1))
    find, found = getattr(DueGames, f"{kind}_asked"), list[Sequence[str]]()

    async def found_and_then(self: DueGames, *arguments: Any, **options: Any) -> Sequence[str]:
        codes: Sequence[str] = await find(self, *arguments, **options)
        if not found:
            found.append(codes)
            await decline()
            await ask()
        return codes

    monkeypatch.setattr(DueGames, f"{kind}_asked", found_and_then)
    await (service.pausing.expire() if kind == "pause" else service.undo.expire())
    assert found == [[game.code]]
    asked = await service.reading.summary(game.code)
    assert (asked.pausing_asked or asked.undo_asked) == (1,)
    await sound(database, game.code)


@pytest.mark.parametrize("way", ["decline", "expire"])
async def test_who_joins_while_an_invitation_ends_is_on_the_newest_card(
    services: list[Service],
    database: Database,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
) -> None:
    game = await opened(services[0], "nim", seats=3, opponents=(CLEO,))
    (asked,) = await services[0].invitations.open_to(CLEO)
    if way == "expire":
        clock.advance(INVITATION_LIFE)
    close, tasks = Invitations.close, list[asyncio.Task[Any]]()

    async def close_meanwhile(self: Invitations, *arguments: Any) -> bool:
        if not tasks:
            tasks.append(asyncio.create_task(services[1].lobby.join(BOB, game.code, cause=new_cause())))
            await asyncio.wait(tasks, timeout=0.5)
        return await close(self, *arguments)

    monkeypatch.setattr(Invitations, "close", close_meanwhile)
    ending = services[0].invitations
    await (ending.expire() if way == "expire" else ending.decline(CLEO, asked.id))
    await tasks[0]
    async with database.reading() as unit:
        *_, newest = await unit.outbox.waiting(game_partition(game.id), "lobby")
    card = msgspec.json.decode(newest.payload, type=PostLobby)
    assert [seat.person for seat in card.summary.seats if seat.person] == [ANN, BOB]


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_what_refers_to_a_locked_game_and_person_waits_for_neither(
    services: list[Service], database: Database
) -> None:
    """It would hold up whoever waits for it, often the one who has locked them: none could go on."""
    game, other = [await running(services[0]) for _ in range(2)]
    async with database.transaction() as unit:
        await unit.games.lock(game.code)
        await unit.persons.lock(ANN.id)
        async with asyncio.timeout(5):
            await services[0].following.follow(CLEO, game.code)
            await act(services[1], ANN, other.code, "@d3")


async def test_two_managers_settle_different_things_at_once(services: list[Service]) -> None:
    for _ in range(3):
        await together(
            services[0].servers.change(ANN, HERE.guild_id, lambda before: replace(before, quiet=True)),
            services[1].servers.change(BOB, HERE.guild_id, lambda before: replace(before, hours=48.0)),
        )
        settled = await services[0].servers.settings(HERE.guild_id)
        assert (settled.quiet, settled.hours) == (True, 48.0)
        await services[0].servers.change(ANN, HERE.guild_id, lambda _: ServerSettings())


async def test_two_settings_of_one_person_change_at_once(services: list[Service]) -> None:
    for _ in range(3):
        await together(
            services[0].preferences.set_notice_settings(ANN, {"quiet_days": (0,)}),
            services[1].preferences.set_notice_settings(ANN, {"where": "dm"}),
        )
        settings = (await services[0].preferences.notice_settings(ANN)).settings
        assert (settings.quiet_days, settings.where) == ((0,), "dm")
        await services[0].preferences.set_notice_settings(ANN, {"quiet_days": (), "where": "thread"})
