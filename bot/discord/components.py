"""Buttons and selects that outlive the process: all they need stands in their custom id."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
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
_FIELDS = (
    r":(?P<action>[a-z]+):(?P<code>[A-Z0-9]+):(?P<number>[0-9]{1,9}):(?P<seat>[0-9]{0,2}):(?P<payload>.*)"
)


_PAGING = frozenset({"talks", "past", "inbox"})
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
    """What was chosen in a select just now, people by their ids; no part of the custom id."""

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


def number_in(text: str) -> int:
    """A number that a payload or a value holds, at most 100 characters.

    Raises Refused where no message of ours has written it.
    """
    if not (text.isascii() and text.isdigit() and int(text) < 2**63):
        raise Refused("unknown_button", "This button is of no message that Turnpost has sent.")
    return int(text)


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


class StatefulItem(discord.ui.DynamicItem[Any], template="t[bs]" + _FIELDS):
    """A button or a select that carries its meaning with it."""

    def __init__(self, item: discord.ui.Item[Any], state: ButtonState) -> None:
        super().__init__(item)
        self.state = state

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> StatefulItem:
        """The item of an interaction, whoever sent it and however long ago."""
        return cls(item, ButtonState.matched(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the action out, with what was chosen in a select."""
        match self.item:
            case discord.ui.Select(values=values):
                chosen = tuple(values)
            case discord.ui.UserSelect(values=people):
                chosen = tuple(str(person.id) for person in people)
            case _:
                chosen = ()
        await _press(interaction, self.state._replace(values=chosen))


def stateful_button(
    state: ButtonState,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    *,
    disabled: bool = False,
) -> StatefulItem:
    """A button with this meaning."""
    button: discord.ui.Button[Any] = discord.ui.Button(
        custom_id=state.custom_id("tb"), label=label, style=style, emoji=emoji, disabled=disabled
    )
    return StatefulItem(button, state)


def stateful_select(
    state: ButtonState, placeholder: str, options: list[discord.SelectOption]
) -> StatefulItem:
    """A select with this meaning."""
    return StatefulItem(
        discord.ui.Select(custom_id=state.custom_id("ts"), placeholder=placeholder, options=options), state
    )


def states_of(message: discord.Message) -> Iterator[ButtonState]:
    """What the buttons and selects of a message stand for."""
    return (state for _, state in states_in(message))


def states_in(message: discord.Message) -> Iterator[tuple[Any, ButtonState]]:
    """The buttons and selects of a message, with what they stand for."""
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        custom_id = getattr(part, "custom_id", None)
        template = StatefulItem.__discord_ui_compiled_template__
        if custom_id is not None and (match := template.fullmatch(custom_id)):
            yield part, ButtonState.matched(match)
