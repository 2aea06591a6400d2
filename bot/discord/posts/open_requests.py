"""The buttons that answer open requests: undo, draw, claim."""

from discord import ButtonStyle

from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.sentences.requests import PossibleAnswer, possible_answers
from bot.service.values.game_summary import GameSummary
from engines.contract import Seat


def request_buttons(summary: GameSummary, seat: Seat | None = None) -> list[StatefulItem]:
    """The buttons that answer open requests; only those of one seat if it is given."""
    # The buttons name no seat: on a card several people may press them.
    state, buttons = ButtonState.about(summary, ""), []
    for one in possible_answers(summary, seat):
        payload = one.answer
        if one.about == "pause" and summary.pausing is not None:
            # A pause or an end is asked for across several turns: the button answers what is asked for now.
            payload = f"{one.answer}/{summary.pausing.wanted}"
        elif one.about == "ending":
            payload = f"{one.answer}/{''.join(map(str, summary.ending))}"
        buttons.append(state._replace(action=one.about, payload=payload).button(one.label, _style(one)))
    return buttons


def _style(possible: PossibleAnswer) -> ButtonStyle:
    if possible.answer == "claim" or (possible.about, possible.answer) == ("ending", "yes"):
        return ButtonStyle.danger
    return ButtonStyle.secondary if possible.answer in {"no", "draw decline"} else ButtonStyle.success
