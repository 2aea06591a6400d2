"""The buttons that answer open requests: undo, draw, claim."""

from discord import ButtonStyle

from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.sentences.requests import Way, ways_to_answer
from bot.service.values.game_summary import GameSummary
from engines.contract import Seat


def request_buttons(summary: GameSummary, seat: Seat | None = None) -> list[StatefulItem]:
    """The buttons that answer open requests; only those of one seat if it is given."""
    # They name no seat: on a card several people may press them.
    state = ButtonState.about(summary, "")
    return [
        state._replace(action=way.about, payload=_payload(way, summary)).button(way.label, _style(way))
        for way in ways_to_answer(summary, seat)
    ]


def _payload(way: Way, summary: GameSummary) -> str:
    """The answer; to a pause, which is asked for across several turns, with what is asked for."""
    pause = summary.pausing if way.about == "pause" else None
    return way.answer if pause is None else f"{way.answer}/{pause.wanted}"


def _style(way: Way) -> ButtonStyle:
    if way.answer == "claim" or (way.about, way.answer) == ("ending", "yes"):
        return ButtonStyle.danger
    return ButtonStyle.secondary if way.answer in {"no", "draw decline"} else ButtonStyle.success
