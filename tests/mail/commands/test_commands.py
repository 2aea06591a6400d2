"""Everything that may be asked for by mail."""

import contextlib
import re
from datetime import timedelta

import pytest

from bot.discord.client import TurnpostClient
from bot.mail.commands.command_table import general, of_game, opening
from bot.mail.outgoing.legal_moves import legal_moves
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    DirectChat,
    FollowNotice,
    MailInvitation,
)
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.registry import ENGINES
from tests.mail.people import ADDRESSES, BASE, MailPlayers, asked
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, DAN, SINCE, act, new_cause, opened

NOT_BY_MAIL = {
    "mail link": "an address is linked from another door",
    "mail confirm": "the digits alone are the answer to the mail that holds them",
    "mail status": "“settings” says it",
}
"""The slash commands of everybody that no mail has, with the reason."""


def test_every_slash_command_has_its_mail_command_or_a_reason() -> None:
    names = {name for command in general() for name in command.names}
    for engine in ENGINES.values():
        names |= {name for command in of_game(engine) for name in command.names}
        names |= {*opening(engine).names}
    # These are read by the line itself: moves, what is said, what opens a game.
    lines = {"move", "game new", "game help"}
    for key in ENGINES:
        lines |= {f"{key} {name}" for name in ("turn", "undo", "hand", "say", "whisper", "table", "help")}
    missing = [
        command.qualified_name
        for command in TurnpostClient(ENGINES).tree.walk_commands()
        if not hasattr(command, "commands")
        and command.qualified_name.split()[0] not in {"admin", "server"}
        and command.qualified_name not in {*names, *lines, *NOT_BY_MAIL}
    ]
    assert missing == []


async def test_taking_back_asking_and_answering(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    await asked(players, ANN, game, "@d3")
    assert "Undone: @d3" in (await asked(players, ANN, game, "undo")).text
    assert "You drop" in (await asked(players, ANN, game, "redo")).text
    await act(service, BOB, game.code, "@c5")
    request = await asked(players, ANN, game, "undo")
    assert "You asked to undo" in request.text
    assert "nothing goes back" in (await asked(players, BOB, game, "decline")).text
    await asked(players, ANN, game, "undo")
    await asked(players, BOB, game, "accept")
    summary = await service.reading.summary(game.code)
    assert summary.to_act == (0,)


async def test_one_action_or_the_whole_turn_is_taken_back(players: MailPlayers) -> None:
    game = await players.nowhere("tae")
    person = game.seats[game.to_act[0]].person
    assert person is not None
    for line, words in (("undo", "Undone: leader scientist "), ("undo turn", "Undone: 2 actions.")):
        moves = [move.notation for move in await legal_moves(players.service, person, game.code)]
        if "leader merchant A2" in moves:
            await asked(players, person, game, "leader merchant A2")
        await asked(players, person, game, next(move for move in moves if "scientist" in move))
        assert words in (await asked(players, person, game, line)).text


async def test_a_seat_is_asked_for_and_kept(players: MailPlayers, game: GameSummary) -> None:
    assert "Bob (Black) has not vanished" in (await asked(players, ANN, game, "substitute seat: Black")).text
    assert "Your seat in" in (await asked(players, BOB, game, "substitute seat: Black")).text


async def test_a_preview_ends_each_sentence_once(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("tae")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    await service.preferences.set_notice_settings(mover, {"private_by_mail": True})
    swap = next(one for one in await legal_moves(service, mover, game.code) if "swap" in one.notation)
    answer = await asked(players, mover, game, swap.notation)
    assert answer.text.startswith(f"Not played yet: {swap.notation}\n- You see the new ships")
    assert ".." not in answer.text


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("eve@else.example", 1),
        ("<Eve@else.example>", 1),
        ("eve@else.example<mailto:eve@else.example>", 1),
        ("Eve Evans <eve@else.example>", 1),
        ("eve@else.example bob@else.example", 0),
        ("eve@else.example" + "x" * 300, 0),
        ("x" * 70 + "@else.example", 0),
    ],
)
async def test_an_address_is_invited_as_programs_write_it(
    players: MailPlayers, written: str, sent: int
) -> None:
    await players.link(ANN)
    opened = await asked(players, ANN, None, "new roses")
    await players.write(ANN, f"invite {written}", await players.answer_address(opened))
    invited = [one.address for one in await players.sent() if isinstance(one, MailInvitation)]
    assert invited == ["eve@else.example"] * sent


async def test_opening_inviting_joining_leaving(players: MailPlayers, service: Service) -> None:
    await players.link(ANN, BOB)
    opened = await asked(players, ANN, None, "new roses seat: White hours: 48")
    assert opened.code is not None
    lobby = await service.reading.summary(opened.code)
    assert (lobby.deadline_hours, lobby.seats[0].name, lobby.guild_id) == (48.0, "White", None)
    await players.write(ANN, "invite eve@else.example", await players.answer_address(opened))
    assert any(type(one).__name__ == "MailInvitation" for one in await players.sent())
    await asked(players, BOB, None, f"join {opened.code}")
    assert (await service.reading.summary(opened.code)).status == "active"
    # Bob, who is known, is invited by mail: an answer to that mail says which game.
    third = await asked(players, ANN, None, "new roses")
    assert third.code is not None
    await players.write(ANN, f"invite {ADDRESSES[BOB.id]}", await players.answer_address(third))
    invited = (await players.addresses()).make(BOB.id, third.code, None, 0)
    declined = await players.write(BOB, "decline", invited, subject=f"Re: [{third.code}] an invitation")
    assert declined is not None
    assert declined.text.startswith("Nothing was done: if you do not want to join, you need not answer.")
    await players.write(BOB, "accept", invited, subject=f"Re: [{third.code}] an invitation")
    assert (await service.reading.summary(third.code)).status == "active"
    fourth = await asked(players, ANN, None, "new roses")
    await players.write(BOB, "accept", BASE, subject=f"Re: [{fourth.code}] an invitation")
    assert (await service.reading.summary(fourth.code or "")).status == "active"
    again = await asked(players, ANN, None, "new roses")
    assert again.code is not None
    await asked(players, ANN, None, f"leave {again.code}")
    assert (await service.reading.summary(again.code)).status == "abandoned"


async def test_a_server_s_game_is_joined_where_it_is_played(players: MailPlayers, service: Service) -> None:
    await players.link(BOB)
    lobby = await opened(service)
    answer = await asked(players, BOB, None, f"join {lobby.code}")
    assert f"There is no game {lobby.code} here" in answer.text
    assert (await service.reading.summary(lobby.code)).status == "lobby"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("leave {}", "There is no game {} here."),
        ("settings game: {}", "There is no game {} here."),
        ("settings game: {} when: digest", "There is no game {} here."),
        ("unfollow {}", "You do not follow game {}."),
    ],
)
async def test_nobody_learns_by_mail_which_games_servers_have(
    players: MailPlayers, service: Service, line: str, said: str
) -> None:
    await players.link(BOB)
    lobby = await opened(service)
    for code in (lobby.code, "QQQQ"):
        answer = await asked(players, BOB, None, line.format(code))
        assert said.format(code) in answer.text


async def test_vacations_and_settings(players: MailPlayers, service: Service, clock: ManualClock) -> None:
    await players.link(ANN)
    day = clock.now().date().replace(day=28)
    answer = await asked(players, ANN, None, f"away until {day.day} {day:%b} {day.year}")
    assert "Your vacation" in answer.text
    assert (await service.vacations.of(ANN)).dates is not None
    await asked(players, ANN, None, "away end")
    assert (await service.vacations.of(ANN)).dates is None
    assert "21 Jan" in (await asked(players, ANN, None, "away 20 Jan")).text
    assert "24 Jan" in (await asked(players, ANN, None, "away until 23 Jan")).text
    shorter = await asked(players, ANN, None, "away until 20 Jan")
    assert "You are away for longer than that; “away end” brings you back at any time." in shorter.text
    await asked(players, ANN, None, "away end")
    await asked(players, ANN, None, "settings quiet_hours: 22:00-8:00 time_zone: Europe/Paris")
    result = await service.preferences.notice_settings(ANN)
    assert (result.settings.quiet_hours, result.time_zone) == ((1320, 480), "Europe/Paris")
    assert "22:00" in (await asked(players, ANN, None, "settings")).text


async def test_a_plan_is_laid_down_and_kept_out_of_mail(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await asked(players, BOB, game, "plan-ahead if_they_play: @d3 action: @c5")
    assert len((await service.orders.listed(BOB, game.code)).orders) == 1
    assert "@c5" not in answer.text
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    assert "@c5" in (await asked(players, BOB, game, "plan-ahead")).text


@pytest.mark.parametrize("key", ["reef", "tae", pytest.param("gods", marks=pytest.mark.slow)])
async def test_no_secret_comes_by_mail_unasked(players: MailPlayers, service: Service, key: str) -> None:
    game = await players.nowhere(key, 4 if key == "gods" else 2)
    lines = ["hand", "moves", "nonsense", "board", "history", "catchup", "record export", "messages", "99"]
    for person in (ANN, BOB):
        held = set[str]()
        with contextlib.suppress(Refused):
            held.add((await service.reading.hand(game.code, person))[0])
        for line in lines:
            answer = await asked(players, person, game, line)
            assert not any(text and text in answer.text for text in held)
            assert "Your moves" not in answer.text
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    assert "private_by_mail" not in (await asked(players, ANN, game, "moves")).text


async def test_answers_are_the_same_whatever_others_did_in_secret(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    game = await players.nowhere("gods", 4)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    lines = ("board", "moves", "history", "inbox", "nonsense", "catchup", "messages")
    before = [(await asked(players, ANN, game, line)).text for line in lines]
    await act(service, BOB, game.code, "Dr")
    await asked(players, CLEO, game, "-d shall we")
    after = [(await asked(players, ANN, game, line)).text for line in lines]
    assert after == before


async def test_who_says_twice_that_they_are_ready_takes_nothing_back(players: MailPlayers) -> None:
    game = await players.nowhere("gods", 4)
    for result in ("That is noted", "You are ready already"):
        answer = await players.write(ANN, "ready", await players.address(ANN, game))
        assert answer is not None
        assert result in answer.text
    own = await players.service.reading.history(game.code, ANN)
    assert [line.text for line in own] == ["ready"]


async def test_who_settles_a_round_reads_what_happened_in_lines(players: MailPlayers) -> None:
    game = await players.nowhere("gods", 4)
    for person in (BOB, CLEO, DAN):
        await act(players.service, person, game.code, "ready")
    answer = await players.write(ANN, "ready", await players.address(ANN, game))
    assert answer is not None
    assert answer.text.startswith("Round 1\n- Ann (RED) did nothing: 60 EP\n- Bob (BLUE) did nothing")
    assert "\n[ready, round 1: R none; B none; G none; O none]\nYour turn: " in answer.text


async def test_a_game_that_hides_nothing_keeps_nothing_back(players: MailPlayers) -> None:
    game = await players.nowhere("flicflac")
    assert "It is not your turn" in (await asked(players, BOB, game, "moves")).text
    assert "end" in (await asked(players, ANN, game, "moves")).text


async def test_who_chooses_to_get_secrets_by_mail_gets_them_at_once(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("reef")
    result = await asked(players, ANN, game, "settings private_by_mail: yes")
    assert (result.code, result.picture) == (game.code, True)
    assert not (await asked(players, ANN, game, "settings private_by_mail: no")).picture
    # Also where the mail was about no game, if they play in one alone.
    assert (await asked(players, ANN, None, "settings private_by_mail: yes")).code == game.code
    await players.service.lobby.create(ANN, None, GameSetup("roses", seat=0), cause=new_cause())
    assert "“board” and the code" in (await asked(players, ANN, None, "settings private_by_mail: yes")).text


@pytest.mark.parametrize("key", ["roses", "flicflac", "tae"])
async def test_whose_turn_it_is_needs_no_leave_to_be_told_by_mail(players: MailPlayers, key: str) -> None:
    game = await players.nowhere(key)
    waits = next(one.person for one in game.seats if one.seat not in game.to_act and one.person)
    assert "private_by_mail" not in (await asked(players, waits, game, "moves")).text


def test_nothing_in_the_help_is_of_another_door() -> None:
    commands = [*general(), *(one for engine in ENGINES.values() for one in of_game(engine))]
    words = re.compile(r"server|direct message|Discord|press|thread|channel|file|\*\*|`", re.IGNORECASE)
    assert [one.command.help for one in commands if words.search(one.command.help)] == []


async def test_plans_are_listed_by_a_new_mail_that_names_the_game(
    players: MailPlayers, game: GameSummary
) -> None:
    listed = await asked(players, ANN, None, f"plan-ahead game: {game.code}")
    assert listed.text.startswith("You have nothing planned in this game")


async def test_the_code_of_the_game_that_is_played_may_be_typed_in_small_letters(
    players: MailPlayers, game: GameSummary
) -> None:
    kept = await asked(players, ANN, game, f"notes game: {game.code.lower()} text: A trap")
    assert kept.text.startswith("You have 1 note")


async def test_what_stands_below_a_new_time_zone_is_told_in_it(
    players: MailPlayers, game: GameSummary
) -> None:
    answer = await asked(players, ANN, game, "settings time_zone: Asia/Tokyo\nboard")
    assert "(Asia/Tokyo)" in answer.text


async def test_notes_are_kept_by_mail_and_read_by_who_chose_so(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    kept = await asked(players, ANN, game, "notes She plans: the game, a text, K7QX")
    assert "You have 1 note on this game" in kept.text
    assert "She plans" not in kept.text + (await asked(players, ANN, game, "notes")).text
    # From another address of ours it could be anybody's.
    assert "Nothing" in (await asked(players, BOB, game, "notes clear now")).text
    assert "answering a mail" in str(await players.write(ANN, "note of hers", BASE, auth="none"))
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    both = await asked(players, ANN, game, "note: and a rook\nnotes")
    assert "- move 1: She plans: the game, a text, K7QX\n- move 1: and a rook" in both.text
    assert "no notes on" in (await asked(players, ANN, game, "notes clear")).text


@pytest.mark.parametrize("alone", [True, False])
async def test_who_plays_on_discord_as_well_is_told_there_after_stop(
    players: MailPlayers, service: Service, clock: ManualClock, alone: bool
) -> None:
    game = await players.nowhere("gods", seats=4)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    stopped = await players.write(BOB, "stop", await players.address(BOB, game if alone else None))
    assert stopped is not None
    undoing = f"settings {f'game: {game.code} ' * alone}by: mail"
    assert f"On Discord everything goes on. “{undoing}” undoes that" in stopped.text
    assert "If Discord takes no messages to you, mails come again." in stopped.text
    mailed = len(await players.sent())
    await asked(players, ANN, game, "-b psst")
    clock.advance(timedelta(days=1))
    new = (await players.sent())[mailed:]
    assert [one for one in new if getattr(one, "person_id", None) == BOB.id] == []
    told = [one.payload for one in players.discord.delivered]
    chat = [one for one in told if isinstance(one, DirectChat) and one.person_id == BOB.id]
    assert [one.purpose for one in chat] == ["hear"]


@pytest.mark.parametrize(("both", "chosen"), [(True, "by: mail"), (False, "where: mail")])
async def test_stop_for_all_games_ends_the_mails_about_those_with_settings_of_their_own(
    players: MailPlayers, clock: ManualClock, *, both: bool, chosen: str
) -> None:
    """What each answer to “stop” offers: of one game, and then of all."""
    game = await players.nowhere("gods", seats=4)
    if not both:
        await players.by_mail_alone(BOB)
    stopped = await asked(players, BOB, game, "stop")
    assert f"“settings game: {game.code} {chosen}” undoes that" in stopped.text
    await asked(players, BOB, game, f"settings game: {game.code} {chosen} when: at_once")
    await players.write(BOB, "stop", await players.address(BOB, None))
    mailed = len(await players.sent())
    await asked(players, ANN, game, "-b psst")
    clock.advance(timedelta(days=1))
    new = (await players.sent())[mailed:]
    assert [one for one in new if getattr(one, "person_id", None) == BOB.id] == []
    kept = await players.service.preferences.notice_settings(BOB, game.code)
    assert (kept.own, kept.settings.when) == (True, "at_once")


@pytest.mark.parametrize("chosen", ["discord", None])
async def test_who_is_told_on_discord_hears_so_by_mail(players: MailPlayers, chosen: str | None) -> None:
    """Discord comes first where nothing was chosen."""
    await players.link(BOB)
    await players.service.preferences.set_notice_settings(BOB, {"by": chosen} if chosen else {})
    opened = await players.write(BOB, "new roses computers: 1", BASE)
    assert opened is not None
    assert "You are told on Discord, and not by mail until you write “settings by: mail”." in opened.text
    assert "a mail tells" not in opened.text


async def test_who_is_not_reached_on_discord_hears_that_mails_tell(players: MailPlayers) -> None:
    await players.link(BOB)
    await players.service.preferences.set_notice_settings(BOB, {"by": "discord"})
    async with players.database.transaction() as unit:
        await unit.persons.close_door(BOB.id, "discord", SINCE)
    opened = await players.write(BOB, "new roses computers: 1", BASE)
    assert opened is not None
    assert "a mail tells" in opened.text


async def test_after_stop_nothing_comes_of_a_game_but_answers(players: MailPlayers) -> None:
    game = await players.nowhere("gods", seats=4)
    await players.by_mail_alone(ANN, BOB)
    await asked(players, BOB, game, "stop")
    known = len(await players.sent())
    await asked(players, ANN, game, "-b psst")
    new = (await players.sent())[known:]
    assert [one for one in new if isinstance(one, DirectChat) and one.person_id == BOB.id] == []
    told = [(one.person_id, one.purpose, one.seat) for one in new if isinstance(one, DirectChat)]
    assert told == [(ANN.id, "refused", 1)], "she is told that it waits among his messages"
    await asked(players, BOB, game, "settings private_by_mail: yes")
    assert "psst" in (await asked(players, BOB, game, "messages")).text


async def test_stop_in_answer_to_a_mail_about_a_game_that_one_follows_ends_those(
    players: MailPlayers, clock: ManualClock
) -> None:
    game = await players.nowhere()
    await players.link(CLEO)
    await players.by_mail_alone(CLEO)
    await players.write(CLEO, f"follow {game.code}", BASE)
    to = (await players.addresses()).make(CLEO.id, game.code, None, game.public_version)
    answer = await players.write(CLEO, "stop", to)
    assert answer is not None
    assert f"You have no seat in {game.code} and follow it no more" in answer.text
    await act(players.service, ANN, game.code, "@d3")
    clock.advance(timedelta(hours=1))
    assert not [one for one in await players.sent() if isinstance(one, FollowNotice)]


async def test_after_stop_nothing_comes_of_a_game_that_one_follows(
    players: MailPlayers, clock: ManualClock
) -> None:
    game = await players.nowhere()
    await players.link(CLEO)
    await players.by_mail_alone(CLEO)
    await players.write(CLEO, f"follow {game.code}", BASE)
    await players.write(CLEO, "stop", BASE)
    await act(players.service, ANN, game.code, "@d3")
    clock.advance(timedelta(hours=1))
    assert not [one for one in await players.sent() if isinstance(one, FollowNotice)]
    for line in (f"follow {game.code}", "new roses computers: 1"):
        answer = await players.write(CLEO, line, BASE)
        assert answer is not None
        assert "You wrote “stop”, so no mail comes until you write “settings where: mail”." in answer.text
        assert not [said for said in ("comes by mail", "a mail tells") if said in answer.text]
    opened = await players.write(CLEO, "new reef", BASE)
    assert opened is not None
    code = opened.code
    for where in ("mail", "none"):
        await players.write(CLEO, f"settings game: {code} where: {where}", BASE)
        shown = await players.write(CLEO, f"board {code}", BASE)
        assert shown is not None
        again = f"You wrote “stop”, so no mail comes until you write “settings game: {code} where: mail”."
        assert (again in shown.text) == ("“stop”" in shown.text) == (where == "none")
