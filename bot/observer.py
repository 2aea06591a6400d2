"""What the working parts tell of how things go, to whoever wants to count it.

The names they give are few: commands, kinds and codes of ours; never users or anything that players do.
"""

from __future__ import annotations

from typing import Protocol


class Observer(Protocol):
    """Hears how things go. Times are in seconds."""

    def acknowledged(self, seconds: float) -> None:
        """An interaction was acknowledged so long after it arrived here."""
        ...

    def interaction(self, command: str, outcome: str, seconds: float) -> None:
        """An interaction was dealt with: ``done``, ``fault`` or the code of a refusal."""
        ...

    def delivery(self, kind: str, result: str, seconds: float) -> None:
        """A parcel was carried: ``done``, or why not."""
        ...

    def picture(self, game: str, seconds: float) -> None:
        """A picture was drawn, from its order to its end."""
        ...

    def timer(self, late: float) -> None:
        """A deadline took effect so long after it had passed."""
        ...


class Nobody:
    """Whom nobody asks how things go."""

    def acknowledged(self, seconds: float) -> None:
        """Not noted."""

    def interaction(self, command: str, outcome: str, seconds: float) -> None:
        """Not noted."""

    def delivery(self, kind: str, result: str, seconds: float) -> None:
        """Not noted."""

    def picture(self, game: str, seconds: float) -> None:
        """Not noted."""

    def timer(self, late: float) -> None:
        """Not noted."""


NOBODY = Nobody()
