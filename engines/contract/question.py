"""Questions about a position, and previews of actions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from engines.contract.action import ActionT
from engines.contract.errors import ErrorCode, IllegalAction
from engines.contract.values import Seat, StateT, Value
from engines.contract.view import View


class Question(Value, frozen=True, tag_field="kind"):
    """Something to ask about a position, built like an `Action`: docstring, fields, descriptions."""

    @property
    def label(self) -> str:
        """What its button says; empty where that is its kind and its fields as they are typed."""
        return ""

    @property
    def group(self) -> str:
        """What it is listed under, the beginning of what is typed; empty where that is its kind."""
        return ""


class Answer(Value, frozen=True):
    """The answer to a question, for the asker alone."""

    text: str
    """In Markdown, at most 1,900 characters."""
    view: View | None = None
    """What to draw with it: the asker's view with marks added, where a picture says more."""


@dataclass(frozen=True, kw_only=True)
class Questions(Generic[StateT]):
    """The questions about a game's positions."""

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


@dataclass(frozen=True, kw_only=True)
class PreviewRules(Generic[StateT, ActionT]):
    """The preview of a legal action, for its actor alone."""

    show: Callable[[StateT, Seat, ActionT], Answer | None] = lambda _, __, ___: None
    """The effects in words, with a picture of the position as far as it can be foreseen. None: the host may
    apply the action to a copy."""
    needs_confirmation: Callable[[StateT, Seat, ActionT], bool] = lambda _, __, ___: False
    """Whether the effects are so grave that the actor must see and confirm them even where the action was
    typed in full. Panels show a preview in any case."""
