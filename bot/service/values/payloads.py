"""The payloads of the outbox: public facts, or facts for the addressee alone."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from bot.column_values import Theme
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from engines.contract import Seat, StepSummary, Value


class PostLobby(Value, frozen=True, tag="lobby"):
    """Show (or bring up to date) the card of a game that waits for players, in the game's channel."""

    summary: GameSummary = msgspec.field(name="report")


class OpenThread(Value, frozen=True, tag="thread"):
    """Open the game's thread, from its lobby message where that exists."""

    summary: GameSummary | None = msgspec.field(name="report", default=None)
    """None in what earlier releases wrote, which has a name instead."""
    name: str = ""


class ReopenThread(Value, frozen=True, tag="reopen"):
    """Unarchive a quiet thread, so that commands work there."""

    thread_id: int
    opened_at: datetime | None = None
    """When the thread was last unarchived; nobody may have written since."""


class FirstPick(Value, frozen=True):
    """A possible first pick of a pending player, which is public."""

    token: str
    """`bot.service.game.picking.token_of`."""
    label: str


class HeadLine(Value, frozen=True):
    """A line of a card about something that its head says while it lasts."""

    what: Literal["turn", "draw", "ending", "pausing"]
    """A turn, an offer of a draw, a request to end or to pause the game."""
    seat: Seat
    line: str


class PostCard(Value, frozen=True, tag="card", omit_defaults=True):
    """Post the turn card: picture, recent events, whose turn it is, buttons."""

    summary: GameSummary = msgspec.field(name="report")
    view: msgspec.Raw
    """The public view, as `Codec.encode` writes it."""
    summary_lines: tuple[str, ...] = msgspec.field(name="happened")
    step_summary: StepSummary | None = msgspec.field(name="account", default=None)
    """A longer account of the step, below `summary_lines`."""
    pinged: tuple[Seat, ...] | None = msgspec.field(name="called", default=None)
    """The seats that it pings. None in what earlier releases wrote: `GameSummary.mentioned`."""
    first_picks: tuple[FirstPick, ...] = ()
    """The picks offered on the card itself."""
    head_lines: tuple[HeadLine, ...] = ()
    """The lines among these that the head may repeat."""


class RefreshCard(Value, frozen=True, tag="refresh"):
    """Update the newest card: the present state, and the new events below the old ones.

    Pings nobody.
    """

    outbox_id: int = msgspec.field(name="parcel_id")
    """The delivery that is to have posted that card."""
    summary: GameSummary = msgspec.field(name="report")
    view: msgspec.Raw
    """As in `PostCard`."""
    summary_lines: tuple[str, ...] = msgspec.field(name="happened", default=())
    first_picks: tuple[FirstPick, ...] = ()
    head_lines: tuple[HeadLine, ...] = ()
    retracted: tuple[str, ...] = ()
    """Lines that the card is to tell no more, as what they tell was taken back."""


class RemoveButtons(Value, frozen=True, tag="strip"):
    """Take the buttons off an older card, which `outbox_id` posted; its contents stay."""

    outbox_id: int = msgspec.field(name="parcel_id")


class PanelButton(Value, frozen=True):
    """A button that opens the panel of a game for one seat."""

    label: str
    code: str
    public_version: int = msgspec.field(name="version")
    seat: Seat


class TurnNotice(Value, frozen=True, tag="notice"):
    """Notify one person of a game: that they are pending, or of what else concerns them in it."""

    person_id: int = msgspec.field(name="user_id")
    occasion: Literal[
        "called",
        "turn",
        "asked",
        "reminder",
        "unposted",
        "played",
        "warning",
        "fallen",
        "joined",
        "table",
        "answered",
        "undone",
        "replaced",
        "seated",
    ] = "turn"
    """`called`: an off-turn action is open; `turn`: it is their turn; `asked`: they must answer a request;
    `reminder`: their deadline, `until`, comes near; `unposted` and `played`: their turn, or their own action,
    whose card cannot be posted; `warning`: their seat is opened to others unless they come back; `fallen`:
    their standing `orders` were dropped; `replaced` and `seated`: somebody else has their seat now, or an
    operator has given them one, as `text` says. In a game without a place, where no card tells it: `joined`,
    somebody joined or left; `table`, the game started, paused, resumed or ended, as `summary` says;
    `answered`, a request has been answered and waits no more, as `text` says; `undone`, a turn of which they
    were told has not come yet, as play went back."""
    summary: GameSummary | None = None
    """The game as the person may know it. None in what earlier releases wrote, which has a text instead."""
    text: str = ""
    """What has become of a request or a seat, was undone, or why a game pauses or goes on whose card nobody
    sees; the whole notice in what earlier releases wrote."""
    until: datetime | None = None
    """When it is no longer of use: it is not sent from then on."""
    button: PanelButton | None = msgspec.field(name="call", default=None)
    """The button under it."""
    refusal: str | None = None
    """Why the card cannot be posted, as the door says it (`RefusalRow.code`)."""
    orders: tuple[tuple[str, str], ...] = ()
    """Notations of standing orders, each with why it was dropped (`order_verdict.DropReason`)."""
    must_play: bool = False
    """For a warning: they must play to keep the seat, as they were absent and have not played since."""
    previously_notified_at: datetime | None = msgspec.field(name="told_before", default=None)
    """When the person was last notified of this clock period before this notice."""
    others: "tuple[TurnNotice, ...]" = ()
    """Notices of other games that come as one message with it."""
    enqueued_at: datetime | msgspec.UnsetType = msgspec.field(name="promised_at", default=msgspec.UNSET)
    """For one of `others`: when it was enqueued. Not in what earlier releases wrote."""
    chat_message_ids: tuple[int, ...] = msgspec.field(name="words", default=())
    """Public chat messages since, which the same mail contains."""


class FollowNotice(Value, frozen=True, tag="follow"):
    """Show a person who follows a game its new card, as everybody sees it."""

    person_id: int
    outbox_id: int
    """The delivery of that card; 0: it is `card`."""
    after: int = 0
    """The event up to which they were notified ..."""
    until: int = 0
    """... and the event before the card's own: those between are summarized as well."""
    others: "tuple[FollowNotice, ...]" = ()
    """Notices of other games that come as one message with it."""
    card: PostCard | None = None
    """The card of a game without a place, where none is posted."""
    game_id: int = 0
    """The game, whose newest card is shown where that one is not kept; 0 in what earlier releases wrote."""


class PostChat(Value, frozen=True, tag="talk"):
    """Post a public chat message in the game's place."""

    chat_message_id: int = msgspec.field(name="talk_id")


class DirectChat(Value, frozen=True, tag="direct_talk"):
    """Deliver a chat message to one reader; or a receipt, or a failure notice, to its speaker."""

    person_id: int = msgspec.field(name="user_id")
    chat_message_id: int = msgspec.field(name="talk_id")
    purpose: Literal["hear", "receipt", "refused"]
    """`hear`: for a reader; `receipt`: for the speaker; `refused`: a reader, or with public messages the
    place, was not reached.
    """
    seat: Seat | None = None
    """The reader who could not be reached; None: it could not be posted."""
    others: tuple[int, ...] = ()
    """Further public chat messages in the same mail."""


class ShowHand(Value, frozen=True, tag="hand"):
    """Show a player's hand in the one direct message kept for it, and keep that up to date."""

    person_id: int = msgspec.field(name="user_id")
    summary: GameSummary = msgspec.field(name="report")
    text: str
    """The hand in Markdown, written by the rules."""
    view: msgspec.Raw
    """The owner's view, as `Codec.encode` writes it."""
    theme: Theme
    first_picks: tuple[FirstPick, ...] = ()
    """First picks of the owner's turn, this one or the next."""


class ClearHand(Value, frozen=True, tag="hand_away"):
    """Clear the direct message that showed a hand: its owner is out, or another player has the seat now."""

    person_id: int = msgspec.field(name="user_id")
    summary: GameSummary = msgspec.field(name="report")
    text: str
    """A sentence that takes its place."""


class InvitationNotice(Value, frozen=True, tag="invitation"):
    """Ask a person whether they take a seat, or notify the inviter that they did not."""

    person_id: int
    invitation_id: int
    """The names are resolved on delivery."""
    purpose: Literal["ask", "tell", "return"]
    """``return``: a computer plays in the seat for the person, who had stayed away."""
    title: str
    seat_name: str


class ManagerNotice(Value, frozen=True, tag="managers"):
    """Notify a server's managers of a refused place."""

    guild_id: int
    channel_id: int
    thread_id: int | None
    """None: the refused place is the channel itself."""
    refusal: str
    """As in `TurnNotice`."""
    gone: bool
    """Whether the place was deleted, so that its games wait for consent to go on elsewhere."""
    code: str
    """A game that is played there."""
    unreachable: Person | None = None
    """A player whose mail bounces and who has no other door. The place is fine then."""
    paused: bool = False
    """Whether that game is paused for it, as no pending player could be told."""


class PostNote(Value, frozen=True, tag="note"):
    """A message to all who are at a game, in its thread or channel."""

    text: str
    """The administrator's text; it mentions nobody."""


class PostReport(Value, frozen=True, tag="report"):
    """Notify a server's managers of a report of private messages; it does not quote them."""

    guild_id: int
    report_id: int


class DoorClosed(Value, frozen=True, tag="door_closed"):
    """Notify a person at another door that their mail bounces."""

    person_id: int


class ShownBoard(Value, frozen=True):
    """A position that an answer shows in place of the present one."""

    what: Literal["past", "tried", "swing"]
    """A board in a mail: a point of the game, the end of a tried line, or a reviewed turn."""
    number: int
    """The number of the point, or of the turn in the review."""
    line: tuple[int, ...] = ()
    """The actions of a tried line, as `Tried.indices` has them."""
    side: Seat | None = None
    """The seat whose view it is; None: the reader's."""


class MailAnswer(Value, frozen=True, tag="mail"):
    """Answer a mail."""

    address: str
    person_id: int | None
    """None: the sender is no person here."""
    code: str | None
    """The game that it is about; the reply address names it, and the seat."""
    seat: Seat | None
    subject: str
    text: str
    in_reply_to: str | None = None
    """The Message-ID of the answered mail."""
    picture: bool = False
    """Whether it shows the game as the person may see it."""
    choices: tuple[tuple[str, str], ...] = ()
    """Answers that a tap fills in: label and text."""
    confirms: str = ""
    """Further content of the reply address."""
    public_version: int | None = None
    """The public version of the reply address; None: that at delivery."""
    board: ShownBoard | None = None
    last: bool = False
    """Whether the sender has had so many answers that none follows for a while."""
    attached: tuple[tuple[str, str], ...] = ()
    """Texts that go with it, by the names of their files."""


class AddressCode(Value, frozen=True, tag="mail_code"):
    """Send an eight-digit code to an address, which proves that its reader may use it."""

    address: str
    digits: str
    purpose: Literal["link", "join", "act"]
    """`link`: to become the address of a person known elsewhere; `join`: to become a person; `act`: to
    confirm what `about` says.
    """
    name: str
    """The name of the requester; empty for a stranger who gave none."""
    about: str = ""
    code: str | None = None
    """The game that it is about."""
    in_reply_to: str | None = None


class MailInvitation(Value, frozen=True, tag="mail_invitation"):
    """Invite the reader of an address to a lobby."""

    address: str
    summary: GameSummary
    """The game, whose host invites."""
    person_id: int | None = None
    """The person with that address; None: a stranger."""


Direct: TypeAlias = (
    TurnNotice | FollowNotice | ShowHand | ClearHand | DirectChat | InvitationNotice | DoorClosed
)
"""Payloads for one person, at the door of their choice."""
Mailed: TypeAlias = MailAnswer | AddressCode | MailInvitation
"""Payloads for an address, whoever reads it."""
Payload: TypeAlias = (
    PostLobby
    | OpenThread
    | PostCard
    | RefreshCard
    | RemoveButtons
    | PostNote
    | PostChat
    | PostReport
    | ManagerNotice
    | ReopenThread
    | Direct
    | Mailed
)
_DECODER: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)


def read_payload(stored: str) -> Payload:
    """A payload as the outbox holds it. Raises msgspec.MsgspecError."""
    return _DECODER.decode(stored)
