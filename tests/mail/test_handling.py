"""A mail from beginning to end: what it does, what it does not, and what is answered."""

import asyncio
import contextlib
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, update

from bot.errors import DatabaseUnavailable
from bot.mail.commands.answers import confirm_key
from bot.mail.handling import MailHandler
from bot.mail.incoming.causes import cause_of
from bot.mail.incoming.parsing import Bounce, Verdict, read
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.reply_address import ReplyAddresses
from bot.service.accounts.mail import Known, part_of
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import AddressCode, MailAnswer, MailInvitation, TurnNotice
from bot.service.values.request import Cause
from bot.store.database import Database
from bot.store.models import MailKeyRow, SeatRow
from tests.crashes import Crash, FragileDatabase
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail, played
from tests.manual_clock import ManualClock
from tests.plans import counted
from tests.service.people import ALL, ANN, BOB, CLEO, act, new_cause, sound


async def test_an_answer_has_the_subject_of_the_mail_or_names_the_game(
    players: MailPlayers, game: GameSummary
) -> None:
    for written, subject in (
        ("", f"[{game.code}] {game.title}"),
        ("Your move", "Re: Your move"),
        ("RE: x", "Re: x"),
        ("AW: Re: AW: x", "Re: x"),
        ("Antw.: Re[2]: SV: x", "Re: x"),
        ("回复：x", "Re: x"),
        ("R: RE : x", "Re: x"),
        ("Hello re: x", "Re: Hello re: x"),
        ("Re:", f"[{game.code}] {game.title}"),
    ):
        answer = await players.write(ANN, "board", await players.address(ANN, game), subject=written)
        assert answer is not None
        assert answer.subject == subject
    answer = await players.write(ANN, "away", BASE, subject="")
    assert answer is not None
    assert answer.subject == "Turnpost"


async def test_a_notation_in_answer_to_a_mail_plays_the_move(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    answer = await players.write(ANN, "@d3", await players.address(ANN, game))
    assert await played(service, game) == ["@d3"]
    assert answer is not None
    assert (answer.code, answer.seat, answer.picture) == (game.code, 0, True)
    assert "You drop a soldier on d3" in answer.text
    assert "Bob" in answer.text
    await sound(database, game.code)


async def test_a_number_plays_the_move_that_stood_under_it_and_is_answered_at_once(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    to = await players.address(ANN, game, list_key(moves))
    with counted(database) as asked:
        event.listen(database._engine.sync_engine, "commit", lambda _: asked.append("COMMIT"))
        assert await players.write(ANN, "2", to) is not None
    assert await played(service, game) == [moves[1].notation]
    (taken,) = [part for part in "\n".join(asked).split("COMMIT") if "INSERT INTO mails_received" in part]
    # What is done, who is told and what is answered; nothing of the game is read for it before.
    assert "INSERT INTO events" in taken
    assert "INSERT INTO outbox" in taken
    assert taken.count("AS host ON") == "\n".join(asked).count("AS host ON") == 1


@pytest.mark.parametrize("text", ["@D3.", "@d3!", "@d3 .", "“@d3”", "@d3 👍"])
async def test_telephones_end_a_line_with_a_full_stop(
    players: MailPlayers, service: Service, game: GameSummary, text: str
) -> None:
    await players.write(ANN, text, await players.address(ANN, game))
    assert await played(service, game) == ["@d3"]


async def test_a_number_of_another_list_plays_nothing(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await players.write(ANN, "2", await players.address(ANN, game))
    assert answer is not None
    assert "other moves" in answer.text
    assert await played(service, game) == []
    # The answer lists those of now, and is answered by their numbers.
    await players.write(ANN, "2", await players.answer_address(answer))
    assert len(await played(service, game)) == 1


async def test_of_a_number_beyond_the_list_it_is_said_how_far_that_goes(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    answer = await players.write(ANN, "99", await players.address(ANN, game, list_key(moves)))
    assert answer is not None
    assert f"There is no move 99: they have numbers from 1 to {len(moves)}." in answer.text
    assert await played(service, game) == []


@pytest.mark.parametrize(
    "text",
    [
        "Thanks!\n@d3",
        "@d3\nThanks!",
        "Hi Bob,\n\n@d3",
        "@d3 or @d4",
        "99",
        "2\nThanks!",
        "say hello\n2\nThanks!",
    ],
)
async def test_what_is_not_understood_changes_nothing_and_is_told_what_is_legal(
    players: MailPlayers, service: Service, game: GameSummary, text: str
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    answer = await players.write(ANN, text, await players.address(ANN, game, list_key(moves)))
    assert answer is not None
    assert await played(service, game) == []
    # With the position comes what is legal.
    assert (answer.code, answer.picture, answer.confirms) == (game.code, True, "")
    assert "Nothing of your mail was done" in answer.text


async def test_an_old_address_shows_the_position_and_plays_nothing(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    old = await players.address(ANN, game)
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    for text in ("@e4", "undo", "draw"):
        answer = await players.write(ANN, text, old)
        assert answer is not None
        assert "position that has passed" in answer.text
        assert answer.picture
    assert await played(service, game) == ["@d3", "@c5"]
    assert (await service.reading.summary(game.code)).answers == ()


@pytest.mark.parametrize("auth", ["pass", "none"])
async def test_a_move_needs_the_own_address_and_the_sender(
    players: MailPlayers, service: Service, game: GameSummary, auth: str
) -> None:
    anns = await players.address(ANN, game)
    # Forwarded to Bob, or guessed by somebody else; of nobody here; without a reply address.
    for sender, to in ((ADDRESSES[BOB.id], anns), ("eve@else.example", anns), (ADDRESSES[ANN.id], BASE)):
        await players.deliver(mail(sender, "@d3", to, auth=auth))
    assert await played(service, game) == []
    await players.write(ANN, "@d3", anns, auth=auth)
    assert await played(service, game) == ["@d3"]


async def test_what_failed_its_check_does_nothing_and_is_not_answered(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    assert await players.write(ANN, "@d3", to, auth="fail") is None
    assert await players.write(ANN, "@d3", to, automatic=True) is None
    assert await players.write(ANN, "@d3", to.replace("+", "+x")) is None
    assert await players.deliver(mail("someone@games.example", "@d3", to)) is None
    assert await played(service, game) == []


async def test_a_stranger_is_answered_once_a_day_and_only_where_known_to_be_the_sender(
    players: MailPlayers,
) -> None:
    assert await players.deliver(mail("eve@else.example", "hello", BASE, auth="none")) is None
    assert await players.deliver(mail("eve@else.example", "hello", BASE)) is not None
    assert await players.deliver(mail("eve@else.example", "hello again", BASE)) is None


@pytest.mark.parametrize("words", ["stop", "never again", "join Eve", "12345678", "hello"])
async def test_nobody_is_written_to_because_a_player_forges_their_name_in_an_answer(
    players: MailPlayers, service: Service, game: GameSummary, words: str
) -> None:
    for _ in range(4):
        forged = mail("eve@else.example", words, await players.address(ANN, game), auth="none")
        assert await players.deliver(forged) is None
    lobby = await service.lobby.create(BOB, None, GameSetup("roses"), cause=new_cause())
    await service.mail_invitations.invite(BOB, lobby.code, "eve@else.example", cause=new_cause())
    assert isinstance((await players.sent())[-1], MailInvitation)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("never again", "No invitation is sent"),
        ("Stop.", "No invitation is sent"),
        ("hello", "Turnpost plays"),
        ("12345678", "not the code"),
    ],
)
async def test_who_was_written_to_is_believed_where_their_mail_server_says_nothing(
    players: MailPlayers, words: str, answer: str
) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example")
    for sender in ("dan@else.example", "Eve@else.example"):
        assert await players.deliver(mail(sender, words, to, auth="fail")) is None
        assert await players.deliver(mail(sender, words, to, auth="none", automatic=True)) is None
    assert await players.deliver(mail("dan@else.example", words, to, auth="none")) is None
    answered = await players.deliver(mail("Eve@else.example", words, to, auth="none"))
    assert answered is not None
    assert answer in answered.text
    assert await players.deliver(mail("eve@else.example", "hello again", to, auth="none")) is None


async def test_who_was_written_to_signs_up_like_whom_their_mail_server_knows(players: MailPlayers) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example")
    for _ in range(3):
        await players.deliver(mail("eve@else.example", "join Mallory", BASE, auth="none"))
    await players.deliver(mail("eve@else.example", "join Eve", to, auth="none"))
    codes = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert [one.name for one in codes] == ["Mallory"] * 3 + ["Eve"]
    assert await players.deliver(mail("eve@else.example", codes[-1].digits, to, auth="none")) is not None
    # They are a person now, of whom more is asked: it says nothing of a game of theirs.
    answered = await players.deliver(mail("eve@else.example", "privacy delete", to, auth="none"))
    assert answered is None
    assert isinstance((await players.sent())[-1], AddressCode)


@pytest.mark.parametrize("forgeries", [1, 9])
async def test_forged_wrong_codes_leave_the_reader_of_the_right_one_some_tries(
    players: MailPlayers, service: Service, forgeries: int
) -> None:
    """Whoever knew an address could keep it from being linked with five mails."""
    address = "eve@else.example"
    to = (await players.addresses()).make_for_stranger(address)
    await service.addresses.link(ANN, address, cause=new_cause())
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    for _ in range(forgeries):
        await players.deliver(mail(address, wrong, BASE, auth="none"))
    for _ in range(2):
        await players.deliver(mail(address, wrong, to, auth="none"))
    confirmed = await players.deliver(mail(address, code.digits, to, auth="none"))
    assert confirmed is not None
    assert (await service.addresses.status(ANN)).address == address


async def test_all_tries_together_are_five(players: MailPlayers, service: Service) -> None:
    address = "eve@else.example"
    to = (await players.addresses()).make_for_stranger(address)
    await service.addresses.link(ANN, address, cause=new_cause())
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    for recipient in (BASE, BASE, to, to, to):
        await players.deliver(mail(address, wrong, recipient, auth="none"))
    await players.deliver(mail(address, code.digits, to, auth="none"))
    assert (await service.addresses.status(ANN)).address is None


async def test_a_button_of_a_mail_program_stops_mail_to_a_stranger_from_whichever_address(
    players: MailPlayers, service: Service
) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example", stops=True)
    lobby = await service.lobby.create(BOB, None, GameSetup("roses"), cause=new_cause())
    wants = mail("dan@else.example", "This was written automatically", to, auth="none", automatic=True)
    assert await players.deliver(replace(wants, auth="fail")) is None
    assert await players.deliver(replace(wants, recipient=to.replace("+s.", "+a."))) is None
    await service.mail_invitations.invite(BOB, lobby.code, "eve@else.example", cause=new_cause())
    assert len(await players.sent()) == 1
    assert await players.deliver(wants) is None
    await players.deliver(mail("eve@else.example", "join Eve", BASE, auth="none"))
    assert len(await players.sent()) == 1
    # Nor is it taken for more than that where its writer is known.
    await players.link(ANN)
    await players.write(ANN, "stop", to)
    assert (await service.preferences.notice_settings(ANN)).settings.where != "none"


async def test_a_button_in_a_mail_to_a_stranger_stops_mail_to_the_person_whom_they_have_become(
    players: MailPlayers, service: Service
) -> None:
    to = (await players.addresses()).make_for_stranger(ADDRESSES[ANN.id], stops=True)
    await players.link(ANN, BOB)
    wants: dict[str, Any] = {"auth": "none", "automatic": True}
    assert await players.write(ANN, "Unsubscribe", to, auth="fail", automatic=True) is None
    assert await players.write(BOB, "Unsubscribe", to, **wants) is None
    assert (await service.preferences.notice_settings(ANN)).settings.where != "none"
    answered = await players.write(ANN, "Unsubscribe", to, **wants)
    assert answered is not None
    assert answered.text.startswith("You get no more mail but answers to yours.")
    assert (await service.preferences.notice_settings(ANN)).settings.where == "none"
    assert (await service.preferences.notice_settings(BOB)).settings.where != "none"


async def test_who_is_known_to_be_the_sender_signs_up_after_others_who_said_so(players: MailPlayers) -> None:
    async def codes(auth: Verdict) -> int:
        for _ in range(5):
            await players.deliver(mail("eve@else.example", "join Eve", BASE, auth=auth))
        return sum(isinstance(one, AddressCode) for one in await players.sent())

    assert await codes("none") == 3
    assert await codes("pass") == 6


async def test_only_the_bot_itself_is_not_answered_where_others_have_addresses_in_its_domain(
    players: MailPlayers, service: Service, clock: ManualClock
) -> None:
    players.door = MailHandler(service, BASE, clock, shared_domain=True)
    own = await players.address(ANN, None)
    for sender in (BASE, own):
        assert await players.deliver(mail(sender, "hello", BASE)) is None
    assert await players.deliver(mail("eve@games.example", "hello", BASE)) is not None


async def test_an_address_is_known_that_another_process_has_signed_with_a_new_key(
    players: MailPlayers, database: Database, clock: ManualClock
) -> None:
    assert not await players.door.knows("turn+b@games.example")
    async with database.transaction() as unit:
        unit.add(MailKeyRow(id=7, secret="07" * 32, made_at=clock.now()))
    signed = ReplyAddresses(BASE, {7: b"\7" * 32}).make(ANN.id, None, None, 0)
    assert await players.door.knows(signed)


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


async def test_somebody_elses_game_is_none(players: MailPlayers, game: GameSummary) -> None:
    await players.link(CLEO)
    answer = await players.write(CLEO, f"board {game.code}", BASE)
    assert answer is not None
    assert answer.text.startswith(f"There is no game {game.code} here")
    assert answer.code is None


async def test_who_plays_no_more_finds_no_game(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    async with database.transaction() as unit:
        await unit._session.execute(
            update(SeatRow).where(SeatRow.player_id == ANN.id).values(player_id=CLEO.id)
        )
    answer = await players.write(ANN, "@d3", to)
    assert answer is not None
    assert answer.text.startswith(f"There is no game {game.code} here")
    assert (answer.code, await played(service, game)) == (None, [])


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


async def test_games_of_seconds_are_refused_in_one_sentence(players: MailPlayers, service: Service) -> None:
    await players.link(ANN)
    answer = await players.write(ANN, "new gods mode: live", await players.address(ANN, None))
    assert answer is not None
    assert "too fast for mail" in answer.text
    assert await service.reading.my_games(ANN) == []


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


async def test_what_is_written_after_the_last_answer_is_done_and_the_next_turn_is_told(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    to = await players.address(ANN, game)
    found = [await players.write(ANN, "99", to) for _ in range(21)]
    assert [one is not None and one.last for one in found] == [False] * 19 + [True, False]
    assert await players.write(ANN, "@d3", to) is None
    assert await played(service, game) == ["@d3"]
    before = len(await players.sent())
    await players.write(BOB, "@c5", await players.address(BOB, game))
    notices = [one for one in (await players.sent())[before:] if isinstance(one, TurnNotice)]
    assert [(one.person_id, one.occasion) for one in notices] == [(ANN.id, "turn")]


async def test_forged_mails_leave_their_owner_answers(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    mails = []
    for number in range(25):
        forged = mail(ADDRESSES[ANN.id], f"board at: {number}", BASE, auth="none")
        mails.append(cause_of(forged, None))
        await players.deliver(forged)
    assert await service.mail.is_done(mails[0])
    to = await players.address(ANN, game)
    assert await players.write(ANN, "help", BASE) is not None
    answer = await players.write(ANN, "@d3", to, auth="none")
    assert answer is not None
    assert "You drop a soldier" in answer.text
    await service.privacy.forget(ANN.id)
    assert not await service.mail.is_done(mails[0])


async def test_who_writes_after_a_mail_to_them_came_back_is_told_of_their_turns_again(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    async with database.transaction() as unit:
        await unit.persons.drop_identity(ANN.id, "discord")

    async def reached() -> bool:
        async with database.reading() as unit:
            return "mail" in await unit.persons.doors(ANN.id)

    to, another = await players.address(ANN, game), await players.address(BOB, game)
    sender = (await players.addresses()).make_envelope_sender(ANN.id, ADDRESSES[ANN.id])
    former = (await players.addresses()).make_envelope_sender(ANN.id, "ann@former.example")
    # Nobody makes up the address to which mails of hers come back.
    local, _, host = sender.partition("@")
    *_, mac = to.partition("@")[0].split(".")
    forged = (to, another, BASE, *(f"{local[:-16]}{one}@{host}" for one in (mac, "a" * 16)))
    # Nor does a mail matter that went to an address that she had before.
    for recipient in (*forged, former, sender):
        assert await reached()
        came_back = mail("", "", recipient, bounce=Bounce(hard=True, status="5.1.1"), automatic=True)
        await players.deliver(came_back)
    assert not await reached()
    # Not known to be hers.
    await players.write(ANN, "@d3", another, auth="none")
    assert not await reached()
    await players.write(ANN, "@d3", to, auth="none")
    assert await reached()
    before = len(await players.sent())
    await players.write(BOB, "@c5", await players.address(BOB, game))
    notices = [one for one in (await players.sent())[before:] if isinstance(one, TurnNotice)]
    assert [(one.person_id, one.occasion) for one in notices] == [(ANN.id, "turn")]
    await sound(database, game.code)


async def test_the_same_mail_at_two_servers_at_once_is_carried_out_once(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    sent = mail(ADDRESSES[ANN.id], "@d3", await players.address(ANN, game))
    await asyncio.gather(*(players.door.handle(sent) for _ in range(3)))
    assert await played(service, game) == ["@d3"]
    assert sum(isinstance(one, MailAnswer) for one in await players.sent()) == 1


async def test_a_mail_that_another_server_has_begun_meanwhile_is_carried_out_to_its_end(
    players: MailPlayers, service: Service, game: GameSummary, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = mail(ADDRESSES[ANN.id], "@d3\nsay have fun", await players.address(ANN, game))
    known = service.mail.known

    async def known_just_before(cause: Cause, *given: Any) -> Known:
        before = await known(cause, *given)
        if not before.begun:
            await act(service, ANN, game.code, "@d3", cause=part_of(cause, 1))
        return before

    monkeypatch.setattr(service.mail, "known", known_just_before)
    answer = await players.deliver(sent)
    assert answer is not None
    assert answer.text.startswith("That is done. [@d3]\n")
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


@pytest.mark.parametrize(
    ("message_id", "answered"), [("<one@mail.example>", "<one@mail.example>"), ("", None)]
)
async def test_an_answer_names_the_mail_that_it_answers(
    players: MailPlayers, message_id: str, answered: str | None
) -> None:
    await players.deliver(mail(ADDRESSES[ANN.id], "help", BASE, message_id=message_id))
    answers = [one for one in await players.sent() if isinstance(one, MailAnswer)]
    assert [one.in_reply_to for one in answers] == [answered]


@pytest.mark.parametrize("line", ["x" * 200_000 + "1", "." * 200_000 + "x", "join " + "x" * 200_000])
async def test_a_line_without_end_takes_no_longer_than_it_is(
    players: MailPlayers, game: GameSummary, line: str
) -> None:
    await players.write(ANN, line, await players.address(ANN, game))
    await players.deliver(mail("eve@else.example", line, BASE))
