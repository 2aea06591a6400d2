"""A delivery under way, and its possible results."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol, TypeAlias

import msgspec

from bot.service.notices.place_refusals import Address
from bot.service.people.notice_settings import NoticeSettings
from bot.service.usecases import Engines
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.payloads import Payload, PostCard
from bot.service.values.request import Person
from engines.contract import Value


class FollowedCard(Value, frozen=True):
    """The newest card of a followed game."""

    card: PostCard
    after: int
    until: int
    """As in FollowNotice."""


class Delivery(Value, frozen=True, kw_only=True):
    """A claimed delivery, with its address resolved at that moment."""

    id: int
    nonce: str
    """At most 25 characters; Discord refuses a second message with it within minutes."""
    game_id: int
    """0: it is about no game, or its reader need not play in one."""
    game: str | None = None
    """The game's code and, below, the event after which the delivery was enqueued; for the log."""
    seq: int | None = None
    door: str = "discord"
    """The door that delivers it, by the kind of identity that it knows people by."""
    channel_id: int | None
    """The game's thread if it has one, else its channel; None for a direct message."""
    address: Address | None = None
    """The place of that channel in its server."""
    message_id: int | None
    """The message to edit or to start from: the lobby's for PostLobby and OpenThread, the card's for
    RefreshCard and RemoveButtons, the one with the hand for ShowHand and ClearHand. None: there is none (yet,
    or any more)."""
    payload: Payload
    card: PostCard | None = None
    """For RefreshCard: what the card is to show. For RemoveButtons: what the old card showed."""
    followed: tuple[FollowedCard, ...] = ()
    """For FollowNotice: the cards to show, that of its own game first if it is still followed."""
    chat_message: MessageView | None = None
    """For PostChat and DirectChat: the message. Its text is stored in `talk` alone, never in a payload."""
    more_messages: tuple[MessageView, ...] = ()
    """For DirectChat and TurnNotice by mail: further messages to everybody."""
    invitation: Invitation | None = None
    """For InvitationNotice: inviter, invited person, and the invitation's state."""
    invited: tuple[Person, ...] = ()
    """For PostLobby: invited people who have not answered yet."""
    place_gone: bool = False
    """For PostLobby: whether the game's thread was deleted."""
    external_ids: Mapping[int, str] = msgspec.field(default_factory=dict)
    """External ids, at the door that delivers it, of the people it is for or may mention, by person."""
    attempts: int
    new_post: bool = False
    """Whether this starts a post in a forum channel: the game has no thread there (any more)."""
    settings: NoticeSettings = NoticeSettings()
    """For direct deliveries: the notice preferences of their reader in this game."""
    quiet: bool = False
    """Whether it pings nobody, because the server is set to quiet."""
    unpinged: frozenset[int] = frozenset()
    """People who are mentioned in its text but not pinged."""
    enqueued_at: datetime | None = None
    """When it was enqueued; no earlier attempt can have posted anything before that."""
    due_at: datetime | None = None
    """When it was due. Its row has another moment as soon as something changes in its place."""


class Receipt(Value, frozen=True):
    """What a delivery created or changed: a message, or for OpenThread a thread."""

    message_id: int | None = None
    channel_id: int | None = None


class Failure(Exception):  # noqa: N818 -- an outcome
    """A failed attempt, with its reason.

    `code`: for metrics, the server's own code or a word of ours. `wide`: anything else posted in the same
    channel would be refused as well.
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
    """The delivery can only succeed after somebody changes something in its place (a permission, a lock)."""


class PermanentFailure(Failure):
    """The delivery can never succeed; it is given up."""

    missed = True
    """Whether somebody misses the delivery."""


def pointless(reason: str, code: str | None = None) -> PermanentFailure:
    """The failure of a delivery that nobody misses: its subject or its reader is not there."""
    failure = PermanentFailure(reason) if code is None else PermanentFailure(reason, code=code)
    failure.missed = False
    return failure


class ChannelGone(PermanentFailure):
    """The addressed channel or thread no longer exists.

    A game whose thread is gone goes on in its channel.
    """


class DmsClosed(PermanentFailure):
    """The user accepts no direct messages at this door, or their address does not exist.

    Nothing more is sent there until the user asks for it.
    """

    missed = False


Outcome: TypeAlias = Receipt | RetryLater | PermanentFailure
"""What came of an attempt."""


class Sender(Protocol):
    """Delivers; each door implements it."""

    identity_kind: str
    """The kind of identity that it knows people by."""

    @property
    def engines(self) -> Engines:
        """The rules of the games that it shows."""
        ...

    async def has_room(self) -> bool:
        """Whether there is capacity now for deliveries that can wait."""
        ...

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver. Raises RetryLater (such as Blocked) or PermanentFailure (such as DmsClosed)."""
        ...
