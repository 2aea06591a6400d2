"""What seats do: the base of a game's own actions, and those that every table knows, with their notation."""

from typing import ClassVar, Literal, TypeAlias, TypeVar

from engines.contract.values import Value


class Action(Value, frozen=True, tag_field="kind"):
    """One thing that a seat does. Subclasses name their kind: ``class Drop(Action, tag="drop")``.

    The first line of a subclass's docstring is the help text of its slash command, and the
    ``msgspec.Meta(description=...)`` of a field that of its option; a field's encoded name is the
    option's name. Fields are ``str``, ``int``, ``bool`` or ``Literal`` values, optional with a default.
    """

    host_only: ClassVar[bool] = False
    """True for what the host plays on behalf of a seat that has no choice: it gets no command."""
    opens_panel: ClassVar[bool] = False
    """Whether its command, given without options, opens the panel in which it is put together."""


ActionT = TypeVar("ActionT", bound=Action)


class Resign(Action, frozen=True, tag="resign"):
    """Give the game up."""


class Draw(Action, frozen=True, tag="draw"):
    """Offer a draw, answer an offer, or take your own offer back."""

    answer: Literal["offer", "accept", "decline", "withdraw"] = "offer"


class TimeUp(Action, frozen=True, tag="time_up"):
    """The clock's word that this seat's deadline has passed. Only the host's clock applies it."""

    host_only = True


class Claim(Action, frozen=True, tag="claim"):
    """Claim the win against a seat whose deadline has passed."""


class Extend(Action, frozen=True, tag="extend"):
    """Give a seat whose deadline has passed a new one instead of claiming the win."""


MetaAction: TypeAlias = Resign | Draw | TimeUp | Claim | Extend
"""What seats may do beside the game itself, in or out of turn. An engine says when (`Engine.legal_meta`)."""


META_ACTIONS: dict[str, MetaAction] = {
    "resign": Resign(),
    "draw": Draw("offer"),
    "draw offer": Draw("offer"),
    "draw accept": Draw("accept"),
    "draw decline": Draw("decline"),
    "draw withdraw": Draw("withdraw"),
    "claim": Claim(),
    "extend": Extend(),
    "time up": TimeUp(),
}
"""All meta actions, by their notation."""


def format_meta(action: MetaAction) -> str:
    """The notation of a meta action, the same in every game."""
    word = str(action.__struct_config__.tag).replace("_", " ")
    return f"{word} {action.answer}" if isinstance(action, Draw) else word


def parse_meta(text: str) -> MetaAction | None:
    """The meta action that a text names, or None. Case and extra blanks do not matter."""
    return META_ACTIONS.get(" ".join(text.lower().split()))
