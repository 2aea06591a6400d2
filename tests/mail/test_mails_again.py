"""A mail that comes again, at once with others, or after others have played: each counts once."""

import asyncio
import contextlib
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.errors import DatabaseUnavailable
from bot.mail.commands.answers import confirm_key
from bot.mail.incoming.parsing import Incoming, read
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.service.accounts.mail import Known, part_of
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import AddressCode, MailAnswer
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail, played
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, act, new_cause


async def test_the_same_mail_three_times_is_one_move_and_one_answer(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    sent = mail(ADDRESSES[ANN.id], "@d3", await players.address(ANN, game))
    answers = [await players.deliver(sent) for _ in range(3)]
    assert [answer is not None for answer in answers] == [True, False, False]
    assert await played(service, game) == ["@d3"]


@pytest.mark.parametrize("first", ["base", "reply"])
async def test_an_answer_that_goes_to_the_own_address_as_well_plays(
    players: MailPlayers, game: GameSummary, service: Service, first: str
) -> None:
    to = await players.address(ANN, game)
    raw = (
        f"From: <{ADDRESSES[ANN.id]}>\r\nTo: Turnpost <{to}>\r\nCc: Turnpost <{BASE}>\r\n"
        "Message-ID: <both@mail.example>\r\n\r\n@d3\r\n"
    ).encode()
    for recipient in (BASE, to) if first == "base" else (to, BASE):
        await players.deliver(read(raw, recipient))
    (answer,) = [one for one in await players.sent() if isinstance(one, MailAnswer)]
    assert "You drop a soldier on d3." in answer.text
    assert (await service.reading.summary(game.code)).public_version == game.public_version + 1


async def test_a_mail_to_two_games_counts_in_both(
    players: MailPlayers, game: GameSummary, service: Service
) -> None:
    other = await players.another()
    addresses = [await players.address(ANN, one) for one in (game, other)]
    raw = (
        f"From: <{ADDRESSES[ANN.id]}>\r\nTo: {', '.join(addresses)}\r\nCc: {BASE}\r\n"
        "Message-ID: <both@mail.example>\r\n\r\n@d3\r\n"
    ).encode()
    for recipient in (*addresses, BASE, *addresses):
        await players.deliver(read(raw, recipient))
    assert [await played(service, one) for one in (game, other)] == [["@d3"], ["@d3"]]
    answers = [one for one in await players.sent() if isinstance(one, MailAnswer)]
    assert [one.code for one in answers] == [game.code, other.code]


async def test_what_others_have_done_in_between_ends_what_a_mail_asks_for(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    game = await players.nowhere()
    sent = mail(ADDRESSES[ANN.id], "@d3\nundo", await players.address(ANN, game))
    service = players.service
    point = 0
    while not await played(service, game):
        point += 1
        fragile.fuse.set(point)
        with contextlib.suppress(Crash):
            await players.door.handle(sent)
        fragile.fuse.clear()
    assert await played(service, game) == ["@d3"]
    await act(service, BOB, game.code, "@c5")
    answer = await players.deliver(sent)
    assert answer is not None
    assert "position that has passed" in answer.text
    assert await played(service, game) == ["@d3", "@c5"]


async def test_what_stands_below_a_turn_that_was_played_is_done_when_its_mail_comes_again(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    """Its moves, which begin like commands, cannot be read out of turn, and were one request."""
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    game, service = await players.nowhere("tae"), players.service
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    listed = [one.notation for one in await legal_moves(service, mover, game.code)]
    leader = next(one for one in listed if one.startswith("leader "))
    to = await players.address(mover, game)
    sent = mail(ADDRESSES[mover.id], f"{leader}\nend\nsay hello", to)
    point = 0
    while not await played(service, game):
        point += 1
        fragile.fuse.set(point)
        with contextlib.suppress(Crash):
            await players.door.handle(sent)
        fragile.fuse.clear()
    assert (await service.chat.messages(mover, game.code)).messages == ()
    answer = await players.deliver(sent)
    assert answer is not None
    assert "Said to everybody." in answer.text
    assert await played(service, game) == [leader, "end"]


async def _dying(players: MailPlayers, fragile: FragileDatabase, sent: Incoming) -> MailAnswer:
    """The answer to a mail at each of whose steps the process dies once, and that comes again each time."""
    before = len(await players.sent())
    for point in range(1, 100):
        fragile.fuse.set(point)
        with contextlib.suppress(Crash):
            await players.door.handle(sent)
            break
    fragile.fuse.clear()
    assert point > 5
    (answer,) = [one for one in (await players.sent())[before:] if isinstance(one, MailAnswer)]
    return answer


async def test_what_a_code_confirms_is_not_lost_with_the_process(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    game = await players.nowhere()
    await players.write(ANN, "resign", await players.address(ANN, game), auth="none")
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    answer = await _dying(players, fragile, mail(ADDRESSES[ANN.id], code.digits, BASE, auth="none"))
    assert "[resign]" in answer.text
    assert await played(players.service, game) == ["resign"]


async def test_who_joins_by_a_code_is_seated_though_the_process_dies(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    await players.link(ANN)
    game = await players.service.lobby.create(ANN, None, GameSetup("roses", seat=0), cause=new_cause())
    invite = players.service.mail_invitations.invite
    await invite(ANN, game.code, "zoe@mail.example", cause=new_cause())
    await players.deliver(mail("zoe@mail.example", "join Zoe", BASE, subject=f"Re: [{game.code}] x"))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    to = (await players.addresses()).make_for_stranger("zoe@mail.example")
    answer = await _dying(players, fragile, mail("zoe@mail.example", code.digits, to))
    assert "Welcome, Zoe" in answer.text
    assert f"You have a seat in Guerre des Deux Roses {game.code}" in answer.text
    assert (await players.service.reading.summary(game.code)).status == "active"


@pytest.mark.parametrize(("line", "said"), [("accept", "You have a seat in"), ("leave", "You have left")])
async def test_who_has_joined_or_left_is_told_so_though_the_process_died_at_it(
    fragile: FragileDatabase, database: Database, clock: ManualClock, line: str, said: str
) -> None:
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    await players.link(ANN, BOB)
    game = await players.service.lobby.create(ANN, None, GameSetup("tae", seat=0), cause=new_cause())
    invite = players.service.mail_invitations.invite
    await invite(ANN, game.code, ADDRESSES[BOB.id], cause=new_cause())
    to = (await players.addresses()).make(BOB.id, game.code, None, game.public_version)
    if line == "leave":
        await players.service.lobby.join(BOB, game.code, cause=new_cause())
    answer = await _dying(players, fragile, mail(ADDRESSES[BOB.id], line, to))
    assert said in answer.text


async def test_what_fails_on_our_side_is_admitted_and_answered_once(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_args: object, **_more: object) -> None:
        raise ValueError("a secret")

    monkeypatch.setattr(service.play, "attempt", broken)
    answer = await players.write(ANN, "@d3", await players.address(ANN, game))
    assert answer is not None
    assert "went wrong on our side" in answer.text
    assert "secret" not in answer.text


async def test_while_the_database_is_away_a_mail_is_not_taken(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_args: object, **_more: object) -> None:
        raise DatabaseUnavailable("away")

    sent = mail(ADDRESSES[ANN.id], "@d3", await players.address(ANN, game))
    with monkeypatch.context() as patch:
        patch.setattr(service.play, "attempt", away)
        with pytest.raises(DatabaseUnavailable):
            await players.door.handle(sent)
    assert await players.deliver(sent) is not None
    assert await played(service, game) == ["@d3"]


async def test_a_note_is_kept_once_though_its_mail_comes_again(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_args: object, **_more: object) -> None:
        raise DatabaseUnavailable("away")

    sent = mail(ADDRESSES[ANN.id], "notes a trap", await players.address(ANN, game))
    with monkeypatch.context() as patch:
        patch.setattr(service.mail, "answer", away)
        with pytest.raises(DatabaseUnavailable):
            await players.door.handle(sent)
    assert await players.deliver(sent) is not None
    assert [one.body for one in (await service.notes.noted(ANN, game.code)).notes] == ["a trap"]


@pytest.mark.parametrize("text", ["I am away until Monday.\n\nAnn", "", "Ich bin im Urlaub\n12"])
async def test_a_program_that_answers_every_mail_is_answered_once_a_day(
    players: MailPlayers, clock: ManualClock, game: GameSummary, text: str
) -> None:
    to = await players.address(ANN, game)
    answers = []
    for _ in range(8):
        answer = await players.write(ANN, text, to)
        answers += [answer] if answer is not None else []
        to = to if answer is None else await players.answer_address(answer)
        clock.advance(timedelta(hours=3))
    assert len(answers) == 1
    clock.advance(timedelta(days=2))
    assert await players.write(ANN, text, to) is not None


@pytest.mark.parametrize(
    ("text", "most"), [("Away until Monday. In urgent cases call Bob.", 1), ("pause until never", 3)]
)
async def test_what_begins_like_a_command_and_is_a_sentence_is_refused_once_a_day(
    players: MailPlayers, game: GameSummary, text: str, most: int
) -> None:
    for _ in range(3):
        await players.door.handle(mail(ADDRESSES[ANN.id], text, await players.address(ANN, game)))
    assert sum(isinstance(one, MailAnswer) for one in await players.sent()) == most


async def test_who_is_asked_to_send_a_message_again_is_answered_again(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def being_posted(*_args: object, **_more: object) -> None:
        raise Refused("resolving", "Please send it again right after.")

    monkeypatch.setattr(service.chat, "say", being_posted)
    for _ in range(2):
        text = "say Red is not where I thought it would be last week"
        answer = await players.write(ANN, text, await players.address(ANN, game))
        assert answer is not None
        assert "send it again" in answer.text


@pytest.mark.parametrize("command", ["say", "-R"])
async def test_who_writes_a_message_again_hears_again_that_nobody_was_shown_it(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    async def no_more(*_args: object, **_more: object) -> None:
        raise Refused("too_much", "Nobody was shown it.")

    monkeypatch.setattr(service.chat, "say", no_more)
    for _ in range(2):
        text = f"{command} Red is not where I thought it would be last week"
        answer = await players.write(ANN, text, await players.address(ANN, game))
        assert answer is not None
        assert "Nobody was shown it" in answer.text


async def test_a_program_that_counts_what_it_answers_is_answered_once_a_day(
    players: MailPlayers, clock: ManualClock, game: GameSummary
) -> None:
    answers = []
    for number in range(8):
        text = (
            f"We have received your request 2026-{number:05} at {8 + number}:{30 + number}.\n"
            + "Thanks! " * 25
        )
        answers += [await players.write(ANN, text, await players.address(ANN, game))]
        clock.advance(timedelta(hours=1))
    assert [answer is not None for answer in answers] == [True] + [False] * 7


async def test_long_moves_that_differ_in_figures_are_answered_each(
    players: MailPlayers, game: GameSummary
) -> None:
    for number in (1, 2):
        text = f"move B{number} e{number} screen" + ", move B1 e2 screen" * 7
        assert await players.write(ANN, text, await players.address(ANN, game)) is not None


async def test_a_move_that_is_tried_again_is_answered_again(players: MailPlayers, game: GameSummary) -> None:
    to = await players.address(ANN, game)
    assert await players.write(ANN, "99", to) is not None
    assert await players.write(ANN, "99", to) is not None


async def test_the_same_mail_at_two_servers_at_once_is_carried_out_once(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    sent = mail(ADDRESSES[ANN.id], "@d3", await players.address(ANN, game))
    await asyncio.gather(*(players.door.handle(sent) for _ in range(3)))
    assert await played(service, game) == ["@d3"]
    assert sum(isinstance(one, MailAnswer) for one in await players.sent()) == 1


@pytest.mark.parametrize("before", ["", "board\n"], ids=["at once", "below what is only read"])
async def test_a_mail_that_another_server_has_begun_meanwhile_is_carried_out_to_its_end(
    players: MailPlayers,
    service: Service,
    game: GameSummary,
    monkeypatch: pytest.MonkeyPatch,
    before: str,
) -> None:
    sent = mail(ADDRESSES[ANN.id], f"{before}@d3\nsay have fun", await players.address(ANN, game))
    known = service.mail.known

    async def known_just_before(cause: Cause, *given: Any) -> Known:
        found = await known(cause, *given)
        if not found.begun:
            await act(service, ANN, game.code, "@d3", cause=part_of(cause, 2 if before else 1))
        return found

    monkeypatch.setattr(service.mail, "known", known_just_before)
    answer = await players.deliver(sent)
    assert answer is not None
    assert "That is done. [@d3]\n" in answer.text
    assert answer.text.endswith("\n\nSaid to everybody.")
    assert await played(service, game) == ["@d3"]


@pytest.mark.parametrize("way", ["notation", "number", "yes", "several lines", "confirmed"])
async def test_who_chooses_among_others_at_once_is_not_overtaken_by_what_they_choose_in_secret(
    players: MailPlayers, service: Service, way: str
) -> None:
    game = await players.nowhere("reef", 3)
    moves = await legal_moves(service, BOB, game.code)
    confirms = confirm_key(moves[3].notation) if way == "yes" else list_key(moves)
    old = await players.address(BOB, game, confirms)
    await act(service, CLEO, game.code, (await legal_moves(service, CLEO, game.code))[0].notation)
    await service.preferences.change(BOB, confirm="never")
    text = {"notation": moves[3].notation, "number": "4", "yes": "yes"}.get(way, f"yes {moves[3].notation}")
    text = f"{moves[3].notation}\n\nsay Done" if way == "several lines" else text
    answer = await players.write(BOB, text, old)
    assert answer is not None
    assert "position that has passed" not in answer.text
    done = [line.text for line in await service.reading.history(game.code, BOB)]
    assert done[1:] == [moves[3].notation]
    # Chosen, they are overtaken like everybody.
    again = await players.write(BOB, moves[0].notation, old)
    assert again is not None
    assert "position that has passed" in again.text


async def test_what_ends_a_game_is_overtaken_by_everything(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("reef", 3)
    old = await players.address(BOB, game)
    await act(service, CLEO, game.code, (await legal_moves(service, CLEO, game.code))[0].notation)
    answer = await players.write(BOB, "resign", old)
    assert answer is not None
    assert "position that has passed" in answer.text
