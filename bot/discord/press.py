"""Buttons and selects that outlive the process: all they need stands in their custom id."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.discord.answer import Answer, answering
from bot.discord.desk import Host, Interaction
from bot.service.reports import Refused
from engines.contract import Seat

CUSTOM_ID_LIMIT = 100
_FIELDS = r":(?P<verb>[a-z]+):(?P<code>[A-Z0-9]+):(?P<version>\d+):(?P<seat>\d*):(?P<rest>.*)"


class Ref(NamedTuple):
    """What a button or select stands for: a verb on a game at a version, from one seat."""

    verb: str
    code: str
    version: int
    seat: Seat | None = None
    rest: str = ""
    """Whatever else the verb needs: the picks so far, a notation."""

    def custom_id(self, prefix: str) -> str:
        """As Discord keeps it. Raises ValueError past 100 characters."""
        seat = "" if self.seat is None else self.seat
        text = f"{prefix}:{self.verb}:{self.code}:{self.version}:{seat}:{self.rest}"
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text

    @classmethod
    def matched(cls, match: re.Match[str]) -> Ref:
        """The inverse of `custom_id`."""
        seat = int(match["seat"]) if match["seat"] else None
        return cls(match["verb"], match["code"], int(match["version"]), seat, match["rest"])


PressHandler: TypeAlias = Callable[[Interaction, Answer, Ref, Sequence[str]], Awaitable[None]]


class Verb(NamedTuple):
    """What happens on a press. `update`: the answer replaces the (private) message pressed on."""

    handler: PressHandler
    update: bool = False


class PressHost(Host):
    """A client that knows what each verb does."""

    verbs: dict[str, Verb]


async def _unknown(_interaction: Interaction, _answer: Answer, _ref: Ref, _values: Sequence[str]) -> None:
    raise Refused("unknown_button", "This button belongs to another version of Turnpost; use `/game show`.")


async def _press(interaction: discord.Interaction[Any], ref: Ref, values: Sequence[str]) -> None:
    verb = interaction.client.verbs.get(ref.verb)
    name = "press unknown" if verb is None else f"press {ref.verb}"
    verb = verb or Verb(_unknown)

    async def handle(interaction: Interaction, answer: Answer) -> None:
        await verb.handler(interaction, answer, ref, values)

    await answering(interaction, handle, update=verb.update, name=name)


class PressButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template="tb" + _FIELDS):
    """A button that carries its meaning with it."""

    def __init__(
        self,
        ref: Ref,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Button(
                custom_id=ref.custom_id("tb"), label=label, style=style, emoji=emoji, disabled=disabled
            )
        )
        self.ref = ref

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PressButton:
        """The button of an interaction, whoever sent it and however long ago."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101 -- the template names buttons only
        return cls(Ref.matched(match), item.label or "", item.style)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the verb out."""
        await _press(interaction, self.ref, ())


class PressSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template="ts" + _FIELDS):
    """A select that carries its meaning with it."""

    def __init__(self, ref: Ref, placeholder: str, options: list[discord.SelectOption]) -> None:
        super().__init__(
            discord.ui.Select(custom_id=ref.custom_id("ts"), placeholder=placeholder, options=options)
        )
        self.ref = ref

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PressSelect:
        """The select of an interaction, whoever sent it and however long ago."""
        assert isinstance(item, discord.ui.Select)  # noqa: S101 -- the template names selects only
        return cls(Ref.matched(match), item.placeholder or "", item.options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the verb out with what was chosen."""
        await _press(interaction, self.ref, self.item.values)
