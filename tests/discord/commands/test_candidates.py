"""Among which games a command looks where none is named, and which of them it offers."""

from typing import Any
from unittest.mock import MagicMock

import pytest
from discord import app_commands

from bot.discord.client import TurnpostClient
from bot.discord.commands import about_game
from bot.discord.interaction.options import MAX_CHOICES
from bot.service.reading.finding import LISTED
from bot.service.values.refused import Refused
from engines.registry import ENGINES
from tests.discord.fake_interaction import FakeInteraction, Identities, Places
from tests.discord.summaries import ANN

SCOPES = {
    "open": {"game join"},
    "lobby": {"mail invite", *(f"game lobby {name}" for name in ("leave", "start", "cancel", "computer"))},
    "any": {
        *("game show", "game catchup", "game follow", "game try", "game review", "game hand", "game history"),
        *("game record export", "game record verify", "game rules"),
        *("notes", "privacy mute", "privacy report", *(f"{key} messages" for key in ENGINES)),
        *(f"{key} hand" for key, engine in ENGINES.items() if engine.hand is not None),
    },
}
"""What one does before a game begins, or in any; all others are for running games."""
OWN_WAY = {"game new", "game settings", "game lobby invitations"}
"""These take a title, the usual settings without a game, and invitations."""


async def test_a_command_looks_among_the_games_that_it_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, offered = list[str](), list[str]()

    def looks(_code: object, _place: object, _person: object, scope: str, _key: object) -> None:
        looked.append(scope)
        raise Refused("found", "That is found.")

    async def codes(*asked: object, scope: str, limit: int) -> list[Any]:
        assert (asked, limit) in (((ANN, 11, "k7"), MAX_CHOICES), ((ANN, 11, ""), LISTED))
        if limit == MAX_CHOICES:
            offered.append(scope)
        return []

    monkeypatch.setattr(about_game, "GameRef", looks)
    service = MagicMock(engines=ENGINES, identities=Identities(), places=Places())
    service.reading.codes = codes
    found = dict[str, list[str]]()
    for command in TurnpostClient(ENGINES).tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.qualified_name in OWN_WAY:
            continue
        if "game" in command._params and not command.qualified_name.startswith("admin "):
            filled = dict.fromkeys(command._params)
            await command._callback(FakeInteraction(service), **filled)  # type: ignore[call-arg, arg-type]
            complete: Any = command._params["game"].autocomplete
            await complete(FakeInteraction(service), "k7")
            found[command.qualified_name] = looked + offered
            looked.clear()
            offered.clear()
    scope_of = {name: scope for scope, names in SCOPES.items() for name in names}
    assert found == {name: [scope_of.get(name, "running")] * 2 for name in found}
    assert scope_of.keys() <= found.keys()
