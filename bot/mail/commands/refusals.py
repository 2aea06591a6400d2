"""The answer to a mail of which a step is refused."""

import contextlib
import re
from collections.abc import Collection, Sequence
from typing import Final

from bot.mail.commands.interpreting import MailStep
from bot.mail.commands.request import MailRequest, NotUnderstood, Reply
from bot.mail.outgoing import wording
from bot.service.chat.messages import chat_rules
from bot.service.values.refused import UNREADABLE, IsAway, Refused
from engines.contract import ErrorCode
from engines.contract.chat import DASHES
from engines.wording import listed, shorten

_SAY_SO: Final = frozenset({"one_move", "stale", "other_game", "no_reply_address", "not_your_address"})
"""The codes of refusals whose sentences say that nothing was done."""
_ASK_AGAIN: Final = frozenset({"resolving", "being_shown", "busy", "busy_reviewing"})
"""The codes of refusals whose sentences ask to send the same again."""
_WORDS: Final = re.compile(r"(?=\D*+\Z)\D*?[^\W\d]{2}")
"""Text that looks like words: hardly any move has two letters in a row and no digit."""
_IN_PRIVATE: Final = (
    " What one player alone is to read begins with a dash and their letter, as its mail says."
)
_QUOTED: Final = 80
"""Characters of a line that an answer repeats."""


async def refusal_reply(
    request: MailRequest,
    refused: Refused,
    left: Sequence[MailStep] = (),
    *,
    moves: Collection[str],
    first: bool = True,
) -> Reply:
    """Why a step was refused, what was not executed after it, and what is legal.

    `moves`: the lines of the step that were read as moves, none of which was made; they may be meant for
    the other players. If the mail was refused before its first step, all its lines. `first`: whether
    nothing of the mail was executed before.
    """
    sentence = (await request.as_mailed(refused)).sentence
    if isinstance(refused, IsAway):
        until = wording.moment(refused.until, request.zone)
        sentence = f"You are on vacation until {until}. Write “away end” to be back, and then play."
    words = wording.plain(wording.with_commands(sentence))
    words = words if refused.game is None else wording.with_people(words, refused.game)
    if isinstance(refused, NotUnderstood) and refused.line:
        moves = [refused.line]
        words = words if refused.line in words else f"“{shorten(refused.line, _QUOTED)}”: {words}"
    several = len(moves) > 1 and refused.code not in _SAY_SO
    if first and (several or isinstance(refused, NotUnderstood) or refused.code in UNREADABLE):
        words = f"{words} Nothing in your mail was done.{await _aloud(request, moves)}"
    elif several:
        words = f"{words} This was not done: {listed([*moves, *(one.line for one in left)])}."
    elif left:
        words = f"{words} What stands below it was not done: {listed(one.line for one in left)}."
    elif refused.code == ErrorCode.NOT_YOUR_TURN or (
        refused.code == "stale" and await _is_no_move(request, moves)
    ):
        # Games check the turn before they read the text, and the position is checked before both.
        words = f"{words}{await _aloud(request, moves)}"
    reply = Reply(words, refused=True, sent_each_time=refused.code in _ASK_AGAIN)
    if request.about is not None:
        # The position shows the state and what is legal.
        with contextlib.suppress(Refused):
            reply.game, reply.picture = await request.summary(), True
    elif refused.code == "no_reply_address" and refused.game is not None:
        # The answer to this mail can play the move.
        reply.game, reply.picture = refused.game, True
    return reply


async def _is_no_move(request: MailRequest, lines: Collection[str]) -> bool:
    """Whether lines that were read as moves are none, of the position as it is now."""
    if request.about is None:
        return False
    try:
        read = await request.service.play.read_notations(request.person, request.about, lines)
    except Refused:
        return False
    return any(one.code in UNREADABLE for one in read.values())


async def _aloud(request: MailRequest, moves: Collection[str]) -> str:
    """How to send a refused line as a chat message, if it looks like text; else empty.

    In answer to a private message it says how to send privately; beside a private message it says nothing.
    """
    (line,) = moves if len(moves) == 1 else ("",)
    beside = any(other.startswith(tuple(DASHES)) for other in request.mail.text.split("\n"))
    if request.key is None or beside or not _WORDS.match(line):
        return ""
    if chat_rules(request.engines[request.key]).private and await request.answers_private_chat():
        return _IN_PRIVATE
    return f" To say it to everybody at the table answer “say {shorten(line, _QUOTED)}”."
