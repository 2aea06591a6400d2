"""What waits for somebody's answer (an undo, a draw, a claim): its words, and the buttons that answer it."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.discord.components import ButtonState, StatefulItem, stateful_button
from bot.discord.markdown import Accounts, Markdown
from bot.sentences import request_lines
from bot.service.summaries import GameSummary
from engines.contract import Claim, Draw, Extend, MetaAction, Seat, parse_meta

_ANSWERS: Mapping[MetaAction, tuple[str, ButtonStyle]] = {
    Draw("accept"): ("Accept the draw", ButtonStyle.success),
    Draw("decline"): ("Decline the draw", ButtonStyle.secondary),
    Claim(): ("Claim the win", ButtonStyle.danger),
    Extend(): ("Give more time", ButtonStyle.success),
}
"""The buttons that answer a request, by the answer."""


def request_words(summary: GameSummary, accounts: Accounts, reader: Seat | None = None) -> list[str]:
    """The requests that wait for an answer, a line each; for a `reader` alone those that wait for theirs."""
    return request_lines(summary, Markdown(accounts), reader)


def request_buttons(summary: GameSummary, seat: Seat | None = None) -> list[StatefulItem]:
    """The buttons that answer what waits; those of one seat alone if it is given."""

    def button(action: str, payload: str, label: str, style: ButtonStyle) -> StatefulItem:
        # It names no seat: on a card several people may press it.
        return stateful_button(
            ButtonState(action, summary.code, summary.public_version, payload=payload), label, style
        )

    answers = {notation: parse_meta(notation) for one, notation in summary.answers if seat in (None, one)}
    buttons = [
        button("table", notation, *_ANSWERS[answer])
        for notation, answer in answers.items()
        if answer is not None and answer in _ANSWERS
    ]
    if summary.ending and (seat is None or seat in summary.ending_asked):
        buttons.append(button("ending", "yes", "End the game", ButtonStyle.danger))
        buttons.append(button("ending", "no", "Play on", ButtonStyle.secondary))
    if summary.pausing is not None and (seat is None or seat in summary.pausing_asked):
        agree = "Go on" if summary.pausing.until is None else "Agree to the pause"
        buttons.append(button("pause", "yes", agree, ButtonStyle.success))
        buttons.append(button("pause", "no", "Decline it", ButtonStyle.secondary))
    if summary.undo_asked_by is not None and (seat is None or seat in summary.undo_asked):
        buttons.append(button("undo", "yes", "Allow the undo", ButtonStyle.success))
        buttons.append(button("undo", "no", "Refuse it", ButtonStyle.secondary))
    return buttons
