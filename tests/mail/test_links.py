"""What a mail offers to be tapped or answered does what it says, when it comes back as a mail."""

from random import Random

import pytest

from bot.mail.outgoing.sender import MailSender
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.service.values.request import Person
from engines.contract import Draw
from engines.registry import ENGINES
from tests.mail.deliveries import delivery, links_of, text_of, turn
from tests.mail.mail_server import Kept
from tests.mail.people import ADDRESSES, MailPlayers
from tests.service.actors import ANN, BOB, act, new_cause


async def notified_person(service: Service, sender: MailSender, outgoing: Kept, game: GameSummary) -> Person:
    """Tell whoever is to act first; who that is."""
    game = await service.reading.summary(game.code)
    person = next(one.person for one in game.seats if one.seat in game.to_act and one.person is not None)
    await sender.deliver(turn(game, person, external_ids=ADDRESSES))
    return person


async def public(service: Service, game: GameSummary, person: Person) -> list[str]:
    return [line.text for line in await service.reading.history(game.code, person)]


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key == "flicflac" else pytest.mark.slow) for key in ENGINES]
)
async def test_a_tapped_move_is_played_and_the_answer_shows_what_comes_next(
    service: Service, sender: MailSender, outgoing: Kept, players: MailPlayers, key: str
) -> None:
    rng = Random(key)
    game = await players.nowhere(key, ENGINES[key].info.min_seats)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    await service.preferences.change(ANN, confirm="never")
    await service.preferences.change(BOB, confirm="never")
    person = await notified_person(service, sender, outgoing, game)
    for tapped in (True, False):
        before = await public(service, game, person)
        mail = outgoing.mails[-1]
        if tapped:
            body, link = rng.choice(list(links_of(mail).items()))
        else:
            body, link = "1", {"to": mail["Reply-To"].addresses[0].addr_spec}
        answer = await players.write(person, body, link["to"])
        assert answer is not None
        assert len(await public(service, game, person)) > len(before), answer.text
        await sender.deliver(delivery(answer, external_ids=ADDRESSES))
        assert "Board" not in text_of(outgoing.mails[-1])
        if "Your moves" not in text_of(outgoing.mails[-1]):
            person = await notified_person(service, sender, outgoing, game)


@pytest.mark.parametrize("agrees", [True, False])
async def test_answers_to_requests_are_understood(
    service: Service, sender: MailSender, outgoing: Kept, players: MailPlayers, *, agrees: bool
) -> None:
    game = await players.nowhere()
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    await act(service, BOB, game.code, Draw("offer"))
    await service.undo.request_undo(BOB, game.code, cause=new_cause())
    summary = await service.reading.summary(game.code)
    assert summary.undo_asked == (0,)
    await sender.deliver(turn(summary, ANN, external_ids=ADDRESSES))
    offered = links_of(outgoing.mails[-1])
    wanted = ("draw accept", "undo allow") if agrees else ("draw decline", "undo refuse")
    assert set(wanted) <= offered.keys()
    answer = await players.write(ANN, wanted[1], offered[wanted[1]]["to"])
    assert isinstance(answer, MailAnswer)
    assert (await service.reading.summary(game.code)).undo_asked == ()


async def test_what_the_foot_of_a_mail_says_works(
    service: Service, sender: MailSender, outgoing: Kept, players: MailPlayers
) -> None:
    game = await players.nowhere("flicflac")
    await service.preferences.change(ANN, confirm="never")
    await notified_person(service, sender, outgoing, game)
    mail = outgoing.mails[-1]
    assert "You can write several moves in one mail, a line each." in text_of(mail)
    to = mail["Reply-To"].addresses[0].addr_spec
    for word, says in (("rules", "Flic Flac"), ("help", "stop")):
        answer = await players.write(ANN, word, to)
        assert answer is not None
        assert says in answer.text
    await players.write(ANN, "CB A1\nCG H15", to)
    assert await public(service, game, ANN) == ["CB A1", "CG H15"]
    _, _, stop = mail["List-Unsubscribe"].strip("<>").partition("mailto:")
    # As mail programs write it, in words of their own.
    words = "This message was automatically generated."
    to = stop.partition("?")[0]
    assert await players.write(ANN, words, to, auth="fail") is None
    answer = await players.write(ANN, words, to, auth="none", automatic=True, subject="unsubscribe")
    assert answer is not None
    assert "You get no more mail" in answer.text
    assert (await service.preferences.notice_settings(ANN)).settings.by == "discord"
