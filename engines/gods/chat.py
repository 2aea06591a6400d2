"""Parsing chat: the readers and the message (section 8 of docs/rules/four-gods.md).

It fails closed (Ruling 12): a text that begins with a dash and cannot be parsed is refused. Nobody may be
shown it.
"""

import re

from engines.contract import LONGEST_MESSAGE, ChatMessage, ErrorCode, IllegalAction, Seat
from engines.contract.chat import public_text_of, seen_from
from engines.gods.colours import LETTERS, NAMES, SEATS, named
from engines.gods.state import GodsState


def read_message(sender: Seat, text: str) -> ChatMessage:
    """A message in plain text. Raises IllegalAction, the first code that applies.

    ``empty``, ``no_flags``, ``bad_flag``, ``only_self``, ``too_long``.
    """
    seen = seen_from(text.strip())
    if not seen:
        raise IllegalAction("empty", "A message has at least one character.")
    if (public_text := public_text_of(text)) is not None:
        return ChatMessage(None, _body(public_text))
    flags, *rest = re.split(r"\s", seen[1:], maxsplit=1)
    to = _recipients(sender, flags)
    return ChatMessage(to, _body("".join(rest).strip()))


def check_message(state: GodsState, seat: Seat, to: tuple[Seat, ...] | None) -> None:
    """Ruling 14: the chat of eliminated gods. After the end everybody may talk again.

    Raises IllegalAction: ``eliminated``, or ``target_eliminated`` where an eliminated god cannot be
    addressed.
    """
    left = state.options.eliminated_talk
    if left == "all" or state.result is not None:
        return
    if seat not in state.living and (left == "none" or to is not None):
        also = " in private" if left == "public" else ""
        raise IllegalAction("eliminated", f"In this game gods that are out do not talk{also}.")
    for other in to or ():
        if other not in state.living:
            raise IllegalAction(
                "target_eliminated",
                f"{NAMES[other]} is out, and in this game nobody talks to gods that are out in private.",
            )


def reveals_messages(state: GodsState) -> bool:
    """Private messages stay private after the game unless `reveal_messages` was set at the start."""
    return state.options.reveal_messages and state.result is not None


def _recipients(sender: Seat, flags: str) -> tuple[Seat, ...]:
    if not flags:
        raise IllegalAction(
            "no_flags", "After the dash come the letters of those who may read it, as in -bg."
        )
    letters = flags.lower()
    if any(letter not in LETTERS for letter in letters):
        raise IllegalAction(
            "bad_flag",
            "After the dash come letters of r, b, g, o, then a blank. Begin with a backslash to say it to "
            "everybody.",
        )
    to = tuple(seat for seat in SEATS if LETTERS[seat] in letters and seat != sender)
    if not to:
        others = named([seat for seat in SEATS if seat != sender], "or")
        raise IllegalAction("only_self", f"That would reach only you: name {others}.")
    return to


def _body(text: str) -> str:
    if not seen_from(text):
        raise IllegalAction("empty", "After the letters comes what you want to say.")
    if len(text) > LONGEST_MESSAGE:
        raise IllegalAction(ErrorCode.TOO_LONG, f"A message has at most {LONGEST_MESSAGE:,} characters.")
    return text
