"""Mails that go out, over real SMTP on loopback, read again by the standard library's parser."""

from __future__ import annotations

import asyncio
import gzip
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, get_args
from unittest.mock import AsyncMock
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.mail.marker import MARKER
from bot.mail.outgoing import position
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.outgoing.sender import MailSender
from bot.mail.outgoing.wording import due
from bot.mail.reply_address import Capability, ReplyAddresses
from bot.outbox.delivery import Delivery, DmsClosed, FollowedCard, PermanentFailure, RetryLater
from bot.service import Service
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.game_summary import Bank, GameSummary, SeatSummary
from bot.service.values.payloads import (
    AddressCode,
    DirectChat,
    FollowNotice,
    InvitationNotice,
    MailAnswer,
    MailInvitation,
    Payload,
    PostNote,
    ShowHand,
    ShownBoard,
    TurnNotice,
)
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Draw, Resign
from engines.registry import ENGINES
from engines.reviewing import Review, Swing, Turn
from tests.discord.summaries import summary as made_up
from tests.mail.mail_server import Kept
from tests.manual_clock import ManualClock
from tests.service.lookback.test_moments import PEOPLE, RESOLVED, begun
from tests.service.people import (
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    SINCE,
    act,
    cause_of,
    new_cause,
    newest_card,
    opened,
    play_through,
    running,
)

ADDRESS = "ann@example.org"
GOLDEN = Path(__file__).with_name("golden")
OUT = Path(__file__).parents[2] / "out" / "mail"
OPENINGS: dict[str, tuple[tuple[Person, str], ...]] = {
    "roses": tuple(zip((ANN, BOB) * 5, SAMPLE, strict=False)),
    "flicflac": ((ANN, "CB A1"), (ANN, "end")),
    "gods": ((ANN, "Ab Dg"), (BOB, "Dr"), (CLEO, "none"), (ANN, "ready"), (BOB, "ready"), (CLEO, "ready")),
}
"""What was played before Ann or whoever is to act is told."""


def delivery(payload: Payload, **changes: Any) -> Delivery:
    values: dict[str, Any] = {
        "id": 7,
        "nonce": "n0nce",
        "game_id": 1,
        "channel_id": None,
        "message_id": None,
        "payload": payload,
        "attempts": 1,
        "external_ids": {person.id: f"{person.name.lower()}@example.org" for person in (ANN, BOB)},
        "enqueued_at": SINCE,
        "settings": NoticeSettings(private_by_mail=True),
    }
    return Delivery(**(values | changes))


def turn(game: GameSummary, person: Person = ANN, **changes: Any) -> Delivery:
    return delivery(TurnNotice(person.id, "turn", game), game=game.code, **changes)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def links_of(mail: EmailMessage) -> dict[str, dict[str, str]]:
    """The fields of each link by what it fills in."""
    found = {}
    for href in re.findall(r'href="([^"]+)"', html_of(mail)):
        parts = urlsplit(href.replace("&amp;", "&"))
        assert parts.scheme == "mailto"
        fields = {name: values[0] for name, values in parse_qs(parts.query, strict_parsing=True).items()}
        found[fields["body"]] = {"to": unquote(parts.path), **fields}
    return found


async def capability(service: Service, mail: EmailMessage) -> Capability | None:
    keys = {key.id: key.secret for key in await service.mail.keys()}
    address = mail["Reply-To"].addresses[0].addr_spec
    return ReplyAddresses("turn@games.example", keys).read(address)


@pytest.mark.parametrize("key", ENGINES)
async def test_a_turn_is_told_whole(
    service: Service, sender: MailSender, outgoing: Kept, clock: ManualClock, key: str
) -> None:
    seats = ENGINES[key].info.min_seats
    # What is drawn follows from these numbers as well.
    game = await opened(service, key, seats=seats, cause=cause_of(1))
    for at, joining in enumerate(PEOPLE[1:seats], start=2):
        game = await service.lobby.join(joining, game.code, cause=cause_of(at))
    for person, text in OPENINGS.get(key, ()):
        await act(service, person, game.code, text)
        clock.advance(RESOLVED)
    game = await service.reading.summary(game.code)
    person = next(one.person for one in game.seats if one.seat in game.to_act and one.person is not None)
    addresses = {person.id: ADDRESS}
    await sender.deliver(turn(game, person, external_ids=addresses))
    (mail,) = outgoing.mails
    text = text_of(mail)
    golden = GOLDEN / f"{key}.txt"
    if not golden.exists() or text != golden.read_text():
        OUT.mkdir(parents=True, exist_ok=True)
        (OUT / f"{key}.txt").write_text(text)
        pytest.fail(f"{OUT / key}.txt is not the golden mail: read it, and copy it there if it is good")
    assert text.startswith(f"{MARKER}\n")
    assert "link" not in text
    assert "send the mail that opens from the address that got this one" in html_of(mail)
    assert html_of(mail).index(MARKER) < html_of(mail).index("<h1>")
    # The picture, and that it can be sent.
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len(picture.get_content()) < 80_000
    assert picture["Content-ID"] == "<board-1>"
    assert re.search(r'<img src="cid:board-1" [^>]*alt="[^"]{50}', html_of(mail))
    # Each move in words, with its notation beside them unless they are the same.
    listed = re.findall(
        r'<span class="number">\d*</span>([^<]+)(?:</a>| <span class="small">([^<]+)<)', html_of(mail)
    )
    assert listed
    assert all(notation and notation != words for words, notation in listed)
    assert max(len(line) for line in outgoing.raw[0].split(b"\r\n")) <= 998
    assert outgoing.raw[0].isascii()
    # All moves, by number and by tap.
    moves = await legal_moves(service, person, game.code)
    lists = [part.get_content() for part in mail.walk() if part.get_filename() == "moves.txt"]
    for move in moves:
        number = "" if move.number is None else str(move.number)
        assert re.search(
            rf"^ *{number}  {re.escape(move.notation)}(  |\r?$)", lists[0] if lists else text, re.M
        )
    links = links_of(mail)
    assert links.keys() <= {move.notation for move in moves}
    assert lists or len(links) == len(moves)
    reply_to = mail["Reply-To"].addresses[0].addr_spec
    assert {link["to"] for link in links.values()} == {reply_to}
    read = await capability(service, mail)
    seat = next(one.seat for one in game.seats if one.person == person)
    assert read == Capability(person.id, game.code, seat, game.public_version, list_key(moves))


async def test_the_headers_keep_a_game_together_and_end_no_loops(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await sender.deliver(turn(game))
    await sender.deliver(turn(game, id=8, nonce="other"))
    first, second = outgoing.mails
    assert first["Subject"] == f"[{game.code}] Guerre des Deux Roses: your move ({game.turn})"
    assert first["From"].addresses[0].addr_spec == "turn@games.example"
    assert first["Message-ID"] == "<n0nce@games.example>" != second["Message-ID"]
    assert first["References"] == second["References"] == first["In-Reply-To"]
    assert first["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(
        r"<mailto:turn\+0\.x\.[^@>]+@games.example\?subject=stop&body=stop>", first["List-Unsubscribe"]
    )
    assert str(outgoing.senders[0]).startswith("turn+b.")
    assert outgoing.recipients[0] == [ADDRESS]
    # The same delivery, tried again, is the same mail.
    await sender.deliver(turn(game))
    assert outgoing.mails[2]["Message-ID"] == first["Message-ID"]


async def test_what_only_a_player_may_know_comes_if_they_chose_so(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await begun(service, "reef")
    for private in (False, True):
        await sender.deliver(turn(game, settings=NoticeSettings(private_by_mail=private)))
    withheld, whole = map(text_of, outgoing.mails)
    assert "Behind your screen" in whole
    assert "Your moves" in whole
    assert "Behind your screen" not in withheld
    assert "Your moves" not in withheld
    assert "settings private_by_mail: yes" in withheld
    assert "settings private_by_mail: yes" in links_of(outgoing.mails[0])


async def test_before_anything_is_secret_nothing_is_withheld(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    for key in ("flicflac", "roses"):
        game = await begun(service, key)
        await sender.deliver(turn(game, settings=NoticeSettings()))
        assert "Your moves" in text_of(outgoing.mails[-1])
    game = await begun(service, "flicflac")
    await act(service, ANN, game.code, "CB A1")
    await sender.deliver(turn(game, settings=NoticeSettings()))
    text = text_of(outgoing.mails[-1])
    assert "Your moves" not in text
    assert "CB A1" not in text
    assert "CB to A1" not in text


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


async def test_an_answer_repeats_what_its_reader_is_asked(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await act(service, ANN, game.code, SAMPLE[0])
    await act(service, ANN, game.code, Draw("offer"))
    for person, seat in ((BOB, 1), (ANN, 0)):
        answer = MailAnswer(ADDRESS, person.id, game.code, seat, "Re: your move", "So.", picture=True)
        await sender.deliver(delivery(answer))
    asked, asker = outgoing.mails
    assert {"draw accept", "draw decline"} <= links_of(asked).keys()
    assert "Ann offers a draw: you may accept or decline it" in text_of(asked)
    assert not {"draw accept", "draw decline"} & links_of(asker).keys()


async def test_several_games_come_as_one_mail_with_an_address_each(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    one, two = await running(service), await running(service)
    result = TurnNotice(ANN.id, "turn", one, others=(TurnNotice(ANN.id, "turn", two),))
    await sender.deliver(delivery(result))
    (mail,) = outgoing.mails
    assert one.code in str(mail["Subject"])
    assert two.code in str(mail["Subject"])
    addresses = re.findall(r"mailto:(turn\+[^?]+)\?", html_of(mail))
    assert [address.split(".")[0] for address in addresses] == [
        f"turn+{one.code.lower()}",
        f"turn+{two.code.lower()}",
    ]
    read = await capability(service, mail)
    assert read is not None
    assert read.code is None


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
    assert "private words" in text_of(withheld)
    assert "Hit green!\n<b>" in text_of(result)
    assert "&lt;b&gt;" in html_of(result)


async def test_the_mail_of_a_turn_tells_what_was_said(
    sender: MailSender, service: Service, outgoing: Kept
) -> None:
    game = await running(service)
    chat_message = MessageView(
        key="roses",
        code=game.code,
        turn="move 1",
        at=SINCE,
        speaker=BOB,
        seat=1,
        to=None,
        body="Good luck!\n<b>",
    )
    words = (chat_message, msgspec.structs.replace(chat_message, body="Have fun"))
    await sender.deliver(
        delivery(TurnNotice(ANN.id, "turn", game, chat_message_ids=(1, 2)), more_messages=words)
    )
    (mail,) = outgoing.mails
    result = "Bob (Black), move 1: Good luck!\n  | <b>\n\nBob (Black), move 1: Have fun\n\n"
    assert f"At the table\nWhat was said to everybody:\n\n{result}" in text_of(mail)
    assert "“say words” answers to everybody." in text_of(mail)
    assert "Good luck!\r\n  | &lt;b&gt;</p>\r\n<p>Bob (Black), move 1: Have fun</p>" in html_of(mail)


@pytest.mark.parametrize("occasion", get_args(TurnNotice.__annotations__["occasion"]))
async def test_every_notice_says_something(sender: MailSender, outgoing: Kept, occasion: Any) -> None:
    banks = (Bank(3600.0, SINCE), Bank(90_000.0))
    game = made_up(banks=banks, away=((1, SINCE),), notes=("Two are **left**.",))
    await sender.deliver(delivery(TurnNotice(ANN.id, occasion, game, until=SINCE, orders=(("@d6", "own"),))))
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


async def test_a_mail_about_what_was_undone_shows_how_things_stand(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await sender.deliver(delivery(TurnNotice(BOB.id, "undone", game, "White undoes @d3."), game=game.code))
    (mail,) = outgoing.mails
    assert "not your move yet" in mail["Subject"]
    assert "Ann (White) undoes @d3.\n\nAnn (White) drops a soldier. Due " in text_of(mail)
    assert "soldiers on the board" in text_of(mail)


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
    unread = AsyncMock(side_effect=Refused("no_such_game", "There is no such game."))
    monkeypatch.setattr(service.lookback, "followed", unread)
    await sender.deliver(delivery(FollowNotice(ANN.id, 1), followed=(followed, other)))
    assert text_of(outgoing.mails[-1]).count("drops a soldier") == 3, "without what was before"


async def test_an_answer_shows_the_board_and_what_may_be_tapped(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    answer = MailAnswer(
        ADDRESS,
        ANN.id,
        game.code,
        0,
        "Re: your move",
        "Sure?\n\n```\nfixed\n```",
        in_reply_to="<abc@mail.example>",
        picture=True,
        choices=(("Do it", "yes"),),
        confirms="abcde",
    )
    await sender.deliver(delivery(answer))
    (mail,) = outgoing.mails
    assert mail["In-Reply-To"] == "<abc@mail.example>"
    assert str(mail["References"]).split()[-1] == "<abc@mail.example>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert links_of(mail)["yes"]["subject"] == "Re: your move"
    assert "cid:board-1" in html_of(mail)
    assert "<pre>fixed</pre>" in html_of(mail)
    read = await capability(service, mail)
    assert read is not None
    assert read.confirms == "abcde"
    # Not even an answer shows a hand to who did not choose so.
    reef = await begun(service, "reef")
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, reef.code, 0, "s", "t", picture=True)))
    assert "Behind your screen" not in text_of(outgoing.mails[1])
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, reef.code, 0, "s", "t", picture=True)))
    assert "Behind your screen" in text_of(outgoing.mails[2])


async def test_strangers_get_mail_from_nobody(service: Service, sender: MailSender, outgoing: Kept) -> None:
    lobby = await opened(service)
    await sender.deliver(delivery(AddressCode("new@example.org", "01234567", "join", "Nobody")))
    await sender.deliver(delivery(MailInvitation("new@example.org", lobby)))
    for mail, from_whom in zip(outgoing.mails, outgoing.senders, strict=True):
        assert from_whom == "<>"
        assert mail["Reply-To"].addresses[0].addr_spec == "turn@games.example"
        assert mail["List-Unsubscribe"] is None
    code, invitation = outgoing.mails
    assert str(invitation["References"]) == f"<game.{lobby.code.lower()}.0@games.example>"
    assert "01234567" in text_of(code)
    assert "01234567" not in str(code["Subject"])
    assert {"join ", "never again"} == links_of(invitation).keys(), "room for a name"
    assert "Join: answer “join”\n" in text_of(invitation)


async def test_who_is_known_answers_an_invitation_to_the_game_that_it_is_about(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    lobby = await opened(service)
    await sender.deliver(delivery(MailInvitation("bob@example.org", lobby, BOB.id)))
    reply_to = outgoing.mails[0]["Reply-To"].addresses[0].addr_spec
    assert f"turn+{lobby.code.lower()}.x." in reply_to
    assert "with the word join." in " ".join(text_of(outgoing.mails[0]).split())
    assert {"join", "never again"} == links_of(outgoing.mails[0]).keys()


async def test_who_gave_no_name_is_told_how_to(sender: MailSender, outgoing: Kept) -> None:
    await sender.deliver(delivery(AddressCode("new@example.org", "01234567", "join", "")))
    text = " ".join(text_of(outgoing.mails[0]).split())
    assert "Somebody wants to play" in text
    assert "write “join” and a name first" in text


async def test_games_of_seconds_go_by_no_mail(service: Service, sender: MailSender, outgoing: Kept) -> None:
    game = made_up(seconds_per_period=30.0, deadline_hours=None)
    await sender.deliver(delivery(TurnNotice(ANN.id, "turn", game)))
    assert "too fast for mail" in text_of(outgoing.mails[0])
    assert "Your moves" not in text_of(outgoing.mails[0])


@pytest.mark.parametrize(
    ("refusal", "failure"),
    [
        ("RCPT 550 5.1.1 no such user ann@example.org", DmsClosed),
        ("RCPT 450 4.2.0 greylisted", RetryLater),
        ("DATA 554 5.7.1 spam", PermanentFailure),
        ("DATA 451 4.3.0 later", RetryLater),
        ("MAIL 553 5.7.1 not yours", RetryLater),
        ("MAIL 421 4.3.2 busy", RetryLater),
        ("RCPT 500 no", DmsClosed),
        ("RCPT 554 5.7.1 relay access denied", RetryLater),
        ("RCPT 550 5.1.8 sender address rejected: domain not found", RetryLater),
        ("RCPT 552 5.2.2 mailbox full", RetryLater),
        ("RCPT 554 5.5.1 no valid recipients", RetryLater),
        ("RCPT 550 5.1.10 none of that name", DmsClosed),
        ("RCPT 499 no", RetryLater),
        ("DATA 500 no", PermanentFailure),
        ("MAIL 500 no", RetryLater),
        ("MAIL 499 no", RetryLater),
    ],
)
async def test_what_becomes_of_a_refusal(
    service: Service, sender: MailSender, outgoing: Kept, refusal: str, failure: type[Exception]
) -> None:
    game = await running(service)
    step, _, answer = refusal.partition(" ")
    outgoing.refuses[step] = answer
    with capture_logs() as logs, pytest.raises(failure) as refused:
        await sender.deliver(turn(game))
    assert type(refused.value) is failure
    found = [entry["event"] for entry in logs]
    assert found == ["mail_server_refuses"] * (failure is RetryLater and answer.startswith("5")), (
        "who runs it"
    )
    assert ADDRESS not in str(refused.value)


async def test_an_absent_server_is_tried_again_by_one_mail_for_all(
    service: Service, sender: MailSender, outgoing: Kept, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    tried = list[str]()

    async def absent(_sender: str, to: str, _message: bytes) -> None:
        tried.append(to)
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(sender, "_hand_over", absent)
        for _ in range(3):
            with pytest.raises(RetryLater):
                await sender.deliver(turn(game))
        assert len(tried) == 1
        clock.advance(timedelta(seconds=15))
        refused = await asyncio.gather(
            *(sender.deliver(turn(game)) for _ in range(3)), return_exceptions=True
        )
        assert {type(one) for one in refused} == {RetryLater}
        assert len(tried) == 2
    clock.advance(timedelta(seconds=14))
    with pytest.raises(RetryLater) as later:
        await sender.deliver(turn(game))
    assert later.value.after == 1.0
    clock.advance(timedelta(seconds=1))
    await sender.deliver(turn(game))
    await sender.deliver(turn(game))
    assert len(outgoing.raw) == 2
    outgoing.close()
    with pytest.raises(RetryLater):
        await sender.deliver(turn(game))


async def test_what_goes_to_nobody_by_mail(service: Service, sender: MailSender, outgoing: Kept) -> None:
    game = await running(service)
    for payload in (PostNote("hello"), TurnNotice(CLEO.id, "turn", game)):
        with pytest.raises(PermanentFailure):
            await sender.deliver(delivery(payload))
    # A hand comes with the mails of turns.
    hand = ShowHand(ANN.id, game, "a card", msgspec.Raw(b"{}"), "dark")
    await sender.deliver(delivery(hand))
    assert outgoing.raw == []


async def test_what_has_happened_since_is_told(service: Service, sender: MailSender, outgoing: Kept) -> None:
    game = await running(service)
    played = await play_through(service, game.code, SAMPLE[:4])
    await sender.deliver(turn(played.summary))
    assert "Since you last played\n- Bob (Black) drops a soldier on d5\n" in text_of(outgoing.mails[0])


async def test_of_much_that_has_happened_since_the_last_is_told_and_how_much_came_before_it(
    service: Service, sender: MailSender, outgoing: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position, "_LINES", 1)
    game = await running(service)
    await act(service, ANN, game.code, SAMPLE[0])
    for done in (Draw(), Draw("withdraw"), SAMPLE[1]):
        await act(service, BOB, game.code, done)
    await sender.deliver(turn(await service.reading.summary(game.code)))
    told = "Since you last played\n… and 2 things more before that\n- Bob (Black) drops a soldier on c5\n"
    assert told in text_of(outgoing.mails[0])


def contents(mail: EmailMessage) -> list[object]:
    return [part.get_content() for part in mail.walk() if not part.is_multipart()]


@pytest.mark.parametrize(
    ("key", "some", "other"),
    [("gods", ["Ab Dg"], ["Do"]), ("flicflac", ["CB A1"], ["CB retract", "CG H15"])],
)
async def test_what_is_staged_shows_in_no_mail_without_leave(
    service: Service, sender: MailSender, outgoing: Kept, *, key: str, some: list[str], other: list[str]
) -> None:
    game = await begun(service, key)
    await service.preferences.first_turn(ANN, game.code)
    for texts in (some, other):
        for text in texts:
            await act(service, ANN, game.code, text)
        await sender.deliver(turn(game, settings=NoticeSettings()))
    one, two = outgoing.mails
    assert contents(one) == contents(two)
    assert one["Reply-To"] == two["Reply-To"]


async def test_what_others_stage_shows_in_no_mail(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await begun(service, "gods")
    await service.preferences.first_turn(ANN, game.code)
    for text in ("none", "Ar Ag Do"):
        await act(service, BOB, game.code, text)
        await sender.deliver(turn(game))
    one, two = outgoing.mails
    assert contents(one) == contents(two)
    assert one["Reply-To"] == two["Reply-To"]


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(days=3, seconds=-8), "in 3 days"),
        (timedelta(hours=30), "in 30 hours"),
        (timedelta(hours=24, seconds=-1), "in 24 hours"),
        (timedelta(minutes=50), "in 50 minutes"),
        (timedelta(seconds=3), "in 1 minute"),
    ],
)
def test_how_far_a_deadline_is(ahead: timedelta, words: str) -> None:
    assert due(SINCE + ahead, "Europe/Paris", SINCE).endswith(f"(Europe/Paris), {words}")


async def test_the_first_turn_of_a_first_game_is_guided_once_it_has_gone_out(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    guide = ENGINES["roses"].info.guide
    assert guide is not None
    outgoing.refuses["DATA"] = "451 4.3.0 later"
    with pytest.raises(RetryLater):
        await sender.deliver(turn(game))
    outgoing.refuses["DATA"] = ""
    for _ in range(2):
        await sender.deliver(turn(game))
    first, second = map(text_of, outgoing.mails)
    assert "Your first Guerre des Deux Roses" in first
    assert all(" ".join(part.split()) in " ".join(first.split()) for part in (guide.goal, guide.turn))
    assert guide.press not in first
    assert "Your first" not in second


async def test_the_twentieth_answer_says_that_it_is_the_last(sender: MailSender, outgoing: Kept) -> None:
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, None, None, "Re: help", "Done.", last=True)))
    (mail,) = outgoing.mails
    assert "so no more come for a while" in text_of(mail)


async def test_an_answer_shows_other_positions_than_the_present(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE)
    await service.reviews.ask(game.code, ANN)
    (one,) = await service.jobs.claim("mind", 1)
    found = Review(False, (9, 8), (Swing(Turn(1, 1, 2), 0.31, ("@b4",), 0.6),))
    await service.jobs.answer("mind", one, msgspec.json.encode(found).decode(), 0.1)
    for board in (ShownBoard("past", 1), ShownBoard("tried", 1, (0,)), ShownBoard("swing", 0)):
        answer = MailAnswer(ADDRESS, ANN.id, game.code, 0, "Re: s", "Words.", board=board)
        await sender.deliver(delivery(answer))
    past, tried, swing = outgoing.mails
    assert "Bob (Black) drops a soldier. Guerre des Deux Roses, game" in text_of(past)
    assert "Ann (White) drops a soldier. Guerre des Deux Roses, game" in text_of(tried)
    assert "Played\n" in text_of(swing)
    assert "The computer\nBob (Black) drops a soldier on b4 [@b4]" in text_of(swing)
    assert [html_of(mail).count("<img") for mail in outgoing.mails] == [1, 1, 2]


async def test_what_goes_with_an_answer_is_attached_as_text(sender: MailSender, outgoing: Kept) -> None:
    files = (("history.txt", "1  @d3\n2  é\n"), ("other.txt", "3\n"))
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, None, None, "s", "t", attached=files)))
    (mail,) = outgoing.mails
    found = [
        (part.get_filename(), part.get_content().replace("\r\n", "\n")) for part in mail.iter_attachments()
    ]
    assert tuple(found) == files


async def test_a_file_that_mail_servers_may_refuse_goes_compressed(
    sender: MailSender, outgoing: Kept
) -> None:
    text = "é 1\n" * 300_000
    files = (("turnpost.json", text),)
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, None, None, "s", "t", attached=files)))
    (mail,) = outgoing.mails
    (part,) = mail.iter_attachments()
    assert (part.get_filename(), part.get_content_type()) == ("turnpost.json.gz", "application/gzip")
    assert gzip.decompress(part.get_content()).decode() == text
    assert len(mail.as_bytes()) < 100_000
