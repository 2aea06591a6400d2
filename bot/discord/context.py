"""What every command and button works with: the use cases, the client that serves them, the request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.discord.picture_service import PictureService
from bot.observer import NULL_OBSERVER, Observer
from bot.service import Service
from bot.service.cause import Cause
from bot.service.summaries import Person, Place
from engines.contract import AnyEngine


@dataclass(frozen=True)
class AppContext:
    """The use cases and their instruments."""

    service: Service
    engines: Mapping[str, AnyEngine]
    pictures: PictureService
    owners: frozenset[int] = frozenset()
    """Users who administer the games of every server."""
    observer: Observer = NULL_OBSERVER


class GameClient(discord.AutoShardedClient):
    """A Discord client with a context."""

    context: AppContext


Interaction: TypeAlias = discord.Interaction[GameClient]


def cause_of(asked: discord.Interaction[Any] | discord.Message) -> Cause:
    """The interaction or the message by which something is asked for: Discord's ids are unique among both."""
    return Cause(f"discord:{asked.id}", asked.id)


class Request:
    """An interaction as commands see it: who asks, where, and the use cases that answer."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.id = interaction.id
        self.cause = cause_of(interaction)
        self.context = interaction.client.context
        self.service = self.context.service
        self.engines = self.context.engines
        self.pictures = self.context.pictures
        self.person = Person(interaction.user.id, interaction.user.display_name)
        """By the name used where the request was made."""

    @property
    def place(self) -> Place | None:
        """The channel or thread of a server; None in direct messages."""
        guild_id, channel_id = self.interaction.guild_id, self.interaction.channel_id
        return None if guild_id is None or channel_id is None else Place(guild_id, channel_id)
