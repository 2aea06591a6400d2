"""What the outbox carries: public facts only, or facts meant for the one a parcel is addressed to."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Protocol, TypeAlias

import msgspec

from bot.service.reports import GameReport, Spoken
from engines.contract import Seat, StepSummary, Value


class PostLobby(Value, frozen=True, tag="lobby"):
    """Show (or bring up to date) the card of a game that waits for players, in the game's channel."""

    report: GameReport


class OpenThread(Value, frozen=True, tag="thread"):
    """Open the game's thread, from its lobby message where that exists."""

    name: str


class PostCard(Value, frozen=True, tag="card"):
    """Post the turn card: picture, what happened, who is to act, buttons."""

    report: GameReport
    view: msgspec.Raw
    """The public view, as `Engine.encode_view` writes it."""
    happened: tuple[str, ...]
    account: StepSummary | None = None
    """What is told at more length; it comes before what `happened` besides."""


class RefreshCard(Value, frozen=True, tag="refresh"):
    """Show on the newest card how things now stand, and below what it told before what happened since.

    Pings nobody.
    """

    parcel_id: int
    """The parcel that is to have posted that card."""
    report: GameReport
    view: msgspec.Raw
    """As in `PostCard`."""
    happened: tuple[str, ...] = ()


class StripCard(Value, frozen=True, tag="strip"):
    """Take the buttons off an older card, which `parcel_id` posted; its contents stay."""

    parcel_id: int


class Call(Value, frozen=True):
    """A button that opens the panel of a game for one seat."""

    label: str
    code: str
    public_version: int = msgspec.field(name="version")
    seat: Seat


class DirectNotice(Value, frozen=True, tag="notice"):
    """A short private message to one user."""

    user_id: int
    text: str
    """Discord Markdown, written by us; player text in it is escaped already."""
    until: datetime | None = None
    """When it has lost its point: it is not sent from then on."""
    call: Call | None = None
    """The button under it."""


class PostTalk(Value, frozen=True, tag="talk"):
    """Show where a game is played what somebody said to everybody."""

    talk_id: int


class DirectTalk(Value, frozen=True, tag="direct_talk"):
    """Bring to one user what was said; to whoever said it, what became of it."""

    user_id: int
    talk_id: int
    purpose: Literal["hear", "receipt", "refused"]
    """For its reader; for its speaker; or to tell the speaker that one reader could not be reached."""
    seat: Seat | None = None
    """The reader who could not be reached."""


class ShowHand(Value, frozen=True, tag="hand"):
    """Show a player's hand in the one direct message that is kept for it, and bring that up to date."""

    user_id: int
    report: GameReport
    text: str
    """Discord Markdown, of the rules' making."""
    view: msgspec.Raw
    """The owner's view, as `Engine.encode_view` writes it."""
    theme: Literal["dark", "light"]


class PutHandAway(Value, frozen=True, tag="hand_away"):
    """Leave nothing of a hand in the direct message that showed it: somebody else plays in that seat now."""

    user_id: int
    report: GameReport
    text: str
    """Discord Markdown, of ours."""


class PostNote(Value, frozen=True, tag="note"):
    """A message to all who are at a game, in its thread or channel."""

    text: str
    """Discord Markdown; it mentions nobody, whatever it says."""


Payload: TypeAlias = (
    PostLobby
    | OpenThread
    | PostCard
    | RefreshCard
    | StripCard
    | PostNote
    | DirectNotice
    | ShowHand
    | PutHandAway
    | PostTalk
    | DirectTalk
)


class Parcel(Value, frozen=True, kw_only=True):
    """A delivery under way, with its address resolved at the moment it is taken up."""

    id: int
    nonce: str
    """At most 25 characters; Discord refuses a second message with it within minutes."""
    game_id: int | None
    game: str | None = None
    """The game's code and, below, the event after which the parcel was put in; for the log."""
    seq: int | None = None
    channel_id: int | None
    """The game's thread if it has one, else its channel; None for a direct message."""
    message_id: int | None
    """The message to edit or to start from: the lobby's for PostLobby and OpenThread, the card's for
    RefreshCard and StripCard, the one with the hand for ShowHand and PutHandAway. None: there is none (yet,
    or any more)."""
    payload: Payload
    original: PostCard | None = None
    """For RefreshCard: what the card is to show. For StripCard: what the old card showed."""
    spoken: Spoken | None = None
    """For PostTalk and DirectTalk: what was said. It stands in the store alone, never in a payload."""
    attempts: int


class Receipt(Value, frozen=True):
    """What a delivery left behind: the message, or for OpenThread the thread."""

    message_id: int | None = None
    channel_id: int | None = None


class TryAgain(Exception):  # noqa: N818
    """The delivery may succeed later (429, 5xx, a lost connection); `after` seconds if the server said so.

    `code` counts it among its like: the server's own, or a word of ours.
    """

    def __init__(self, reason: str, after: float | None = None, *, code: str = "other") -> None:
        super().__init__(reason)
        self.reason = reason
        self.after = after
        self.code = code


class Undeliverable(Exception):  # noqa: N818
    """The delivery can never succeed (403, 404); it is given up with this note. `code` as for TryAgain."""

    def __init__(self, reason: str, *, code: str = "other") -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


class Gone(Undeliverable):
    """The channel or thread to which the parcel is addressed no longer exists.

    A game whose thread is gone is carried on in its channel.
    """


class ClosedDoor(Undeliverable):
    """The user takes no direct messages; none is tried again until they ask for such."""


class Courier(Protocol):
    """Carries parcels out; `bot.discord` implements it."""

    async def deliver(self, parcel: Parcel) -> Receipt:
        """Carry it out. Raises TryAgain or Undeliverable (Gone and ClosedDoor among these)."""
        ...
