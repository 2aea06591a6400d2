"""`new`: opens a game from typed options, or a private panel without any."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord.api.membership import check_member, is_in_thread
from bot.discord.delivery import forums
from bot.discord.formatting.markdown import escaped, how_it_starts, jump_link, title
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.context import identity_of
from bot.discord.interaction.mentions import channels_left, roles_left
from bot.discord.interaction.responder import Options, Responder
from bot.discord.interaction.rights import NEEDED, lacking_line, lacking_rights, missing_rights
from bot.discord.panels.opening import chosen_in, options_panel, read_typed, titles_panel
from bot.discord.panels.opening_fields import OPPONENTS, PLACES, values_of
from bot.service.game.setup import setup_of
from bot.service.people.servers import NotOpenedHere
from bot.service.values.refused import Refused
from bot.service.values.request import Membership, Person, Place
from bot.service.values.titles import resolve_engine
from engines.contract import AnyEngine
from engines.wording import listed

_NONE_LEFT = (
    " The {} for it were deleted: those who manage this server can name others with `/server settings`."
)


async def new_of_any(responder: Responder, options: Options) -> None:
    """`/game new`. Raises Refused."""
    if not options:
        await responder.show(titles_panel(responder.engines))
        return
    own = dict(options)
    await new(responder, own, engine=resolve_engine(responder.engines, str(own.pop("game", ""))))


async def new(responder: Responder, options: Options, *, engine: AnyEngine) -> None:
    """A game's own `new`. Raises Refused."""
    if options:
        await responder.say(await create_game(responder, options, engine=engine))
    else:
        await _show_options(responder, engine, {})


async def _show_options(responder: Responder, engine: AnyEngine, chosen: Mapping[str, Sequence[str]]) -> None:
    await responder.show(options_panel(engine, chosen, alone=responder.place is None))


async def choose_title(responder: Responder, state: ButtonState) -> None:
    """Show the options of the game whose title was chosen. Raises Refused."""
    await _show_options(responder, resolve_engine(responder.engines, "".join(state.values)), {})


async def choose_option(responder: Responder, state: ButtonState) -> None:
    """Show the panel with the value that was chosen. Raises Refused."""
    key, _, name = state.payload.partition("/")
    chosen = chosen_in(responder.interaction.message) | {name: state.values}
    await _show_options(responder, resolve_engine(responder.engines, key), chosen)


async def type_values(responder: Responder, state: ButtonState) -> None:
    """Show the panel with the values that were typed. Raises Refused for one that does not fit."""
    engine = resolve_engine(responder.engines, state.payload)
    chosen = chosen_in(responder.interaction.message)
    await _show_options(responder, engine, chosen | read_typed(engine, chosen, state.values))


async def open_game(responder: Responder, state: ButtonState) -> None:
    """Open the game as the panel shows it. Raises Refused."""
    engine = resolve_engine(responder.engines, state.payload)
    alone = responder.place is None
    options = values_of(engine, chosen_in(responder.interaction.message), alone=alone)
    await responder.replace_with(await create_game(responder, options, engine=engine))


async def create_game(responder: Responder, options: Options, *, engine: AnyEngine) -> str:
    """Open a game, and return the answer to the user. Raises Refused.

    `options`: those that every game has and the game's own.
    """
    own = dict(options)
    alone = responder.place is None
    place, membership, lacking = _where(responder, own.pop("channel", None))
    threaded = own.pop("thread", True)
    if alone:
        own.setdefault("computers", (own.get("players") or engine.info.min_seats) - 1)
    opponents = [
        await _opponent(responder, own.pop(name), place, membership.parent_id)
        for name in OPPONENTS
        if own.get(name) is not None
    ]
    setup = setup_of(
        engine,
        own,
        threaded=threaded and membership.parent_id is None,
        opponents=tuple(opponents),
        dm_channel_id=responder.interaction.channel_id if alone else None,
    )
    with naming_what_is_allowed(responder.interaction.guild):
        summary = await responder.service.lobby.create(
            responder.person, place, setup, cause=responder.cause, membership=membership
        )
    if summary.status != "lobby":
        return f"You opened {title(summary)}. {how_it_starts(summary)}"
    there = "" if place is None or place == responder.place else f" in <#{place.channel_id}>"
    others = listed(escaped(one.name) for one in opponents) if opponents else "Others"
    return (
        f"You opened {title(summary)}{there}: {jump_link(summary)}\n{how_it_starts(summary)} "
        f"{others} press{'es' if len(opponents) == 1 else ''} **{'Accept' if opponents else 'Join'}** "
        f"on its card or type{'s' if len(opponents) == 1 else ''} `/game join game:{summary.code}`.{lacking}"
    )


async def _opponent(
    responder: Responder,
    user: discord.User | discord.Member | discord.Object,
    place: Place | None,
    parent_id: int | None,
) -> Person:
    """The opponent for whom a seat is kept. Raises Refused for people who do not see the game's place.

    `parent_id`: the channel of the thread in which the game is opened; None outside threads.
    """
    if place is None:
        raise Refused("alone_here", "In direct messages you play alone: invite people in a server.")
    name = "The person you invite" if isinstance(user, discord.Object) else escaped(user.display_name)
    guild, here = responder.interaction.guild, responder.interaction.channel
    # Members see a thread if they see its channel, so check the channel.
    channel_id = parent_id or place.channel_id
    channel = None if guild is None else guild.get_channel(channel_id)
    member = await check_member(
        responder.interaction.client, place.guild_id, user.id, f"{name} is not a member of this server."
    )
    name = escaped(member.display_name)
    if member.bot:
        raise Refused("a_bot", f"Games are played by people; {name} is a bot.")
    rights = None if channel is None else channel.permissions_for(member)
    if rights is not None and not rights.view_channel:
        raise Refused("unseen", f"{name} cannot see <#{channel_id}>, so you cannot play there together.")
    thread = None if parent_id is None or (rights is not None and rights.manage_threads) else here
    if isinstance(thread, discord.Thread) and not await is_in_thread(thread, member):
        raise Refused("unseen", f"{name} is not in this private thread: add them by a mention first.")
    return Person.of(identity_of(member))


def _where(
    responder: Responder, channel: app_commands.AppCommandChannel | discord.Object | None
) -> tuple[Place | None, Membership, str]:
    """The game's place, the server's facts about the user, and a line about missing permissions.

    The place is None in direct messages. Raises Refused.
    """
    here = responder.place
    if here is None:
        return None, Membership(), ""
    if channel is None:
        return here, responder.membership, missing_rights(responder)
    guild, user = responder.interaction.guild, responder.interaction.user
    known = None if guild is None else guild.get_channel(channel.id)
    chosen = isinstance(channel, discord.Object)
    if chosen and (known is None or not isinstance(user, discord.Member)):
        raise Refused("no_place", "That channel is no longer there; choose another.")
    found: Any = known if chosen else channel
    if found.type not in PLACES:
        raise Refused("no_place", "Games are opened in text channels and in forums; name one.")
    allowed = found.permissions_for(user) if chosen else found.permissions
    if not (allowed.view_channel and allowed.send_messages):
        raise Refused("no_rights", f"You may not write in <#{channel.id}>, so you cannot open a game there.")
    lacking, forum = "", isinstance(known, discord.ForumChannel)
    if isinstance(known, discord.ForumChannel):
        forums.check(known)
    if known is not None:
        rights = known.permissions_for(known.guild.me)
        lacking = lacking_line(lacking_rights(rights, forums.NEEDED if forum else NEEDED))
    place = Place(here.guild_id, channel.id, forum)
    return place, replace(responder.membership, parent_id=None), lacking


@contextlib.contextmanager
def naming_what_is_allowed(guild: discord.Guild | None) -> Iterator[None]:
    """Add to a refusal by the server's settings where games may be opened, or by which roles."""
    try:
        yield
    except NotOpenedHere as refused:
        more = ""
        if refused.code == "not_in_channel":
            channels = ", ".join(channels_left(guild, refused.settings.channels))
            more = f" Open yours in {channels}." if channels else _NONE_LEFT.format("channels")
        elif refused.code == "not_role":
            roles = ", ".join(roles_left(guild, refused.settings.roles))
            more = f" They are {roles}." if roles else _NONE_LEFT.format("roles")
        raise Refused(refused.code, f"{refused.sentence}{more}") from refused
