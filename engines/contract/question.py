"""What may be asked about a position, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from engines.contract.errors import ErrorCode, IllegalAction
from engines.contract.values import Seat, StateT, Value
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


@dataclass(frozen=True, kw_only=True)
class Questions(Generic[StateT]):
    """What may be asked about a game's positions."""

    answers: Mapping[type[Question], Callable[[StateT, Seat | None, Any], Answer]] = field(
        default_factory=dict
    )
    """How each kind of question is answered, with what this seat, or with None the public, may know. Raises
    IllegalAction."""
    suggest: Callable[[StateT, Seat | None], Iterator[Question]] = lambda _, __: iter(())
    """Every question worth asking now, for completion while one types."""

    @property
    def types(self) -> tuple[type[Question], ...]:
        """The kinds of questions, in the order in which commands list them."""
        return tuple(self.answers)

    def answer(self, state: StateT, seat: Seat | None, question: Question) -> Answer:
        """The answer for this seat, or with None for the public. Raises IllegalAction."""
        if type(question) not in self.answers:
            raise IllegalAction(ErrorCode.UNKNOWN_QUESTION, "This game has no answer to that.")
        return self.answers[type(question)](state, seat, question)
