"""The games with which many tests begin: made once in a process, and copied for tests that begin alike.

Two tests begin alike if the making function has the same arguments, rules, moment, numbers of requests and
state of the random source, and the same SQLite database, which is not open. Tests that replace parts of the
bot, or read its logs, make everything themselves.
"""

import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast
from weakref import WeakSet

import pytest

from bot.service.facade import Service
from bot.store.database import Database
from tests.manual_clock import ManualClock

MakingT = TypeVar("MakingT", bound=Callable[..., Coroutine[Any, Any, Any]])

FIRST: Final = 900_000
"""The number of a test's first request."""
_OWN: Final = {"monkeypatch", "caplog", "capsys", "capfd"}
"""Fixtures of tests that make everything themselves."""
_MOST: Final = 50
"""How many beginnings are kept, of half a megabyte each: neighbouring tests begin alike."""


@dataclass
class Numbers:
    """Consecutive numbers."""

    following: int = FIRST

    def __next__(self) -> int:
        """The next number."""
        self.following += 1
        return self.following - 1


requests = Numbers()
"""The numbers of the running test's requests."""
_untouched = WeakSet[Service]()
"""The services with which nothing has been made yet."""
_made = dict[int, "_Made"]()


class _Made(NamedTuple):
    """A beginning: the result of a making function, and all state after it."""

    result: Any
    database: bytes
    notified: list[str]
    """The notifications to the database's listeners."""
    drawn: Any
    requests: Any
    now: Any
    engines: tuple[object, ...]
    """The engines, kept alive as beginnings are told apart by their ids."""


def begins(service: Service, request: pytest.FixtureRequest) -> Service:
    """Begin a test with these use cases."""
    global requests  # noqa: PLW0603 -- of the test that runs
    requests = Numbers()
    if _OWN.isdisjoint(request.fixturenames):
        _untouched.add(service)
    return service


def forget() -> None:
    """Drop all beginnings."""
    _made.clear()


def once(make: MakingT) -> MakingT:
    """Let a function that fills a database run once for all tests that begin alike."""

    @wraps(make)
    async def made(service: Service, *args: Any, **kwargs: Any) -> Any:
        database, rng, clock = service.lobby._database, service.lobby._rng, service.lobby._clock
        untouched, file = service in _untouched and database._opened is None, database.file
        # Calls within this one, and after it, run as usual.
        _untouched.discard(service)
        asked = repr((make.__module__, make.__name__, args, sorted(kwargs.items())))
        if not untouched or file is None or file.with_name(f"{file.name}-wal").exists() or " at 0x" in asked:
            return await make(service, *args, **kwargs)
        engines = tuple(service.engines.values())
        asked_of = tuple(map(id, engines)), clock.now(), repr(requests), rng.getstate(), file.read_bytes()
        beginning = hash((asked, asked_of))
        if (known := _made.get(beginning)) is None:
            notified = list[str]()
            with _listening(database, notified):
                result = await make(service, *args, **kwargs)
            with closing(sqlite3.connect(file)) as connection:
                stored = connection.serialize()
            if len(_made) == _MOST:
                del _made[next(iter(_made))]
            drawn, so_far = rng.getstate(), copy(requests)
            _made[beginning] = _Made(result, stored, notified, drawn, so_far, clock.now(), engines)
            return result
        _go_on(service, known)
        return known.result

    return cast("MakingT", made)


def _go_on(service: Service, known: _Made) -> None:
    """Restore the state after a beginning was made."""
    global requests  # noqa: PLW0603 -- of the test that runs
    database, clock = service.lobby._database, service.lobby._clock
    assert database.file is not None
    assert isinstance(clock, ManualClock)
    # The file is overwritten, not replaced: the database would report a replaced file as lost.
    database.file.write_bytes(known.database)
    service.lobby._rng.setstate(known.drawn)
    requests = copy(known.requests)
    clock.advance(known.now - clock.now())
    database.wake(known.notified)


@contextmanager
def _listening(database: Database, notified: list[str]) -> Iterator[None]:
    """Note the notifications to the database's listeners within the block."""
    for kind, listeners in database._listeners.items():
        listeners.append(lambda what, kind=kind: notified.append(f"{kind}@{what}"))  # type: ignore[misc]
    try:
        yield
    finally:
        for listeners in database._listeners.values():
            listeners.pop()
