"""The context of every command and button: use cases, client, request."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import discord
import structlog

from bot.clock import Clock, SystemClock
from bot.discord.formatting.markdown import Accounts, status_line
from bot.discord.formatting.pictures import DiscordPictures
from bot.errors import DatabaseUnavailable
from bot.observer import NULL_OBSERVER, Observer
from bot.picture_service import frame_of
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.people.doors import DISCORD
from bot.service.play.actions import Closing, RequestedAction
from bot.service.values.answers import Played, Preview, TogglePress
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import IsAway, Refused
from bot.service.values.request import Cause, Identity, Membership, Person, Place
from bot.supervision import InFlight
from engines.contract import Action, Seat, View
from render.contract import Frame

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 500
COMPLETIONS: Final = 5
"""Autocomplete requests processed at a time: each typed key makes one, and others need the database."""


@dataclass(frozen=True)
class AppContext:
    """The use cases and further objects that commands and buttons need."""

    service: Service
    pictures: DiscordPictures
    owners: frozenset[int] = frozenset()
    """Users who administer the games of every server."""
    observer: Observer = NULL_OBSERVER
    source_url: str = ""
    """The address of this bot's source and documents; empty if its host has not set it."""
    support: str = ""
    """The host's contact for faults."""
    mail_address: str = ""
    """The bot's mail address; empty without a mail door."""
    clock: Clock = field(default_factory=SystemClock)
    requests: InFlight = field(default_factory=InFlight)
    """Requests that are not answered yet."""
    completions: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(COMPLETIONS))
    """Limits the autocomplete requests that are processed at a time."""
    begun: deque[int] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """The newest interactions that were handled here: Discord may deliver one again."""


class GameClient(discord.AutoShardedClient):
    """A Discord client with a context."""

    context: AppContext
    """Set before the client starts."""
    ask_back: Callable[[Any, IsAway], Awaitable[None]]
    """Ask a user who acts during their vacation whether they are back."""


Interaction: TypeAlias = discord.Interaction[GameClient]


def cause_of(asked: discord.Interaction[Any] | discord.Message) -> Cause:
    """The cause of an interaction or message: Discord's ids are unique among both."""
    return Cause(f"{DISCORD}:{asked.id}", asked.id)


def identity_of(user: discord.User | discord.Member) -> Identity:
    """The identity of a Discord account, with its display name."""
    return Identity(DISCORD, str(user.id), user.display_name)


async def note_place(work: Awaitable[None]) -> None:
    """Store what is known of a place. A fault is only logged: the next try to post finds out as well."""
    try:
        await work
    except (DatabaseUnavailable, Refused) as trouble:
        log.warning("place_not_noted", reason=str(trouble))


class Request:
    """An interaction as commands see it: user, place, and the use cases."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.cause = cause_of(interaction)
        self.context = interaction.client.context
        self.service = self.context.service
        self.engines = self.service.engines
        self.pictures = self.context.pictures
        self.identity = identity_of(interaction.user)
        self._person: Person | None = None

    async def identify(self) -> None:
        """Identify the user, unless that is done."""
        if self._person is None:
            self._person = await self.service.identities.find(self.identity)

    @property
    def person(self) -> Person:
        """The user, who must be identified by now."""
        assert self._person is not None  # noqa: S101 -- see `identify`
        return self._person

    @property
    def asker(self) -> Person:
        """The user, for use cases that identify the person themselves."""
        return self._person or Person.of(self.identity)

    async def accounts(self, person_ids: Collection[int]) -> Accounts:
        """The accounts of those among these persons who have one."""
        known = await self.service.identities.external_ids(DISCORD, person_ids)
        return {person_id: int(account) for person_id, account in known.items()}

    def status_line(self, summary: GameSummary, view: View | None = None) -> str:
        """Whose turn it is, as said to the user. `view`: the user's, which may tell more than `summary`."""
        known = summary if view is None else summary.seen_in(view)
        return status_line(known, reader=summary.seat_of(self.person.id))

    async def frame(self, summary: GameSummary, *, side: Seat | None = None, **shown: Any) -> Frame:
        """The frame of a picture in the user's theme, from their own seat unless a side is named."""
        theme = (await self.service.preferences.of(self.person)).theme
        perspective = summary.seat_of(self.person.id) if side is None else side
        return frame_of(summary, theme=theme, perspective=perspective, **shown)

    async def picture(self, summary: GameSummary, view: View, **shown: Any) -> discord.File:
        """A view drawn for the user. `shown`: as in `frame_of`."""
        return await self.draw(summary.key, view, await self.frame(summary, **shown))

    async def draw(self, key: str, view: View, frame: Frame) -> discord.File:
        """The picture of a view as a file to attach."""
        return await self.pictures.picture(key, view, frame)

    async def own_picture(self, summary: GameSummary) -> discord.File:
        """The picture of the position as the user may know it."""
        return await self.picture(summary, await self.service.reading.view(summary.code, self.person))

    async def act(
        self, code: str, action: Action | str | TogglePress, public_version: int | None = None
    ) -> Played:
        """Play an action, once even if the request arrives repeatedly. Raises Refused."""
        return await self.service.play.act(
            self.person, code, action, cause=self.cause, expected_public_version=public_version
        )

    async def attempt(
        self,
        game: str | GameRef,
        action: RequestedAction,
        public_version: int | None = None,
        *,
        pointed: bool = False,
    ) -> Played | Preview:
        """Play an action, or return a preview where it needs confirmation. Raises Refused."""
        return await self.service.play.attempt(
            self.asker,
            game,
            action,
            cause=self.cause,
            expected_public_version=public_version,
            pointed=pointed,
            closing=Closing(self.service.undo.with_undo_range),
        )

    @property
    def membership(self) -> Membership:
        """The user's membership in the server."""
        user, channel = self.interaction.user, self.interaction.channel
        rights = self.interaction.permissions
        return Membership(
            roles=frozenset(role.id for role in getattr(user, "roles", ())),
            manages=rights.manage_guild or rights.administrator,
            parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        )

    @property
    def place(self) -> Place | None:
        """The channel or thread of a server; None in direct messages."""
        guild_id, channel_id = self.interaction.guild_id, self.interaction.channel_id
        return None if guild_id is None or channel_id is None else Place(guild_id, channel_id)
