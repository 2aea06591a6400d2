"""`/privacy`: block, mute or report others, and what is stored about the user."""

import asyncio
import gzip
from io import BytesIO
from typing import Final

import discord
from discord import ButtonStyle, app_commands

from bot.discord.commands.about_game import (
    game_command,
    game_option,
    resolve_game,
    shared_command,
    shared_game_command,
)
from bot.discord.commands.autocomplete import complete_seat
from bot.discord.commands.lookups import fitting
from bot.discord.formatting.markdown import escaped, plain, seat_line, title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.context import Request, identity_of
from bot.discord.interaction.options import (
    VALUE_LIMIT,
    Completions,
    Focus,
    Option,
    build_command,
    choice,
    group,
)
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts import chat
from bot.sentences.answers import block_words
from bot.sentences.forgetting import forgetting_lines
from bot.service.commands import BLOCKS
from bot.service.values.answers import MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.typed import seat_named

ACTION = "forget"
_LARGEST_FILE: Final = 8 * 2**20
"""Bytes of a file that is not compressed; Discord takes 10 MiB in a message."""


def privacy_group() -> app_commands.Group:
    """`/privacy block | unblock | blocked | mute | report | export | delete`."""
    who = Option("who", "Whom", discord.User)
    words = Option("words", "The private message", str, True, _complete_message)
    report_help = "Show a private message to those who manage the server"
    return group(
        "privacy",
        "Block, mute, report; see what is stored about you, or have it forgotten",
        build_command("block", BLOCKS, [who], _block),
        shared_command("privacy unblock", _unblock, who=_complete_blocked),
        shared_command("privacy blocked", _blocked),
        shared_game_command("privacy mute", _mute_player, seat=complete_seat),
        game_command("report", report_help, [words, game_option("any")], _ask_about),
        shared_command("privacy export", _export),
        shared_command("privacy delete", _ask),
    )


async def _block(responder: Responder, options: Options) -> None:
    user: discord.User | discord.Member = options["who"]
    if user.bot:
        raise Refused("a_bot", "That is a bot: it invites nobody and whispers nothing.")
    await responder.say(await block(responder, Person.of(identity_of(user))))


async def block(responder: Responder, other: Person) -> str:
    """Block a user; returns the answer. Raises Refused."""
    blocked = await responder.service.blocks.block(responder.person, other)
    unheard = "by direct message or under **Messages**; what stands in a thread you still see"
    said = block_words(escaped(blocked.name), "whisper to them", unheard, "`/privacy unblock`", mark="**")
    return f"🚫 {said}"


async def block_speaker(responder: Responder, state: ButtonState) -> None:
    """Block the speaker of a message by its button."""
    message = await quoted(responder, state.code, state.payload)
    await responder.replace_with(await block(responder, message.speaker))


async def _unblock(responder: Responder, options: Options) -> None:
    block = await responder.service.blocks.named(responder.person, options["who"])
    await responder.service.blocks.unblock(responder.person, block.id)
    await responder.say(f"You have lifted the block on **{escaped(block.name)}**.")


async def _blocked(responder: Responder, _options: Options) -> None:
    blocks = await responder.service.blocks.blocked(responder.person)
    accounts = await responder.accounts([one.person_id for one in blocks if one.person_id is not None])
    lines = []
    for one in blocks:
        account = None if one.person_id is None else accounts.get(one.person_id)
        lines.append(f"🚫 {one.number} · {escaped(one.name)}" + ("" if account is None else f" <@{account}>"))
    await responder.say(fitting(lines) if lines else "You have not blocked anybody.")


async def _complete_blocked(request: Request, focus: Focus) -> Completions:
    typed = focus.current.strip().lower()
    blocks = await request.service.blocks.blocked(request.person)
    found = (one for one in blocks if typed in one.name.lower())
    return [choice(f"{one.number} · {plain(one.name)}", str(one.number)) for one in found]


async def _export(responder: Responder, _options: Options) -> None:
    data = await responder.service.privacy.export(responder.person.id)
    name = f"turnpost-{responder.identity.external_id}.json"
    if len(data) > _LARGEST_FILE:
        data, name = await asyncio.to_thread(gzip.compress, data), f"{name}.gz"
    file = discord.File(BytesIO(data), filename=name)
    await responder.say("This is all that is stored about you here.", files=[file])


async def _ask(responder: Responder, _options: Options) -> None:
    """Say what being forgotten means, and ask for confirmation."""
    planned = await responder.service.privacy.forgetting(responder.person.id)
    buttons = [
        ButtonState(ACTION).button("Forget me", ButtonStyle.danger),
        ButtonState("close").button("Leave it"),
    ]
    text = "\n".join(
        ["### Be forgotten", *forgetting_lines(planned, mark="`"), "-# Nothing has been done yet."]
    )
    await responder.show_box(text, buttons)


async def forget(responder: Responder, _state: ButtonState) -> None:
    """Forget the user, after their confirmation."""
    await responder.service.privacy.forget(responder.person.id)
    await responder.replace_with("✅ You are forgotten here. If you use Turnpost again, you start afresh.")


async def _ask_about(responder: Responder, summary: GameSummary, options: Options) -> None:
    await ask_about(responder, summary.code, str(options["words"]))


async def _complete_message(request: Request, focus: Focus) -> Completions:
    """The private messages to the user in the game, the newest first."""
    summary = await resolve_game(request, focus.options)
    seats = request.engines[summary.key].info.seats
    typed = focus.current.strip().lower()
    messages = await request.service.reports.reportable(request.person, summary.code)
    found = (
        (one.number, f"{one.speaker.name} ({seats[one.seat].name}), {one.turn}: {one.body}")
        for one in messages
        if typed in one.body.lower()
    )
    return [choice(plain(words, VALUE_LIMIT), str(number)) for number, words in found]


async def ask_about(responder: Responder, code: str, number: str) -> None:
    """Ask what to do about a private message. Raises Refused."""
    message = await quoted(responder, code, number)
    server = server_name(responder, (await responder.service.reading.summary(code)).guild_id)
    await responder.show(chat.report_question(responder.engines[message.key], message, server))


async def file(responder: Responder, state: ButtonState) -> None:
    """Report the private message that the button names."""
    filed = await responder.service.reports.file(responder.person, state.code, _number(state.payload))
    server = escaped(server_name(responder, filed.guild_id))
    confirmation = f"✅ Those who manage **{server}** have been told of it, and can read this message."
    again = f"You have already reported this message: those who manage **{server}** can read it."
    await responder.replace_with(again if filed.repeated else confirmation)


async def _mute_player(responder: Responder, summary: GameSummary, options: Options) -> None:
    seat = summary.seats[seat_named(summary, str(options["seat"]))]
    if seat.person is None:
        raise Refused("no_such_seat", "Nobody has that seat in this game.")
    muted = bool(options.get("mute", True))
    await responder.service.chat.mute(responder.person, summary.code, seat.person.id, muted=muted)
    await responder.say(_muted(title(summary), seat_line(seat), summary.key, muted=muted))


async def mute_speaker(responder: Responder, state: ButtonState) -> None:
    """Mute the speaker of the private message that the button names."""
    message = await quoted(responder, state.code, state.payload)
    await responder.service.chat.mute(responder.person, state.code, message.speaker.id)
    who = chat.speaker_name(responder.engines[message.key], message)
    await responder.replace_with(_muted(f"`{state.code}`", who, message.key, muted=True))


def _muted(game: str, who: str, key: str, *, muted: bool) -> str:
    if not muted:
        return f"{game}\n🔊 You hear **{who}** again: `/{key} messages` shows what was said meanwhile."
    return (
        f"{game}\n🔇 You no longer hear **{who}** in this game, neither by direct message nor in `/{key} "
        "messages`; they are not told. What is said to all stands in the game's thread, where it cannot be "
        "hidden from you. `/privacy mute mute:False` lets you hear them again."
    )


async def quoted(responder: Responder, code: str, number: str) -> MessageView:
    """The private message to the user with this number, as chosen or in a custom id. Raises Refused."""
    return await responder.service.reports.quoted(responder.person, code, _number(number))


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refused("no_such_words", "Choose the message from the list.")
    return int(text)


def server_name(request: Request, guild_id: int | None) -> str:
    """The name of a server, or “the server” where it is not known."""
    guild = None if guild_id is None else request.interaction.client.get_guild(guild_id)
    return "the server" if guild is None else guild.name
