"""The public facts of a game, whatever its rules: its players, its clock, whose turn it is."""

from datetime import datetime
from typing import Any, Literal, Self

import msgspec
from msgspec import field
from msgspec.structs import replace

from bot.column_values import Status
from bot.service.values.request import Person, Place
from bot.service.values.seat_clocks import PauseRequest
from bot.service.values.terms import Terms
from engines.contract import Outcome, Seat, Value, View


class SeatSummary(Value, frozen=True, omit_defaults=True):
    """A seat of a game and its player."""

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
    """The seconds that are left now or, in a running bank, that it had when it began to run."""
    until: datetime | None = None
    """When it will be empty; None: it does not run."""


class GameSummary(Value, frozen=True, kw_only=True, omit_defaults=True):
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
    """Whether the game gets a thread when it starts."""
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
    """The agreed terms, as they apply with the game's options."""
    created_at: datetime
    moved_at: datetime | None
    ply: int
    turn: str
    prompt: str
    names_pending: bool = True
    """Whether the prompt names the seats `to_act` (`View.names_pending`)."""
    to_act: tuple[Seat, ...]
    """The seats to act as the public may know it; in a person's own lists, as that person may."""
    mentioned: tuple[Seat, ...] = field(name="called", default=())
    """The seats that a card mentions (`View.mentioned`)."""
    notes: tuple[str, ...] = ()
    """Lines below the prompt (`View.notes`)."""
    off_turn_prompt: str | None = field(name="summons", default=None)
    """The label of the button for those to act out of turn (`ClockRules.off_turn_prompt`)."""
    deadline: datetime | None
    outcome: Outcome | None
    seed_hash: str | None
    """The hash of the seed, published from the start of games without a `commitment`."""
    seed: str | None
    """Published at the end of the game."""
    commitment: str | None = None
    """The hash of the secret from which the seed is made, published when the game is opened."""
    contributions: tuple[str, ...] = field(name="words", default=())
    """The texts that all who joined have added to the secret."""
    secret: str | None = None
    """Published with the seed."""
    draws: bool = True
    """Whether the game draws anything but seats (`Engine.draws`)."""
    banks: tuple[Bank, ...] = ()
    """Each seat's bank, while a game with banks is played."""
    absent: tuple[Seat, ...] = ()
    """The absent seats for which the game is paused, until one of its players resumes it."""
    open: tuple[tuple[Seat, datetime], ...] = ()
    """The seats of vanished players, and from when on another player may take them."""
    away: tuple[tuple[Seat, datetime], ...] = ()
    """The seats of players on vacation, and until when."""
    clock_stopped: bool = field(name="stands", default=False)
    """Whether the clock is stopped until the pending ones among them are back."""
    paused_until: datetime | None = None
    """Until when the players have agreed to pause."""
    pausing: PauseRequest | None = None
    """A requested pause, or its end ..."""
    pausing_asked: tuple[Seat, ...] = ()
    """... and those who are still to agree to it."""
    ending: tuple[Seat, ...] = ()
    """The seats in favour of ending the game without a result."""
    ending_asked: tuple[Seat, ...] = ()
    """The seats that are still to agree to that."""
    answers: tuple[tuple[Seat, str], ...] = ()
    """Public meta actions that are open now, as seat and notation: accept a draw, claim a win."""
    draw_asked_by: tuple[Seat, ...] = ()
    """The seats that offer the draw among these; empty in what earlier releases wrote."""
    seconds_per_period: float | None = field(name="pace", default=None)
    """Seconds of each clock period; None unless the game itself sets them."""
    only_computers_play: bool = False
    """Whether only computers are still in play; False in what earlier releases wrote."""
    hands: bool = False
    """Whether players have hands that they may ask for."""
    button: str = "Move"
    """The label of the button that opens the panel (`GameInfo.button`), without an `off_turn_prompt`."""
    undo_asked_by: Seat | None = None
    """The seat with an open undo request."""
    undo_actions: tuple[tuple[Seat, str], ...] = ()
    """The actions that it would undo, each with its seat and public notation, in the order of play."""
    undo_asked: tuple[Seat, ...] = ()
    """The seats that are still to agree to that."""
    talk: Literal["none", "open", "private"] = "none"
    """The kind of chat (`Engine.chat`)."""

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that must answer a request, whosever turn it is."""
        return frozenset(
            {*self.undo_asked, *self.ending_asked, *self.pausing_asked, *(seat for seat, _ in self.answers)}
        )

    @property
    def ended(self) -> bool:
        """Whether the game was played and is over, with a result or without."""
        return self.status == "finished" or (self.status == "abandoned" and self.seed is not None)

    @property
    def computers_alone(self) -> bool:
        """Whether only computers are pending, so that no clock and no picks are shown."""
        pending = [self.seats[seat].person for seat in self.to_act]
        return bool(pending) and all(one is not None and one.level is not None for one in pending)

    @property
    def place(self) -> Place | None:
        """The game's thread, else its channel; None for a game without a place on Discord."""
        channel_id = self.thread_id or self.channel_id
        return None if self.guild_id is None or channel_id is None else Place(self.guild_id, channel_id)

    def seen_in(self, view: View) -> Self:
        """The summary with what the viewer may know of the turn."""
        return replace(
            self,
            turn=view.turn,
            prompt=view.prompt,
            names_pending=view.names_pending,
            to_act=view.to_act if self.status == "active" else (),
            notes=view.notes,
            outcome=view.outcome,
        )

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat in which a person sits, or None."""
        return next((one.seat for one in self.seats if one.person and one.person.id == person_id), None)

    def plays_alone(self, person_id: int) -> bool:
        """Whether a person plays and everybody else at the table is a computer, whom nobody asks."""
        people = {one.person.id for one in self.seats if one.person and one.person.level is None}
        return people == {person_id}
