"""What mails tell somebody who is not called to move, and ask of them."""

import re
from typing import Any, get_args
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.mail.incoming.mime import SIZE_LIMIT
from bot.mail.marker import MARKER
from bot.mail.outgoing.sender import MailSender
from bot.mail.reply_address import Stranger
from bot.outbox.delivery import FollowedCard
from bot.service.accounts.mail import address_hash
from bot.service.facade import Service
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.game_summary import Bank, SeatSummary
from bot.service.values.payloads import (
    AddressCode,
    DirectChat,
    FollowNotice,
    InvitationNotice,
    MailAnswer,
    MailInvitation,
    TurnNotice,
)
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Resign
from tests.discord.summaries import summary as made_up
from tests.mail.deliveries import ADDRESS, addresses, capability, delivery, html_of, links_of, text_of
from tests.mail.mail_server import Kept
from tests.service.actors import ANN, BOB, SINCE, act, begun, new_cause, newest_card, opened, running


async def test_names_break_neither_header_nor_page(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    evil = Person(BOB.id, "Bö\r\nBcc: x@y.example\r\n\r\n<script>alert(1)</script> \u202e日本")
    asked = Invitation(
        id=1,
        code="K7QX",
        title="Guerre des Deux Roses",
        seat_name="Black",
        place=None,
        person=ANN,
        inviter=evil,
        expires_at=SINCE,
        status="open",
    )
    await sender.deliver(delivery(InvitationNotice(ANN.id, 1, "ask", "x", "y"), invitation=asked))
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", evil))
    over = made_up(seats=seats, status="paused", absent=(1,))
    await sender.deliver(delivery(TurnNotice(ANN.id, "joined", over)))
    await sender.deliver(
        delivery(MailAnswer("x@example.org", None, None, None, "Re: a\r\nBcc: y@z.example", "Hello <b>"))
    )
    for mail in outgoing.mails:
        assert mail["Bcc"] is None
        assert "<script" not in html_of(mail)
        assert "Bö" in text_of(mail) or "Hello <b>" in text_of(mail)
    assert "Hello &lt;b&gt;" in html_of(outgoing.mails[2])
    assert ["“stop” to get no more mail" in text_of(mail) for mail in outgoing.mails] == [True, True, False]


async def test_requests_are_answered_by_a_tap(service: Service, sender: MailSender, outgoing: Kept) -> None:
    answers = ((0, "draw accept"), (0, "draw decline"))
    game = made_up(answers=answers, undo_asked_by=1, undo_asked=(0,), ending=(1,), ending_asked=(0,))
    await sender.deliver(delivery(TurnNotice(ANN.id, "asked", game)))
    (mail,) = outgoing.mails
    assert links_of(mail).keys() == {
        "draw accept",
        "draw decline",
        "draw accept no result",
        "draw decline no result",
        "undo allow",
        "undo refuse",
    }
    assert "offers a draw: you may accept or decline it" in text_of(mail)
    assert "asks to undo" in text_of(mail)


async def test_what_was_said_in_private_comes_if_its_reader_chose_so(
    sender: MailSender, service: Service, outgoing: Kept
) -> None:
    game = await begun(service, "gods")
    chat_message = MessageView(
        key="gods",
        code=game.code,
        turn="round 1",
        at=SINCE,
        speaker=BOB,
        seat=1,
        to=(0,),
        body="Hit green!\n<b>",
    )
    for private in (False, True):
        settings = NoticeSettings(private_by_mail=private)
        await sender.deliver(
            delivery(DirectChat(ANN.id, 1, "hear"), chat_message=chat_message, settings=settings)
        )
    withheld, result = outgoing.mails
    assert b"Hit green" not in outgoing.raw[0]
    assert "private messages" in text_of(withheld)
    assert "Hit green!\n<b>" in text_of(result)
    assert "&lt;b&gt;" in html_of(result)


@pytest.mark.parametrize("occasion", get_args(TurnNotice.__annotations__["occasion"]))
async def test_every_notice_says_something(sender: MailSender, outgoing: Kept, occasion: Any) -> None:
    banks = (Bank(3600.0, SINCE), Bank(90_000.0))
    game = made_up(banks=banks, away=((1, SINCE),), notes=("Two are **left**.",))
    text = "You play White now." if occasion in {"replaced", "seated"} else ""
    notice = TurnNotice(ANN.id, occasion, game, text, until=SINCE, orders=(("@d6", "own"),))
    await sender.deliver(delivery(notice))
    (mail,) = outgoing.mails
    _, result = text_of(mail).split(MARKER)
    assert len(result.strip().splitlines()[0]) > 10
    assert "**" not in result
    assert "None" not in result
    if occasion in {"turn", "called", "reminder", "unposted"}:
        assert "Time left: Ann ends Mon 1 Dec 2025, 00:00 (UTC) · Bob 1 d 1 h." in result
        assert "Away: Bob until Mon 1 Dec 2025" in result


async def test_an_answer_of_another_comes_with_the_moves_of_whoever_is_to_act(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    for person in (ANN, BOB):
        answered = TurnNotice(person.id, "answered", game, "Black declines the draw.")
        await sender.deliver(delivery(answered, game=game.code))
    awaited, other = outgoing.mails
    assert "Bob (Black) declines the draw.\n\nYour turn: you drop a soldier. Due " in text_of(awaited)
    assert "your move" in awaited["Subject"]
    assert "   1  @d3  drop a soldier on d3\n" in text_of(awaited)
    assert "Bob (Black) declines the draw.\n\nAnn (White) drops a soldier. Due " in text_of(other)
    assert "Your moves" not in text_of(other)
    assert "what became of a request" in other["Subject"], "nobody may have answered"


async def test_a_host_is_told_by_mail_how_the_game_starts(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await opened(service, "reef", place=None)
    await sender.deliver(delivery(TurnNotice(ANN.id, "joined", game), game=game.code))
    game = await service.lobby.join(BOB, game.code, cause=new_cause())
    await sender.deliver(delivery(TurnNotice(ANN.id, "joined", game), game=game.code))
    alone, enough = outgoing.mails
    assert "It starts with one more player, when one of you writes “start”." in text_of(alone)
    assert "Begin" not in text_of(alone)
    assert "It starts when one of you writes “start”, or with four players." in text_of(enough)
    assert "Begin: answer “start”" in text_of(enough)
    assert (await capability(service, enough)) is not None


@pytest.mark.parametrize("occasion", ["played", "fallen"])
async def test_a_notice_that_calls_nobody_shows_no_board(
    service: Service, sender: MailSender, outgoing: Kept, occasion: Any
) -> None:
    game = await running(service)
    notice = TurnNotice(ANN.id, occasion, game, refusal="50013", orders=(("@d6", "own"),))
    await sender.deliver(delivery(notice, game=game.code))
    (mail,) = outgoing.mails
    assert "cid:" not in html_of(mail)


@pytest.mark.parametrize("must_play", [False, True])
async def test_who_has_vanished_answers_or_must_play(
    sender: MailSender, outgoing: Kept, *, must_play: bool
) -> None:
    notice = TurnNotice(ANN.id, "warning", made_up(), must_play=must_play)
    await sender.deliver(delivery(notice))
    (mail,) = outgoing.mails
    assert ("I am here" in text_of(mail)) is not must_play
    assert ("answer “here”" in text_of(mail)) is not must_play


async def test_a_game_without_a_place_says_by_mail_what_was_agreed_and_promised(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    lobby = await opened(service, place=None, seat=None)
    await sender.deliver(delivery(TurnNotice(ANN.id, "joined", lobby)))
    game = await service.lobby.join(BOB, lobby.code, cause=new_cause())
    await sender.deliver(delivery(TurnNotice(ANN.id, "table", game)))
    over = (await act(service, BOB, game.code, Resign())).summary
    await sender.deliver(delivery(TurnNotice(ANN.id, "table", over)))
    # Whoever has ended it gets this alone.
    seat = over.seat_of(BOB.id)
    answer = MailAnswer(ADDRESS, BOB.id, game.code, seat, "Re: your move", "You resign.", picture=True)
    await sender.deliver(delivery(answer))
    first, begun_, last, answered = map(text_of, outgoing.mails)
    assert "3 days a turn" in first
    assert f"SHA-256 of the secret of the draw: {lobby.commitment}" in first
    assert str(lobby.commitment) not in begun_
    assert over.secret is not None
    assert f"The secret: {over.secret}" in last
    assert f"The secret: {over.secret}" in answered
    assert "Since you last played\n- Bob (" in last
    for told in (last, answered):
        assert told.index("The secret: ") > told.index(": castle e3"), "the board comes first"
        assert "Review: answer “review”" in told
    assert "“review”" not in first + begun_
    assert "the game is over" in outgoing.mails[2]["Subject"]
    assert "cid:board-1" in html_of(outgoing.mails[-1])


async def test_what_fell_of_a_plan_is_named_to_who_chose_so(sender: MailSender, outgoing: Kept) -> None:
    result = TurnNotice(ANN.id, "fallen", made_up(), orders=(("c3-c4", "own"), ("@d6", "illegal")))
    for private in (False, True):
        await sender.deliver(delivery(result, settings=NoticeSettings(private_by_mail=private)))
    withheld, whole = outgoing.mails
    assert "2 plans of yours will not be played." in text_of(withheld)
    assert b"c3-c4" not in outgoing.raw[0]
    assert "- @d6: it is not possible now." in text_of(whole)


async def test_who_follows_sees_what_everybody_may(
    service: Service,
    database: Database,
    sender: MailSender,
    outgoing: Kept,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, second = await begun(service, "reef"), await running(service)
    followed = FollowedCard(await newest_card(database, game.code), 0, 0)
    await sender.deliver(delivery(FollowNotice(ANN.id, 1), followed=(followed,)))
    await act(service, ANN, second.code, "@d3")
    other = FollowedCard(await newest_card(database, second.code), 0, 99)
    await sender.deliver(delivery(FollowNotice(ANN.id, 1), followed=(followed, other)))
    one, both = outgoing.mails
    assert "a game that you follow" in one["Subject"]
    about = [await capability(service, mail) for mail in (one, both)]
    assert [None if read is None else read.code for read in about] == [game.code, None]
    assert "\nDue " in text_of(one)
    assert f"\n{game.title} {game.code}, " in text_of(both)
    assert f"\n{game.title} {game.code}, " not in text_of(one)
    assert text_of(both).count("drops a soldier") == 4, "once as what was before"
    for cards in ((followed, other, followed), (followed, other, followed, other)):
        await sender.deliver(delivery(FollowNotice(ANN.id, 1), followed=cards))
    for mail, boards in zip(outgoing.mails, (1, 2, 3, 0), strict=True):
        assert html_of(mail).count("<img ") == boards
        assert "Behind your screen" not in text_of(mail)
    assert max(map(len, outgoing.raw)) < SIZE_LIMIT * 0.9, "as answers quote it, and are not taken above that"
    unread = AsyncMock(side_effect=Refused("no_such_game", "There is no such game."))
    monkeypatch.setattr(service.lookback, "followed", unread)
    await sender.deliver(delivery(FollowNotice(ANN.id, 1), followed=(followed, other)))
    assert text_of(outgoing.mails[-1]).count("drops a soldier") == 3, "without what was before"


async def test_strangers_get_mail_from_nobody(service: Service, sender: MailSender, outgoing: Kept) -> None:
    lobby = await opened(service)
    await sender.deliver(delivery(AddressCode("new@example.org", "01234567", "join", "Nobody")))
    await sender.deliver(delivery(MailInvitation("new@example.org", lobby)))
    for mail, from_whom in zip(outgoing.mails, outgoing.senders, strict=True):
        assert from_whom == "<>"
        read = (await addresses(service)).read
        reply_to = mail["Reply-To"].addresses[0].addr_spec
        assert read(reply_to) == Stranger(address_hash("new@example.org"), stops=False)
        stop = re.fullmatch(r"<mailto:([^?]+)\?subject=stop&body=stop>", mail["List-Unsubscribe"])
        assert stop is not None
        assert read(stop[1].replace("%40", "@")) == Stranger(address_hash("new@example.org"), stops=True)
    code, invitation = outgoing.mails
    assert str(invitation["References"]) == f"<game.{lobby.code.lower()}.0@games.example>"
    assert "01234567" in text_of(code)
    assert "01234567" not in str(code["Subject"])
    assert "If not, do nothing, or answer “never again”:" in " ".join(text_of(code).split())
    assert {"join ", "never again"} == links_of(invitation).keys(), "room for a name"
    assert "Join: answer “join”\n" in text_of(invitation)


async def test_nobody_sends_words_of_their_own_to_strangers(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    lobby = await opened(service, seat=None, contribution="Buy at www.evil.example")
    host = Person(ANN.id, "J.R. Evil: www.evil.example/x @all")
    await sender.deliver(delivery(MailInvitation("new@example.org", replace(lobby, host=host))))
    text = text_of(outgoing.mails[0])
    assert "SHA-256 of the secret of the draw: " in text
    assert "Buy" not in text
    assert "J.R. Evil www evil example/x invites you to play" in text


async def test_who_is_known_answers_an_invitation_to_the_game_that_it_is_about(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    lobby = await opened(service)
    await sender.deliver(delivery(MailInvitation("bob@example.org", lobby, BOB.id)))
    reply_to = outgoing.mails[0]["Reply-To"].addresses[0].addr_spec
    assert f"turn+{lobby.code.lower()}.x." in reply_to
    assert "with the word join." in " ".join(text_of(outgoing.mails[0]).split())
    assert {"join", "never again"} == links_of(outgoing.mails[0]).keys()
