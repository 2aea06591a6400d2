"""`/game join` and `/game lobby`: seats, computers and the start, and invitations, also to running games."""

from typing import Final

from bot.discord.api.membership import check_joined, check_member, may_manage
from bot.discord.formatting.layouts import Part
from bot.discord.formatting.markdown import how_it_starts, jump_link, title
from bot.discord.interaction.components import ButtonState, number_in, unknown_button
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Completions, Focus, choice
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts.notices import invitation_parts
from bot.sentences.agreements import left_words
from bot.service.game.scope import only
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.typed import seat_named
from engines.contract import Level
from engines.wording import counted

NONE: Final = "none"
"""A choice in place of a level: send a computer away."""
_SHOWN = 8
"""Invitations in one message, which holds forty components."""


async def take_seat(responder: Responder, summary: GameSummary, options: Options) -> None:
    """`/game join`. Raises Refused."""
    seat = seat_named(summary, str(options["seat"])) if "seat" in options else None
    await join(responder, summary.code, seat, options.get("words"))


async def join(responder: Responder, code: str, seat: int | None, contribution: str | None = None) -> None:
    """Take a seat, any free one where `seat` is None, with a text for the draw. Raises Refused."""
    summary = await responder.service.lobby.join(
        responder.person, code, cause=responder.cause, seat=seat, contribution=contribution
    )
    await responder.say(f"You have a seat in {title(summary)}. {how_it_starts(summary)}")


async def leave(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Leave a lobby. Raises Refused."""
    left = await responder.service.lobby.leave(responder.person, summary.code, cause=responder.cause)
    await responder.say(left_words(left, title(left)))


async def start(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Start the game with the players who have joined. Raises Refused."""
    begun = await responder.service.lobby.start(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"{title(begun)} begins: play in {jump_link(begun)}")


async def cancel(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Call a game off before it starts. Raises Refused."""
    off = await responder.service.lobby.cancel(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"You have called {title(off)} off.")


async def change_computer(responder: Responder, summary: GameSummary, options: Options) -> None:
    """`/game lobby computer`. Raises Refused."""
    await responder.say(await _with_computer(responder, summary.code, str(options["level"])))


async def ask_for_level(responder: Responder, state: ButtonState) -> None:
    """Ask the host for the level of a computer to add, or send one away. Raises Refused."""
    if state.payload == NONE:
        await responder.say(await _with_computer(responder, state.code, NONE))
        return
    summary = await responder.service.reading.summary(state.code)
    if summary.host.id != responder.person.id:
        raise Refused("not_host", f"Only the host can add a computer to {title(summary)}.")
    chosen = ButtonState("seat", state.code)
    levels = [chosen._replace(payload=one.word).button(one.word.capitalize()) for one in Level]
    close = ButtonState("close", state.code).button("Close")
    await responder.show_box(f"{title(summary)}\nHow well is the computer to play?", [*levels, close])


async def choose_level(responder: Responder, state: ButtonState) -> None:
    """Add a computer of the chosen level, or send one away. Raises Refused."""
    await responder.replace_with(await _with_computer(responder, state.code, state.payload))


async def _with_computer(responder: Responder, code: str, level: str) -> str:
    lobby, person, cause = responder.service.lobby, responder.person, responder.cause
    if level == NONE:
        summary = await lobby.remove_computer(person, code, cause=cause)
        return f"You have sent a computer away from {title(summary)}: its seat is free again."
    if level.upper() not in Level.__members__:
        raise unknown_button()
    summary = await lobby.add_computer(person, code, Level[level.upper()], cause=cause)
    return f"A {level} computer has a seat in {title(summary)}. {how_it_starts(summary)}"


async def complete_invitation(request: Request, focus: Focus) -> Completions:
    """The games to which the user is invited."""
    asked = await request.service.invitations.open_to(request.person)
    typed = focus.current.strip().upper()
    found = (one for one in asked if one.code.startswith(typed))
    return [choice(f"{one.code} · {one.title} · {one.seat_name}", one.code) for one in found]


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
    """Take the offered seat. Raises Refused, also if the person or the inviter may not do so any more."""
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
    """Decline an invitation for good. Raises Refused."""
    asked = await responder.service.invitations.decline(responder.person, number_in(state.payload))
    await responder.replace_with(
        f"You have declined {title(asked)}. The person who asked cannot invite you again, and nobody else "
        "can invite you to this game."
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
    """Raises Refused if the person has left the server, or the inviter to a running game lost the rights."""
    if asked.place is None and asked.waits:
        return
    if asked.place is None:
        raise Refused("no_server", f"Game {asked.code} is no longer played in a server.")
    guild_id = asked.place.guild_id
    await check_joined(responder.interaction, guild_id)
    if asked.waits or asked.inviter is None:
        return
    lost = "Whoever invited you no longer manages that server, so the invitation is no longer valid."
    account = (await responder.accounts([asked.inviter.id])).get(asked.inviter.id)
    if account in responder.context.owners:
        return
    if account is None or not may_manage(
        await check_member(responder.interaction.client, guild_id, account, lost)
    ):
        raise Refused("inviter_left", lost)
