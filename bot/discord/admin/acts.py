"""The acts: each is proposed, and done when it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord.admin.autocomplete import resolve_game
from bot.discord.admin.confirmation import operator_of, propose
from bot.discord.commands.lookups import seat_named
from bot.discord.commands.play import NEEDED
from bot.discord.context import Interaction, place_of
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
from bot.service.reports import GameReport, Person, Refused
from engines.record import MAX_BYTES

_PLACES = (discord.ChannelType.text, discord.ChannelType.news)
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def plain_act(act: Act) -> Any:
    """The handler of an act that is about a game and nothing else."""

    async def handle(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
        await _propose(interaction, responder, filled, await resolve_game(interaction, filled), act)

    return handle


async def _propose(
    interaction: Interaction, responder: Responder, filled: Mapping[str, Any], report: GameReport, act: Act
) -> None:
    await propose(interaction, responder, report.code, act, filled.get("why"))


async def roll_back(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Take back what was played after a point."""
    report = await resolve_game(interaction, filled)
    await _propose(interaction, responder, filled, report, Rollback(filled["to"]))


async def force(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Play for a seat."""
    report = await resolve_game(interaction, filled)
    act = Force(seat_named(report, filled["seat"]), filled["action"])
    await _propose(interaction, responder, filled, report, act)


async def let_pass(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Let a seat's time run out."""
    report = await resolve_game(interaction, filled)
    seat = seat_named(report, filled["seat"]) if "seat" in filled else None
    await _propose(interaction, responder, filled, report, Pass(seat))


async def replace(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Give a seat to somebody else."""
    report = await resolve_game(interaction, filled)
    act = Replace(seat_named(report, filled["seat"]), _player(filled["player"]))
    await _propose(interaction, responder, filled, report, act)


async def move(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Carry the game on elsewhere."""
    report = await resolve_game(interaction, filled)
    act = _destination(interaction, filled.get("channel"))
    lacking = _lacking(interaction, act)
    told = f"I lack permissions there, so the game may stay unseen: {', '.join(lacking)}."
    warnings = [told] if lacking else []
    await propose(interaction, responder, report.code, act, filled.get("why"), warnings=warnings)


async def retime(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Change the time that turns have."""
    report = await resolve_game(interaction, filled)
    await _propose(interaction, responder, filled, report, Clock(filled.get("hours"), filled.get("left")))


async def announce(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Tell all running games of the server something."""
    text = f"📣 {filled['text']}"[:ANNOUNCEMENT_LIMIT]
    await propose(interaction, responder, None, Announce(text), filled.get("why"))


async def import_game(interaction: Interaction, responder: Responder, filled: dict[str, Any]) -> None:
    """Open a game from a record."""
    operator = operator_of(interaction)
    file: discord.Attachment = filled["file"]
    if file.size > MAX_BYTES:
        raise Refused("too_large", f"A record has at most {MAX_BYTES:,} bytes.")
    record = read_record(await file.read())
    if len(record.entries) > MAX_ENTRIES:
        raise Refused("too_large", "A game of that length is imported on the command line.")
    given = (filled.get(f"player{number}") for number in range(1, 26))
    people = tuple(_player(user) for user in given if user is not None)
    place = place_of(interaction)
    assert place is not None  # noqa: S101 -- operators are in a server
    assert operator.guild_id is not None  # noqa: S101 -- as above
    act = Import(record, people, operator.guild_id, place.channel_id, filled.get("thread", True))
    await propose(interaction, responder, None, act, filled.get("why"))


def _player(user: discord.User | discord.Member) -> Person:
    if user.bot:
        raise Refused("a_bot", "Games are played by people; that is a bot.")
    return Person(user.id, user.display_name)


def _lacking(interaction: Interaction, act: Move) -> list[str]:
    """What the bot would need where a game is to go, and is known not to have."""
    guild, user = interaction.guild, interaction.client.user
    channel = None if guild is None else guild.get_channel(act.channel_id)
    me = None if guild is None or user is None else guild.get_member(user.id)
    if channel is None or me is None:
        return []
    rights = channel.permissions_for(me)
    needed = NEEDED if act.thread_id is None else _NEEDED_IN_THREADS
    return [name.replace("_", " ") for name in needed if not getattr(rights, name)]


def _destination(interaction: Interaction, channel: AppCommandChannel | AppCommandThread | None) -> Move:
    """Where a game is to go: a channel, in which it gets a thread, or a thread that is there."""
    guild_id = interaction.guild_id
    assert guild_id is not None  # noqa: S101 -- operators are in a server
    here = interaction.channel if channel is None else channel
    match here:
        case AppCommandThread(id=number, parent_id=parent) if here.type in _THREADS:
            return Move(guild_id, parent, number)
        case discord.Thread(id=number, parent_id=parent) if here.type in _THREADS:
            return Move(guild_id, parent, number)
        case AppCommandChannel(id=number) | discord.TextChannel(id=number) if here.type in _PLACES:
            return Move(guild_id, number)
        case _:
            raise Refused("no_place", "Games are played in text channels and in their threads; name one.")
