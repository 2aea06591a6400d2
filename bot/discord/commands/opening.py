"""`new`: opens a game from typed options, or a private panel without any."""

from collections.abc import Mapping
from typing import Any

from bot.discord.commands.play import create_game
from bot.discord.components import ButtonState
from bot.discord.opening import chosen_in, options_panel, titles_panel, values_of
from bot.discord.responder import Responder
from bot.discord.typed_values import read_typed
from bot.service.titles import resolve_engine
from engines.contract import AnyEngine


async def new_of_any(responder: Responder, options: Mapping[str, Any]) -> None:
    """`/game new`. Raises Refused."""
    own = dict(options)
    if "game" not in own and not own:
        await responder.show(titles_panel(responder.engines))
        return
    await new(responder, own, engine=resolve_engine(responder.engines, str(own.pop("game", ""))))


async def new(responder: Responder, options: Mapping[str, Any], *, engine: AnyEngine) -> None:
    """A game's own `new`. Raises Refused."""
    if options:
        await responder.say(await create_game(responder, options, engine=engine))
    else:
        await responder.show(options_panel(engine, {}, alone=responder.place is None))


async def choose_title(responder: Responder, state: ButtonState) -> None:
    """A title was chosen: show the options of that game. Raises Refused."""
    engine = resolve_engine(responder.engines, "".join(state.values))
    await responder.show(options_panel(engine, {}, alone=responder.place is None))


async def choose_option(responder: Responder, state: ButtonState) -> None:
    """A value was chosen: show it as chosen. Raises Refused."""
    key, _, name = state.payload.partition("/")
    chosen = chosen_in(responder.interaction.message) | {name: state.values}
    alone = responder.place is None
    await responder.show(options_panel(resolve_engine(responder.engines, key), chosen, alone=alone))


async def type_values(responder: Responder, state: ButtonState) -> None:
    """Show values that were typed as chosen. Raises Refused for one that does not fit."""
    engine = resolve_engine(responder.engines, state.payload)
    chosen = chosen_in(responder.interaction.message)
    typed = read_typed(engine, chosen, state.values)
    await responder.show(options_panel(engine, chosen | typed, alone=responder.place is None))


async def open_game(responder: Responder, state: ButtonState) -> None:
    """Open the game as the panel shows it. Raises Refused."""
    engine = resolve_engine(responder.engines, state.payload)
    alone = responder.place is None
    options = values_of(engine, chosen_in(responder.interaction.message), alone=alone)
    await responder.replace_with(await create_game(responder, options, engine=engine))
