"""How an engine refuses."""

from __future__ import annotations


class IllegalAction(Exception):  # noqa: N818 -- the field's term, and what it says is enough
    """A refused action or text; the state is unchanged.

    ``code`` is stable and documented in the game's rules; ``sentence`` tells the player what is wrong and,
    where possible, what is legal instead. Neither may contain anything the player must not know.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}]"


class IllegalOptions(Exception):  # noqa: N818
    """Options (or a number of seats) with which this game cannot start; the text is one clear sentence."""
