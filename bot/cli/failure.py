"""Why a command failed."""

from __future__ import annotations


class Failure(Exception):  # noqa: N818 -- the text says what went wrong
    """A command could not be carried out; the text is one sentence for the operator."""
