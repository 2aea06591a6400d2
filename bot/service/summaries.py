"""Arguments and answers of use cases: plain values without SQL or Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import field

from bot.service.seat_clocks import PauseWish
from bot.service.terms import Terms
from engines.contract import IllegalAction, Level, Offer, Outcome, Seat, StagedPanel, Value, View

Status: TypeAlias = Literal["lobby", "active", "paused", "finished", "abandoned"]


Confirm: TypeAlias = Literal["always", "weighty", "never"]
"""Which actions a person confirms before they are done: `bot.service.confirming`."""


class Refused(Exception):  # noqa: N818 -- the use case's answer, not a fault
    """A request that a use case turns down: a stable code and one clear sentence for the player alone.

    `passing`: the obstacle is gone in a moment, so a door may repeat the request by itself.
    """

    def __init__(
        self, code: str, sentence: str, *, passing: bool = False, game: GameSummary | None = None
    ) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.passing = passing
        self.game = game
        """The game whose seats the sentence names, where a door is to say who sits there."""


class IsAway(Refused):
    """Somebody acts who is on vacation: a door asks whether they are back."""

    def __init__(self, game_code: str, until: datetime) -> None:
        super().__init__("away", f"You are on vacation until {until:%Y-%m-%d}; end it first.")
        self.game_code = game_code
        self.until = until


def quoted(typed: str) -> str:
    """What somebody typed, within a sentence: short, on one line, and nothing that Markdown would format."""
    kept = "".join(char for char in " ".join(typed.split()) if char.isalnum() or char in " +-.,'!?@#/=")
    return f"“{kept[:30] or '?'}”"


def no_such_game(code: str) -> Refused:
    """The refusal of a code that no game has, and of a game out of reach: nobody can tell the two apart."""
    return Refused("no_such_game", f"There is no game {code} here.")


@contextmanager
def refuse_illegal(game: Callable[[], GameSummary] | None = None) -> Iterator[None]:
    """Raise Refused where the rules raise IllegalAction, with the same code and sentence, about this game."""
    try:
        yield
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.sentence, game=game and game()) from illegal


class Identity(Value, frozen=True):
    """An account or address under which a door knows a person."""

    kind: str
    """The type of account: ``discord``."""
    external_id: str
    name: str
    """The name that the account shows now."""


FORMER: Final = "Former player"
"""The name of everybody who is forgotten."""
STRANGER: Final = 0
"""The id of somebody who is not identified yet or not known here."""


class Person(Value, frozen=True, omit_defaults=True):
    """A player or a possible one."""

    id: int
    """The same at every door, or `STRANGER`."""
    name: str
    identity: Identity | None = None
    """The account that identifies a stranger; None for everybody else."""
    level: Level | None = None
    """How well a computer plays; None: it is no computer."""

    @classmethod
    def of(cls, identity: Identity) -> Person:
        """The person with an identity, not identified yet."""
        return cls(STRANGER, identity.name, identity)


class Place(Value, frozen=True):
    """Where a command was given: a channel (or thread) of a server."""

    guild_id: int
    channel_id: int
    forum: bool = False
    """Whether the channel is a forum, so that a game is a post of its own in it."""


class Membership(Value, frozen=True):
    """What a server says of a member who opens a game there."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    """Whether they may manage the server."""
    parent_id: int | None = None
    """The channel of the thread in which the game is opened; None outside threads."""


class Cause(Value, frozen=True):
    """What somebody did at a door to ask for something; the same key again changes nothing."""

    key: str
    """Unique among the causes of all doors: ``discord:123``. At most `bot.store.models.CAUSE_LENGTH` long."""
    order: int | None = None
    """Grows with time among what is asked for and posted at the same door; None where that is not known."""


class SeatSummary(Value, frozen=True):
    """A seat of a game and who sits in it."""

    seat: Seat
    name: str
    """The game's name for it: ``White``."""
    emblem: str
    person: Person | None
    drawn: bool = False
    """Before the start: the person is shown here, but their seat is drawn at the start."""


class Bank(Value, frozen=True):
    """What a seat's bank of time holds."""

    left: float
    """Seconds, where it does not run; else what it had when it began to."""
    until: datetime | None = None
    """When it will be empty; None: it does not run."""


class GameSummary(Value, frozen=True, kw_only=True):
    """The public facts of a game, as lists, lobbies and cards show them beside the picture."""

    id: int
    code: str
    """Public, short, unique, upper case: ``K7QX``."""
    key: str
    title: str
    status: Status
    public_version: int = msgspec.field(name="version")
    """Raised by every public event but marks (`Step.marks_only`). Buttons carry it, and an action may require
    it (`expected_public_version`)."""
    host: Person
    guild_id: int | None
    channel_id: int | None
    thread_id: int | None
    threaded: bool
    """Whether the game is to have a thread of its own when it starts."""
    opening_thread_id: int | None = None
    """The thread that is being opened for the game that has just started: that of the lobby's message."""
    seats: tuple[SeatSummary, ...]
    """All seats in play; before the start the first `min_seats` .. `max_seats` with None where free."""
    min_seats: int | None = None
    """How many must have joined before the game can start; None in what earlier releases wrote."""
    options: dict[str, Any]
    """Every option with its value."""
    deadline_hours: float | None
    """Length of a turn; None: no clock, a bank, or one of the game's own (`seconds_per_period`)."""
    terms: Terms = Terms()
    """What was agreed when the game was opened, as it holds with its options."""
    created_at: datetime
    moved_at: datetime | None
    ply: int
    turn: str
    prompt: str
    to_act: tuple[Seat, ...]
    """As the public may know it; in lists of a person's own, as that person may."""
    mentioned: tuple[Seat, ...] = field(name="called", default=())
    """The seats that a card mentions (`Engine.mentioned`)."""
    notes: tuple[str, ...] = ()
    """Lines below the prompt (`View.notes`)."""
    off_turn_prompt: str | None = field(name="summons", default=None)
    """The label of the button for those to act out of turn (`ClockRules.off_turn_prompt`)."""
    deadline: datetime | None
    outcome: Outcome | None
    seed_hash: str | None
    """Published from the start of games without a `commitment`."""
    seed: str | None
    """Published at the end of the game."""
    commitment: str | None = None
    """The hash of the secret from which the seed is made, published when the game is opened."""
    words: tuple[str, ...] = ()
    """What everybody who joined has added to the secret."""
    secret: str | None = None
    """Published with the seed."""
    draws: bool = True
    """Whether the game draws anything but seats (`Engine.draws`)."""
    banks: tuple[Bank, ...] = ()
    """Each seat's, while a game with banks is played."""
    absent: tuple[Seat, ...] = ()
    """For whose absence the game is paused, until one of its players resumes it."""
    open: tuple[tuple[Seat, datetime], ...] = ()
    """The seats of players who have vanished, and from when on somebody else may take them."""
    away: tuple[tuple[Seat, datetime], ...] = ()
    """Who is on vacation, and until when."""
    stands: bool = False
    """Whether the clock stands until they are back."""
    paused_until: datetime | None = None
    """Until when the players have agreed to pause."""
    pausing: PauseWish | None = None
    """A pause, or its end, that some wish ..."""
    pausing_asked: tuple[Seat, ...] = ()
    """... and those who are still to agree to it."""
    ending: tuple[Seat, ...] = ()
    """Those who wish the game to end without a result."""
    ending_asked: tuple[Seat, ...] = ()
    """Those who are still to agree to that."""
    answers: tuple[tuple[Seat, str], ...] = ()
    """Public meta actions that are open now, as seat and notation: accept a draw, claim a win."""
    seconds_per_period: float | None = field(name="pace", default=None)
    """Seconds of each clock period; None unless the game itself sets them."""
    hands: bool = False
    """Whether players have hands that they may ask for."""
    button: str = "Move"
    """The label of the button that opens the panel (`GameInfo.button`), without an `off_turn_prompt`."""
    undo_asked_by: Seat | None = None
    """The seat whose request to take its last action back waits for the others."""
    undo_actions: tuple[tuple[Seat, str], ...] = ()
    """What would go back then: who did it and its public notation, in the order of play."""
    undo_asked: tuple[Seat, ...] = ()
    """The seats that are still to agree to that."""
    talk: Literal["none", "open", "private"] = "none"
    """`Engine.chat`."""

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats whose answer to a request is awaited, whoever's turn it is."""
        return frozenset(
            {*self.undo_asked, *self.ending_asked, *self.pausing_asked, *(seat for seat, _ in self.answers)}
        )

    @property
    def place(self) -> Place | None:
        """The game's thread, else its channel; None for a game without a place on Discord."""
        channel_id = self.thread_id or self.channel_id
        return None if self.guild_id is None or channel_id is None else Place(self.guild_id, channel_id)

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat in which a person sits, or None."""
        return next((one.seat for one in self.seats if one.person and one.person.id == person_id), None)

    def seat_named(self, name: str) -> Seat:
        """The seat of this name. Raises Refused, which lists the seats."""
        for seat in self.seats:
            if seat.name.lower() == name.strip().lower():
                return seat.seat
        names = ", ".join(seat.name for seat in self.seats)
        raise Refused("no_such_seat", f"There is no seat {quoted(name)}; there are: {names}.")


class Invitation(Value, frozen=True, kw_only=True):
    """The question whether a person takes a seat, as that person and whoever asks may know it."""

    id: int
    code: str
    """The game's, and its title."""
    title: str
    seat_name: str
    place: Place | None
    """Where the game is played."""
    person: Person
    """Who is asked."""
    inviter: Person | None
    """By whom; None: by whoever runs the bot."""
    expires_at: datetime
    status: Literal["open", "accepted", "declined", "expired", "withdrawn"]
    waits: bool = False
    """Whether it is to a game that waits for players, any free seat of which is taken by joining it."""


class Vacation(Value, frozen=True):
    """Whether somebody is away or will be: the answer to `vacations.of`."""

    span: tuple[datetime, datetime] | None
    """From when to when."""
    left: int
    """Days that are left of this year."""
    time_zone: str | None
    """Theirs, in which days begin; None: UTC."""


class Preferences(Value, frozen=True):
    """A person's settings for pictures and messages."""

    theme: Literal["dark", "light"] = "dark"
    dm_hands: bool = True
    """A direct message that shows their hand, in games with such, and is kept up to date."""
    time_zone: str | None = None
    """An IANA name such as ``Europe/Paris``."""
    confirm: Confirm = "weighty"
    """Which actions are previewed and played only when they are confirmed."""


class Choices(Value, frozen=True):
    """What a person may do now in a game: the answer to `play.choices`."""

    summary: GameSummary
    seat: Seat
    offers: tuple[Offer[Any], ...]
    view: Callable[[], View]
    """Makes the position as the person may know it."""
    turn_hints: str = ""
    """What is left to do in this turn, in a few lines for this person (`Engine.turn_hints`)."""
    staged: bool = False
    """Whether the person stages a choice (`Engine.staged_panel`): what they may do changes unseen."""


class StagedChoices(Value, frozen=True):
    """What a person has staged and how to change it: the answer to `play.staging`."""

    summary: GameSummary
    seat: Seat
    board: StagedPanel
    view: View
    """As the person may know it."""


class TogglePress(Value, frozen=True):
    """A press of a switch (`engines.contract.Toggle`), as an action to be done."""

    key: str
    on: bool | None
    """The state to be reached: a press that comes twice changes nothing the second time."""


class Preview(Value, frozen=True):
    """What an action would do, as far as its actor may know: the answer to `play.attempt`."""

    summary: GameSummary
    """The game as of now; buttons under the preview carry its public version."""
    seat: Seat
    action: str
    """The action's canonical notation, as a button carries it."""
    notation: str
    """The notation with what would happen, where that is not hidden."""
    view: View | None
    """The position then; None where a picture would show something hidden."""
    summary_lines: tuple[str, ...] = ()
    """What would happen, a clause each ..."""
    words: str = ""
    """... or in the game's own words (`Engine.preview`), in Discord's Markdown."""


class Line(Value, frozen=True):
    """One line of a game's history, as the asker may read it."""

    seq: int
    at: datetime
    who: str
    """The seat's name; empty for what the host itself did."""
    text: str
    still_seated: bool = True
    """Whether that is the seat of who did it: not where another has taken the seat over since."""


class Proof(Value, frozen=True):
    """The result of replaying a game from its published seed."""

    summary: GameSummary
    """With the seed, if it is published: when the game is over."""
    actions: int
    """How many were replayed, all as in the log."""
    inconsistency: str | None
    """What does not agree, in one sentence."""
    promised: tuple[str, ...]
    """Every hash that was published: the one of the opening (of before commitments: of the start), then one
    for each time that play went back."""
    noted: int | None = None
    """The place among them of the hash that the asker gave."""


class Played(Value, frozen=True):
    """The answer to an accepted action."""

    summary: GameSummary
    notation: str
    """The action with what happened, as its actor reads it."""
    summary_lines: tuple[str, ...]
    """The narration as its actor may hear it, a clause each."""
    meta: bool = False
    """Whether it was a single meta action; False for a repetition."""
    posted: bool = True
    """Whether a new card tells everybody."""
    refusal: str | None = None
    """Why that card cannot be posted at present, as the door says it; None as far as is known."""
    marked: bool = False
    """Whether at least a mark on the newest card shows the action; nobody else knows of it otherwise."""
    repeated: bool = False
    """Whether this request was carried out before, so that nothing was done now."""
    words: str = ""
    """How the action was offered, where there is no narration of it."""
    headline: str = ""
    """The narration in a few words, where the game has an account of its own (`Step.summary`)."""
    seat: Seat | None = None
    """Whose action it was, to whom the answer speaks; None: of a repetition."""
    may_plan: bool = False
    """Whether its actor plays on and waits for others now, and may plan ahead."""
    private_by_mail: bool = False
    """Whether its actor chose that what they alone may know comes by mail."""


class Reach(NamedTuple):
    """How far a person may go alone from the present position: the answer to `undo.reach`."""

    undo: int
    """How many actions they may take back."""
    redo: int
    """How many that were taken back they may do again."""


class UndoAnswer(Value, frozen=True):
    """The answer to somebody who asks to go back, or agrees to that or not."""

    summary: GameSummary
    did: Literal["asked", "agreed", "undone", "refused", "withdrawn"]
    """``agreed``: others are still to agree; ``undone``: all have, and play has gone back."""
    actions: tuple[tuple[Seat, str], ...]
    """What goes back, as in `GameSummary.undo_actions`."""


class MessageView(Value, frozen=True, kw_only=True):
    """A message of a player, as one of its readers may know it."""

    key: str
    code: str
    turn: str
    """When in the game: ``round 4``."""
    at: datetime
    speaker: Person
    seat: Seat
    to: tuple[Seat, ...] | None
    """None: everybody."""
    readers: tuple[Person, ...] = ()
    """Who sat in the seats of `to`, in their order."""
    body: str
    """As it was written, not escaped."""
    refused: tuple[Seat, ...] = ()
    """Readers to whom it could not be delivered; empty for everybody but the speaker."""
    fresh: bool = False
    """Whether its reader sees it for the first time."""
    number: int | None = None
    """Which of the private messages it is that its reader was sent in this game: 1, 2, 3 ..."""


class Ack(Value, frozen=True):
    """The answer to a message."""

    spoken: MessageView
    repeated: bool = False
    """Whether this request was carried out before, so that nothing was done now."""


class MessagePage(Value, frozen=True, kw_only=True):
    """Some of the messages of a game that a person may read."""

    summary: GameSummary
    turn: str | None
    """The only turn shown; None: all turns."""
    spoken: tuple[MessageView, ...]
    """The oldest first."""
    skipped: int
    """How many newer ones were skipped."""
    more: bool
    """Whether there are older ones."""
    unseen: int
    """Private messages that waited for this person before this answer."""
    unheard: tuple[Seat, ...] = ()
    """Seats of those whom this person has muted here, or blocked: what they said is left out."""
