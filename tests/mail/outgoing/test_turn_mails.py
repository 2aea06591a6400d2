"""Mails that call somebody to move, over real SMTP on loopback, read by the standard library's parser."""

import re
from datetime import timedelta
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import msgspec
import pytest

from bot.mail.marker import MARKER
from bot.mail.outgoing import position
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.outgoing.sender import MailSender
from bot.mail.outgoing.wording import due
from bot.mail.reply_address import Capability
from bot.outbox.delivery import RetryLater
from bot.service.facade import Service
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values.answers import MessageView
from bot.service.values.payloads import TurnNotice
from bot.service.values.request import Person
from engines.contract import Draw
from engines.registry import ENGINES
from tests.mail.deliveries import ADDRESS, capability, delivery, html_of, links_of, text_of, turn
from tests.mail.mail_server import Kept
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    FOUR,
    SAMPLE,
    SINCE,
    act,
    begun,
    cause_of,
    opened,
    play_through,
    running,
)
from tests.service.lookback.random_rounds import RESOLVED

GOLDEN = Path(__file__).parents[1] / "golden"
OUT = Path(__file__).parents[3] / "out" / "mail"
OPENINGS: dict[str, tuple[tuple[Person, str], ...]] = {
    "roses": tuple(zip((ANN, BOB) * 5, SAMPLE, strict=False)),
    "flicflac": ((ANN, "CB A1"), (ANN, "end")),
    "gods": ((ANN, "Ab Dg"), (BOB, "Dr"), (CLEO, "none"), (ANN, "ready"), (BOB, "ready"), (CLEO, "ready")),
}
"""What was played before Ann or whoever is to act is told."""


@pytest.mark.parametrize("key", ENGINES)
async def test_a_turn_is_told_whole(
    service: Service, sender: MailSender, outgoing: Kept, clock: ManualClock, key: str
) -> None:
    seats = ENGINES[key].info.min_seats
    # What is drawn follows from these numbers as well.
    game = await opened(service, key, seats=seats, cause=cause_of(1))
    for at, joining in enumerate(FOUR[1:seats], start=2):
        game = await service.lobby.join(joining, game.code, cause=cause_of(at))
    for person, text in OPENINGS.get(key, ()):
        await act(service, person, game.code, text)
        clock.advance(RESOLVED)
    game = await service.reading.summary(game.code)
    person = next(one.person for one in game.seats if one.seat in game.mentioned and one.person is not None)
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
    # Each move in words, with its notation beside them unless they are the same, and its number.
    moves = await legal_moves(service, person, game.code)
    numbers = {move.notation: "" if move.number is None else str(move.number) for move in moves}
    listed = re.findall(
        r'<span class="number">(\d*)</span>([^<]+)(?:</a>| <span class="small">([^<]+)<)', html_of(mail)
    )
    assert listed
    assert all(notation and notation != words for _, words, notation in listed)
    assert all(number == numbers[unescape(notation)] for number, _, notation in listed)
    assert max(len(line) for line in outgoing.raw[0].split(b"\r\n")) <= 998
    assert outgoing.raw[0].isascii()
    # All moves, by number and by tap.
    lists = [part.get_content() for part in mail.walk() if part.get_filename() == "moves.txt"]
    whole = lists[0] if lists else text
    for move in moves:
        assert re.search(rf"^ *{numbers[move.notation]}  {re.escape(move.notation)}(  |\r?$)", whole, re.M)
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
    assert "“rules” brings the rules." in withheld
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


async def test_several_games_come_as_one_mail_with_an_address_each(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    """The most urgent first, and last what has no deadline."""
    patient = await running(service, deadline_hours=None)
    two, one = await running(service, deadline_hours=48), await running(service, deadline_hours=24)
    others = (TurnNotice(ANN.id, "turn", two), TurnNotice(ANN.id, "turn", one))
    result = TurnNotice(ANN.id, "turn", patient, others=others)
    await sender.deliver(delivery(result))
    (mail,) = outgoing.mails
    assert mail["Subject"] == f"Your games: {one.code}, {two.code} and {patient.code}"
    addresses = re.findall(r"mailto:(turn\+[^?]+)\?", html_of(mail))
    assert [address.split(".")[0] for address in addresses] == [
        f"turn+{one.code.lower()}",
        f"turn+{two.code.lower()}",
        f"turn+{patient.code.lower()}",
    ]
    read = await capability(service, mail)
    assert read is not None
    assert read.code is None


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


async def test_a_mail_about_what_was_undone_shows_how_things_stand(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await sender.deliver(delivery(TurnNotice(BOB.id, "undone", game, "White undoes @d3."), game=game.code))
    (mail,) = outgoing.mails
    assert "not your move yet" in mail["Subject"]
    assert "Ann (White) undoes @d3.\n\nAnn (White) drops a soldier. Due " in text_of(mail)
    assert "soldiers on the board" in text_of(mail)


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
