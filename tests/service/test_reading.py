"""Looking: lists, the game that is meant, and who finds what."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.clock import ManualClock
from bot.service import Service
from bot.service.reports import Place, Refused
from bot.store.database import Database
from tests.service.people import ALL, ANN, BOB, CLEO, HERE, act, new_id, opened, running

ELSEWHERE = Place(99, 98)


async def test_my_games_begin_with_those_that_wait_for_me(service: Service, clock: ManualClock) -> None:
    waiting = await opened(service)
    clock.advance(timedelta(minutes=1))
    theirs = await running(service)
    await act(service, ANN, theirs.code, "@d3")
    clock.advance(timedelta(minutes=1))
    mine_old = await running(service)
    clock.advance(timedelta(minutes=1))
    mine_new = await running(service)
    over = await running(service)
    await act(service, BOB, over.code, "resign")
    codes = [game.code for game in await service.reading.my_games(ANN)]
    assert codes == [mine_old.code, mine_new.code, waiting.code, theirs.code]
    assert await service.reading.my_games(CLEO) == []


async def test_a_server_lists_its_own_games(service: Service) -> None:
    game = await opened(service)
    other = await service.lobby.create(BOB, ELSEWHERE, "roses", {}, interaction_id=new_id())
    assert [game.code for game in await service.reading.server_games(ELSEWHERE.guild_id)] == [other.code]
    assert await service.reading.server_games(HERE.guild_id, ["active"]) == []
    assert [told.code for told in await service.reading.server_games(HERE.guild_id)] == [game.code]


async def test_codes_offer_own_games_first_then_the_servers(service: Service) -> None:
    anns = await opened(service)
    away = await service.lobby.create(BOB, ELSEWHERE, "roses", {}, interaction_id=new_id())
    assert [game.code for game in await service.reading.codes(BOB, HERE.guild_id)] == [away.code, anns.code]
    assert [game.code for game in await service.reading.codes(CLEO, HERE.guild_id)] == [anns.code]
    assert [game.code for game in await service.reading.codes(BOB, None)] == [away.code]
    found = await service.reading.codes(ANN, HERE.guild_id, anns.code[:2].lower())
    assert anns.code in [game.code for game in found]
    assert await service.reading.codes(ANN, HERE.guild_id, "%") == []


async def test_many_games_make_no_longer_list_than_can_be_shown(service: Service) -> None:
    for _ in range(30):
        await opened(service)
    assert len(await service.reading.codes(CLEO, HERE.guild_id)) == 25


async def test_the_game_that_is_meant(service: Service, database: Database) -> None:
    person, resolve = CLEO, service.reading.resolve
    with pytest.raises(Refused) as nothing:
        await resolve(None, HERE, person)
    assert nothing.value.code == "no_game_here"
    first = await running(service)
    second = await running(service)
    async with database.transaction() as unit:
        await unit.games.remember(first.id, thread_id=501)
        await unit.games.remember(second.id, thread_id=502)
    # In a thread it is the thread's game, for everybody.
    for asker in (ANN, CLEO):
        assert (await resolve(None, Place(HERE.guild_id, 501), asker)).code == first.code
    # In the channel it is the newest for a spectator, but a player of several must say which.
    assert (await resolve(None, HERE, CLEO)).code == second.code
    with pytest.raises(Refused) as which:
        await resolve(None, HERE, ANN)
    assert which.value.code == "which_game"
    assert first.code in which.value.sentence
    assert (await resolve(f" {first.code.lower()} ", HERE, ANN)).code == first.code
    # Anywhere else it is a player's only unfinished one.
    await act(service, ANN, second.code, "resign")
    assert (await resolve(None, None, BOB)).code == first.code
    assert (await resolve(None, ELSEWHERE, BOB)).code == first.code
    assert (await resolve(None, HERE, ANN)).code == first.code
    # Where nothing runs any more, the last one that did.
    await act(service, BOB, first.code, "resign")
    assert (await resolve(None, Place(HERE.guild_id, 502), CLEO)).code == second.code


async def test_a_game_of_another_server_is_found_by_its_players_only(service: Service) -> None:
    game = await opened(service)
    assert (await service.reading.resolve(game.code, ELSEWHERE, ANN)).code == game.code
    assert (await service.reading.resolve(game.code, None, ANN)).code == game.code
    for place in (ELSEWHERE, None):
        with pytest.raises(Refused) as caught:
            await service.reading.resolve(game.code, place, BOB)
        assert caught.value.code == "no_such_game"
    assert await service.reading.game_in(ELSEWHERE) is None


async def test_views_are_the_askers_own(service: Service) -> None:
    game = await running(service)
    assert (await service.reading.view(game.code, BOB)).viewer == 1
    assert (await service.reading.view(game.code, CLEO)).viewer is None
    assert (await service.reading.view(game.code, None)).viewer is None


async def test_a_game_whose_rules_are_gone_spoils_no_list(
    service: Service, database: Database, clock: ManualClock
) -> None:
    nim = await running(service, "nim", seats=2)
    roses = await running(service)
    poorer = Service(database, {"roses": ALL["roses"]}, clock)
    assert [game.code for game in await poorer.reading.my_games(ANN)] == [roses.code]
    with pytest.raises(Refused) as caught:
        await poorer.reading.report(nim.code)
    assert caught.value.code == "no_such_rules"


async def test_preferences_are_kept(service: Service) -> None:
    assert (await service.players.preferences(ANN)).theme == "dark"
    changed = await service.players.set_preferences(ANN, theme="light", dm_turns=True, time_zone="UTC")
    assert (changed.theme, changed.dm_turns, changed.time_zone, changed.locale) == (
        "light",
        True,
        "UTC",
        None,
    )
    await service.players.set_preferences(ANN, dm_turns=False)
    again = await service.players.preferences(ANN)
    assert (again.theme, again.dm_turns) == ("light", False)
    with pytest.raises(Refused) as caught:
        await service.players.set_preferences(ANN, time_zone="Middle/Earth")
    assert caught.value.code == "no_such_zone"
