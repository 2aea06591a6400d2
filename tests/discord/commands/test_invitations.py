"""Invitations to a seat of a running game, and how they are answered."""

from datetime import timedelta
from typing import Any

from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.service.game.setup import GameSetup
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.guests import Guests, draft, text_of, user
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ADA, ANN, BOB, CLEO, DAN, HERE, new_cause, running


async def invited(guests: Guests) -> str:
    """Cleo is invited to play Black instead of Bob; the code of the game."""
    game = await running(guests.service)
    wish: dict[str, Any] = {"manager": True, "game": game.code, "seat": "Black"}
    proposed = await guests.type(ADA, "admin replace", player=user(CLEO), **wish)
    done = await guests.press(ADA, draft(proposed), manager=True)
    assert "Cleo is invited to the seat of Bob (Black); until they accept, it stays as it is" in text_of(done)
    assert "Cleo is invited to Black" in text_of(
        await guests.type(ADA, "admin show", manager=True, game=game.code)
    )
    return game.code


def answers(interaction: FakeInteraction) -> dict[str, ButtonState]:
    """The buttons that answer an invitation."""
    shown = buttons(interaction.sent[-1].content["view"])
    return {
        label: ButtonState(label.lower(), NO_GAME, payload=number.split(":")[-1])
        for label, number in shown.items()
    }


async def test_an_invitation_to_a_game_that_is_called_off_is_none(guests: Guests) -> None:
    code = await invited(guests)
    proposed = await guests.type(ADA, "admin cancel", manager=True, game=code)
    await guests.press(ADA, draft(proposed), manager=True)
    assert "is invited" not in text_of(await guests.type(ADA, "admin show", manager=True, game=code))


async def test_an_invitation_is_listed_and_accepted_by_a_button(guests: Guests) -> None:
    code = await invited(guests)
    listed = await guests.type(CLEO, "game lobby invitations", direct=True)
    assert f"<@{ACCOUNTS[ADA.id]}> invites you to play **Black**" in text_of(listed)
    assert list(answers(listed)) == ["Accept", "Decline"]
    accept = answers(listed)["Accept"]
    for person in (ANN, DAN):
        assert "no such invitation" in text_of(await guests.press(person, accept, direct=True))
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    taken = await guests.press(CLEO, accept, direct=True)
    assert "✅ You play **Black**" in text_of(taken)
    assert (await guests.service.reading.summary(code)).seats[1].person == CLEO
    assert "accepted this invitation already" in text_of(await guests.press(CLEO, accept, direct=True))


async def test_invitations_that_no_message_holds_are_counted(guests: Guests, clock: ManualClock) -> None:
    codes = []
    for number in range(10):
        host = (ANN, BOB, DAN)[number % 3]
        game = await guests.service.lobby.create(
            host, HERE, GameSetup("roses", opponents=(CLEO,)), cause=new_cause()
        )
        codes.append(game.code)
        clock.advance(timedelta(hours=6))
    listed = text_of(await guests.type(CLEO, "game lobby invitations"))
    left = [code for code in codes if code not in listed]
    assert len(left) == 2
    assert "-# … and 2 more invitations: answer these first, or choose one with the option `game:`." in listed
    for code in left:
        one = text_of(await guests.type(CLEO, "game lobby invitations", game=code))
        assert code in one
        assert "more" not in one


async def test_who_has_left_the_server_joins_no_game_to_which_they_were_invited(guests: Guests) -> None:
    setup = GameSetup("roses", opponents=(CLEO,))
    game = await guests.service.lobby.create(ANN, HERE, setup, cause=new_cause())
    guests.discord.strangers = {ACCOUNTS[CLEO.id]}
    accept = answers(await guests.type(CLEO, "game lobby invitations", direct=True))["Accept"]
    for answered in (
        await guests.type(CLEO, "game lobby invitations", direct=True, answer="accept"),
        await guests.press(CLEO, accept, direct=True),
    ):
        assert "You are not a member of the server" in text_of(answered)
    assert (await guests.service.reading.summary(game.code)).status == "lobby"
    guests.discord.strangers = set()
    accepted = await guests.type(CLEO, "game lobby invitations", direct=True, answer="accept")
    assert "✅ You have a seat in" in text_of(accepted)


async def test_an_invitation_is_answered_by_command(guests: Guests) -> None:
    codes = [await invited(guests), await invited(guests)]
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    offered = await guests.complete(CLEO, "game lobby invitations", "game", codes[0].lower())
    assert list(offered.values()) == [codes[0]]
    asked = text_of(await guests.type(CLEO, "game lobby invitations", answer="accept"))
    assert "Say which game you mean" in asked
    accepted = await guests.type(CLEO, "game lobby invitations", answer="accept", game=codes[0].lower())
    assert "✅ You play **Black**" in text_of(accepted)
    declined = await guests.type(CLEO, "game lobby invitations", answer="decline")
    assert f"declined **Guerre des Deux Roses** `{codes[1]}`" in text_of(declined)
    assert "No invitation waits for you" in text_of(await guests.type(CLEO, "game lobby invitations"))
    assert (await guests.service.reading.summary(codes[1])).seats[1].person == BOB


async def test_an_invitation_holds_only_among_members_and_from_who_manages_the_server(
    guests: Guests,
) -> None:
    code = await invited(guests)
    accept = answers(await guests.type(CLEO, "game lobby invitations", direct=True))["Accept"]

    async def pressed() -> str:
        return text_of(await guests.press(CLEO, accept, direct=True))

    assert "no longer manages that server" in await pressed()
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    guests.discord.strangers = {ACCOUNTS[ADA.id]}
    assert "no longer manages that server" in await pressed()
    guests.discord.strangers = {ACCOUNTS[CLEO.id]}
    assert "You are not a member of the server" in await pressed()
    guests.discord.strangers = set()
    guests.discord.faults.append(failure(503))
    assert "Discord does not say" in await pressed()
    assert (await guests.service.reading.summary(code)).seats[1].person == BOB
    await guests.service.privacy.forget(ADA.id)
    assert "was withdrawn" in await pressed()
