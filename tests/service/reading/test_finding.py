"""Looking: lists, the game that is meant, and who finds what."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.scope import GameRef, GameScope
from bot.service.game.setup import GameSetup
from bot.service.reading.finding import awaits
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import EventRow
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, HERE, act, cause_of, new_cause, opened, refusal, running

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


async def test_a_running_game_waits_for_who_is_to_move_or_to_answer(service: Service) -> None:
    game = await running(service)
    game = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert [awaits(game, person) for person in (ANN, BOB, CLEO)] == [True, True, False]
    game = await service.calling_off.ask(BOB, game.code, False, cause=new_cause())
    assert [awaits(game, person) for person in (ANN, BOB, CLEO)] == [True, False, False]


async def test_a_paused_game_waits_for_who_must_answer_alone(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    day = (clock.now() + timedelta(days=3)).date()
    for person in (ANN, BOB):
        game = await service.pausing.ask(person, game.code, day, cause=new_cause())
    assert [awaits(game, person) for person in (ANN, BOB)] == [False, False]
    game = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert (game.status, game.ending_asked) == ("paused", (1,))
    assert [awaits(game, person) for person in (ANN, BOB)] == [False, True]


async def test_a_server_lists_its_own_games(service: Service) -> None:
    game = await opened(service)
    other = await service.lobby.create(BOB, ELSEWHERE, GameSetup("roses"), cause=new_cause())
    assert [game.code for game in await service.reading.server_games(ELSEWHERE.guild_id)] == [other.code]
    assert await service.reading.server_games(HERE.guild_id, ["active"]) == []
    assert [result.code for result in await service.reading.server_games(HERE.guild_id)] == [game.code]


async def test_codes_offer_own_games_first_then_the_servers(service: Service) -> None:
    anns = await opened(service)
    away = await service.lobby.create(BOB, ELSEWHERE, GameSetup("roses"), cause=new_cause())
    assert [game.code for game in await service.reading.codes(BOB, HERE.guild_id)] == [away.code, anns.code]
    assert [game.code for game in await service.reading.codes(CLEO, HERE.guild_id)] == [anns.code]
    assert [game.code for game in await service.reading.codes(BOB, None)] == [away.code]
    found = await service.reading.codes(ANN, HERE.guild_id, anns.code[:2].lower())
    assert anns.code in [game.code for game in found]
    assert await service.reading.codes(ANN, HERE.guild_id, "%") == []


async def test_many_games_make_no_longer_list_than_can_be_shown(service: Service) -> None:
    for _ in range(30):
        await opened(service)
    assert len(await service.reading.codes(CLEO, HERE.guild_id, limit=25)) == 25


@pytest.mark.parametrize("how", ["resolve_game", "find_game"])
async def test_the_game_that_is_meant(service: Service, database: Database, how: str) -> None:
    person, resolve = CLEO, getattr(service.reading, how)
    assert await refusal(resolve(GameRef(None, HERE, person))) == "no_game_here"
    first = await running(service)
    second = await running(service)
    async with database.transaction() as unit:
        await unit.games.set_columns(first.id, thread_id=501)
        await unit.games.set_columns(second.id, thread_id=502)
    # In a thread it is the thread's game, for everybody.
    for asker in (ANN, CLEO):
        assert (await resolve(GameRef(None, Place(HERE.guild_id, 501), asker))).code == first.code
    # In the channel it is the newest for a spectator, but a player of several must say which.
    assert (await resolve(GameRef(None, HERE, CLEO))).code == second.code
    with pytest.raises(Refused) as which:
        await resolve(GameRef(None, HERE, ANN))
    assert which.value.code == "which_game"
    assert first.code in which.value.sentence
    assert (await resolve(GameRef(f" {first.code.lower()} ", HERE, ANN))).code == first.code
    # Anywhere else it is a player's only unfinished one.
    await act(service, ANN, second.code, "resign")
    assert (await resolve(GameRef(None, None, BOB))).code == first.code
    assert (await resolve(GameRef(None, ELSEWHERE, BOB))).code == first.code
    assert (await resolve(GameRef(None, HERE, ANN))).code == first.code
    # Where nothing runs any more, the last one that did.
    await act(service, BOB, first.code, "resign")
    for place in (Place(HERE.guild_id, 502), HERE):
        assert (await resolve(GameRef(None, place, CLEO))).code == second.code


@pytest.mark.parametrize("how", ["resolve_game", "find_game"])
async def test_a_game_of_another_server_is_found_by_its_players_only(service: Service, how: str) -> None:
    game, resolve = await opened(service), getattr(service.reading, how)
    assert (await resolve(GameRef(game.code, ELSEWHERE, ANN))).code == game.code
    assert (await resolve(GameRef(game.code, None, ANN))).code == game.code
    for place in (ELSEWHERE, None):
        assert await refusal(resolve(GameRef(game.code, place, BOB))) == "no_such_game"


@pytest.mark.parametrize("how", ["resolve_game", "find_game"])
async def test_no_refusal_tells_that_a_code_belongs_to_another_server(
    service: Service, database: Database, how: str
) -> None:
    readable, unreadable = (await running(service)).code, (await running(service)).code
    async with database.transaction() as unit:
        row = await unit.games.by_code(unreadable)
        assert row is not None
        row.state = "{}"
        row.last_seq += 1
    refusals = set()
    for code in (readable, unreadable, "ZZZZ"):
        with pytest.raises(Refused) as caught:
            await getattr(service.reading, how)(GameRef(code, ELSEWHERE, CLEO))
        refusals.add((caught.value.code, caught.value.sentence.replace(code, "CODE")))
    assert len(refusals) == 1


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
    assert await refusal(poorer.reading.summary(nim.code)) == "no_such_rules"


async def test_preferences_are_kept(service: Service) -> None:
    assert (await service.preferences.of(ANN)).theme == "dark"
    changed = await service.preferences.change(ANN, theme="light", dm_hands=False, time_zone="UTC")
    assert (changed.theme, changed.dm_hands, changed.time_zone) == ("light", False, "UTC")
    await service.preferences.change(ANN, dm_hands=True)
    again = await service.preferences.of(ANN)
    assert (again.theme, again.dm_hands) == ("light", True)
    assert await refusal(service.preferences.change(ANN, time_zone="Middle/Earth")) == "no_such_zone"


async def with_threads(database: Database, *games: GameSummary) -> list[Place]:
    """A thread for each of these games."""
    async with database.transaction() as unit:
        for game in games:
            await unit.games.set_columns(game.id, thread_id=5000 + game.id)
    return [Place(HERE.guild_id, 5000 + game.id) for game in games]


@pytest.mark.parametrize("scope", ["any", "lobby", "open", "running"])
async def test_a_thread_speaks_of_its_own_game_even_when_it_is_over(
    service: Service, database: Database, scope: GameScope
) -> None:
    over, other = await running(service), await running(service)
    thread, _ = await with_threads(database, over, other)
    await act(service, ANN, over.code, "resign")
    await opened(service)
    for person in (ANN, BOB, CLEO):
        assert (
            await service.reading.resolve_game(GameRef(None, thread, person, scope=scope))
        ).code == over.code


async def test_a_repeated_command_is_answered_from_the_game_in_which_it_was_done(
    service: Service, database: Database
) -> None:
    first, second = await running(service), await running(service)
    played = await act(service, ANN, first.code, "resign", cause=cause_of(77))
    again = await act(service, ANN, second.code, "resign", cause=cause_of(77))
    assert (again.summary.code, again.repeated, again.notation) == (first.code, True, played.notation)
    undo = await service.undo.request_undo(ANN, second.code, cause=cause_of(77))
    assert (undo.summary.code, undo.summary.undo_asked_by) == (first.code, None)
    lobby = await service.lobby.create(CLEO, HERE, GameSetup("roses"), cause=new_cause())
    assert (await service.lobby.join(ANN, lobby.code, cause=cause_of(77))).code == first.code
    assert (await service.reading.summary(lobby.code)).seats[0].person in {None, CLEO}
    assert (await service.reading.summary(second.code)).status == "active"
    # Another game's rules make no difference.
    assert (await service.lobby.create(ANN, HERE, GameSetup("nim"), cause=cause_of(77))).code == first.code


async def test_commands_about_lobbies_find_the_one_that_fits(service: Service) -> None:
    resolve = service.reading.resolve_game
    assert await refusal(resolve(GameRef(None, HERE, ANN, scope="open"))) == "no_game_here"
    anns = await opened(service)
    theirs = await running(service)
    elsewhere = await service.lobby.create(CLEO, ELSEWHERE, GameSetup("roses"), cause=new_cause())
    assert (await resolve(GameRef(None, HERE, ANN, scope="lobby"))).code == anns.code
    assert (await resolve(GameRef(None, HERE, CLEO, scope="open"))).code == anns.code
    assert (await resolve(GameRef(None, HERE, ANN, scope="running"))).code == theirs.code
    # Where none fits, the one that there is, for the use case to say what is wrong.
    assert (await resolve(GameRef(None, HERE, ANN, scope="open"))).code == anns.code
    assert (await resolve(GameRef(None, HERE, CLEO, scope="lobby"))).code == anns.code
    bobs = await service.lobby.create(BOB, HERE, GameSetup("roses"), cause=new_cause())
    assert (await resolve(GameRef(None, HERE, ANN, scope="open"))).code == bobs.code
    assert (await resolve(GameRef(None, HERE, BOB, scope="lobby"))).code == bobs.code
    with pytest.raises(Refused) as which:
        await resolve(GameRef(None, HERE, CLEO, scope="open"))
    assert which.value.sentence == f"Say which game you mean, one of: {bobs.code}, {anns.code}."
    # In direct messages it is one's own.
    assert (await resolve(GameRef(None, None, CLEO, scope="lobby"))).code == elsewhere.code


async def test_playing_finds_a_running_game_before_a_newer_lobby(service: Service) -> None:
    resolve = service.reading.resolve_game
    played = await running(service)
    lobby = await opened(service)
    await opened(service, place=ELSEWHERE)
    with pytest.raises(Refused):
        await resolve(GameRef(None, HERE, ANN))
    for place in (HERE, ELSEWHERE, None):
        assert (await resolve(GameRef(None, place, ANN, scope="running"))).code == played.code
    other = await running(service, "nim")
    for place in (HERE, ELSEWHERE, None):
        for game in (played, other):
            for find in (resolve, service.reading.find_game):
                assert (
                    await find(GameRef(None, place, ANN, scope="running", key=game.key))
                ).code == game.code
    with pytest.raises(Refused, match="no game of this kind here"):
        await resolve(GameRef(None, None, ANN, scope="running", key="pouch"))
    await act(service, ANN, other.code, "resign")
    await act(service, ANN, played.code, "resign")
    assert (await resolve(GameRef(None, HERE, ANN, scope="running"))).code == lobby.code


async def test_codes_offer_only_what_a_command_is_about(service: Service) -> None:
    async def offered(scope: GameScope) -> list[str]:
        return [game.code for game in await service.reading.codes(ANN, HERE.guild_id, scope=scope)]

    over, played, anns = await running(service), await running(service), await opened(service)
    bobs = await service.lobby.create(BOB, HERE, GameSetup("roses"), cause=new_cause())
    await act(service, ANN, over.code, "resign")
    assert await offered("any") == [anns.code, played.code, bobs.code, over.code]
    assert await offered("lobby") == [anns.code, bobs.code]
    assert await offered("open") == [bobs.code]
    assert await offered("running") == [played.code]


@pytest.mark.parametrize("state", ["{}", "[", '{"seed": "undisclosed"}'])
async def test_a_game_that_cannot_be_read_spoils_nothing_near_it(
    service: Service, database: Database, state: str, caplog: pytest.LogCaptureFixture
) -> None:
    sound, broken = await running(service), await running(service)
    async with database.transaction() as unit:
        await unit.games.set_columns(broken.id, state=state)
        # Nor can its log.
        renumbered = update(EventRow).where(EventRow.game_id == broken.id).values(seq=EventRow.seq + 9)
        await unit._session.execute(renumbered)
    for listed in (
        await service.reading.my_games(ANN),
        await service.reading.server_games(HERE.guild_id),
        await service.admin.games(Operator(), ["active"]),
    ):
        # Its players are not told that they are in no game.
        shown = {game.code: game.prompt for game in listed}
        result = "it cannot be read: tell whoever runs the bot"
        assert shown == {sound.code: sound.prompt, broken.code: result}
    assert f"game='{broken.code}'" in caplog.text
    assert "undisclosed" not in caplog.text
    # It can still be named, and says what is wrong with it.
    assert broken.code in [game.code for game in await service.reading.codes(ANN, HERE.guild_id)]
    with pytest.raises(Refused) as caught:
        await service.reading.resolve_game(GameRef(broken.code, HERE, ANN))
    assert caught.value.code == "other_rules"
    assert await service.archive.inconsistency(broken.code) == caught.value.sentence


async def test_a_game_of_which_nothing_can_be_said_is_left_out_of_lists(
    service: Service, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    sound, broken, unknown = await running(service), await running(service), await running(service)
    async with database.transaction() as unit:
        await unit.games.set_columns(broken.id, terms="undisclosed")
        await unit.games.set_columns(unknown.id, key="undisclosed")
    assert [game.code for game in await service.reading.my_games(ANN)] == [sound.code]
    assert [game.code for game in await service.admin.games(Operator(), ["active"])] == [sound.code]
    assert f"game='{broken.code}'" in caplog.text
    assert f"game='{unknown.code}'" in caplog.text


async def test_a_lobby_from_before_new_rules_starts_under_them(service: Service, database: Database) -> None:
    game = await opened(service, "nim", seats=2)
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, rules_version=99)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await act(service, ANN, game.code, "1")


async def test_an_action_that_cannot_be_read_is_told_in_a_sentence(
    service: Service, database: Database
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    async with database.transaction() as unit:
        last = (await unit.events.of_game(game.id))[-1]
        other = '{"kind": "of other rules"}'
        await unit._session.execute(update(EventRow).filter_by(id=last.id).values(action=other))
    with pytest.raises(Refused) as caught:
        await service.reading.export(game.code, ANN)
    assert caught.value.sentence == f"Event {last.seq} of game {game.code} cannot be read."
