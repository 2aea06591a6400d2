"""Why a command failed."""

from __future__ import annotations


class Failure(Exception):  # noqa: N818 -- the text says what went wrong
    """A command could not be carried out; the text is one sentence for the operator."""


class WrongUse(Exception):  # noqa: N818 -- as above
    """A command makes no sense as it was given; the text is one sentence that says how it would."""
