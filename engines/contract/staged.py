"""The panel with which a seat puts a choice together from a few parts."""

from __future__ import annotations

from engines.contract.values import Value


class Toggle(Value, frozen=True):
    """A button whose press plays a staged action at once."""

    key: str
    """What tells it from the others, whatever the position; at most 12 characters, none of them a slash."""
    label: str
    """What the player reads, at most 40 characters."""
    notation: str | None
    """The action that a press plays; None: none that is legal now."""
    on: bool | None = None
    """Whether what it stands for is chosen; None: it is a plain button."""
    emoji: str = ""


class StagedPanel(Value, frozen=True):
    """What a seat has staged, and the buttons with which it changes that."""

    text: str
    """What is staged, in Discord's Markdown, at most 1,000 characters."""
    rows: tuple[tuple[Toggle, ...], ...]
    """At most four rows of at most five; with a fifth row of the host's own the message is full."""
