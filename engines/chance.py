"""All randomness of all games: counter-based draws from a game's secret seed.

Draw number n is a function of the seed and n alone, so a replay draws the same, an undo that resets the
counter repeats the draw, and anybody who knows the seed at the end can check every draw against the hash that
was published at the start. docs/chance.md specifies it to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple, TypeVar

from engines.contract import Value

Item = TypeVar("Item")

NO_SEED = "0" * 64
"""The seed of a game that draws nothing, and of one that begins at a given position."""

_VALUES: Final = 1 << 256
"""How many values a SHA-256 digest has."""
_SEED = re.compile(r"[0-9a-f]{64}")


class Draw(NamedTuple):
    """A number that was drawn."""

    first: int
    """The number of the draw; where values were drawn again, of the first of them."""
    below: int
    result: int
    """The number drawn, 0 .. below-1."""


_drawn: ContextVar[list[Draw] | None] = ContextVar("drawn", default=None)


@contextmanager
def noting() -> Iterator[list[Draw]]:
    """The list to which all draws within the block are added. The draws themselves do not change."""
    draws: list[Draw] = []
    token = _drawn.set(draws)
    try:
        yield draws
    finally:
        _drawn.reset(token)


class Chance(Value, frozen=True):
    """The part of a state from which random draws come: the secret seed and the next draw's number."""

    seed: str
    drawn: int = 0

    def below(self, bound: int) -> tuple[int, Chance]:
        """A uniform number 0 .. bound-1 and the chance that remains. Raises ValueError if bound < 1."""
        result, drawn = _below(bytes.fromhex(self.seed), self.drawn, bound)
        return result, Chance(self.seed, drawn)

    def pick(self, items: Sequence[Item]) -> tuple[Item, Chance]:
        """A random item, with equal probabilities. Raises ValueError if there is none."""
        index, rest = self.below(len(items))
        return items[index], rest

    def shuffle(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], Chance]:
        """The items in random order (Fisher-Yates)."""
        mixed, key, drawn = list(items), bytes.fromhex(self.seed), self.drawn
        for last in range(len(mixed) - 1, 0, -1):
            other, drawn = _below(key, drawn, last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed), Chance(self.seed, drawn)


def _below(key: bytes, first: int, bound: int) -> tuple[int, int]:
    """A uniform number 0 .. bound-1 drawn with a seed's bytes, and the number of the next draw."""
    if bound < 1:
        raise ValueError("the bound of a draw is at least 1")
    # 256 random bits; values past the last whole multiple of the bound are drawn again, so that
    # every number is exactly as likely.
    limit = _VALUES - _VALUES % bound
    value, counter = limit, first
    while value >= limit:
        value = int.from_bytes(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"), "big")
        counter += 1
    result = value % bound
    if (draws := _drawn.get()) is not None:
        draws.append(Draw(first, bound, result))
    return result, counter


def mix(secret: str, words: Sequence[str]) -> str:
    """A seed that neither the secret nor the texts determine alone.

    It is HMAC-SHA256 with the secret's bytes as the key, of the texts in UTF-8 separated by line feeds, which
    no text contains. Raises ValueError for a secret that is not 64 hexadecimal digits.
    """
    return hmac.digest(bytes.fromhex(check_seed(secret)), "\n".join(words).encode(), "sha256").hex()


def draw_seats(seed: str, wished: Sequence[int | None]) -> tuple[int, ...]:
    """The seat of each player in the order of joining. Players who named none get the free ones, shuffled.

    The draws are apart from those of the game: their seed is made from the game's.
    """
    free = sorted(set(range(len(wished))).difference(seat for seat in wished if seat is not None))
    drawn, _ = Chance(mix(seed, ["seats"])).shuffle(free)
    rest = iter(drawn)
    return tuple(next(rest) if seat is None else seat for seat in wished)


def check_seed(seed: str) -> str:
    """The seed itself. Raises ValueError unless it is 64 lower-case hexadecimal digits."""
    if not _SEED.fullmatch(seed):
        raise ValueError("a seed is 64 hexadecimal digits in lower case")
    return seed


def seed_hash(seed: str) -> str:
    """The hash published when a game starts: SHA-256 of the seed's bytes, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(check_seed(seed))).hexdigest()
