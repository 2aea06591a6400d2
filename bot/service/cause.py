"""What makes a request happen once."""

from __future__ import annotations

from engines.contract import Value


class Cause(Value, frozen=True):
    """What somebody did at a door to ask for something; the same key again changes nothing."""

    key: str
    """Unique among the causes of all doors: ``discord:123``. At most `bot.store.models.CAUSE_LENGTH` long."""
    order: int | None = None
    """Grows with time among what is asked for and posted at the same door; None where that is not known."""
