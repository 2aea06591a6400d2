"""Reading talk: who is meant, and what is said (section 8 of rules/four-gods.md).

Fail closed (Ruling 12): what begins with a dash and cannot be read is refused. Nobody may be shown it.
"""

import re
import unicodedata
from itertools import dropwhile

from engines.contract import LONGEST_MESSAGE, ChatMessage, ErrorCode, IllegalAction, Seat
from engines.gods.colours import LETTERS, NAMES, SEATS, named
from engines.gods.state import GodsState

DASHES = "-‐‑‒–—―−"
"""Phones put one for another."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""What leaves no trace of ink though it is no control or format character: fillers, the empty Braille cell,
variation selectors, and code points that Unicode keeps free for such."""


def read_message(sender: Seat, text: str) -> ChatMessage:
    """A message in plain text. Raises IllegalAction, the first code that applies.

    ``empty``, ``no_flags``, ``bad_flag``, ``only_self``, ``too_long``.
    """
    said = _seen_from(text.strip())
    if not said:
        raise IllegalAction("empty", "A message has at least one character.")
    if said[0] == "\\" and said[1:2] and said[1] in DASHES:
        return ChatMessage(None, _body(said[1:]))
    if said[0] not in DASHES:
        return ChatMessage(None, _body(text.strip()))
    flags, *rest = re.split(r"\s", said[1:], maxsplit=1)
    to = _recipients(sender, flags)
    return ChatMessage(to, _body("".join(rest).strip()))


def check_message(state: GodsState, seat: Seat, to: tuple[Seat, ...] | None) -> None:
    """Ruling 14: what is left to gods that are out. After the end everybody may talk again.

    Raises IllegalAction: ``eliminated``, or ``target_eliminated`` where somebody out cannot be addressed.
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
            "After the dash come letters of r, b, g, o, then a blank. Begin with \\- to say it to everybody.",
        )
    to = tuple(seat for seat in SEATS if LETTERS[seat] in letters and seat != sender)
    if not to:
        others = named([seat for seat in SEATS if seat != sender], "or")
        raise IllegalAction("only_self", f"That would reach only yourself: name {others}.")
    return to


def _body(text: str) -> str:
    if not _seen_from(text):
        raise IllegalAction("empty", "After the letters comes what you want to say.")
    if len(text) > LONGEST_MESSAGE:
        raise IllegalAction(ErrorCode.TOO_LONG, f"A message has at most {LONGEST_MESSAGE:,} characters.")
    return text


def _seen_from(text: str) -> str:
    """The text from its first character that can be seen: no dash may hide behind one that cannot.

    What follows stays as it is, for such characters are also parts of emoji.
    """
    return "".join(dropwhile(_is_blank, text))


def _is_blank(character: str) -> bool:
    unprinted = unicodedata.category(character) in ("Cc", "Cf", "Cs")
    return character.isspace() or unprinted or _UNSEEN.match(character) is not None
