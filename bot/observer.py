"""The observer to which parts of the bot report durations and outcomes.

Labels are commands, kinds and codes of this project, never users or what players do.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the progress of long work: the amount done, and the total."""


def unwatched(_done: int, _total: int) -> None:
    """Ignore progress."""


class Observer:
    """Receives durations, in seconds, and outcomes. This one ignores them."""

    def acknowledged(self, seconds: float) -> None:
        """An interaction got its first answer this long after its arrival."""

    def interaction(self, command: str, outcome: str, seconds: float) -> None:
        """An interaction ended as ``done``, ``fault`` or the code of a refusal."""

    def delivery(self, kind: str, result: str, seconds: float) -> None:
        """A delivery ended as ``done`` or with the reason of its failure."""

    def mail(self, outcome: str, seconds: float) -> None:
        """An incoming mail was carried out, was unreadable, or met a fault or an unavailable database."""

    def picture(self, game: str, seconds: float) -> None:
        """A picture was drawn, this long after its request."""

    def thought(self, game: str, level: str, result: str, seconds: float) -> None:
        """A computer's choice of an action ended as ``done`` or ``failed``."""

    def timer(self, late: float) -> None:
        """A deadline took effect this long after it passed."""

    def backup(self, newest: datetime | None, *, failed: bool) -> None:
        """When the newest scheduled backup that passed its test was made, and whether the last one failed."""


NULL_OBSERVER = Observer()
