"""What may be asked about a position, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from engines.contract.errors import ErrorCode, IllegalAction
from engines.contract.values import Seat, Value
from engines.contract.view import View

StateT = TypeVar("StateT", bound=Value)


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


def unknown_question() -> IllegalAction:
    """The refusal of a question that a game does not have."""
    return IllegalAction(ErrorCode.UNKNOWN_QUESTION, "This game has no answer to that.")


def _refuse(_state: object, _seat: Seat | None, _question: Question) -> NoReturn:
    raise unknown_question()


@dataclass(frozen=True, kw_only=True)
class Questions(Generic[StateT]):
    """What may be asked about a game's positions."""

    types: tuple[type[Question], ...] = ()
    suggest: Callable[[StateT, Seat | None], Iterator[Question]] = lambda _, __: iter(())
    """Every question worth asking now, for completion while one types."""
    answer: Callable[[StateT, Seat | None, Question], Answer] = _refuse
    """Answer with what this seat, or with None the public, may know. Raises IllegalAction."""
