"""Computers in games that wait for players: added and sent away by the host."""

from typing import Final

from bot.discord.formatting.markdown import how_it_starts, title
from bot.discord.interaction.components import ButtonState, unknown_button
from bot.discord.interaction.responder import Options, Responder
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import Level

NONE: Final = "none"
"""In place of a level: a computer is sent away."""


async def change(responder: Responder, summary: GameSummary, options: Options) -> None:
    """`/game lobby computer`. Raises Refused."""
    await responder.say(await _changed(responder, summary.code, str(options["level"])))


async def ask(responder: Responder, state: ButtonState) -> None:
    """Ask the host which level is to be added, or send a computer away. Raises Refused."""
    if state.payload == NONE:
        await responder.say(await _changed(responder, state.code, NONE))
        return
    summary = await responder.service.reading.summary(state.code)
    if summary.host.id != responder.person.id:
        raise Refused("not_host", f"Only the host can add a computer to {title(summary)}.")
    chosen = ButtonState("seat", state.code)
    levels = [chosen._replace(payload=one.word).button(one.word.capitalize()) for one in Level]
    close = ButtonState("close", state.code).button("Close")
    await responder.show_box(f"{title(summary)}\nHow well is the computer to play?", [*levels, close])


async def press(responder: Responder, state: ButtonState) -> None:
    """A level was chosen. Raises Refused."""
    await responder.replace_with(await _changed(responder, state.code, state.payload))


async def _changed(responder: Responder, code: str, level: str) -> str:
    lobby, person, cause = responder.service.lobby, responder.person, responder.cause
    if level == NONE:
        summary = await lobby.remove_computer(person, code, cause=cause)
        return f"You have sent a computer away from {title(summary)}: its seat is free again."
    if level.upper() not in Level.__members__:
        raise unknown_button()
    summary = await lobby.add_computer(person, code, Level[level.upper()], cause=cause)
    return f"A {level} computer has a seat in {title(summary)}. {how_it_starts(summary)}"
