"""What every command and button works with, and the client that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.discord.picture_service import PictureService
from bot.observer import NULL_OBSERVER, Observer
from bot.service import Service
from bot.service.cause import Cause
from bot.service.reports import Person, Place
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


def person_of(interaction: Interaction) -> Person:
    """The user behind an interaction, by the name used where it was made."""
    return Person(interaction.user.id, interaction.user.display_name)


def place_of(interaction: Interaction) -> Place | None:
    """The channel or thread of a server where an interaction was made; None in direct messages."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    return Place(interaction.guild_id, interaction.channel_id)
