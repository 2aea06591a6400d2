"""The link between a process and its metrics: the observer to report to, and whether the process serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.observer import NULL_OBSERVER, Observer


class ServingStatus:
    """Whether this process serves, and the observer of its metrics."""

    def __init__(self, observer: Observer = NULL_OBSERVER) -> None:
        self.observer = observer
        self.connected: Callable[[], bool] | None = None
        """Whether all shards are connected; None while the process stands by."""

    @contextmanager
    def serving(self, connected: Callable[[], bool]) -> Iterator[None]:
        """Mark the process as serving while the block lasts; `connected` says whether all shards are."""
        self.connected = connected
        try:
            yield
        finally:
            self.connected = None
