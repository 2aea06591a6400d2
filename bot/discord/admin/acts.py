"""Administrators' acts: proposed with their effects, and carried out by a button when they are confirmed."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

import discord
from discord import ButtonStyle, ui
from discord.app_commands import AppCommandChannel, AppCommandThread
from discord.utils import format_dt

from bot.discord.api.membership import check_member, may_manage
from bot.discord.commands.about_game import GameHandler
from bot.discord.delivery import forums
from bot.discord.formatting.layouts import boxed
from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    LINE_LIMIT,
    escaped,
    jump_link,
    relative,
    status_line,
    title,
    with_people,
)
from bot.discord.interaction.components import NO_GAME, ButtonState, number_in
from bot.discord.interaction.context import Request, identity_of
from bot.discord.interaction.responder import Options, Responder
from bot.discord.interaction.rights import NEEDED, lacking_in
from bot.discord.panels.opening_fields import PLACES
from bot.service.admin.acts import Act, Announce, Import, Move, act_on
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Change, DisplayValue, Done, Plan
from bot.service.admin.records import MAX_ENTRIES, read_record
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from engines.record import MAX_BYTES
from engines.wording import shorten

ACTION = "admin"
_WAYS_BACK: Final[Mapping[str, str]] = {
    "pause": "`/admin resume` lets it go on.",
    "cancel": "`/admin rollback` brings it back.",
}
"""The sentence that says how to reverse an act, by the act's name."""
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def operator_of(request: Request) -> Operator:
    """The user as an administrator of this server. Raises Refused for everybody else.

    Discord hides the commands from other users, but a server can show them to anybody, and a message keeps
    its buttons when a user loses a role.
    """
    owner = request.interaction.user.id in request.context.owners
    rights = request.interaction.permissions
    if request.interaction.guild_id is None:
        raise Refused("not_here", "Games are administered in a server, not in direct messages.")
    if not (owner or rights.manage_guild or rights.administrator):
        raise Refused(
            "not_admin", "Only people who may manage this server, or an owner of the bot, can do that."
        )
    return Operator(request.person, request.interaction.guild_id, owner)


async def operator_in(responder: Responder, guild_id: int, refusal: str) -> Operator:
    """The user as an administrator of this server, also from elsewhere. Raises Refused with `refusal`."""
    client, user = responder.interaction.client, responder.interaction.user
    owner = user.id in responder.context.owners
    if not owner and not may_manage(await check_member(client, guild_id, user.id, refusal)):
        raise Refused("not_admin", refusal)
    return Operator(responder.person, guild_id, owner)


async def propose(
    responder: Responder,
    code: str | None,
    act: Act,
    why: str | None,
    *,
    more: Sequence[str] = (),
) -> None:
    """Preview an act, and ask for confirmation. `more`: lines to show below those of the plan."""
    draft, plan = await responder.service.admin.draft(operator_of(responder), code, act, why)
    await responder.show(plan_view(plan, draft, why, more))


def plan_view(plan: Plan, draft: int, why: str | None, more: Sequence[str] = ()) -> ui.LayoutView:
    """A plan in words, with a button that carries it out."""
    code = plan.summary.code if plan.summary else NO_GAME
    lines = [
        f"### /admin {plan.act}",
        *([title(plan.summary)] if plan.summary else []),
        f"{escaped(plan.words, LINE_LIMIT)}.",
        *(change_line(change, plan.summary) for change in plan.changes),
        *(f"⚠️ {warning}" for warning in plan.warnings),
        *more,
        *([f"-# Why: {escaped(why, LINE_LIMIT)}"] if why else []),
        "-# Nothing has been done yet.",
    ]
    buttons = [
        ButtonState(ACTION, code, payload=str(draft)).button("Do it", ButtonStyle.danger),
        ButtonState("close", code).button("Leave it"),
    ]
    return boxed(shorten("\n".join(lines), DISPLAY_LIMIT), buttons)


async def confirm(responder: Responder, state: ButtonState) -> None:
    """Carry out the act that was shown. Raises Refused."""
    operator, draft = operator_of(responder), number_in(state.payload)
    done = await responder.service.admin.confirm(operator, draft, cause=responder.cause)
    await responder.replace_with(done_text(done))


async def leave_threads(responder: Responder, state: ButtonState) -> None:
    """Continue games whose thread was deleted in their channel, with a manager's consent.

    Raises Refused for everybody else.
    """
    refusal = "Only people who may manage that server, or an owner of the bot, can say where its games go on."
    operator = await operator_in(responder, number_in(state.payload), refusal)
    moved = await responder.service.admin.leave_threads(operator, responder.cause)
    games = ", ".join(f"`{code}`" for code in moved)
    told = f"✅ These go on in their channel: {games}." if moved else "No game is waiting for that any more."
    await responder.say(told)


def done_text(done: Done) -> str:
    """The answer to an act that was carried out."""
    lines = [f"✅ {escaped(done.words, LINE_LIMIT)}."]
    if done.summary is not None:
        lines += [title(done.summary), status_line(done.summary), jump_link(done.summary)]
        # A game that never began cannot be brought back.
        if done.act in _WAYS_BACK and done.summary.turn:
            lines.append(f"-# {_WAYS_BACK[done.act]}")
    return "\n".join(lines)


def change_line(change: Change, summary: GameSummary | None) -> str:
    """A change as one line: ``status: active → paused``; a result names the players beside their seats."""
    line = f"**{change.what}**: {value_text(change.before)} → {value_text(change.after)}"
    return line if summary is None or change.what != "result" else with_people(line, summary)


def value_text(value: DisplayValue) -> str:
    """A value of a change or a fact, in Discord's Markdown."""
    match value:
        case None:
            return "none"
        case datetime():
            return f"{format_dt(value, 'f')} ({relative(value)})"
        case Place():
            return f"<#{value.channel_id}>"
        case _:
            return escaped(value, LINE_LIMIT)


def act_handler(name: str) -> GameHandler:
    """The handler that makes the act of this name from the filled-in options, and proposes it."""

    async def handle(responder: Responder, game: GameSummary, options: Options) -> None:
        users = {
            key: user for key, user in options.items() if isinstance(user, discord.User | discord.Member)
        }
        people = {key: await _player(responder, game.guild_id, user) for key, user in users.items()}
        act = act_on(game, name, {**options, **people})
        await propose(responder, game.code, act, options.get("why"), more=_accounts(users.values()))

    return handle


async def move(responder: Responder, game: GameSummary, options: Options) -> None:
    """Propose to move the game to another channel or thread, with a warning about missing permissions."""
    act = _destination(responder, options.get("channel"))
    guild = responder.interaction.guild
    forum = None if guild is None or act.thread_id else guild.get_channel(act.channel_id)
    if isinstance(forum, discord.ForumChannel):
        forums.check(forum)
    lacking = _lacking(responder, act)
    warning = f"⚠️ I lack permissions there, so the game may stay unseen: {', '.join(lacking)}."
    await propose(responder, game.code, act, options.get("why"), more=[warning] if lacking else [])


async def announce(responder: Responder, options: Options) -> None:
    """Propose an announcement in all running games of the server, and show it as it will be posted."""
    text = options["text"]
    await propose(responder, None, Announce(text), options.get("why"), more=[f"📣 {text}"])


async def import_game(responder: Responder, options: Options) -> None:
    """Propose to open a game from a record. Raises Refused for a record that is too large or unreadable."""
    operator_of(responder)  # before anything is read
    file: discord.Attachment = options["file"]
    if file.size > MAX_BYTES:
        raise Refused("too_large", f"A record has at most {MAX_BYTES:,} bytes.")
    record = await asyncio.to_thread(read_record, await file.read())
    if len(record.entries) > MAX_ENTRIES:
        raise Refused("too_large", "A game of that length is imported on the command line.")
    place = responder.place
    assert place is not None  # noqa: S101 -- operators are in a server
    users = [options[name] for number in range(1, 26) if (name := f"player{number}") in options]
    people = [await _player(responder, place.guild_id, user) for user in users]
    act = Import(record, tuple(people), place.guild_id, place.channel_id, options.get("thread", True))
    await propose(responder, None, act, options.get("why"), more=_accounts(users))


def _accounts(users: Iterable[discord.User | discord.Member]) -> list[str]:
    """A line with the accounts of the people of a plan, whose names others may have; none without people."""
    accounts = " · ".join(f"<@{user.id}> (account {escaped(user.name)})" for user in users)
    return [f"-# {accounts}"] if accounts else []


async def _player(request: Request, guild_id: int | None, user: discord.User | discord.Member) -> Person:
    """The member to be invited to a game of this server. Raises Refused."""
    if user.bot:
        raise Refused("a_bot", "Games are played by people; that is a bot.")
    if guild_id is None:
        raise Refused("no_server", "That game is not played in a server whose members could be invited.")
    none = f"{escaped(user.display_name)} is not a member of the server in which the game is played."
    await check_member(request.interaction.client, guild_id, user.id, none)
    return Person.of(identity_of(user))


def _lacking(request: Request, act: Move) -> list[str]:
    """The permissions that the bot needs at the destination and is known to lack."""
    needed: Sequence[str] = forums.NEEDED if act.forum else NEEDED
    return lacking_in(request, act.channel_id, needed if act.thread_id is None else _NEEDED_IN_THREADS)


def _destination(request: Request, channel: AppCommandChannel | AppCommandThread | None) -> Move:
    """The destination: a channel, in which the game gets a thread, or an existing thread. Raises Refused."""
    guild, guild_id = request.interaction.guild, request.interaction.guild_id
    assert guild_id is not None  # noqa: S101 -- operators are in a server
    here = request.interaction.channel if channel is None else channel
    match here:
        case AppCommandThread() | discord.Thread() if here.type in _THREADS:
            parent = None if guild is None else guild.get_channel(here.parent_id)
            return Move(guild_id, here.parent_id, here.id, forum=isinstance(parent, discord.ForumChannel))
        case AppCommandChannel(id=number) | discord.TextChannel(id=number) if here.type in PLACES:
            return Move(guild_id, number, forum=here.type is discord.ChannelType.forum)
        case _:
            where = "Games are played in text channels, in forums, and in threads; name one."
            raise Refused("no_place", where)
