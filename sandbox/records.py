"""A record for tests: every request of the bot, and every message that each person was shown."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from typing import Final, Literal

import msgspec

from sandbox.encoding import Json
from sandbox.world import changes
from sandbox.world.changes import Change
from sandbox.world.entities import LOADING, Message
from sandbox.world.world import World

_MOST: Final = 20_000


@dataclass(frozen=True)
class Exchange:
    """A request of the bot and its answer; status None: the connection was cut before one."""

    method: str
    path: str
    """The path below ``/api/v10``, with its query."""
    body: object
    files: tuple[tuple[str, str], ...]
    """Name and SHA-256 of each file."""
    status: int | None
    answer: object
    at: float
    """Seconds since 1970."""


@dataclass(frozen=True)
class Shown:
    """A message that one person was shown, when it was posted or edited."""

    person_id: int
    channel_id: int
    message_id: int
    how: Literal["posted", "edited"]
    body: bytes
    """Canonical JSON of the message without ids and times: content, components, the hashes of its files,
    mentions, whether it is ephemeral."""


class Records:
    """Listens to the world and to the REST API. With `keep` false, requests are only counted."""

    def __init__(self, world: World, *, keep: bool) -> None:
        self._world = world
        self._keep = keep
        self._hashes: dict[str, str] = {}
        self.exchanges: deque[Exchange] = deque(maxlen=_MOST)
        self.shown: deque[Shown] = deque(maxlen=_MOST)
        self.statuses: Counter[int] = Counter()
        """Answers by status; 0 stands for cut connections."""
        if keep:
            world.changes.listen(self._changed)

    def note(self, exchange: Exchange) -> None:
        """Keep a request and its answer."""
        self.statuses[exchange.status or 0] += 1
        if self._keep:
            self.exchanges.append(exchange)
        self._world.changes.stir()

    def requests(self, method: str = "*", path: str = "*") -> list[Exchange]:
        """The requests whose path (without its query) matches a glob, the oldest first."""
        return [
            one
            for one in self.exchanges
            if method in ("*", one.method) and fnmatchcase(one.path.partition("?")[0], path)
        ]

    def shown_to(self, person_id: int) -> list[Shown]:
        """Everything that a person was shown, the oldest first."""
        return [one for one in self.shown if one.person_id == person_id]

    def hash_file(self, path: str, data: bytes) -> None:
        """Remember the hash of a file that is kept."""
        if self._keep:
            self._hashes[path] = sha256(data).hexdigest()

    def _changed(self, change: Change) -> None:
        if isinstance(change, changes.MessagePosted):
            self._show(change.message, "posted")
        elif isinstance(change, changes.MessageEdited):
            self._show(change.message, "edited")

    def _show(self, message: Message, how: Literal["posted", "edited"]) -> None:
        if message.flags & LOADING:
            # An empty placeholder: whether it comes before the answer depends on how fast the machine is.
            return
        body = msgspec.json.encode(self._says(message), order="deterministic")
        for person_id in self._viewers(message):
            self.shown.append(Shown(person_id, message.channel_id, message.id, how, body))

    def _viewers(self, message: Message) -> Iterator[int]:
        channel = self._world.channels[message.channel_id]
        for person in self._world.people():
            if message.ephemeral:
                if message.only_for == person.id:
                    yield person.id
            elif self._world.can_see(person.id, channel):
                yield person.id

    def _says(self, message: Message) -> Json:
        return {
            "author": message.author_id,
            "type": message.type,
            "content": message.content,
            "components": [_timeless(component) for component in message.components],
            "files": [
                {
                    "filename": file.filename,
                    "description": file.description,
                    "sha256": self._hashes.get(file.path, ""),
                }
                for file in message.attachments
            ],
            "flags": message.flags,
            "mentions": sorted(message.mentions),
            "mention_everyone": message.mention_everyone,
            "ephemeral": message.ephemeral,
        }


def _timeless(value: object) -> object:
    """JSON without the parts that differ from run to run: addresses and ids of files."""
    if isinstance(value, dict):
        dropped = ("url", "proxy_url", "attachment_id") if "proxy_url" in value else ()
        return {key: _timeless(item) for key, item in value.items() if key not in dropped}
    if isinstance(value, list):
        return [_timeless(item) for item in value]
    return value
