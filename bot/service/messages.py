"""What the outbox carries: public facts only, or facts meant for the one a delivery is addressed to."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from bot.service.game_summary import GameSummary
from bot.service.request import Person
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
    """Unarchive a thread in which nobody wrote for long, so that commands can be given there."""

    thread_id: int
    opened_at: datetime | None = None
    """When that was done last: nobody need have written since."""


class FirstPick(Value, frozen=True):
    """What may be picked first by whoever is to act, as everybody may know it."""

    token: str
    """`bot.service.picking.token_of`."""
    label: str


class PostCard(Value, frozen=True, tag="card"):
    """Post the turn card: picture, what happened, who is to act, buttons."""

    summary: GameSummary = msgspec.field(name="report")
    view: msgspec.Raw
    """The public view, as `Engine.encode_view` writes it."""
    summary_lines: tuple[str, ...] = msgspec.field(name="happened")
    step_summary: StepSummary | None = msgspec.field(name="account", default=None)
    """What is told at more length; it comes before what `happened` besides."""
    called: tuple[Seat, ...] | None = None
    """The seats that it pings. None in what earlier releases wrote: `GameSummary.mentioned`."""
    first_picks: tuple[FirstPick, ...] = ()
    """What is picked on the card itself."""


class RefreshCard(Value, frozen=True, tag="refresh"):
    """Show on the newest card how things now stand, and below what it told before what happened since.

    Pings nobody.
    """

    outbox_id: int = msgspec.field(name="parcel_id")
    """The delivery that is to have posted that card."""
    summary: GameSummary = msgspec.field(name="report")
    view: msgspec.Raw
    """As in `PostCard`."""
    summary_lines: tuple[str, ...] = msgspec.field(name="happened", default=())
    first_picks: tuple[FirstPick, ...] = ()


class RemoveButtons(Value, frozen=True, tag="strip"):
    """Take the buttons off an older card, which `outbox_id` posted; its contents stay."""

    outbox_id: int = msgspec.field(name="parcel_id")


class Call(Value, frozen=True):
    """A button that opens the panel of a game for one seat."""

    label: str
    code: str
    public_version: int = msgspec.field(name="version")
    seat: Seat


class TurnNotice(Value, frozen=True, tag="notice"):
    """Tell a person alone that they are awaited, and what for."""

    person_id: int = msgspec.field(name="user_id")
    occasion: Literal[
        "called", "turn", "asked", "reminder", "unposted", "played", "warning", "fallen", "joined", "table"
    ] = "turn"
    """Called out of turn; it is their turn; they are to answer a request; their deadline, `until`, comes
    near; it is their turn, or they have played, and the card cannot be posted; `orders` of theirs fell.
    Where no card tells it, in a game without a place: who has joined it has changed; it has started, stands
    still, goes on or is over, as `summary` says."""
    summary: GameSummary | None = None
    """The game as the person may know it. None in what earlier releases wrote, which has a text instead."""
    text: str = ""
    until: datetime | None = None
    """When it has lost its point: it is not sent from then on."""
    call: Call | None = None
    """The button under it."""
    refusal: str | None = None
    """Why the card cannot be posted, as the door says it (`RefusalRow.code`)."""
    orders: tuple[tuple[str, str], ...] = ()
    """Notations of standing orders, each with why it fell (`bot.service.order_verdict.Fall`)."""
    must_play: bool = False
    """For a warning: to be there is not enough, as they were absent and have not played since."""
    previously_notified_at: datetime | None = msgspec.field(name="told_before", default=None)
    """When the person was last notified of this clock period before this notice."""
    others: "tuple[TurnNotice, ...]" = ()
    """Notices of other games that come as one message with it."""
    words: tuple[int, ...] = ()
    """What was said to everybody meanwhile, which comes as one mail with it."""


class FollowNotice(Value, frozen=True, tag="follow"):
    """Show a person who follows a game its new card, as everybody sees it."""

    person_id: int
    outbox_id: int
    """The delivery of that card."""
    after: int = 0
    """The event up to which they have been told ..."""
    until: int = 0
    """... and that before what this card tells: what lies between is told besides."""
    others: "tuple[FollowNotice, ...]" = ()
    """Notices of other games that come as one message with it."""


class PostChat(Value, frozen=True, tag="talk"):
    """Show where a game is played what somebody said to everybody."""

    chat_message_id: int = msgspec.field(name="talk_id")


class DirectChat(Value, frozen=True, tag="direct_talk"):
    """Bring to one user what was said; to whoever said it, what became of it."""

    person_id: int = msgspec.field(name="user_id")
    chat_message_id: int = msgspec.field(name="talk_id")
    purpose: Literal["hear", "receipt", "refused"]
    """For its reader; for its speaker; or to tell the speaker that one reader was not reached, or nobody."""
    seat: Seat | None = None
    """The reader who could not be reached; None: it could not be posted."""
    others: tuple[int, ...] = ()
    """What else was said to everybody, which comes as one mail with it."""


class ShowHand(Value, frozen=True, tag="hand"):
    """Show a player's hand in the one direct message that is kept for it, and bring that up to date."""

    person_id: int = msgspec.field(name="user_id")
    summary: GameSummary = msgspec.field(name="report")
    text: str
    """In Markdown, of the rules' making."""
    view: msgspec.Raw
    """The owner's view, as `Engine.encode_view` writes it."""
    theme: Literal["dark", "light"]
    first_picks: tuple[FirstPick, ...] = ()
    """First picks of the owner's turn, this one or the next."""


class ClearHand(Value, frozen=True, tag="hand_away"):
    """Leave nothing of a hand in the direct message that showed it: somebody else plays in that seat now."""

    person_id: int = msgspec.field(name="user_id")
    summary: GameSummary = msgspec.field(name="report")
    text: str
    """A sentence of ours."""


class InvitationNotice(Value, frozen=True, tag="invitation"):
    """Ask a person whether they take a seat, or tell who has asked them that nothing has come of it."""

    person_id: int
    invitation_id: int
    """Who invites whom is read when it is sent."""
    purpose: Literal["ask", "tell", "return"]
    """``return``: a computer plays in the seat for the person, who had stayed away."""
    title: str
    seat_name: str


class ManagerNotice(Value, frozen=True, tag="managers"):
    """Tell those who manage a server what is in the way of a place of theirs."""

    guild_id: int
    channel_id: int
    thread_id: int | None
    """None: the channel itself is meant."""
    refusal: str
    """As in `TurnNotice`."""
    gone: bool
    """Whether the place was deleted, so that its games wait for consent to go on elsewhere."""
    code: str
    """A game that is played there."""
    unreachable: Person | None = None
    """A player in it whom nothing reaches any more, for mail to them came back. Nothing is in the way of the
    place then."""


class PostNote(Value, frozen=True, tag="note"):
    """A message to all who are at a game, in its thread or channel."""

    text: str
    """The text as an administrator wrote it; it mentions nobody, whatever it says."""


class PostReport(Value, frozen=True, tag="report"):
    """Tell those who manage a server that somebody has reported private words; it says nothing of them."""

    guild_id: int
    report_id: int


class DoorClosed(Value, frozen=True, tag="door_closed"):
    """Tell a person, at another door, that nothing reaches them by mail any more, for one came back."""

    person_id: int


class ShownBoard(Value, frozen=True):
    """A position that an answer shows in place of the present one."""

    what: Literal["past", "tried", "swing"]
    """A point of the game; where a line leads from there; what a review tells of a turn."""
    number: int
    """The number of the point, or of the turn in the review."""
    line: tuple[int, ...] = ()
    """By places, as in `Tried.places`."""
    side: Seat | None = None
    """From whose side it is looked at; None: the reader's."""


class MailAnswer(Value, frozen=True, tag="mail"):
    """Answer a mail."""

    address: str
    person_id: int | None
    """None: whoever wrote is nobody here."""
    code: str | None
    """The game that it is about; the reply address names it, and the seat."""
    seat: Seat | None
    subject: str
    text: str
    in_reply_to: str | None = None
    """The Message-ID of what is answered."""
    picture: bool = False
    """Whether it shows the game as the person may see it."""
    choices: tuple[tuple[str, str], ...] = ()
    """Answers to it that a tap fills in: what it is called, what is written."""
    confirms: str = ""
    """What the reply address says besides that it is an answer to."""
    public_version: int | None = None
    """In which that is meant; None: in that of the moment at which it is sent."""
    board: ShownBoard | None = None
    last: bool = False
    """Whether whoever wrote has had so many answers that for a while none follows."""
    attached: tuple[tuple[str, str], ...] = ()
    """Texts that go with it, by the names of their files."""


class AddressCode(Value, frozen=True, tag="mail_code"):
    """Send eight digits to an address: whoever says them reads what comes there."""

    address: str
    digits: str
    purpose: Literal["link", "join", "act"]
    """To be the address of a person who is known elsewhere; to be a person here; to do what `about` says."""
    name: str
    """The name of whoever asked for it; empty where they are nobody yet and gave none."""
    about: str = ""
    code: str | None = None
    """The game that it is about."""
    in_reply_to: str | None = None


class MailInvitation(Value, frozen=True, tag="mail_invitation"):
    """Invite whoever reads an address to a game that waits for players."""

    address: str
    summary: GameSummary
    """The game, whose host sends the invitation."""
    person_id: int | None = None
    """Whose address it is; None: of nobody who is known here."""


Direct: TypeAlias = (
    TurnNotice | FollowNotice | ShowHand | ClearHand | DirectChat | InvitationNotice | DoorClosed
)
"""What goes to one person alone, at the door that they wish."""
Mailed: TypeAlias = MailAnswer | AddressCode | MailInvitation
"""What goes to an address, whoever reads it."""
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
