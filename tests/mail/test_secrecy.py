"""What only a player may know stays out of mails, unless they chose private_by_mail."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import astuple, replace

from bot.mail.outgoing.sender import MailSender
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer, ShownBoard
from bot.service.values.request import Person
from engines.contract import View
from engines.reef.view import ReefView
from engines.tae.view import TaeView
from engines.wording import counted
from tests.mail.deliveries import ADDRESS, delivery, html_of, text_of
from tests.mail.mail_server import Kept
from tests.mail.people import MailPlayers
from tests.service.actors import ANN, BOB, CLEO, DAN, act, new_cause

SECRET = "meet me behind the altar"


async def asked(players: MailPlayers, person: Person, game: GameSummary | None, text: str) -> MailAnswer:
    """The answer to a mail of a person, about how a game stands or about none."""
    answer = await players.write(person, text, await players.address(person, game))
    assert answer is not None
    return answer


# -- refusals ----------------------------------------------------------------------------------------------


async def _hand_without_a_colour(players: MailPlayers, service: Service) -> tuple[GameSummary, str, str]:
    """A game of Reef Encounter, what Ann holds in it, in words, and a colour that she lacks."""
    game = await players.nowhere("reef")
    while True:
        text, view = await service.reading.hand(game.code, ANN)
        assert isinstance(view, ReefView)
        assert view.own is not None
        lacking = [colour for colour, held in zip("WYOPG", view.own.hand, strict=True) if not held]
        if lacking:
            return game, text.splitlines()[0].partition(": ")[2], lacking[0]
        game = await players.another("reef")


@pytest.mark.parametrize("private", [False, True])
async def test_a_refusal_names_the_hand_only_to_who_wishes_that(
    players: MailPlayers, service: Service, *, private: bool
) -> None:
    game, held, lacking = await _hand_without_a_colour(players, service)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": private})
    answer = (await asked(players, ANN, game, f"choose {lacking} WW")).text
    assert (held in answer) == private
    assert ("settings private_by_mail: yes" in answer) != private


def _more_than_held(view: View, seat: int) -> tuple[str, str]:
    """A swap of more ships of a kind than are held, and what the refusal says of it."""
    assert isinstance(view, TaeView)
    ships = view.players[seat].hand
    assert ships is not None
    hand = astuple(ships)
    letter, kind, count = max(
        zip("grku", ("merchant", "scientist", "settler", "miner"), hand, strict=True), key=lambda one: one[2]
    )
    return f"swap {letter}{count + 1}", f"You have {counted(count, kind)} in your hand"


async def test_a_refused_move_or_plan_does_not_tell_the_hand(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("tae")
    for sitting in game.seats:
        person = sitting.person
        assert person is not None
        text, told = _more_than_held((await service.reading.hand(game.code, person))[1], sitting.seat)
        line = text if sitting.seat in game.to_act else f"plan-ahead action: {text}"
        answer = await asked(players, person, game, line)
        assert "That is not possible now." in answer.text
        assert told not in answer.text


async def test_a_refusal_for_what_everybody_sees_is_worded(players: MailPlayers) -> None:
    game = await players.nowhere("tae")
    (acting,) = (one for one in game.seats if one.seat in game.to_act)
    assert acting.person is not None
    answer = await asked(players, acting.person, game, "withdraw merchant")
    assert "Your merchant leader is at home already." in answer.text


async def test_a_refused_plan_does_not_tell_what_is_planned_before_it(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere()
    (waiting,) = (one for one in game.seats if one.seat not in game.to_act)
    assert waiting.person is not None
    line = "plan-ahead action: a1xa2"
    public = await asked(players, waiting.person, game, line)
    assert "That is not possible now." not in public.text
    await service.orders.plan(
        waiting.person,
        game.code,
        "whatever",
        (await service.orders.choices(waiting.person, game.code, "whatever")).offers[0].action,
        cause=new_cause(),
    )
    answer = await asked(players, waiting.person, game, line)
    assert "That is not possible now." in answer.text


# -- previews ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
async def test_a_preview_tells_what_is_staged_in_secret_only_to_who_wishes_that(
    players: MailPlayers, service: Service, *, private: bool
) -> None:
    game = await players.nowhere("flicflac")
    await service.preferences.change(ANN, confirm="always")
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": private})
    await act(service, ANN, game.code, "CB A1")
    answer = await asked(players, ANN, game, "end")
    assert "Not played yet" in answer.text
    assert ("A1" in answer.text) == private
    played = await players.write(ANN, "yes", await players.answer_address(answer))
    assert played is not None
    assert (await service.reading.history(game.code, None))[-1].text == "CB A1, end"


# -- earlier points ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
async def test_an_earlier_point_tells_what_nobody_else_saw_only_to_who_wishes_that(
    players: MailPlayers, service: Service, sender: MailSender, outgoing: Kept, *, private: bool
) -> None:
    game = await players.nowhere("gods", 4)
    await act(service, ANN, game.code, "Ab Dg")
    await act(service, BOB, game.code, "draw offer")
    await act(service, ANN, game.code, "Do")
    await _end(service, game, but=BOB)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": private})
    answer = await asked(players, ANN, game, "board at: 1")
    await sender.deliver(players.sender.delivered[-1])
    assert ("costs 3" in text_of(outgoing.mails[-1])) == private
    assert ("only if you ask for that" in answer.text) != private
    if private:
        # What is chosen when the mail is sent counts.
        await service.preferences.set_notice_settings(ANN, {"private_by_mail": False})
        await sender.deliver(players.sender.delivered[-1])
        assert "costs 3" not in text_of(outgoing.mails[-1])


async def test_a_line_is_tried_from_what_everybody_saw_or_not_at_all(
    players: MailPlayers, service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await players.nowhere("tae")
    for sitting in game.seats:
        assert sitting.person is not None
        answer = await asked(players, sitting.person, game, "try end")
        assert "This might reveal what only you may know" in answer.text
    tried = MailAnswer(ADDRESS, ANN.id, game.code, 0, "try", "Tried.", board=ShownBoard("tried", 0))
    for private in (False, True):
        # What is chosen when the mail is sent counts.
        await service.preferences.set_notice_settings(ANN, {"private_by_mail": private})
        await sender.deliver(delivery(tried))
        assert ("<img" in html_of(outgoing.mails[-1])) == private


# -- private chat -----------------------------------------------------------------------------------------


async def _end(service: Service, game: GameSummary, *, but: Person | None = None) -> None:
    """Let all agree to a draw; `but` has asked for it already."""
    for person in (ANN, BOB, CLEO, DAN):
        if person != but:
            await act(service, person, game.code, "draw offer")
    assert (await service.reading.summary(game.code)).status == "finished"


async def _throw_bob_out(service: Service, game: GameSummary) -> None:
    await act(service, BOB, game.code, "resign")
    for person in (ANN, CLEO, DAN):
        await act(service, person, game.code, "ready")
    assert (await service.reading.summary(game.code)).turn == "round 2"


@pytest.mark.parametrize("happens", [_end, _throw_bob_out])
async def test_private_words_are_mailed_only_to_who_wishes_that(
    players: MailPlayers, service: Service, happens: Callable[[Service, GameSummary], Awaitable[None]]
) -> None:
    game = await players.nowhere("gods", 4)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await service.chat.say(ANN, game.code, f"-b {SECRET}", cause=new_cause())
    await service.chat.say(ANN, game.code, "hello all", cause=new_cause())
    await happens(service, game)
    listed = (await asked(players, BOB, game, "messages")).text
    assert "hello all" in listed
    assert "Private messages come by mail only if you ask for that" in listed
    reports = (await asked(players, BOB, game, "report")).text
    assert "only if you ask for that" in reports
    assert SECRET not in f"{listed}{reports}"
    # Nothing that was left out counts as seen.
    assert [one.fresh for one in (await service.chat.messages(BOB, game.code)).messages] == [True, False]
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True}, game.code)
    for line in ("messages", "report"):
        assert SECRET in (await asked(players, BOB, game, line)).text


async def test_private_words_that_the_end_reveals_are_mailed(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4, options={"reveal_messages": True})
    await service.chat.say(ANN, game.code, f"-b {SECRET}", cause=new_cause())
    assert SECRET not in (await asked(players, CLEO, game, "messages")).text
    await _end(service, game)
    text = (await asked(players, CLEO, game, "messages")).text
    assert SECRET in text
    assert "only if you ask for that" not in text


# -- lists about a person ----------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
async def test_an_export_tells_secrets_only_to_who_wishes_that(
    players: MailPlayers, service: Service, *, private: bool
) -> None:
    game = await players.nowhere("gods", 4, options={"show_ready": False})
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True}, game.code)
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": private})
    await service.chat.say(ANN, game.code, f"-b {SECRET}", cause=new_cause())
    await service.chat.say(BOB, game.code, "-r I shall be there", cause=new_cause())
    await service.chat.say(BOB, game.code, "hello all", cause=new_cause())
    await act(service, BOB, game.code, "Ag Dr")
    await service.notes.noted(BOB, game.code, "she lies", cause=new_cause())
    answer = await asked(players, BOB, game, "privacy export")
    ((name, exported),) = answer.attached
    assert name == "turnpost.json"
    text = f"{answer.text}\n{exported}"
    assert "hello all" in exported
    assert "hello all" not in answer.text
    for secret in (SECRET, "I shall be there", "Ag Dr", "she lies"):
        assert (secret in text) == private
    assert ("come by mail only if you ask" in text) != private


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize(("key", "seats", "move"), [("flicflac", 2, "CB A1"), ("gods", 4, "ready")])
async def test_the_inbox_tells_what_is_done_in_secret_only_to_who_wishes_that(
    players: MailPlayers, service: Service, key: str, seats: int, move: str, *, private: bool
) -> None:
    options = {"show_ready": False} if key == "gods" else {}
    game = await players.nowhere(key, seats, options=options)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": private}, game.code)
    before = (await asked(players, ANN, None, "inbox")).text
    await act(service, ANN, game.code, move)
    assert ((await asked(players, ANN, None, "inbox")).text != before) == private


# -- headers -----------------------------------------------------------------------------------------------


async def test_headers_do_not_tell_how_much_is_sent_to_others(
    players: MailPlayers, service: Service, sender: MailSender, outgoing: Kept
) -> None:
    game = await players.nowhere()
    for about, text in ((game, "rules"), (None, "inbox")):
        await asked(players, ANN, about, text)
        delivery = players.sender.delivered[-1]
        await sender.deliver(delivery)
        await sender.deliver(replace(delivery, id=delivery.id + 1_000))
        one, other = ({*mail.items()} for mail in outgoing.mails[-2:])
        # The border of the parts is drawn at random.
        assert {name for name, _ in one ^ other} <= {"Content-Type"}
