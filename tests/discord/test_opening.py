"""Opening a game by a private panel, which shows all that was chosen so far."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.discord.components import NO_GAME, ButtonState
from bot.discord.opening import chosen_in, fields_of, options_panel, titles_panel, values_of
from bot.service import Service
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.discord.fake_interaction import FakeInteraction, options
from tests.discord.guests import Guests, text_of
from tests.discord.test_titles import MANY
from tests.service.people import ANN


@pytest.fixture
def guests(service: Service) -> Guests:
    return Guests(service, None)  # type: ignore[arg-type] # nothing is drawn here


def message_of(view: ui.LayoutView) -> Any:
    """The message that shows this, with what Discord tells of its buttons and selects."""
    return SimpleNamespace(
        components=[item.item for item in view.walk_children() if isinstance(item, ui.DynamicItem)]
    )


def shown(interaction: FakeInteraction) -> Any:
    return message_of(interaction.said[-1].content["view"])


async def on(guests: Guests, message: Any, handler: str, payload: str, *values: str) -> FakeInteraction:
    interaction = guests.interaction(ANN, message=message)
    state = ButtonState(handler, NO_GAME, payload=payload, values=values)
    responder = await interaction.identified()
    await interaction.client.button_actions[handler].handler(responder, state)
    return interaction


async def test_nothing_typed_leads_through_titles_and_options(guests: Guests) -> None:
    titles = await guests.type(ANN, "game new")
    assert len(options(titles.said[-1].content["view"])) == len(ENGINES)
    panel = await on(guests, shown(titles), "title", "0", "tae")
    assert "## TaE" in text_of(panel)
    panel = await on(guests, shown(panel), "option", "tae/players", "3")
    panel = await on(guests, shown(panel), "option", "tae/hours", "48")
    panel = await on(guests, shown(panel), "option", "tae/switches", "monuments")
    opened = await on(guests, shown(panel), "open", "tae")
    assert "You opened **TaE**" in text_of(opened)
    (game,) = await guests.service.reading.my_games(await guests.service.persons.find(opened_by(opened)))
    assert (len(game.seats), game.deadline_hours, game.threaded) == (3, 48.0, False)
    assert game.options["monuments"] is True


def opened_by(interaction: FakeInteraction) -> Any:
    return interaction.responder().identity


async def test_a_games_own_new_leads_to_its_options(guests: Guests) -> None:
    panel = await guests.type(ANN, "roses new")
    assert "## Guerre des Deux Roses" in text_of(panel)
    assert "You opened" in text_of(await on(guests, shown(panel), "open", "roses"))


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_a_panel_is_as_usual_and_within_limits(engine: AnyEngine) -> None:
    view = options_panel(engine, {})
    assert sum(1 for _ in view.walk_children()) <= 40
    message = message_of(view)
    assert chosen_in(message) == {field.name: field.usual for field in fields_of(engine)}
    assert values_of(engine, chosen_in(message)) == {}, "all as usual"
    for field in fields_of(engine):
        assert len(field.choices) <= 25
        text, value, _ = field.choices[-1]
        if not field.several and (text,) != field.usual:
            assert values_of(engine, {field.name: (text,)}) == {field.name: value}


def test_more_titles_than_a_select_holds_are_all_there() -> None:
    view = titles_panel(MANY)
    assert len(options(view)) == len(MANY)
    assert sum(1 for _ in view.walk_children()) <= 40


async def test_the_help_names_as_many_games_as_have_room(guests: Guests) -> None:
    said = text_of(await guests.type(ANN, "game help")).strip()
    assert len(said) <= 2000
    assert not said.endswith("…")
    assert "**Guerre des Deux Roses** (`/roses new`): 2 players · 20 to 60 moves. Two castles" in said
    assert said.splitlines()[-1].startswith(("**TaE**", "-# … and "))
