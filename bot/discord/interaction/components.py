"""Persistent buttons and selects, which keep their whole state in the custom id."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
import structlog

from bot.discord.api.retries import FAULTS
from bot.discord.interaction.context import Interaction
from bot.discord.interaction.options import storable
from bot.discord.interaction.responder import Responder
from bot.discord.interaction.responding import respond
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import Seat
from engines.wording import shorten

log = structlog.get_logger(__name__)

SELECT_OPTIONS = 25
"""Options that a select can show."""
CUSTOM_ID_LIMIT = 100
LABEL_LIMIT = 80
"""Characters of a button's label."""
OPTION_LIMIT = 100
"""Characters of a select option's label, and of its description."""
PLACEHOLDER_LIMIT = 150
"""Characters of a select's placeholder."""
FORM_SECONDS = 900.0
NO_GAME = "X"
"""The code in a custom id that concerns no game, or a game chosen in a select."""
_FIELDS = (
    r":(?P<action>[a-z]+):(?P<code>[A-Z0-9]+):(?P<number>[0-9]{1,9}):(?P<seat>[0-9]{0,2}):(?P<payload>.*)"
)


_PAGING = frozenset({"talks", "past", "inbox", "review", "reviewed"})
"""Actions whose custom id holds an offset in place of the public version."""


class ButtonState(NamedTuple):
    """The state of a button or select: an action on a game at a public version, from one seat."""

    action: str
    code: str = NO_GAME
    public_version: int = 0
    seat: Seat | None = None
    payload: str = ""
    """Further data of the action: the picks so far, a notation."""
    offset: int = 0
    """The number of entries before a page; for actions that turn pages."""
    values: tuple[str, ...] = ()
    """The values just chosen in a select, people and channels by their ids, or typed into a form; not part of
    the custom id."""

    @classmethod
    def about(
        cls, game: GameSummary, action: str, seat: Seat | None = None, payload: str = ""
    ) -> ButtonState:
        """An action on a game as it is now."""
        return cls(action, game.code, game.public_version, seat, payload)

    def custom_id(self, prefix: str) -> str:
        """The id as Discord keeps it. Raises ValueError past 100 characters."""
        seat = "" if self.seat is None else self.seat
        number = self.offset if self.action in _PAGING else self.public_version
        text = f"{prefix}:{self.action}:{self.code}:{number}:{seat}:{self.payload}"
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text

    def button(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> StatefulItem:
        """The button with this state; a label that is too long for Discord is cut."""
        button: discord.ui.Button[Any] = discord.ui.Button(
            custom_id=self.custom_id("tb"),
            label=shorten(label, LABEL_LIMIT),
            style=style,
            emoji=emoji,
            disabled=disabled,
        )
        return StatefulItem(button, self)

    def select(
        self, placeholder: str, options: list[discord.SelectOption], most: int | None = None
    ) -> StatefulItem:
        """The select with this state; `most`: how many may be chosen at once, or none; None: one is."""
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.custom_id("ts"),
            placeholder=shorten(placeholder, PLACEHOLDER_LIMIT),
            options=options,
            min_values=1 if most is None else 0,
            max_values=most or 1,
        )
        return StatefulItem(select, self)

    @classmethod
    def matched(cls, match: re.Match[str]) -> ButtonState:
        """The state of a custom id: the inverse of `custom_id`."""
        seat = int(match["seat"]) if match["seat"] else None
        action, code, number = match["action"], match["code"], int(match["number"])
        if action in _PAGING:
            return cls(action, code, seat=seat, payload=match["payload"], offset=number)
        return cls(action, code, number, seat, match["payload"])


def number_in(text: str) -> int:
    """The number in a payload or a value, which has at most 100 characters.

    Raises Refused for a text that no message of ours holds.
    """
    if not (text.isascii() and text.isdigit() and int(text) < 2**63):
        raise unknown_button()
    return int(text)


def unknown_button() -> Refused:
    """The refusal of a custom id that no message of ours has."""
    return Refused("unknown_button", "This button does not belong to a message from Turnpost.")


ButtonHandler: TypeAlias = Callable[[Responder, ButtonState], Awaitable[None]]


class FormField(NamedTuple):
    """A field of a form, in which text is typed."""

    name: str
    label: str
    hint: str
    value: str
    """The present value, with which the field is filled."""
    most: int
    """The most characters that may be typed."""


Form: TypeAlias = tuple[str, Sequence[FormField]]
"""A title, and at most five fields."""


class ButtonAction(NamedTuple):
    """The reaction to a press. `update`: the answer replaces the pressed message, which must be private."""

    handler: ButtonHandler
    update: bool = False
    form: Callable[[Interaction, ButtonState], Form | None] | None = None
    """Makes the form that is shown first, without I/O. What is typed comes as ``name=text`` in `values`."""


async def _unknown(_responder: Responder, _state: ButtonState) -> None:
    raise Refused("unknown_button", "This button belongs to another version of Turnpost; use `/game show`.")


async def _press(interaction: discord.Interaction[Any], state: ButtonState) -> None:
    action = interaction.client.button_actions.get(state.action)
    name = "press unknown" if action is None else f"press {state.action}"
    action = action or ButtonAction(_unknown)
    if action.form is not None and interaction.type is discord.InteractionType.component:
        asked = action.form(interaction, state)
        if asked is not None:
            try:
                await interaction.response.send_modal(_Typed(asked, state))
            except (*FAULTS, discord.InteractionResponded) as error:
                # Discord tells the user that the interaction failed.
                log.warning("form_lost", reason=str(error))
            return
    handler = action.handler
    await respond(interaction, lambda responder: handler(responder, state), update=action.update, name=name)


class _Typed(discord.ui.Modal):
    """A form, with an id of its own: several people may fill in the same at once.

    A form is lost when the process ends, or after a while; its user must open it again.
    """

    def __init__(self, form: Form, state: ButtonState) -> None:
        title, fields = form
        super().__init__(title=title, timeout=FORM_SECONDS)
        self.state = state
        self.inputs: dict[str, discord.ui.TextInput[Any]] = {}
        for name, label, hint, value, most in fields:
            typed = discord.ui.TextInput[Any](
                custom_id=name, default=value or None, required=False, max_length=most
            )
            self.inputs[name] = typed
            self.add_item(discord.ui.Label(text=label, description=hint or None, component=typed))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        typed = (f"{name}={storable(one.value).strip()}" for name, one in self.inputs.items())
        await _press(interaction, self.state._replace(values=tuple(typed)))


class StatefulItem(discord.ui.DynamicItem[Any], template="t[bs]" + _FIELDS):
    """A button or a select with its state."""

    def __init__(self, item: discord.ui.Item[Any], state: ButtonState) -> None:
        super().__init__(item)
        self.state = state

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> StatefulItem:
        """The pressed item, also of a message that another process sent long ago."""
        return cls(item, ButtonState.matched(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run the action, with the values of a select."""
        match self.item:
            case discord.ui.Select(values=values):
                chosen = tuple(values)
            case discord.ui.UserSelect(values=named) | discord.ui.ChannelSelect(values=named):
                chosen = tuple(str(one.id) for one in named)
            case _:
                chosen = ()
        await _press(interaction, self.state._replace(values=chosen))


def select_option(
    label: str, value: str, description: str | None = None, *, default: bool = False
) -> discord.SelectOption:
    """An option of a select, cut to Discord's limits."""
    below = description and shorten(description, OPTION_LIMIT)
    return discord.SelectOption(
        label=shorten(label, OPTION_LIMIT), value=value, description=below, default=default
    )


def plan_button(summary: GameSummary) -> StatefulItem:
    """The button that opens what the user has planned ahead in a game."""
    return ButtonState.about(summary, "plan").button("Plan ahead")


def states_in(message: discord.Message) -> Iterator[tuple[Any, ButtonState]]:
    """The buttons and selects of a message, with their states."""
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        custom_id = getattr(part, "custom_id", None)
        template = StatefulItem.__discord_ui_compiled_template__
        if custom_id is not None and (match := template.fullmatch(custom_id)):
            yield part, ButtonState.matched(match)
