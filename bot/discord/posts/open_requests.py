"""The buttons that answer open requests: undo, draw, claim."""

from discord import ButtonStyle

from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.sentences.requests import Way, ways_to_answer
from bot.service.values.game_summary import GameSummary
from engines.contract import Seat


def request_buttons(summary: GameSummary, seat: Seat | None = None) -> list[StatefulItem]:
    """The buttons that answer open requests; only those of one seat if it is given."""
    # The buttons name no seat: on a card several people may press them.
    state, buttons = ButtonState.about(summary, ""), []
    for way in ways_to_answer(summary, seat):
        payload = way.answer
        if way.about == "pause" and summary.pausing is not None:
            # A pause or an end is asked for across several turns: the button answers what is asked for now.
            payload = f"{way.answer}/{summary.pausing.wanted}"
        elif way.about == "ending":
            payload = f"{way.answer}/{''.join(map(str, summary.ending))}"
        buttons.append(state._replace(action=way.about, payload=payload).button(way.label, _style(way)))
    return buttons


def _style(way: Way) -> ButtonStyle:
    if way.answer == "claim" or (way.about, way.answer) == ("ending", "yes"):
        return ButtonStyle.danger
    return ButtonStyle.secondary if way.answer in {"no", "draw decline"} else ButtonStyle.success
