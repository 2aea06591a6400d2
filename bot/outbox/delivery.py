"""A delivery under way, and what may become of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

import msgspec

from bot.service.answers import Invitation, MessageView
from bot.service.messages import Payload, PostCard
from bot.service.refusals import Address
from bot.service.request import Person
from bot.service.wishes import Wishes
from engines.contract import Value


class FollowedCard(Value, frozen=True):
    """The newest card of a game that somebody follows."""

    card: PostCard
    after: int
    until: int
    """As in FollowNotice."""


class Delivery(Value, frozen=True, kw_only=True):
    """A delivery under way, with its address resolved at the moment it is taken up."""

    id: int
    nonce: str
    """At most 25 characters; Discord refuses a second message with it within minutes."""
    game_id: int
    """0: it is about no game, or for a reader who need not be at one."""
    game: str | None = None
    """The game's code and, below, the event after which the delivery was put in; for the log."""
    seq: int | None = None
    door: str = "discord"
    """Which door carries it: the kind of identity by which that knows people."""
    channel_id: int | None
    """The game's thread if it has one, else its channel; None for a direct message."""
    address: Address | None = None
    """Where that is in a server."""
    message_id: int | None
    """The message to edit or to start from: the lobby's for PostLobby and OpenThread, the card's for
    RefreshCard and RemoveButtons, the one with the hand for ShowHand and ClearHand. None: there is none (yet,
    or any more)."""
    payload: Payload
    original: PostCard | None = None
    """For RefreshCard: what the card is to show. For RemoveButtons: what the old card showed."""
    followed: tuple[FollowedCard, ...] = ()
    """For FollowNotice: what is shown, that of its own game first if it is still followed."""
    spoken: MessageView | None = None
    """For PostChat and DirectChat: what was said. It stands in the store alone, never in a payload."""
    more_spoken: tuple[MessageView, ...] = ()
    """For DirectChat and TurnNotice by mail: what else was said to everybody."""
    invitation: Invitation | None = None
    """For InvitationNotice: who is invited by whom, and what has become of it."""
    invited: tuple[Person, ...] = ()
    """For PostLobby: who is invited and has not answered."""
    external_ids: Mapping[int, str] = msgspec.field(default_factory=dict)
    """How those whom it is for, or may mention, are known at the door that carries it, by person."""
    attempts: int
    new_post: bool = False
    """Whether the channel is a forum in which the game has no thread (any more): this begins a post there."""
    wishes: Wishes = Wishes()
    """For what goes to one person alone: theirs, in this game."""
    quiet: bool = False
    """Whether it is to ping nobody, for so the server wants it."""
    unpinged: frozenset[int] = frozenset()
    """Persons whom it does not ping, although it names them as it names those whom it does."""
    promised_at: datetime | None = None
    """When it was put in: an earlier try has posted nothing before that."""


class Receipt(Value, frozen=True):
    """What a delivery left behind: the message, or for OpenThread the thread."""

    message_id: int | None = None
    channel_id: int | None = None


class Failure(Exception):  # noqa: N818 -- an outcome
    """A delivery was not carried out, for this reason.

    `code` counts it among its like: the server's own, or a word of ours. `wide`: whatever else is posted in
    the same channel would be refused as well.
    """

    def __init__(self, reason: str, *, code: str = "other", wide: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code
        self.wide = wide


class RetryLater(Failure):
    """The delivery may succeed later (429, 5xx, a lost connection); `after` seconds if the server said so."""

    def __init__(
        self, reason: str, after: float | None = None, *, code: str = "other", wide: bool = False
    ) -> None:
        super().__init__(reason, code=code, wide=wide)
        self.after = after


class Blocked(RetryLater):
    """Somebody must change something where it is to be posted (a permission, a lock) before it can be."""


class PermanentFailure(Failure):
    """The delivery can never succeed; it is given up."""


class ChannelGone(PermanentFailure):
    """The channel or thread to which the delivery is addressed no longer exists.

    A game whose thread is gone is carried on in its channel.
    """


class DmsClosed(PermanentFailure):
    """The user takes no direct messages at this door, or their address does not exist.

    None is tried again there until they ask for such.
    """


class Sender(Protocol):
    """Carries deliveries out; a door implements it."""

    identity_kind: str
    """The kind of identity by which it knows people."""

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Carry it out. Raises RetryLater (such as Blocked) or PermanentFailure (such as DmsClosed)."""
        ...
