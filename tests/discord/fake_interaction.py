"""An interaction in memory, which records answers within Discord's limits, and fails on order."""

import asyncio
from collections import deque
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.interaction.context import AppContext
from bot.discord.interaction.responder import Responder
from bot.service.values.request import Identity, Person
from engines.registry import ENGINES
from tests.discord import discord_limits, saying
from tests.discord.summaries import ACCOUNTS, ANN
from tests.manual_clock import ManualClock
from tests.service.actors import SINCE


class SentAnswer(NamedTuple):
    """One request to Discord that answers an interaction."""

    how: str
    content: dict[str, Any]

    @property
    def text(self) -> str:
        """All texts of the answer, and the chosen options of its selects."""
        view = self.content.get("view")
        if "content" in self.content:
            return str(self.content["content"])
        if view is None:
            return ""
        items = [getattr(item, "item", item) for item in view.walk_children()]
        return "\n".join(
            item.content if isinstance(item, ui.TextDisplay) else option.label
            for item in items
            for option in getattr(item, "options", [None])
            if isinstance(item, ui.TextDisplay) or (option is not None and option.default)
        )


def pressed_on(message: discord.Message | None = None) -> Any:
    """A minimal stand-in for a press: it knows only the games, and the message if one is given."""
    context = SimpleNamespace(service=SimpleNamespace(engines=ENGINES))
    return SimpleNamespace(client=SimpleNamespace(context=context), message=message)


class Observer:
    """Notes the outcomes of interactions, and counts acknowledgements."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[str, str]] = []
        self.acknowledgements = 0

    def acknowledged(self, seconds: float) -> None:
        """Count an acknowledgement."""
        assert 0 <= seconds < asyncio.get_running_loop().time()
        self.acknowledgements += 1

    def interaction(self, name: str, outcome: str, seconds: float) -> None:
        """Note the outcome of an interaction."""
        assert 0 <= seconds < asyncio.get_running_loop().time()
        self.outcomes.append((name, outcome))


class Identities:
    """Finds Ann by her account, and nobody else."""

    async def find(self, identity: Identity) -> Person:
        """Ann."""
        assert identity.external_id == str(ACCOUNTS[ANN.id])
        return ANN


class Places:
    """Notes the servers in which something happened."""

    def __init__(self) -> None:
        self.active: list[int] = []

    async def retry_after_activity(self, guild_id: int) -> None:
        """Note that something happened in a server."""
        self.active.append(guild_id)


class FakeInteraction:
    """An interaction of Ann's, in a server's channel or in direct messages."""

    def __init__(self, service: Any = None, *, direct: bool = False, **more: Any) -> None:
        self.created_at = SINCE
        self.observer = Observer()
        observing: Any = self.observer
        service = service or SimpleNamespace()
        for name, stub in {"identities": Identities(), "places": Places(), "engines": ENGINES}.items():
            if not hasattr(service, name):
                setattr(service, name, stub)
        pictures: Any = more.pop("pictures", None)
        # No time passes, so that nothing is acknowledged because it is late.
        clock = more.pop("clock", ManualClock(SINCE))
        context = AppContext(service, pictures, frozenset(), observing, clock=clock)
        self.client = SimpleNamespace(context=context, button_actions={})
        self.id = 9_000
        self.type = discord.InteractionType.modal_submit
        """The type of a submitted modal: its fields are filled in already."""
        self.user = SimpleNamespace(id=ACCOUNTS[ANN.id], display_name="Ann")
        self.guild_id = None if direct else 11
        self.channel_id = 77 if direct else 12
        self.channel = None
        self.guild = None
        self.app_permissions = discord.Permissions(0)
        self.permissions = discord.Permissions(0)
        self.command: Any = SimpleNamespace(qualified_name="game show")
        self.namespace: list[tuple[str, Any]] = []
        self.message = None
        self.sent: list[SentAnswer] = []
        self.faults: deque[BaseException | None] = deque()
        """The exceptions raised for the next answers, one after the other; None: no fault."""
        self.response = SimpleNamespace(
            defer=self._call("defer"),
            send_message=self._call("send"),
            edit_message=self._call("update"),
            is_done=lambda: False,
        )
        self.followup = SimpleNamespace(send=self._call("followup"))
        self.edit_original_response = self._call("edit")
        for name, value in more.items():
            setattr(self, name, value)

    def responder(self) -> Responder:
        """The responder that handlers get for this interaction."""
        return Responder(self)  # type: ignore[arg-type]

    async def identified(self) -> Responder:
        """The responder once the person is identified."""
        responder = self.responder()
        await responder.identify()
        return responder

    def _call(self, how: str) -> Any:
        async def called(**content: Any) -> None:
            discord_limits.check(discord_limits.body_of(content))
            self.sent.append(SentAnswer(how, content))
            saying.note(how, content)
            fault = self.faults.popleft() if self.faults else None
            if fault is not None:
                raise fault

        return called


def state_in(custom_id: str) -> ButtonState:
    """The state that is written in a button's custom id."""
    match = StatefulItem.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match is not None, custom_id
    return ButtonState.matched(match)


def buttons(view: ui.LayoutView) -> dict[str, str]:
    """The custom ids of a message's buttons and selects, by their labels."""
    found: dict[str, str] = {}
    for item in view.walk_children():
        match item.item if isinstance(item, ui.DynamicItem) else item:
            case ui.Button(label=str() as label, custom_id=str() as number):
                found[label] = number
            case ui.Select(placeholder=str() as label, custom_id=number):
                found[label] = number
    return found


_SIGNS = {discord.ButtonStyle.primary: "*", discord.ButtonStyle.success: "+", discord.ButtonStyle.danger: "!"}


def looks(view: ui.LayoutView | ui.View) -> list[str]:
    """A message's buttons in order: ``*`` blue, ``+`` green, ``!`` red; in parentheses while disabled."""
    items = (item.item if isinstance(item, ui.DynamicItem) else item for item in view.walk_children())
    found = [item for item in items if isinstance(item, ui.Button)]
    shown = ((f"{_SIGNS.get(one.style, '')}{one.label}", one.disabled) for one in found)
    return [f"({look})" if disabled else look for look, disabled in shown]


def options(view: ui.LayoutView) -> Mapping[str, str | None]:
    """The options of a message's selects, with their descriptions."""
    items = (item.item if isinstance(item, ui.DynamicItem) else item for item in view.walk_children())
    selects = [item for item in items if isinstance(item, ui.Select)]
    return {option.label: option.description for select in selects for option in select.options}
