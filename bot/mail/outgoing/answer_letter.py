"""The letter that answers a mail."""

from collections.abc import Sequence
from typing import Final

from bot.mail.outgoing import letter_parts, wording
from bot.mail.outgoing.letter import Letter, Links, Part, Text
from bot.mail.outgoing.position import Position
from bot.service.accounts.mail import HOURLY_ANSWERS
from bot.service.values import payloads
from engines.contract import AnyEngine
from engines.wording import shorten
from render.text import spoken

_SUBJECT: Final = 150
"""Characters of the subject of a mail that answers another."""
_LAST: Final = (
    f"You have had {HOURLY_ANSWERS} answers within an hour, so no more come for a while. What you write is "
    "done all the same if it can be, and mails about your turns come as ever."
)


def answer_letter(
    answer: payloads.MailAnswer,
    position: Position | None,
    engine: AnyEngine | None,
    reply_to: str,
    shown: Sequence[Part],
) -> Letter:
    """The letter of an answer. `position`: the game's, if the answer shows it; `shown`: further parts."""
    parts: list[Part] = [Text(answer.text)]
    parts += [Text(_LAST)] if answer.last else []
    parts += [Links(answer.choices, reply_to)] if answer.choices else []
    parts += shown
    if position is not None and engine is not None:
        summary = position.summary
        if wording.status(summary, position.preferences.time_zone, position.seat) in answer.text:
            position = position.without_status
        if letter_parts.answer_links(summary, position.seat):
            speech = wording.PlainSpeech(position.preferences.time_zone)
            parts += letter_parts.requests(summary, speech, position.seat, reply_to)
        parts += letter_parts.board_and_moves(position, reply_to)
        if summary.ended:
            # A player who ended the game gets no other mail about its end.
            parts += letter_parts.links_after_the_end(summary, engine, answer.seat, reply_to)
            parts += letter_parts.facts(summary, engine)
    how = letter_parts.how_to_answer(position, engine)
    footer = "" if answer.person_id is None else f"{how}{wording.STOP}"
    subject = shorten(spoken(answer.subject), _SUBJECT) or "Your mail"
    return Letter(subject=subject, title="", parts=tuple(parts), footer=footer, attached=answer.attached)
