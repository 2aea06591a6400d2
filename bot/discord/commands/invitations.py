"""`/game lobby invitations`, and the buttons by which an invitation is accepted or declined."""

from bot.discord.api.membership import check_joined, check_member, may_manage
from bot.discord.formatting.layouts import Part
from bot.discord.formatting.markdown import how_it_starts, jump_link, title
from bot.discord.interaction.components import ButtonState, number_in
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Completions, Focus, choice
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts.notices import invitation_parts
from bot.service.game.scope import only
from bot.service.values.answers import Invitation
from bot.service.values.refused import Refused
from engines.wording import counted

_SHOWN = 8
"""Invitations in one message: it holds forty components."""


async def complete_invitation(request: Request, focus: Focus) -> Completions:
    """The games to which the user is invited."""
    asked = await request.service.invitations.open_to(request.person)
    typed = focus.current.strip().upper()
    return [
        choice(f"{one.code} · {one.title} · {one.seat_name}", one.code)
        for one in asked
        if one.code.startswith(typed)
    ]


async def invitations(responder: Responder, options: Options) -> None:
    """Show the invitations of the user, or answer one. Raises Refused."""
    matching = await responder.service.invitations.named(responder.person, str(options.get("game", "")))
    answer = options.get("answer")
    if answer is None:
        accounts = await responder.accounts({one.inviter.id for one in matching if one.inviter})
        parts: list[Part] = [part for one in matching[:_SHOWN] for part in invitation_parts(one, accounts)]
        if more := matching[_SHOWN:]:
            count = counted(len(more), "more invitation")
            parts.append(f"-# … and {count}: answer these first, or choose one with the option `game:`.")
        await responder.show_box(*parts)
        return
    only([one.code for one in matching])
    (first,) = matching
    state = ButtonState(answer, first.code, payload=str(first.id))
    await (accept if answer == "accept" else decline)(responder, state)


async def accept(responder: Responder, state: ButtonState) -> None:
    """Take the seat, if whoever takes it and whoever gave it still belong there. Raises Refused."""
    invited = responder.service.invitations
    asked = await invited.find(responder.person, number_in(state.payload))
    if asked.status == "open":
        await _check(responder, asked)
    if asked.waits:
        joined = await responder.service.lobby.join(responder.person, asked.code, cause=responder.cause)
        await responder.replace_with(f"✅ You have a seat in {title(joined)}. {how_it_starts(joined)}")
        return
    summary = await invited.accept(responder.person, asked.id, cause=responder.cause)
    await responder.replace_with(
        f"✅ You play **{asked.seat_name}** in {title(summary)}: {jump_link(summary)}"
    )


async def decline(responder: Responder, state: ButtonState) -> None:
    """Decline for good. Raises Refused."""
    asked = await responder.service.invitations.decline(responder.person, number_in(state.payload))
    await responder.replace_with(
        f"You have declined {title(asked)}. Whoever asked does not invite you again, and nobody to this game."
    )


async def refuse(responder: Responder, state: ButtonState) -> None:
    """The button of a game's card by which an invited user declines. Raises Refused."""
    asked = await responder.service.invitations.open_to(responder.person)
    number = next((one.id for one in asked if one.code == state.code and one.waits), None)
    if number is None:
        raise Refused("no_invitation", "You are not invited to this game, or have answered already.")
    declined = await responder.service.invitations.decline(responder.person, number)
    await responder.say(f"You declined to play {title(declined)}; whoever opened it is told.")


async def _check(responder: Responder, asked: Invitation) -> None:
    """Raises Refused where the person has left the server, or who invited them to a running game no longer
    manages it.
    """
    if asked.place is None:
        raise Refused("no_server", f"Game {asked.code} is played in no server any more.")
    guild_id = asked.place.guild_id
    await check_joined(responder.interaction, guild_id)
    if asked.waits or asked.inviter is None:
        return
    lost = "Whoever invited you does not manage that server any more, so the invitation does not hold."
    account = (await responder.accounts([asked.inviter.id])).get(asked.inviter.id)
    if account is None:
        raise Refused("inviter_left", lost)
    if account not in responder.context.owners and not may_manage(
        await check_member(responder.interaction.client, guild_id, account, lost)
    ):
        raise Refused("inviter_left", lost)
