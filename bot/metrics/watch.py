"""What the rest of a process has to do with its being watched: whom to tell, and when it serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.observer import NOBODY, Observer


class Watch:
    """Whoever watches a process; by default nobody."""

    def __init__(self, observer: Observer = NOBODY) -> None:
        self.observer = observer
        self.connected: Callable[[], bool] | None = None
        """Whether all shards are connected; None while the process stands by."""

    @contextmanager
    def serving(self, connected: Callable[[], bool]) -> Iterator[None]:
        """As long as the block lasts this process serves, and this says whether it is connected."""
        self.connected = connected
        try:
            yield
        finally:
            self.connected = None
