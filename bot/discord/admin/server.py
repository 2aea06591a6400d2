"""`/server`: the settings of a server, for its managers, and the reports of its players."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands
from msgspec.structs import asdict, replace

from bot.discord.admin.acts import operator_in, operator_of
from bot.discord.interaction.components import ButtonState, number_in
from bot.discord.interaction.mentions import channels_left, roles_left
from bot.discord.interaction.options import SERVER, Option, build_command, group
from bot.discord.interaction.responder import Options, Responder
from bot.discord.interaction.rights import lacking_in
from bot.discord.panels.opening_fields import PLACES
from bot.discord.posts import chat
from bot.service.people.servers import ServerSettings
from bot.service.values.refused import Refused

_MOST_GAMES = 1000
_HOURS = app_commands.Range[float, 0.0, 8784.0]
_MESSAGE_CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)
_LIMITS: Final = {
    "channel_waiting": "channel_lobbies",
    "person_waiting": "person_lobbies",
    "person_games": "person_games",
}
_RESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "channels": {"channels": ()},
    "openers": {"openers": "everyone", "roles": ()},
    "limits": dict.fromkeys(_LIMITS.values()),
    "hours": {"hours": None},
    "quiet": {"quiet": False},
    "reports": {"reports_channel_id": None},
    "everything": asdict(ServerSettings()),
}


def server_group() -> app_commands.Group:
    """`/server settings | reports`. Discord shows it to managers of the server."""
    places = app_commands.AppCommandChannel
    limit = app_commands.Range[int, 0, _MOST_GAMES]
    options = [
        Option("allow_channel", "A channel in which games may be opened; by default all are", places, False),
        Option("forget_channel", "A channel in which games may no longer be opened", places, False),
        Option("opened_by", "Who may open games", Literal["everyone", "roles", "managers"], False),
        Option("allow_role", "A role whose members may open games", discord.Role, False),
        Option("forget_role", "A role whose members may no longer open games", discord.Role, False),
        Option("channel_waiting", "Games that may wait in one channel; 0: the bot's own limit", limit, False),
        Option("person_waiting", "Games here that one person may have waiting; 0: as above", limit, False),
        Option("person_games", "Games here that one person may play; 0: as above", limit, False),
        Option("hours", "Hours for a turn if the opener names none; 0: no clock", _HOURS, False),
        Option("quiet", "Cards ping nobody, reminders only for those who asked", bool, False),
        Option("reports", "The channel in which reports are announced", places, False),
        Option("reset", "What to put back to its default", Literal[tuple(_RESETS)], False),
    ]
    settings_help = "See and change where, by whom and how games are opened here"
    reports_help = "Read the private messages that were reported"
    return group(
        "server",
        "Choose where and by whom games are opened here, and read reports",
        build_command("settings", settings_help, options, _settings, contexts=SERVER),
        build_command("reports", reports_help, [], _reports, contexts=SERVER),
        contexts=SERVER,
        permissions=discord.Permissions(manage_guild=True),
    )


async def _settings(responder: Responder, options: Options) -> None:
    guild_id = operator_of(responder).guild_id
    assert guild_id is not None  # noqa: S101 -- operators are in a server
    servers = responder.service.servers
    if options:
        settings = await servers.change(responder.person, guild_id, partial(_changed, options=options))
    else:
        settings = await servers.settings(guild_id)
    warning = _unreachable(responder, settings) if "reports" in options else ""
    await responder.say("\n".join([*_lines(settings, responder.interaction.guild), warning]).rstrip())


def _changed(settings: ServerSettings, options: Options) -> ServerSettings:
    """The settings with the given changes. Raises Refused."""
    changes = dict(_RESETS[options["reset"]]) if "reset" in options else {}
    settings = replace(settings, **changes)
    changes = {}
    if "allow_channel" in options:
        channel = options["allow_channel"]
        if channel.type not in PLACES:
            raise Refused("no_place", "Games are opened in text channels and in forums; name one.")
        changes["channels"] = (*(one for one in settings.channels if one != channel.id), channel.id)
    if "forget_channel" in options:
        known = changes.get("channels", settings.channels)
        changes["channels"] = tuple(one for one in known if one != options["forget_channel"].id)
    if "allow_role" in options:
        role = options["allow_role"].id
        changes["roles"] = (*(one for one in settings.roles if one != role), role)
        changes["openers"] = "roles"
    if "forget_role" in options:
        known = changes.get("roles", settings.roles)
        changes["roles"] = tuple(one for one in known if one != options["forget_role"].id)
    changes |= {field: options[name] or None for name, field in _LIMITS.items() if name in options}
    changes |= {name: options[name] for name in ("hours", "quiet") if name in options}
    if "opened_by" in options:
        changes["openers"] = options["opened_by"]
    if "reports" in options:
        if options["reports"].type not in _MESSAGE_CHANNELS:
            raise Refused("no_place", "Reports are announced in a text channel; name one.")
        changes["reports_channel_id"] = options["reports"].id
    return replace(settings, **changes)


def _lines(settings: ServerSettings, guild: discord.Guild | None = None) -> list[str]:
    """The settings of a server, a line each. `guild`: tells which named channels and roles still exist."""
    channels = ", ".join(channels_left(guild, settings.channels))
    roles = ", ".join(roles_left(guild, settings.roles))
    warnings = []
    if settings.channels and not channels:
        gone = "⚠️ The channels for it were deleted, so nobody can open games"
        warnings.append(f"{gone}: `allow_channel:` names another, `reset: channels` allows all.")
    if settings.openers == "roles" and not roles:
        gone = "⚠️ The roles for it were deleted, so only those who manage the server can open games"
        warnings.append(f"{gone}: `allow_role:` names another, `reset: openers` lets everybody open them.")
    where = channels or ("no channel" if settings.channels else "every channel")
    openers = {
        "everyone": "everyone",
        "roles": f"members with {roles or 'no role'}",
        "managers": "those who manage the server",
    }
    limits = {
        "waiting in one channel": settings.channel_lobbies,
        "waiting of one person": settings.person_lobbies,
        "played by one person": settings.person_games,
    }
    settled = [f"{most} {words}" for words, most in limits.items() if most is not None]
    hours = "as the game has it" if settings.hours is None else f"{settings.hours:g} h"
    hours = "no clock" if settings.hours == 0 else hours
    quiet = "on: cards ping nobody, and only those who asked for it are reminded" if settings.quiet else "off"
    reports = settings.reports_channel_id
    return [
        "### Games on this server",
        f"Opened in {where} by {openers[settings.openers]}.",
        *warnings,
        f"At most: {', '.join(settled) or 'as many as the bot allows everywhere'}.",
        f"Time for a turn if the opener names none: {hours}.",
        f"Quiet: {quiet}.",
        f"Reports: {'to the owner by direct message' if reports is None else f'<#{reports}>'}.",
        "-# The options of this command change it; `reset:` puts something back.",
    ]


def _unreachable(responder: Responder, settings: ServerSettings) -> str:
    """A line about permissions that the bot lacks where reports are to be announced."""
    place, needed = settings.reports_channel_id, ("view_channel", "send_messages")
    lacking = [] if place is None else lacking_in(responder, place, needed)
    return f"⚠️ I lack permissions there, so reports go to the owner: {', '.join(lacking)}." if lacking else ""


async def _reports(responder: Responder, _options: Options) -> None:
    found = await responder.service.reports.listed(operator_of(responder))
    if not found:
        await responder.say("Nothing has been reported here.")
    else:
        await responder.show(chat.report_list(found))


async def read_report(responder: Responder, state: ButtonState) -> None:
    """Show a report to a manager of the server, or to its owner in direct messages. Raises Refused."""
    guild_id, _, report_id = ("".join(state.values) or state.payload).partition("-")
    operator = await operator_in(
        responder, number_in(guild_id), "Only people who may manage that server can read its reports."
    )
    report = await responder.service.reports.read(operator, number_in(report_id))
    accounts = await responder.accounts([report.reporter.id, report.chat_message.speaker.id])
    await responder.show(chat.report_page(responder.engines[report.chat_message.key], report, accounts))
