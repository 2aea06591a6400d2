"""Draw everything anew."""

from __future__ import annotations

from render.kept import keep_at_most


def forget_drawn() -> None:
    """Forget what is kept of pictures."""
    keep_at_most(0)
    keep_at_most(64)
