"""What use cases take and tell: plain values without SQL or Discord in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import field

from engines.contract import IllegalAction, Offer, Outcome, Seat, StagedPanel, Value, View

Status: TypeAlias = Literal["lobby", "active", "paused", "finished", "abandoned"]


class Refused(Exception):  # noqa: N818 -- the use case's answer, not a fault
    """A request that a use case turns down: a stable code and one clear sentence for the player alone.

    `passing`: what stands in the way is over in a moment, so whoever passes requests on may ask again first.
    """

    def __init__(self, code: str, sentence: str, *, passing: bool = False) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.passing = passing


@contextmanager
def refuse_illegal() -> Iterator[None]:
    """Raise Refused where the rules raise IllegalAction, with the same code and sentence."""
    try:
        yield
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.sentence) from illegal


class Identity(Value, frozen=True):
    """Who somebody is at a door: an account, an address."""

    kind: str
    """What the door knows people by: ``discord``."""
    external_id: str
    name: str
    """As it is used there now."""


STRANGER: Final = 0
"""The id of whoever is not identified yet, or not known here; persons have others."""


class Person(Value, frozen=True, omit_defaults=True):
    """Somebody who plays, or may."""

    id: int
    """Ours, the same at every door, or `STRANGER`."""
    name: str
    identity: Identity | None = None
    """By what a stranger can be identified; None for all others."""

    @classmethod
    def of(cls, identity: Identity) -> Person:
        """Whoever is behind an identity, not identified yet."""
        return cls(STRANGER, identity.name, identity)


class Place(Value, frozen=True):
    """Where a command was given: a channel (or thread) of a server."""

    guild_id: int
    channel_id: int


class SeatSummary(Value, frozen=True):
    """A seat of a game and who sits in it."""

    seat: Seat
    name: str
    """The game's name for it: ``White``."""
    emblem: str
    person: Person | None
    drawn: bool = False
    """Before the start: the person has joined, but the seat is drawn then, so this one is still free."""


class GameSummary(Value, frozen=True, kw_only=True):
    """The public facts of a game: what a list, a lobby or a card shows beside the picture."""

    id: int
    code: str
    """Public, short, unique, upper case: ``K7QX``."""
    key: str
    title: str
    status: Status
    public_version: int = msgspec.field(name="version")
    """Raised by every event of which everybody may know, marks aside (`Step.marks_only`); buttons carry it,
    and a move may demand it."""
    host: Person
    guild_id: int | None
    channel_id: int | None
    thread_id: int | None
    threaded: bool
    """Whether the game is to have a thread of its own when it starts."""
    seats: tuple[SeatSummary, ...]
    """All seats in play; before the start the first `min_seats` .. `max_seats` with None where free."""
    options: dict[str, Any]
    """Every option with its value."""
    deadline_hours: float | None
    """Length of a turn; None: no clock, or one of the game's own (`seconds_per_period`)."""
    created_at: datetime
    moved_at: datetime | None
    ply: int
    turn: str
    prompt: str
    to_act: tuple[Seat, ...]
    """As the public may know it; in lists of a person's own, as that person may."""
    mentioned: tuple[Seat, ...] = field(name="called", default=())
    """Those whom a card mentions (`Engine.mentioned`)."""
    notes: tuple[str, ...] = ()
    """What stands beside the prompt in lines of its own (`View.notes`)."""
    off_turn_prompt: str | None = field(name="summons", default=None)
    """What the button says that calls those to act (`ClockRules.off_turn_prompt`); None: that they move."""
    deadline: datetime | None
    outcome: Outcome | None
    seed_hash: str | None
    """Published from the start of the game."""
    seed: str | None
    """Published when the game is over."""
    answers: tuple[tuple[Seat, str], ...] = ()
    """Public meta actions that wait for somebody, as seat and notation: accept a draw, claim a win."""
    seconds_per_period: float | None = field(name="pace", default=None)
    """Seconds of each clock period, where the game itself sets them."""
    hands: bool = False
    """Whether players hold what nobody else may know, and may ask for it."""
    button: str = "Move"
    """What opens the panel (`GameInfo.button`), unless `off_turn_prompt` says something else."""
    undo_asked_by: Seat | None = None
    """The seat that has asked to take its last action back and waits for the others' consent."""
    talk: Literal["none", "open", "private"] = "none"
    """`Engine.chat`."""

    @property
    def place(self) -> Place | None:
        """Where it is posted: in its thread, else in its channel; None where it has no place on Discord."""
        channel_id = self.thread_id or self.channel_id
        return None if self.guild_id is None or channel_id is None else Place(self.guild_id, channel_id)


class Preferences(Value, frozen=True):
    """How a person wants to be shown and told things."""

    theme: Literal["dark", "light"] = "dark"
    dm_turns: bool = False
    """A direct message when it is their turn."""
    dm_reminders: bool = True
    """A direct message when a deadline of theirs comes near."""
    dm_hands: bool = True
    """A direct message that shows their hand, in games with such, and is kept up to date."""
    time_zone: str | None = None
    """An IANA name such as ``Europe/Paris``."""
    locale: str | None = None


class Choices(Value, frozen=True):
    """What a person may do now in a game: the answer to `play.choices`."""

    summary: GameSummary
    seat: Seat
    offers: tuple[Offer[Any], ...]
    turn_hints: str = ""
    """What may still be done in this turn, in a few lines for this person (`Engine.turn_hints`)."""


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
    """What the switch is to be after it: a press that comes twice does not undo itself."""


class Preview(Value, frozen=True):
    """What an action would do, as its mover may know beforehand: the answer to `play.preview`."""

    summary: GameSummary
    """As the game stands; buttons under the preview carry its public version."""
    seat: Seat
    action: str
    """The action's canonical notation, as a button carries it."""
    notation: str
    """The same with what would happen, where that can be told."""
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
    """The seat's name, or empty for the host's own doing."""
    text: str


class Proof(Value, frozen=True):
    """What became of playing a game again from its published seed."""

    summary: GameSummary
    """With the seed, if it is published: when the game is over."""
    actions: int
    """How many were played again, all of them as the log has them."""
    flaw: str | None
    """What does not agree, in one sentence."""


class Played(Value, frozen=True):
    """The answer to an accepted action."""

    summary: GameSummary
    notation: str
    """The action with what happened, as its actor reads it."""
    summary_lines: tuple[str, ...]
    """The public narration, a clause each."""
    meta: bool = False
    """Whether it was a meta action, and that alone; not told of a repetition."""
    posted: bool = True
    """Whether a new card tells everybody."""
    marked: bool = False
    """Whether at least a mark on the newest card shows that something was done; if neither, nobody else
    knows of it."""
    repeated: bool = False
    """True when this very interaction had been carried out before: nothing was done now."""


class MessageView(Value, frozen=True, kw_only=True):
    """Something that a player said, as it is told to whoever may know of it."""

    key: str
    code: str
    turn: str
    """When in the game: ``round 4``."""
    at: datetime
    speaker: Person
    seat: Seat
    to: tuple[Seat, ...] | None
    """None: everybody."""
    body: str
    """As it was written: to be escaped."""
    refused: tuple[Seat, ...] = ()
    """To whom it could not be brought by direct message; told to the speaker alone."""
    fresh: bool = False
    """Whether the one who reads it now has not seen it before."""


class Ack(Value, frozen=True):
    """The answer to whoever said something."""

    spoken: MessageView
    repeated: bool = False
    """True when this very message had been heard before: nothing was done now."""


class MessagePage(Value, frozen=True, kw_only=True):
    """Some of what a person may read of a game's talk."""

    summary: GameSummary
    turn: str | None
    """What it was narrowed to."""
    spoken: tuple[MessageView, ...]
    """The oldest first."""
    skipped: int
    """How many newer ones were passed over."""
    more: bool
    """Whether there are older ones."""
    unseen: int
    """Private messages that waited for this person before this answer."""


class DmRoute(Value, frozen=True):
    """Where a person's direct messages go, and what comes back."""

    summary: GameSummary | None
    """None: the person is asked each time where there are several games."""
    relayed: bool
    """Whether what others say to everybody in that game is relayed by direct message."""
