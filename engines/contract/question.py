"""What may be asked about a position, and the answer."""

from __future__ import annotations

from engines.contract.values import Value
from engines.contract.view import View


class Question(Value, frozen=True, tag_field="kind"):
    """Something that anybody may ask about a position and that changes nothing: the reach of a piece.

    Built like an `Action`, and a slash command like one: docstring, fields, descriptions.
    """


class Answer(Value, frozen=True):
    """The answer to a question, for the asker alone."""

    text: str
    """In Discord's Markdown, at most 1,900 characters."""
    view: View | None = None
    """What to draw with it: the asker's view with marks added, where a picture says more."""
