"""The settings of a server for the games in it, which its managers choose."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec
import structlog

from bot.service.people.persons import touch_person
from bot.service.usecases import UseCases, retried
from bot.service.values.refused import Refused
from bot.service.values.request import Membership, Person, Place
from bot.store.models import AuditRow
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)

MOST_LISTED = 25
"""Channels or roles in a list of a server's settings."""

Openers: TypeAlias = Literal["everyone", "roles", "managers"]


class ServerSettings(Value, frozen=True, omit_defaults=True):
    """The settings of a server; the defaults where nothing was set."""

    channels: tuple[int, ...] = ()
    """Channels in which games may be opened, with their threads; empty: in all of them."""
    openers: Openers = "everyone"
    """Who may open games: everybody, members with one of `roles`, or managers of the server. Managers always
    may."""
    roles: tuple[int, ...] = ()
    channel_lobbies: int | None = None
    """Games that wait for players in one channel; None, as below: only the host's limit holds."""
    person_lobbies: int | None = None
    """Games here that wait for players, of one host."""
    person_games: int | None = None
    """Running games here with a seat of one person."""
    hours: float | None = None
    """The hours of a turn where the opener names none, 0 for no clock; None: the game's own."""
    quiet: bool = False
    """Whether cards ping nobody, and only people who asked for reminders get them."""
    reports_channel_id: int | None = None
    """Where reports are announced; None: to the server's owner by direct message."""


class NotOpenedHere(Refused):
    """A game may not be opened like this on this server; `settings` say what is allowed."""

    def __init__(self, code: str, sentence: str, settings: ServerSettings) -> None:
        super().__init__(code, sentence)
        self.settings = settings


class Servers(UseCases):
    """The use cases of those who manage a server."""

    async def settings(self, guild_id: int) -> ServerSettings:
        """A server's settings."""
        async with self._database.reading() as unit:
            return await settings_of(unit, guild_id)

    @retried
    async def change(
        self, person: Person, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change the settings of a server, as one of its managers; returns the result. Raises Refused."""
        async with self._database.transaction() as unit:
            now = self._clock.now()
            actor = str((await touch_person(unit, person, now)).id)
            # Of two managers at once each keeps what the other has changed.
            settings = change(_read(await unit.servers.locked(guild_id)))
            _check(settings)
            await unit.servers.put(guild_id, msgspec.json.encode(settings).decode())
            unit.add(AuditRow(actor=actor, act="server settings", about_guild_id=guild_id, at=now))
        log.info("server_settings_changed", server=guild_id)
        return settings


async def settings_of(unit: Unit, guild_id: int | None) -> ServerSettings:
    """A server's settings; the defaults without a server."""
    stored = None if guild_id is None else await unit.servers.get(guild_id)
    return ServerSettings() if stored is None else _read(stored)


def _read(stored: str) -> ServerSettings:
    return msgspec.json.decode(stored, type=ServerSettings)


def _check(settings: ServerSettings) -> None:
    """Raises Refused for too long lists, and for roles as openers where none is named."""
    if max(len(settings.channels), len(settings.roles)) > MOST_LISTED:
        raise Refused("too_many", f"At most {MOST_LISTED} channels and {MOST_LISTED} roles can be named.")
    if settings.openers == "roles" and not settings.roles:
        raise Refused("no_role", "Name a role whose members may open games.")


def check_opening(settings: ServerSettings, place: Place, membership: Membership) -> None:
    """Raises NotOpenedHere where this member may not open a game in this place."""
    if settings.channels and not {place.channel_id, membership.parent_id} & set(settings.channels):
        raise NotOpenedHere("not_in_channel", "Games are not opened in this channel.", settings)
    if membership.manages:
        return
    if settings.openers == "managers":
        raise NotOpenedHere("not_manager", "Games are opened by those who manage this server.", settings)
    if settings.openers == "roles" and not membership.roles & set(settings.roles):
        raise NotOpenedHere("not_role", "Games are opened here by members with certain roles.", settings)
