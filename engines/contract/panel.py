"""What panels and cards show of a turn beside the offers: first picks, hints, staged choices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

from engines.contract.action import ActionT
from engines.contract.offer import Pick
from engines.contract.values import Seat, StateT, Value
from engines.contract.view import ViewT


class Toggle(Value, frozen=True):
    """A button whose press plays a staged action at once."""

    key: str
    """Its key among the others, whatever the position; at most 12 characters, none of them a slash."""
    label: str
    """What the player reads, at most 40 characters."""
    notation: str | None
    """The action that a press plays; None: none that is legal now."""
    on: bool | None = None
    """Whether its part is chosen; None: it is a plain button."""
    emoji: str = ""


class StagedPanel(Value, frozen=True):
    """What a seat has staged, and the buttons with which it changes that."""

    text: str
    """The staged choice, in Markdown, at most 1,000 characters."""
    rows: tuple[tuple[Toggle, ...], ...]
    """At most four rows of at most five; with a fifth row of the host's own the message is full."""


@dataclass(frozen=True, kw_only=True)
class PanelRules(Generic[StateT, ActionT, ViewT]):
    """How a turn is put together by picks: without these rules pick by pick, as `Offer.paths` lead."""

    public_picks: Callable[[ViewT], tuple[Pick, ...]] = lambda _: ()
    """The first picks that a card may show although the game has secrets, made from the public view: they do
    not depend on the seat's hand, so that one of them may turn out to be illegal."""
    beginnings: Callable[[StateT, Seat], Iterable[ActionT]] | None = None
    """The legal actions in their order, or fewer: at least the first one with each first pick. None: all of
    them, where fewer are not faster to find."""
    hints: Callable[[StateT, Seat], str] = lambda _, __: ""
    """What the seat may still do in this turn, in a few lines of Markdown, for it alone; shown where a turn
    is put together step by step."""
    staged: Callable[[StateT, Seat], StagedPanel | None] = lambda _, __: None
    """The panel of a seat that stages a choice of several parts, each put in or taken out; None: it has none
    now."""
