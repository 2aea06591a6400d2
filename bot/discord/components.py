"""Buttons and selects that outlive the process: all they need stands in their custom id."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.discord.responder import Responder, respond
from bot.service.summaries import Refused
from engines.contract import Seat

SELECT_OPTIONS = 25
"""Options that a select can show."""
CUSTOM_ID_LIMIT = 100
NO_GAME = "X"
"""Stands for the code in the custom id of what is about no game, or about one chosen in a select."""
_FIELDS = r":(?P<action>[a-z]+):(?P<code>[A-Z0-9]+):(?P<number>\d+):(?P<seat>\d*):(?P<payload>.*)"


_PAGING = frozenset({"talks"})
"""Actions whose custom id holds an offset where that of others holds the public version."""


class ButtonState(NamedTuple):
    """What a button or select stands for: an action on a game at a public version, from one seat."""

    action: str
    code: str
    public_version: int = 0
    seat: Seat | None = None
    payload: str = ""
    """Whatever else the action needs: the picks so far, a notation."""
    offset: int = 0
    """How many entries come before a page; for actions that turn pages."""
    values: tuple[str, ...] = ()
    """What was chosen in a select just now; no part of the custom id."""

    def custom_id(self, prefix: str) -> str:
        """As Discord keeps it. Raises ValueError past 100 characters."""
        seat = "" if self.seat is None else self.seat
        number = self.offset if self.action in _PAGING else self.public_version
        text = f"{prefix}:{self.action}:{self.code}:{number}:{seat}:{self.payload}"
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text

    @classmethod
    def matched(cls, match: re.Match[str]) -> ButtonState:
        """The inverse of `custom_id`."""
        seat = int(match["seat"]) if match["seat"] else None
        action, code, number = match["action"], match["code"], int(match["number"])
        if action in _PAGING:
            return cls(action, code, seat=seat, payload=match["payload"], offset=number)
        return cls(action, code, number, seat, match["payload"])


ButtonHandler: TypeAlias = Callable[[Responder, ButtonState], Awaitable[None]]


class ButtonAction(NamedTuple):
    """What happens on a press. `update`: the answer replaces the (private) message pressed on."""

    handler: ButtonHandler
    update: bool = False


async def _unknown(_responder: Responder, _state: ButtonState) -> None:
    raise Refused("unknown_button", "This button belongs to another version of Turnpost; use `/game show`.")


async def _press(interaction: discord.Interaction[Any], state: ButtonState) -> None:
    action = interaction.client.button_actions.get(state.action)
    name = "press unknown" if action is None else f"press {state.action}"
    action = action or ButtonAction(_unknown)

    async def handle(responder: Responder) -> None:
        await action.handler(responder, state)

    await respond(interaction, handle, update=action.update, name=name)


class StatefulButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template="tb" + _FIELDS):
    """A button that carries its meaning with it."""

    def __init__(
        self,
        state: ButtonState,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Button(
                custom_id=state.custom_id("tb"), label=label, style=style, emoji=emoji, disabled=disabled
            )
        )
        self.state = state

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> StatefulButton:
        """The button of an interaction, whoever sent it and however long ago."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101 -- the template names buttons only
        return cls(ButtonState.matched(match), item.label or "", item.style)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the action out."""
        await _press(interaction, self.state)


class StatefulSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template="ts" + _FIELDS):
    """A select that carries its meaning with it."""

    def __init__(self, state: ButtonState, placeholder: str, options: list[discord.SelectOption]) -> None:
        super().__init__(
            discord.ui.Select(custom_id=state.custom_id("ts"), placeholder=placeholder, options=options)
        )
        self.state = state

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> StatefulSelect:
        """The select of an interaction, whoever sent it and however long ago."""
        assert isinstance(item, discord.ui.Select)  # noqa: S101 -- the template names selects only
        return cls(ButtonState.matched(match), item.placeholder or "", item.options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the action out with what was chosen."""
        await _press(interaction, self.state._replace(values=tuple(self.item.values)))
