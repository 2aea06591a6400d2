"""Caches: sprites, grounds and lines in one, finished pictures in another, each bounded in bytes. Safe to use
from several threads.

What took least time for its bytes, and was not used for long, is dropped first (GreedyDual-Size, Cao and
Irani 1997): a large ground that is drawn quickly does not drive out a hundred letters.
"""

import functools
import sys
import threading
import time
import zlib
from collections.abc import Callable, Hashable
from heapq import heappop, heappush, heapreplace
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from PIL import Image, ImageFont

P = ParamSpec("P")
R = TypeVar("R")

_MEGABYTE: Final = 1_000_000
_DEFAULT: Final = 64
_FINISHED: Final = 8
"""Finished pictures get one part in eight of the cache: most are asked for once, and would drive out the
sprites of games that are drawn less often.
"""
_ENTRY: Final = 500
"""Bytes of an entry's key and place."""
_MISSING: Final = object()


class _Entry:
    """A value, made by the first thread that holds its lock."""

    __slots__ = ("cost", "lock", "rank", "size", "value")

    def __init__(self) -> None:
        self.lock, self.value, self.size = threading.Lock(), cast("Any", _MISSING), 0
        self.cost = 0.0
        """The seconds that making the value took, divided by its bytes."""
        self.rank = (0.0, 0)
        """The entry with the lowest rank is dropped first; of equal costs the one unused for longest."""


class Cache:
    """Values by their keys, up to `limit` bytes.

    `spent`: a function that tells the processor time used so far, in seconds.
    """

    def __init__(self, limit: int, spent: Callable[[], float] = time.thread_time) -> None:
        self._limit, self._size = limit, 0
        self._entries: dict[Hashable, _Entry] = {}
        self._ranked: list[tuple[tuple[float, int], Hashable, _Entry]] = []
        """A heap of entries; it has ranks too low for entries that have been used since."""
        self._uses = count(1)
        self._dropped = 0.0
        """The rank of the entry dropped last; the rank of an entry is this and its cost when it is used."""
        self._spent = spent
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Bytes of all cached values."""
        return self._size

    def get(self, key: Hashable, make: Callable[[], R]) -> R:
        """The value, made now unless it is cached; where several threads ask for it, one makes it."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
            else:
                entry.rank = self._rank(entry)
        if entry.value is _MISSING:
            with entry.lock:
                if entry.value is _MISSING:
                    self._make(key, entry, make)
        return cast("R", entry.value)

    def limit(self, size: int) -> None:
        """Keep at most this many bytes from now on."""
        with self._lock:
            self._limit = size
            self._evict(size)

    def _make(self, key: Hashable, entry: _Entry, make: Callable[[], Any]) -> None:
        begun = self._spent()
        try:
            value = make()
        except BaseException:
            with self._lock:
                if self._entries.get(key) is entry:
                    del self._entries[key]
            raise
        took, size = self._spent() - begun, _ENTRY + size_of(value)
        with self._lock:
            entry.value = value
            # Another thread may have failed to make it, and removed the entry.
            if self._entries.get(key) is not entry:
                return
            if size > self._limit:
                del self._entries[key]
                return
            self._evict(self._limit - size)
            entry.size, entry.cost = size, took / size
            entry.rank = self._rank(entry)
            heappush(self._ranked, (entry.rank, key, entry))
            self._size += size

    def _evict(self, limit: int) -> None:
        while self._size > limit:
            rank, key, lowest = self._ranked[0]
            if lowest.rank > rank:
                heapreplace(self._ranked, (lowest.rank, key, lowest))
            else:
                heappop(self._ranked)
                self._dropped, _ = rank
                self._size -= self._entries.pop(key).size

    def _rank(self, entry: _Entry) -> tuple[float, int]:
        return self._dropped + entry.cost, next(self._uses)


def cached(function: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function draws, by its hashable arguments. Callers must not change it."""

    @functools.wraps(function)
    def get(*args: P.args, **kwargs: P.kwargs) -> R:
        key = (function, args, tuple(kwargs.items())) if kwargs else (function, args)
        return DRAWN.get(key, lambda: function(*args, **kwargs))

    return get


class _Packed(NamedTuple):
    """A picture with compressed pixels: a fiftieth of their size where most of it is flat."""

    mode: str
    size: tuple[int, int]
    info: dict[str | tuple[int, int], Any]
    pixels: bytes


def cached_ground(function: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Cache a large picture, and return a copy of it each time, to draw on.

    It is compressed, and its pixels are cached only while there is room for them, as they are unpacked much
    faster than drawn.
    """

    @cached
    def packed(*args: P.args, **kwargs: P.kwargs) -> _Packed:
        image = function(*args, **kwargs)
        return _Packed(image.mode, image.size, image.info, zlib.compress(image.tobytes(), level=1))

    @cached
    def unpacked(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        mode, size, info, pixels = packed(*args, **kwargs)
        image = Image.frombytes(mode, size, zlib.decompress(pixels))
        image.info |= info
        return image

    @functools.wraps(function)
    def copied(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        return unpacked(*args, **kwargs).copy()

    return copied


def limit_cache(megabytes: float) -> None:
    """Bound the bytes of all pictures that this process caches."""
    finished = round(megabytes * _MEGABYTE / _FINISHED)
    FINISHED.limit(finished)
    DRAWN.limit(round(megabytes * _MEGABYTE) - finished)


def cached_bytes() -> int:
    """The bytes of all pictures that this process caches."""
    return DRAWN.size + FINISHED.size


def size_of(value: object) -> int:
    """The bytes of a picture, of a font, or of a value with pictures or fonts in it."""
    return _size_of(value, set())


def _size_of(value: object, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    size = sys.getsizeof(value)
    match value:
        case Image.Image():
            # Pillow keeps three channels in four bytes.
            deep = 1 if len(value.getbands()) == 1 else 4
            return size + value.width * value.height * deep + _size_of(value.info, seen)
        case ImageFont.FreeTypeFont():
            return size + Path(str(value.path)).stat().st_size
        case dict():
            return size + sum(_size_of(one, seen) for pair in value.items() for one in pair)
        case tuple() | list() | frozenset() | set():
            return size + sum(_size_of(one, seen) for one in value)
    return size + (_size_of(vars(value), seen) if hasattr(value, "__dict__") else 0)


DRAWN: Final = Cache(_DEFAULT * _MEGABYTE * (_FINISHED - 1) // _FINISHED)
"""Sprites, grounds, lines and fonts."""
FINISHED: Final = Cache(_DEFAULT * _MEGABYTE // _FINISHED)
"""Pictures as they are sent."""
