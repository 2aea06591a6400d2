"""The person, place and cause of a request."""

from __future__ import annotations

from typing import Final

from engines.contract import Level, Value


class Identity(Value, frozen=True):
    """An account or address under which a door knows a person."""

    kind: str
    """The type of account: ``discord``."""
    external_id: str
    name: str
    """The name that the account shows now."""


VACANT: Final = "Vacant"
"""The name in a seat whose invited player has not accepted yet."""
FORMER: Final = "Former player"
"""The name of forgotten people."""


STRANGER: Final = 0
"""The id of a person who is not identified yet or not known here."""


class Person(Value, frozen=True, omit_defaults=True):
    """A player or a possible one."""

    id: int
    """The person's internal id, the same at every door, or `STRANGER`."""
    name: str
    identity: Identity | None = None
    """The account that identifies a stranger; None for everybody else."""
    level: Level | None = None
    """How well a computer plays; None: it is no computer."""
    vacant: bool = False
    """Whether this stands for nobody yet: the invited player of the seat has not accepted."""

    @classmethod
    def of(cls, identity: Identity) -> Person:
        """The person with an identity, not identified yet."""
        return cls(STRANGER, identity.name, identity)


class Place(Value, frozen=True):
    """Where a command was given: a channel (or thread) of a server."""

    guild_id: int
    channel_id: int
    forum: bool = False
    """Whether the channel is a forum, where a game is a post."""


class Membership(Value, frozen=True):
    """A server's facts about a member who opens a game there."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    """Whether they may manage the server."""
    parent_id: int | None = None
    """The channel of the thread in which the game is opened; None outside threads."""


class Cause(Value, frozen=True):
    """The cause of a request; the same key again changes nothing."""

    key: str
    """Unique among the causes of all doors: ``discord:123``. At most `bot.store.models.CAUSE_LENGTH` long."""
    order: int | None = None
    """Grows with time among the requests and posts of one door; None where unknown."""

    @property
    def door(self) -> str:
        """The name of the door by which the request came."""
        return self.key.partition(":")[0]
