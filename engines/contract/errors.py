"""How an engine refuses: codes that several games share, and the exceptions that carry a code."""

from enum import StrEnum
from typing import Final


class ErrorCode(StrEnum):
    """Codes of refusals that several games share.

    A game's own codes are strings of the same form. The codes of the rules' text are mapped by the game's
    conformance package (`engines.conformance.contract.Conformance.rules_code`).
    """

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    """The seat is to act, but with another kind of action."""
    NOT_SEATED = "not_seated"
    """The seat is not, or no longer, in this game."""
    NOT_HERE = "not_here"
    """This game knows no such meta action."""
    SYNTAX = "syntax"
    """The text is no notation of this game."""
    BAD_ACTION = "bad_action"
    """No such action exists in this game, or its fields hold no such values."""
    ILLEGAL = "illegal"
    OCCUPIED = "occupied"
    NO_OFFER = "no_offer"
    """There is no open draw offer to answer or withdraw."""
    OFFER_STANDS = "offer_stands"
    NOT_LATE = "not_late"
    """No deadline of that seat runs, or none has passed."""
    TOO_LONG = "too_long"
    UNKNOWN_QUESTION = "unknown_question"


_PUBLIC: Final = frozenset({*ErrorCode} - {ErrorCode.ILLEGAL, ErrorCode.OCCUPIED})
"""Codes whose sentences tell only what everybody may know, in every game."""


class IllegalAction(Exception):  # noqa: N818 -- the field's term, and what it says is enough
    """A refused action or text; the state is unchanged.

    ``code`` is an `ErrorCode` or one of the game's own, and stable; ``sentence`` tells the player what is
    wrong and, where possible, what is legal instead. Neither contains anything that the player must not know;
    with ``public`` neither tells, even by being the answer, what others must not know.
    """

    def __init__(self, code: str, sentence: str, *, public: bool = False) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.public = public or code in _PUBLIC

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}]"


class IllegalOptions(Exception):  # noqa: N818
    """Options (or a number of seats) with which this game cannot start; the text is one clear sentence."""
