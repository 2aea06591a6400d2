"""Shards: the parts into which Discord divides the servers of a large bot, and ranges of them.

A server belongs to shard ``(id >> 22) % count``; direct messages come to shard 0 alone
(https://discord.com/developers/docs/events/gateway#sharding).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MOST = 100_000
"""The most shards that are accepted; the largest bots have a few thousand."""
_PART = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


@dataclass(frozen=True)
class ShardRange:
    """Shards `first` to `last`, both included, of `count`."""

    first: int
    last: int
    count: int

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def __contains__(self, shard: object) -> bool:
        return isinstance(shard, int) and self.first <= shard <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def whole(self) -> bool:
        """Whether these are all shards there are."""
        return self.first == 0 and self.last == self.count - 1


WHOLE = ShardRange(0, 0, 1)
"""The claim of a process that serves all servers, divided into as many shards as Discord wants."""


def parse_shards(text: str) -> tuple[ShardRange, ...]:
    """Ranges as an operator writes them: ``0-3/16``, or several to choose from, ``0-3,4-7/8``.

    Raises ValueError with one sentence.
    """
    parts, _, count_text = text.partition("/")
    if not count_text.isascii() or not count_text.isdigit() or not 0 < int(count_text) <= _MOST:
        raise ValueError("Shards are written as 0-3/16: the first, the last, and how many there are in all.")
    count = int(count_text)
    ranges = []
    for part in parts.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"“{part.strip()}” is not a range of shards such as 0-3.")
        first = int(match[1])
        last = int(match[2] or first)
        if not first <= last < count:
            raise ValueError(
                f"There are no shards {part.strip()} of {count}: they are numbered from 0 upwards."
            )
        ranges.append(ShardRange(first, last, count))
    numbers = [shard for one in ranges for shard in one]
    if len(set(numbers)) < len(numbers):
        raise ValueError("The ranges of shards overlap.")
    return tuple(ranges)
