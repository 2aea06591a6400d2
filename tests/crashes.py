"""Simulated crashes at a chosen point: before or after a transaction, a reading or a delivery."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.store.database import Database
from bot.store.unit import Unit


class Crash(BaseException):
    """The process dies here. No handler of the code under test catches it."""


class Fuse:
    """Counts the possible points of a crash, and crashes at the chosen one."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.blown = False

    def set(self, points: int) -> None:
        """Crash at this point, counted from 1 from now on."""
        self.left, self.blown = points, False

    def clear(self) -> None:
        """Crash no more."""
        self.left = None

    def point(self) -> None:
        """Pass a point at which the process may die. Raises Crash at the chosen one."""
        if self.left is not None:
            self.left -= 1
            if self.left == 0:
                self.left, self.blown = None, True
                raise Crash


class FragileDatabase(Database):
    """A database whose process may die before a transaction, just before its commit, and just after it."""

    def __init__(self, address: str, fuse: Fuse) -> None:
        super().__init__(address)
        self.fuse = fuse

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Unit]:
        """A unit of work with three places to die."""
        self.fuse.point()
        async with super().transaction() as unit:
            yield unit
            self.fuse.point()
        self.fuse.point()

    @asynccontextmanager
    async def reading(self, *, briefly: bool = False) -> AsyncIterator[Unit]:
        """A reading with a place to die."""
        self.fuse.point()
        async with super().reading(briefly=briefly) as unit:
            yield unit
