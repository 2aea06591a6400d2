"""Mails that answer mails."""

import gzip
from datetime import date

import msgspec

from bot.mail.outgoing.sender import MailSender
from bot.mail.outgoing.wording import status
from bot.service.facade import Service
from bot.service.values.payloads import AddressCode, MailAnswer, ShownBoard
from engines.contract import Draw
from engines.reviewing import Review, Swing, Turn
from tests.mail.deliveries import ADDRESS, capability, delivery, html_of, links_of, text_of
from tests.mail.mail_server import Kept
from tests.service.actors import ANN, BOB, SAMPLE, act, begun, new_cause, play_through, running


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


async def test_an_answer_says_until_when_others_would_pause_as_it_is_where_its_reader_lives(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    day = date(2026, 1, 20)
    await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    await service.preferences.change(BOB, time_zone="Asia/Tokyo")
    await sender.deliver(delivery(MailAnswer(ADDRESS, BOB.id, game.code, 1, "Re: s", "So.", picture=True)))
    assert "(Asia/Tokyo): you may agree or decline." in " ".join(text_of(outgoing.mails[0]).split())


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


async def test_an_answer_is_for_the_seat_and_the_version_that_it_is_about(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    for seat, version in ((0, None), (1, None), (0, game.public_version + 3)):
        answer = MailAnswer(
            ADDRESS, ANN.id, game.code, seat, "s", "So.", picture=True, public_version=version
        )
        await sender.deliver(delivery(answer))
    shown = ["cid:board-1" in html_of(mail) for mail in outgoing.mails]
    assert shown == [True, False, True], "nobody is shown a seat that they have left"
    granted = [await capability(service, mail) for mail in outgoing.mails]
    versions = [None if one is None else one.public_version for one in granted]
    assert versions == [game.public_version, game.public_version, game.public_version + 3]


async def test_an_answer_that_says_how_the_game_stands_says_it_once(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    for person in (ANN, BOB):
        seat = game.seat_of(person.id)
        said, unsaid = f"So.\n{status(game, None, seat)}", "Ann (White) drops a soldier. "
        for text, board in ((said, "Guerre des"), ("Why?", f"{unsaid}Guerre des")):
            answer = MailAnswer(ADDRESS, person.id, game.code, seat, "s", text, picture=True)
            await sender.deliver(delivery(answer))
            assert f"{text}\n\n{board}" in text_of(outgoing.mails[-1])


async def test_who_gave_no_name_is_told_how_to(sender: MailSender, outgoing: Kept) -> None:
    await sender.deliver(delivery(AddressCode("new@example.org", "01234567", "join", "")))
    text = " ".join(text_of(outgoing.mails[0]).split())
    assert "Somebody wants to play" in text
    assert "answer “join” and the name instead" in text


async def test_the_twentieth_answer_says_that_it_is_the_last(sender: MailSender, outgoing: Kept) -> None:
    await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, None, None, "Re: help", "Done.", last=True)))
    (mail,) = outgoing.mails
    assert "so no more come for a while" in text_of(mail)


async def test_an_answer_shows_other_positions_than_the_present(
    service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE)
    early = MailAnswer(ADDRESS, ANN.id, game.code, 0, "Re: s", "Words.", board=ShownBoard("swing", 0))
    # Nobody has looked through the game yet: that is asked for anew, and changes nobody's name.
    await sender.deliver(delivery(early))
    (one,) = await service.jobs.claim("mind", 1)
    found = Review(False, (9, 8), (Swing(Turn(1, 1, 2), 0.31, ("@b4",), 0.6),))
    await service.jobs.answer("mind", one, msgspec.json.encode(found).decode(), 0.1)
    for board in (ShownBoard("past", 1), ShownBoard("tried", 1, (0,)), ShownBoard("swing", 0)):
        answer = MailAnswer(ADDRESS, ANN.id, game.code, 0, "Re: s", "Words.", board=board)
        await sender.deliver(delivery(answer))
    _, past, tried, swing = outgoing.mails
    assert "Bob (Black) drops a soldier. Guerre des Deux Roses, game" in text_of(past)
    assert "Ann (White) drops a soldier. Guerre des Deux Roses, game" in text_of(tried)
    assert "Played\n" in text_of(swing)
    assert "The computer\nBob (Black) drops a soldier on b4 [@b4]" in text_of(swing)
    assert [html_of(mail).count("<img") for mail in outgoing.mails] == [0, 1, 1, 2]


async def test_an_answer_about_a_game_that_is_gone_comes_without_its_position(
    sender: MailSender, outgoing: Kept
) -> None:
    for board in (ShownBoard("past", 1), ShownBoard("tried", 1, (0,)), ShownBoard("swing", 0)):
        await sender.deliver(delivery(MailAnswer(ADDRESS, ANN.id, "ZZZZ", 0, "s", "Words.", board=board)))
    assert ["Words." in text_of(mail) for mail in outgoing.mails] == [True] * 3
    assert [html_of(mail).count("<img") for mail in outgoing.mails] == [0] * 3


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
