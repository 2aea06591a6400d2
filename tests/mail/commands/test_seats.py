"""How seats are taken, offered and left by mail, by strangers as well."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.mail.commands.options import is_code
from bot.mail.outgoing.sender import MailSender
from bot.service.admin.acts import Replace
from bot.service.values.payloads import AddressCode, InvitationNotice, MailAnswer, TurnNotice
from bot.service.values.terms import Terms
from bot.store.models import GameRow
from engines.contract import Resign
from engines.registry import ENGINES
from tests.mail.deliveries import delivery, links_of, text_of
from tests.mail.mail_server import Kept
from tests.mail.people import ADDRESSES, BASE, Conversation, mail
from tests.service.actors import ANN, BOB, CLEO, act, new_cause, opened, running
from tests.service.admin.operators import HELD


async def test_games_are_opened_listed_and_left(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    await conversation.service.preferences.set_notice_settings(ANN, {"by": "mail"})
    none = "You are in no game. “new” and a title opens one."
    await conversation.expect(
        (ANN, "inbox", none),
        (ANN, "new", "Which game? Write “new roses”, “new flicflac”,"),
        (ANN, "new nonsense", "Which game is “nonsense”?"),
        (ANN, "invitations", "No invitation waits for you."),
        (ANN, "join", "There is no game K7QX here."),
        (ANN, "decline", "Which game? Answer a mail about it"),
        (ANN, "new flicflac 4", "“4” does not fit “size:”."),
        (ANN, "roses new seat: Black", "It starts with one more player. Write “invite” and an address"),
        (ANN, "reef new", "It starts with one more player, when one of you writes “start”."),
        (ANN, "inbox", "  Reef Encounter "),
    )
    conversation.code = next(
        one.code for one in await conversation.service.reading.my_games(ANN) if one.key == "reef"
    )
    await conversation.expect(
        (ANN, "invite nonsense", "Write “invite” and an address, such as “invite bob@example.org”."),
        (ANN, "computer level: gentle", "A gentle computer has a seat. At the table: Ann and"),
        (ANN, "computer none", "You have sent a computer away. At the table: Ann. It starts with one more"),
        (BOB, f"join {conversation.code} seat: Tulip", "There is no seat “Tulip”"),
        (BOB, f"join {conversation.code}", "You have a seat in Reef Encounter"),
        (BOB, "leave", "your seat is free again."),
        (BOB, f"join {conversation.code}", "You have a seat in Reef Encounter"),
    )
    asked = await conversation.write(ANN, "lobby cancel")
    assert "waits on. Answer this mail with “yes” to call it off for all." in asked.text
    sure = await conversation.write(ANN, "yes", await conversation.players.answer_address(asked))
    assert "You have called Reef Encounter" in sure.text


@pytest.mark.parametrize("answers", [False, True], ids=["a new mail", "an answer about another game"])
async def test_a_code_in_small_letters_is_no_seat(conversation: Conversation, answers: bool) -> None:
    players = conversation.players
    await players.link(ANN, BOB)
    to = await players.address(BOB, await players.another("flicflac")) if answers else BASE
    await conversation.write(ANN, "new roses")
    async with players.database.transaction() as unit:
        await unit._session.execute(update(GameRow).filter_by(status="lobby").values(code="NXXW"))
    joined = await players.write(BOB, "Join nxxw words: good luck", to, subject="Hello")
    assert joined is not None
    assert "You have a seat in Guerre des Deux Roses NXXW" in joined.text


def test_no_seat_is_named_like_a_code() -> None:
    """It would be read as one."""
    names = [seat.name for engine in ENGINES.values() for seat in engine.info.seats]
    assert "Cylinders" in names
    assert not any(is_code(name.upper()) for name in names)


async def test_a_lobby_offers_what_its_players_may_do(conversation: Conversation) -> None:
    players = conversation.players
    await players.link(ANN, BOB)
    opened = await conversation.write(ANN, "new reef")
    assert opened.code is not None
    assert f"anybody who already plays by mail joins with “join {opened.code}”." in opened.text
    hosts = [("Invite somebody", "invite "), ("Let a computer play", "computer level: steady")]
    hosts.append(("Call the game off", "lobby cancel"))
    assert list(opened.choices) == hosts
    joined = await conversation.write(BOB, f"join {opened.code}")
    assert joined.choices == (("Begin", "start"), ("Leave", "leave"))
    shown = await conversation.write(ANN, f"board {opened.code}")
    assert list(shown.choices) == [("Begin", "start"), *hosts]
    to = await players.answer_address(shown)
    asked = await players.write(ANN, "lobby cancel", to)
    assert asked is not None
    assert asked.choices == (("Call it off", "yes"),), "a slip would send Bob away as well"
    assert (await conversation.service.reading.summary(opened.code)).status == "lobby"
    begun = await players.write(ANN, "start", to)
    assert begun is not None
    assert "begins" in begun.text
    assert begun.choices == ()


async def test_a_server_s_seat_is_taken_where_it_is_played(conversation: Conversation) -> None:
    await conversation.players.link(CLEO)
    game = await running(conversation.service)
    await conversation.service.following.follow(CLEO, game.code)
    await conversation.expect(
        (CLEO, "inbox followed", f"  Guerre des Deux Roses {game.code}: played on a server"),
        (CLEO, f"unfollow {game.code}", f"You no longer follow Guerre des Deux Roses {game.code}, move 1."),
    )


async def test_an_invitation_is_declined_by_its_code(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    games = [await opened(conversation.service, opponents=(BOB,)) for _ in range(3)]
    codes = ", ".join(game.code for game in games[:2])
    for game in games[1:]:
        invite = conversation.service.mail_invitations.invite
        await invite(ANN, game.code, ADDRESSES[BOB.id], cause=new_cause())
    join = f"join {games[2].code.lower()}"
    await conversation.expect(
        (BOB, f"join {games[0].code}", "This seat is in a server's game: accept it on Discord."),
        (BOB, join, f"You have a seat in Guerre des Deux Roses {games[2].code}"),
        (BOB, "invitations", f"{games[0].code}: a free seat. Accept it on Discord.\n"),
        (BOB, "invitations", f"{games[1].code}: a free seat. Write “join {games[1].code}” to accept."),
        (BOB, "invitations answer: accept", f"Say which game you mean, one of: {codes}."),
        (BOB, f"invitations decline {games[0].code}", "Nobody invites you to it again."),
        (BOB, "inbox", "1 invitation: write “invitations”."),
        (BOB, "invitations accept", f"You have a seat in Guerre des Deux Roses {games[1].code}"),
    )


async def test_a_seat_that_a_computer_keeps_is_taken_back_by_mail(conversation: Conversation) -> None:
    """It is a server's, whose members no mail can prove, but its owner is known."""
    await conversation.players.link(BOB)
    game = await running(conversation.service, deadline_hours=24, terms=Terms(absence="computer"))
    await act(conversation.service, ANN, game.code, "@d3")
    for _ in range(2):
        conversation.clock.advance(timedelta(days=1))
        await conversation.service.clock.process(game.code)
    await conversation.expect((BOB, "invitations accept", "You play Black in Guerre des Deux Roses"))


async def test_a_seat_in_a_servers_game_is_accepted_on_discord(conversation: Conversation) -> None:
    await conversation.players.link(ANN, CLEO)
    game = await running(conversation.service)
    await conversation.service.admin.apply(HELD, game.code, Replace(0, CLEO), cause=new_cause())
    await conversation.expect(
        (CLEO, "invitations accept", "This seat is in a server's game: accept it on Discord."),
    )


async def test_a_stranger_signs_up_and_is_seated(conversation: Conversation) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    answer = await conversation.write(ANN, "new roses")
    sent = await players.deliver(
        mail(eve, "join Eve Evans", BASE, subject=f"Re: [{answer.code}] an invitation")
    )
    assert sent is None
    digits = next(one.digits for one in await players.sent() if hasattr(one, "digits"))
    welcome = await players.deliver(mail(eve, f"{digits[:4]} {digits[4:]}", BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans: you play from this address from now on.")
    seat = f"You have a seat in Guerre des Deux Roses {answer.code}, move 1."
    assert welcome.text.endswith(f"{seat} The game begins: a mail tells you when it is your turn.")
    again = await players.deliver(mail("dan@else.example", "Never again.", BASE))
    assert again is not None
    assert again.text.startswith(
        "No more invitations are sent to this address, nor codes that others ask for."
    )


@pytest.mark.parametrize(
    "written", ["Join Eve Evans.\n\nThank you!", "“join Eve Evans”", "join: “Eve Evans” 🙂"]
)
async def test_a_stranger_signs_up_from_a_telephone(conversation: Conversation, written: str) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.deliver(mail(eve, written, BASE))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, f"{code.digits[:4]}–{code.digits[4:]}.", BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans: ")


async def test_a_stranger_accepts_an_invitation_as_others_do(conversation: Conversation) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    game = await conversation.write(ANN, "new roses")
    await players.deliver(mail(eve, "Accept!", BASE, subject=f"Re: [{game.code}] an invitation"))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, code.digits, BASE))
    assert welcome is not None
    assert f"You have a seat in Guerre des Deux Roses {game.code}, move 1. The game begins" in welcome.text


@pytest.mark.parametrize("words", ["Unsubscribe.", "STOP", "never again"])
async def test_who_wants_no_mail_says_so_in_the_usual_words(conversation: Conversation, words: str) -> None:
    stranger = await conversation.players.deliver(mail("dan@else.example", words, BASE))
    assert stranger is not None
    no_more = "No more invitations are sent to this address, nor codes that others ask for."
    assert stranger.text == f"{no_more} “never again no” undoes that."
    wants_none = conversation.service.mail_invitations.wants_none
    assert await wants_none("dan@else.example")
    conversation.clock.advance(timedelta(days=1))
    again = await conversation.players.deliver(mail("dan@else.example", "Never again no", BASE))
    assert again is not None
    assert again.text == "Invitations, and codes for which others ask, come to this address again."
    assert not await wants_none("dan@else.example")
    await conversation.players.link(ANN)
    await conversation.expect(
        (ANN, "unsubscribe", "You get no more mail except answers to yours."),
        (ANN, "help please", "a line for each thing"),
        (ANN, "Help me!", "a line for each thing"),
        (ANN, "/help", "a line for each thing"),
    )


async def test_a_seat_is_named_by_who_sits_there_as_well(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "mute bob", "You no longer hear what Bob says here."),
        (ANN, "substitute Bob", "Bob (Black) has not vanished"),
        (ANN, "mute Cleo", "There is no seat “Cleo”; there are: White, Black."),
    )


async def test_who_confirms_an_address_is_greeted_though_a_stranger_had_the_answer_of_the_day(
    conversation: Conversation,
) -> None:
    eve, players = "eve@else.example", conversation.players
    assert await players.deliver(mail(eve, "hello", BASE)) is not None
    await players.deliver(mail(eve, "join Eve Evans", BASE))
    digits = next(one.digits for one in await players.sent() if hasattr(one, "digits"))
    welcome = await players.deliver(mail(eve, digits, BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans:")


@pytest.mark.parametrize(
    ("words", "subject", "name", "code"),
    [
        ("join Max2000", "", "Max2000", ""),
        ("join as R2D2", "", "R2D2", ""),
        ("join K7QX Ann", "", "Ann", "K7QX"),
        ("join k7qx Ann", "", "Ann", "K7QX"),
        ("join AGNX Ann", "", "Ann", "AGNX"),
        ("join MARTY", "[K7QX] an invitation", "MARTY", "K7QX"),
        ("join AG7X Ann", "[K7QX] an invitation", "Ann", "AG7X"),
        ("join Ann", "Re: [EXTERNAL] [SPAM] [K7QX] an invitation", "Ann", "K7QX"),
    ],
)
async def test_a_name_is_told_from_the_code_of_a_game(
    conversation: Conversation, words: str, subject: str, name: str, code: str
) -> None:
    players = conversation.players
    await players.deliver(mail("eve@else.example", words, BASE, subject=subject))
    (asked,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert (asked.name, asked.about) == (name, code)


@pytest.mark.parametrize(
    ("written", "seated", "name"),
    [
        ("join {code}", True, "A player"),
        ("Join {lower}.", True, "A player"),
        ("join {code} Eve", True, "Eve"),
        ("join matt", False, "matt"),
        ("join Matt", False, "Matt"),
    ],
)
async def test_a_stranger_joins_by_a_code_of_letters_that_a_name_could_be(
    conversation: Conversation, written: str, seated: bool, name: str
) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    game = await conversation.write(ANN, "new roses")
    assert (game.code or "").isalpha()
    written = written.format(code=game.code, lower=str(game.code).lower())
    await players.deliver(mail(eve, written, BASE, subject="Hello"))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, code.digits, BASE))
    assert welcome is not None
    assert welcome.text.startswith(f"Welcome, {name}: ")
    assert ("You have a seat in" in welcome.text) == seated
    assert "There is no game" not in welcome.text


async def test_a_stranger_who_gives_a_name_later_joins_the_same_game(
    conversation: Conversation, sender: MailSender, outgoing: Kept
) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    game = await conversation.write(ANN, "new roses")
    await players.deliver(mail(eve, f"join {game.code}", BASE, subject="Hello"))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    await sender.deliver(delivery(code))
    (letter,) = outgoing.mails
    assert "answer “join” and the name instead" in " ".join(text_of(letter).split())
    await players.deliver(mail(eve, "join Eve", BASE, subject=f"Re: {letter['Subject']}"))
    _, named = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, named.digits, BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve: ")
    assert f"You have a seat in Guerre des Deux Roses {game.code}" in welcome.text


async def test_a_game_that_is_over_is_played_again_by_mail(
    conversation: Conversation, sender: MailSender, outgoing: Kept
) -> None:
    players, service = conversation.players, conversation.service
    game = await players.nowhere("tae", 2, deadline_hours=24)
    conversation.code = game.code
    await players.by_mail_alone(ANN)
    running_still = f"Only a game that is over is played again: TaE {game.code}, turn 1 is running."
    await conversation.expect((ANN, "again", running_still))
    over = await service.play.act(BOB, game.code, Resign(), cause=new_cause())
    for person in (ANN, BOB):
        await sender.deliver(delivery(TurnNotice(person.id, "table", over.summary), game=game.code))
        assert "again" in links_of(outgoing.mails[-1])
    opened_again = await conversation.write(ANN, "again")
    assert "with the same options and invited the others." in opened_again.text
    new = await service.reading.summary(str(opened_again.code))
    assert (new.key, new.deadline_hours, new.options, new.place) == ("tae", 24, game.options, None)
    # Bob, who is told on Discord, is asked there.
    await players.outbox.drain()
    asked_there = [one.payload for one in players.discord.delivered]
    assert [one.person_id for one in asked_there if isinstance(one, InvitationNotice)] == [BOB.id]
    (invitation,) = await service.invitations.open_to(BOB)
    assert (invitation.code, invitation.waits) == (new.code, True)
    await conversation.expect((BOB, "play again", f"You have a seat in TaE {new.code}"))
    await conversation.expect((ANN, "again", f"You are already playing this game again, as {new.code}."))


async def test_a_game_that_ended_without_a_result_is_played_again_by_mail(
    conversation: Conversation, sender: MailSender, outgoing: Kept
) -> None:
    players, service = conversation.players, conversation.service
    game = await players.nowhere("tae", 2, deadline_hours=24)
    conversation.code = game.code
    await players.by_mail_alone(ANN)
    await service.calling_off.ask(BOB, game.code, wished=True, cause=new_cause())
    await conversation.write(ANN, "draw accept no result")
    assert (await service.reading.summary(game.code)).status == "abandoned"
    answer = MailAnswer(ADDRESSES[ANN.id], ANN.id, game.code, 0, "Re: s", "So.", picture=True)
    await sender.deliver(delivery(answer, game=game.code))
    assert "again" in links_of(outgoing.mails[-1])
    assert "review" not in links_of(outgoing.mails[-1])
    opened_again = await conversation.write(ANN, "again")
    assert "with the same options and invited the others." in opened_again.text


async def test_a_lobby_that_was_called_off_is_not_played_again(conversation: Conversation) -> None:
    game = await opened(conversation.service)
    await conversation.players.link(ANN)
    await conversation.service.lobby.cancel(ANN, game.code, cause=new_cause())
    conversation.code = game.code
    await conversation.expect((ANN, "again", "Only a game that is over is played again"))


async def test_a_servers_game_is_played_again_there(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    game = await running(conversation.service)
    await conversation.service.play.act(BOB, game.code, Resign(), cause=new_cause())
    conversation.code = game.code
    await conversation.expect((ANN, "again", "open the next one there, below its last card."))
