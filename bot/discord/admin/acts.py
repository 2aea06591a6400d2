"""The acts: each is proposed, and done when it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord.admin.autocomplete import resolve_game
from bot.discord.admin.confirmation import operator_of, propose
from bot.discord.commands.lookups import seat_named
from bot.discord.commands.play import NEEDED, lacking_rights
from bot.discord.context import Request, identity_of
from bot.discord.responder import Responder
from bot.service.admin.acts import (
    ANNOUNCEMENT_LIMIT,
    Act,
    Announce,
    Clock,
    Force,
    Import,
    Move,
    Pass,
    Replace,
    Rollback,
)
from bot.service.admin.records import MAX_ENTRIES, read_record
from bot.service.summaries import GameSummary, Person, Refused
from engines.record import MAX_BYTES

_PLACES = (discord.ChannelType.text, discord.ChannelType.news)
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def plain_act(act: Act) -> Any:
    """The handler of an act that is about a game and nothing else."""

    async def handle(responder: Responder, options: dict[str, Any]) -> None:
        await _propose(responder, options, await resolve_game(responder, options), act)

    return handle


async def _propose(responder: Responder, options: Mapping[str, Any], summary: GameSummary, act: Act) -> None:
    await propose(responder, summary.code, act, options.get("why"))


async def roll_back(responder: Responder, options: dict[str, Any]) -> None:
    """Take back what was played after a point."""
    summary = await resolve_game(responder, options)
    await _propose(responder, options, summary, Rollback(options["to"]))


async def force(responder: Responder, options: dict[str, Any]) -> None:
    """Play for a seat."""
    summary = await resolve_game(responder, options)
    act = Force(seat_named(summary, options["seat"]), options["action"])
    await _propose(responder, options, summary, act)


async def let_pass(responder: Responder, options: dict[str, Any]) -> None:
    """Let a seat's time run out."""
    summary = await resolve_game(responder, options)
    seat = seat_named(summary, options["seat"]) if "seat" in options else None
    await _propose(responder, options, summary, Pass(seat))


async def replace(responder: Responder, options: dict[str, Any]) -> None:
    """Give a seat to somebody else."""
    summary = await resolve_game(responder, options)
    act = Replace(seat_named(summary, options["seat"]), _player(options["player"]))
    await _propose(responder, options, summary, act)


async def move(responder: Responder, options: dict[str, Any]) -> None:
    """Carry the game on elsewhere."""
    summary = await resolve_game(responder, options)
    act = _destination(responder, options.get("channel"))
    lacking = _lacking(responder, act)
    told = f"I lack permissions there, so the game may stay unseen: {', '.join(lacking)}."
    warnings = [told] if lacking else []
    await propose(responder, summary.code, act, options.get("why"), warnings=warnings)


async def retime(responder: Responder, options: dict[str, Any]) -> None:
    """Change the time that turns have."""
    summary = await resolve_game(responder, options)
    await _propose(responder, options, summary, Clock(options.get("hours"), options.get("left")))


async def announce(responder: Responder, options: dict[str, Any]) -> None:
    """Tell all running games of the server something."""
    text = f"📣 {options['text']}"[:ANNOUNCEMENT_LIMIT]
    await propose(responder, None, Announce(text), options.get("why"))


async def import_game(responder: Responder, options: dict[str, Any]) -> None:
    """Open a game from a record."""
    operator = operator_of(responder)
    file: discord.Attachment = options["file"]
    if file.size > MAX_BYTES:
        raise Refused("too_large", f"A record has at most {MAX_BYTES:,} bytes.")
    record = read_record(await file.read())
    if len(record.entries) > MAX_ENTRIES:
        raise Refused("too_large", "A game of that length is imported on the command line.")
    given = (options.get(f"player{number}") for number in range(1, 26))
    people = tuple(_player(user) for user in given if user is not None)
    place = responder.place
    assert place is not None  # noqa: S101 -- operators are in a server
    assert operator.guild_id is not None  # noqa: S101 -- as above
    act = Import(record, people, operator.guild_id, place.channel_id, options.get("thread", True))
    await propose(responder, None, act, options.get("why"))


def _player(user: discord.User | discord.Member) -> Person:
    if user.bot:
        raise Refused("a_bot", "Games are played by people; that is a bot.")
    return Person.of(identity_of(user))


def _lacking(request: Request, act: Move) -> list[str]:
    """What the bot would need where a game is to go, and is known not to have."""
    guild, user = request.interaction.guild, request.interaction.client.user
    channel = None if guild is None else guild.get_channel(act.channel_id)
    me = None if guild is None or user is None else guild.get_member(user.id)
    if channel is None or me is None:
        return []
    rights = channel.permissions_for(me)
    needed = NEEDED if act.thread_id is None else _NEEDED_IN_THREADS
    return lacking_rights(rights, needed)


def _destination(request: Request, channel: AppCommandChannel | AppCommandThread | None) -> Move:
    """Where a game is to go: a channel, in which it gets a thread, or a thread that is there."""
    guild_id = request.interaction.guild_id
    assert guild_id is not None  # noqa: S101 -- operators are in a server
    here = request.interaction.channel if channel is None else channel
    match here:
        case AppCommandThread(id=number, parent_id=parent) if here.type in _THREADS:
            return Move(guild_id, parent, number)
        case discord.Thread(id=number, parent_id=parent) if here.type in _THREADS:
            return Move(guild_id, parent, number)
        case AppCommandChannel(id=number) | discord.TextChannel(id=number) if here.type in _PLACES:
            return Move(guild_id, number)
        case _:
            raise Refused("no_place", "Games are played in text channels and in their threads; name one.")
