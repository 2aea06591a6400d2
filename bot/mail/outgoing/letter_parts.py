"""Parts and phrases that several kinds of letters have."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.mail.outgoing import wording
from bot.mail.outgoing.legal_moves import key_of, notations_by_number
from bot.mail.outgoing.letter import Links, Moves, Part, Text
from bot.mail.outgoing.position import Position
from bot.mail.outgoing.wording import PlainSpeech
from bot.sentences import agreements, draws
from bot.sentences.requests import possible_answers, request_lines
from bot.sentences.speech import without_bidi_controls
from bot.service.values.answers import MessageView
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine, Seat

_ANSWERS: Final[Mapping[tuple[str, str], str]] = {
    ("ending", "yes"): "draw accept no result",
    ("ending", "no"): "draw decline no result",
    ("pause", "yes"): "pause answer agree",
    ("pause", "no"): "pause answer decline",
    ("undo", "yes"): "undo allow",
    ("undo", "no"): "undo refuse",
}
"""The commands that answer requests, by subject and answer; other answers are notations."""
_WITHHELD: Final = (
    "What only you may know is not in this mail, nor are your moves, which would tell of it: it comes by "
    "mail only if you ask for that."
)
_RULES: Final = "“rules” brings the rules. "


def board_and_moves(position: Position, reply_to: str) -> list[Part]:
    """The parts that show a position: recent events, board, notes, moves, and what is withheld."""
    parts: list[Part] = [position.board]
    summary = position.summary
    if position.lines:
        parts.insert(0, Text("\n".join(position.lines), heading="Since you last played"))
    if position.withheld:
        parts.append(Text(_WITHHELD))
        parts.append(Links((("Send it by mail", "settings private_by_mail: yes"),), reply_to))
    if summary.notes:
        parts.append(Text(wording.with_people("\n".join(summary.notes), summary)))
    if position.groups:
        parts.append(Moves(position.groups, reply_to))
    return parts


def requests(summary: GameSummary, speech: PlainSpeech, seat: Seat | None, reply_to: str) -> tuple[Part, ...]:
    """The open requests, and the reader's ways to answer them."""
    if not (lines := request_lines(summary, speech, seat)):
        return ()
    return (Text("\n".join(lines)), Links(answer_links(summary, seat), reply_to))


def answer_links(summary: GameSummary, seat: Seat | None) -> tuple[tuple[str, str], ...]:
    """The possible answers to requests, as label and text."""
    possible = [] if seat is None else possible_answers(summary, seat)
    return tuple((one.label, _ANSWERS.get((one.about, one.answer), one.answer)) for one in possible)


def chat_lines(messages: Sequence[MessageView], engine: AnyEngine) -> tuple[Text, ...]:
    """Several chat messages, in which no text looks like another player's."""
    return tuple(Text(without_bidi_controls(wording.message_line(engine, one))) for one in messages)


def facts(summary: GameSummary, engine: AnyEngine) -> list[Part]:
    """The terms and the commitment of a lobby, or the secret of a game that is over."""
    lines = list[str]()
    if summary.status == "lobby":
        agreed = (*agreements.headlines(summary, engine), *agreements.agreed_words(summary, engine))
        lines.append(" · ".join(agreed))
    seed_matters = summary.status == "lobby" or summary.secret is not None or summary.seed is not None
    if seed_matters and draws.draws_anything(summary, engine):
        lines += draws.seed_lines(summary, PlainSpeech())
    return [Text("\n".join(lines), small=True)] if any(lines) else []


def links_after_the_end(
    summary: GameSummary, engine: AnyEngine, seat: Seat | None, reply_to: str
) -> list[Part]:
    """The offers to look through a game that is over, where a computer can, and to play it again."""
    if not summary.ended:
        return []
    reviewable = summary.status == "finished" and engine.computer is not None
    links = [("Review", "review")] if reviewable else []
    links += [("Play again", "again")] if seat is not None and summary.guild_id is None else []
    return [Links(tuple(links), reply_to)] if links else []


def how_to_answer(position: Position | None, engine: AnyEngine | None) -> str:
    """How to answer with a listed move, and where the rules are; empty for a mail about no moves."""
    if position is None or not position.groups or engine is None:
        return _RULES if position is not None and position.withheld else ""
    several = (
        "" if engine.info.separator is None else "You can write several moves in one mail, a line each. "
    )
    if any(group.first is None for group in position.groups):
        several = "You can write a move and what has no number in one mail, a line each. "
    return f"{several}{_RULES}"


def shown_list_key(position: Position | None) -> str:
    """The key of the list of moves that a mail shows; empty where it shows none."""
    if position is None or not position.groups:
        return ""
    return key_of(notations_by_number(position.groups))
