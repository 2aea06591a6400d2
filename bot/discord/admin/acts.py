"""The commands that act: each proposes an act, which is done when the administrator confirms it."""

import asyncio
from collections.abc import Iterable, Sequence

import discord
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord.admin.confirmation import operator_of, propose
from bot.discord.api.membership import check_member
from bot.discord.commands.about_game import GameHandler
from bot.discord.delivery import forums
from bot.discord.formatting.markdown import escaped
from bot.discord.interaction.context import Request, identity_of
from bot.discord.interaction.responder import Options, Responder
from bot.discord.interaction.rights import NEEDED, lacking_in
from bot.discord.panels.opening_fields import PLACES
from bot.service.admin.acts import Announce, Import, Move, act_on
from bot.service.admin.records import MAX_ENTRIES, read_record
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.record import MAX_BYTES

_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")


def act_handler(name: str) -> GameHandler:
    """The handler that proposes the act of this name, made of the options filled in."""

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
    operator = operator_of(responder)
    file: discord.Attachment = options["file"]
    if file.size > MAX_BYTES:
        raise Refused("too_large", f"A record has at most {MAX_BYTES:,} bytes.")
    record = await asyncio.to_thread(read_record, await file.read())
    if len(record.entries) > MAX_ENTRIES:
        raise Refused("too_large", "A game of that length is imported on the command line.")
    given = (options.get(f"player{number}") for number in range(1, 26))
    users = [user for user in given if user is not None]
    people = [await _player(responder, operator.guild_id, user) for user in users]
    place = responder.place
    assert place is not None  # noqa: S101 -- operators are in a server
    assert operator.guild_id is not None  # noqa: S101 -- as above
    act = Import(record, tuple(people), operator.guild_id, place.channel_id, options.get("thread", True))
    await propose(responder, None, act, options.get("why"), more=_accounts(users))


def _accounts(users: Iterable[discord.User | discord.Member]) -> list[str]:
    """A line that tells the people of a plan apart from others of their names; none without any."""
    accounts = " · ".join(f"<@{user.id}> (account {escaped(user.name)})" for user in users)
    return [f"-# {accounts}"] if accounts else []


async def _player(request: Request, guild_id: int | None, user: discord.User | discord.Member) -> Person:
    """The member to be invited to a game of this server. Raises Refused."""
    if user.bot:
        raise Refused("a_bot", "Games are played by people; that is a bot.")
    if guild_id is None:
        raise Refused("no_server", "That game is played in no server whose members could be invited.")
    none = f"{escaped(user.display_name)} is no member of the server in which the game is played."
    await check_member(request.interaction.client, guild_id, user.id, none)
    return Person.of(identity_of(user))


def _lacking(request: Request, act: Move) -> list[str]:
    """The permissions that the bot needs at the destination and is known to lack."""
    needed: Sequence[str] = forums.NEEDED if act.forum else NEEDED
    needed = needed if act.thread_id is None else _NEEDED_IN_THREADS
    return lacking_in(request, act.channel_id, needed)


def _destination(request: Request, channel: AppCommandChannel | AppCommandThread | None) -> Move:
    """The destination: a channel, in which the game gets a thread, or an existing thread. Raises Refused."""
    guild_id = request.interaction.guild_id
    assert guild_id is not None  # noqa: S101 -- operators are in a server
    here = request.interaction.channel if channel is None else channel
    match here:
        case AppCommandThread() | discord.Thread() if here.type in _THREADS:
            return Move(guild_id, here.parent_id, here.id, forum=_is_forum(request, here.parent_id))
        case AppCommandChannel(id=number) | discord.TextChannel(id=number) if here.type in PLACES:
            return Move(guild_id, number, forum=here.type is discord.ChannelType.forum)
        case _:
            raise Refused(
                "no_place", "Games are played in text channels, in forums, and in threads; name one."
            )


def _is_forum(request: Request, channel_id: int) -> bool:
    guild = request.interaction.guild
    return guild is not None and isinstance(guild.get_channel(channel_id), discord.ForumChannel)
