"""A game in a unit of work: the only module that appends events and updates the snapshot."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.service import deadlines, summarizing
from bot.service.event_types import APPLIED, LEAVE_TYPES, LINES, Back, Banks, Done, EventType
from bot.service.game_summary import GameSummary
from bot.service.picking import offers_of
from bot.service.refused import IsAway, Refused, refuse_illegal
from bot.service.request import Cause, Person
from bot.service.seat_clocks import LEAST, PauseWish, Refill, SeatClocks
from bot.service.summarizing import UndoRequest
from bot.service.terms import Terms
from bot.store.games import Around
from bot.store.models import EventRow, GameRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, Extend, Offer, Seat, Step, StepSummary, Value, View
from engines.wording import listed

ORDER_DELAY: Final = (30.0, 90.0)
"""Seconds, at least and at most, from an event to the check of the game's standing orders."""
_SHARE: Final = 4
"""The delay is at most this fraction of the remaining time."""


class Overdue(Exception):  # noqa: N818 -- a state of affairs
    """A deadline has passed and its timeout is still to be processed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        """The game's code."""


class Changes(Value, frozen=True):
    """What a unit of work changed in a game, as far as cards and notices depend on it."""

    lines: tuple[str, ...]
    """The public events, a clause each (`summary_lines` of the payloads)."""
    step_summary: StepSummary | None
    """Replaces a slice of `lines` where a summary reads better."""
    other_lines: tuple[str, ...]
    """The lines outside that slice."""
    public: bool
    """Whether anything happened in public."""
    posts_card: bool
    """Whether more than marks changed in public, so that a new card is posted."""
    extends_card: bool
    """Whether the newest card is extended instead: it follows a period of many actions."""
    starts_period: bool = False
    """Whether a deadline for a new clock period was set."""
    requests: frozenset[tuple[Seat, str]] = frozenset()
    """The seats that must answer a request made in this unit of work, each with the request."""
    off_turn: bool = False
    """Whether anything but the game's own actions happened in public."""
    took_back: bool = False
    """Whether its actor took back own actions, in public."""

    @property
    def newly_asked(self) -> tuple[Seat, ...]:
        """The seats that must answer a request made in this unit of work."""
        return tuple(sorted({seat for seat, _ in self.requests}))


class LiveGame:
    """A game in a transaction, with its rules. `conclude` ends the changes."""

    def __init__(
        self,
        unit: Unit,
        engine: AnyEngine,
        row: GameRow,
        now: datetime,
        cause: Cause | None = None,
        *,
        around: Around | None = None,
    ) -> None:
        self.unit = unit
        self.engine = engine
        self.row = row
        self.now = now
        self.rng: Random = SystemRandom()
        """Draws the delay of standing orders."""
        self.cause = cause
        """The request behind this unit of work; set before the first event."""
        self.summary_lines: list[str] = []
        """The public events of this unit of work, a clause each."""
        self.own_lines: list[str] = []
        """Further events that only the actor may know, a clause each."""
        self._step_summary: StepSummary | None = None
        self._summarized = slice(0)
        """The slice of `summary_lines` that the step's summary replaces."""
        self._public = False
        self._posts_card = False
        self._off_turn = False
        self._took_back = False
        self._first_seq = row.last_seq + 1
        self._undo_before = row.undo
        self._before: Value | None = None
        self._state: Value | None = None
        self._period: str | None = None
        self.status_before = row.status
        """The game's status before this unit of work."""
        self.pending_before: frozenset[Seat] = frozenset()
        """The seats that were to act before this unit of work."""
        self._fresh_deadline = False
        self.former_deadline: datetime | None = None
        """After an undo into an earlier clock period: the deadline of that period."""
        self._ending_asked = False
        self._pause_asked = False
        self._around = around
        self._public_views: list[tuple[Value, View]] = []
        """The newest public views, with their states."""
        self._charged: frozenset[Seat] | None = None
        """Seats whose time banks pay for the time until now; None: those that were to act."""
        self.clocks = summarizing.seat_clocks_of(row)
        """The clock's state of each seat; `conclude` stores it."""
        if row.state is not None:
            try:
                self._state = engine.codec.decode_state(row.state.encode())
            except (msgspec.MsgspecError, ValueError) as error:
                raise Refused(
                    "other_rules",
                    f"Game {row.code} was played under rules that this host no longer knows: "
                    "tell whoever runs the bot.",
                ) from error
            self._before = self._state
            self._period = engine.clock.period(self._state)
            self.pending_before = frozenset(engine.to_act(self._state))

    @property
    def state(self) -> Value:
        """The state after all changes so far. Raises Refused before the start."""
        if self._state is None:
            raise self.not_begun()
        return self._state

    def waits(self, seat: Seat | None) -> bool:
        """Whether the game is running and a seat, still in play, waits for its turn."""
        return (
            self.row.status == "active"
            and seat is not None
            and seat not in self.engine.to_act(self.state)
            and next(self.engine.legal_meta(self.state, seat), None) is not None
        )

    def check_playing(self, seat: Seat) -> None:
        """Raises Refused for a seat that is eliminated while the game goes on."""
        playing = summarizing.playing(self.engine, self.state, len(self.row.seats))
        if self.engine.outcome(self.state) is None and seat not in playing:
            raise Refused("eliminated", f"You are out of game {self.row.code}; you may watch it.")

    def not_begun(self) -> Refused:
        """The refusal for a game without a position: it waits for players, or was called off."""
        if self.row.status == "abandoned":
            return Refused("game_over", f"Game {self.row.code} was called off before it began.")
        return Refused("not_started", f"Game {self.row.code} has not started yet.")

    def summary(self) -> GameSummary:
        """The present public facts."""
        view = None if self._state is None else self.public_view(self._state)
        return summarizing.summarize(self.engine, self.row, self._state, view=view)

    def public_view(self, state: Value) -> View:
        """The public view of a state, cached for the state before the changes and the present one."""
        view = next((view for known, view in self._public_views if known is state), None)
        if view is None:
            view = self.engine.view(state, None)
            self._public_views = [*self._public_views[-1:], (state, view)]
        return view

    def seat_of(self, person_id: int) -> Seat | None:
        """A person's seat; None for others, and before seats are drawn."""
        return next((sitting.seat for sitting in self.row.seats if sitting.player_id == person_id), None)

    def has_seat(self, person_id: int) -> bool:
        """Whether a person plays, even if their seat is not drawn yet."""
        return any(sitting.player_id == person_id for sitting in self.row.seats)

    def seat_name(self, seat: Seat) -> str:
        """The game's name for a seat in play."""
        return self.engine.info.seat_names(len(self.row.seats))[seat]

    def sitting_in(self, seat: Seat) -> SeatRow:
        """The row of a seat in a started game."""
        return next(sitting for sitting in self.row.seats if sitting.seat == seat)

    def player_in(self, seat: Seat) -> PersonRow:
        """The person in a seat of a started game."""
        return self.sitting_in(seat).player

    @property
    def computers(self) -> frozenset[Seat]:
        """The seats in which computers play."""
        return summarizing.computers(self.row)

    @property
    def acted_last(self) -> Seat | None:
        """The seat of the last action in this unit of work that a person made."""
        return next((event.seat for event in reversed(self.unit.events.added) if event.player_id), None)

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that must answer a request."""
        undo = summarizing.read_undo(self.row.undo)
        asked = summarizing.requests(self.engine, self.state, len(self.row.seats), undo)
        return frozenset(seat for seat, _ in asked) | self.wished_of

    @property
    def wished_of(self) -> frozenset[Seat]:
        """The seats asked to agree to a pause or an end of the game, which may take several turns."""
        pausing = summarizing.asked_to_pause(self.engine, self.row, self.state, self.clocks)
        ending = summarizing.asked_to_end(self.engine, self.row, self.state, self.clocks)
        return frozenset((*pausing, *ending))

    def disarm(self) -> None:
        """Clear the notices and alarms of a game that is not running, except the end of its pause."""
        deadlines.disarm(self.row)
        if self.row.status == "paused":
            self.pause_until(self.clocks.paused_until)
        for sitting in self.row.seats:
            sitting.notice_at = None

    def set_alarm(self) -> None:
        """Wake the scheduler when the game's next alarm or notice is due."""
        self.unit.set_alarm(self.row.alarm_at, *(sitting.notice_at for sitting in self.row.seats))

    @property
    def notices_due(self) -> list[Seat]:
        """The seats whose next notice must be decided now."""
        due = (sitting for sitting in self.row.seats if sitting.notice_at and sitting.notice_at <= self.now)
        return sorted(sitting.seat for sitting in due if sitting.seat is not None)

    @property
    def seq_before(self) -> int:
        """The newest event before this request."""
        return self._first_seq - 1

    def seat_held(self, person: Person) -> Seat:
        """A person's seat in a game that can be played now. Raises Refused."""
        if self.row.status == "finished":
            outcome = self.engine.outcome(self.state)
            ended = f"Game {self.row.code} is over. {outcome.text if outcome else ''}"
            raise Refused("game_over", ended, game=self.summary())
        if self.row.status == "abandoned":
            raise Refused("game_over", f"Game {self.row.code} was called off.")
        if not self.has_seat(person.id):
            raise Refused("not_in_game", f"You do not play in game {self.row.code}; you may watch it.")
        if self.row.status == "lobby":
            raise self.not_begun()
        if self.row.status == "paused":
            absent = " Any of its players may resume it." if self.clocks.absent else ""
            raise Refused("paused", f"Game {self.row.code} is paused.{absent}")
        self.check_rules()
        seat = self.seat_of(person.id)
        assert seat is not None  # noqa: S101 -- seats are drawn at the start
        return seat

    def check_rules(self) -> None:
        """Raises Refused for a game that could not be migrated to this host's rules."""
        if self.row.seed is not None and self.row.rules_version != self.engine.info.rules_version:
            raise Refused(
                "other_rules",
                f"Game {self.row.code} was started under other rules of {self.engine.info.title} than are "
                "played here now; it can be looked at, but not go on.",
            )

    @property
    def overdue(self) -> bool:
        """Whether a timeout must be processed before anybody acts."""
        deadline, stands = self.row.deadline_at, self.row.clock_stopped_at is not None
        return self.row.status == "active" and not stands and deadline is not None and deadline <= self.now

    def check_clock(self) -> None:
        """Raises Overdue."""
        if self.overdue:
            raise Overdue(self.row.code)

    def expect(self, public_version: int | None) -> None:
        """Raises Refused where the request was made in an older public position."""
        if public_version is not None and public_version != self.row.public_version:
            turn = self.engine.view(self.state, None).turn
            raise Refused("stale", f"This position has passed: game {self.row.code} is at {turn} by now.")

    # -- events ----------------------------------------------------------------------------------------

    def append(
        self,
        kind: EventType,
        *,
        seat: Seat | None = None,
        person: Person | None = None,
        notation: str | None = None,
        public_notation: str | None = None,
        action: bytes | None = None,
        reveals: bool = False,
        data: Value | None = None,
        public: bool = True,
        marks_only: bool = False,
    ) -> None:
        """Append an event to the log; the first of a unit of work carries its cause."""
        self.row.last_seq += 1
        self.unit.events.append(
            EventRow(
                game_id=self.row.id,
                seq=self.row.last_seq,
                first_seq=self._first_seq,
                kind=kind.value,
                seat=seat,
                player_id=None if person is None else person.id,
                action=None if action is None else action.decode(),
                notation=notation,
                public_notation=public_notation,
                reveals=reveals,
                data=None if data is None else msgspec.json.encode(data).decode(),
                cause=self.cause.key if self.cause and self.row.last_seq == self._first_seq else None,
                at=self.now,
            )
        )
        if kind in APPLIED:
            self.row.undo = None
        if seat is not None and person is not None:
            # Announcing a vacation shows that the player is there, but is no act in the game.
            kept, acted = self.clocks.kept(seat), self.clocks.has_acted(seat, played=kind in APPLIED)
            self.clocks = kept if kind in LEAVE_TYPES else acted
        if public:
            self._public = True
        if public and not marks_only:
            self._posts_card = True
            self.row.public_version += 1
            # Acts of administrators and of the clock are not part of a turn: they get a separate card.
            self._off_turn |= kind not in APPLIED | LEAVE_TYPES and kind != EventType.UNDONE

    def note(
        self,
        kind: EventType,
        line: str | None = None,
        *,
        seat: Seat | None = None,
        person: Person | None = None,
        data: Value | None = None,
        summary_line: str | None = None,
    ) -> None:
        """Append an event other than an action, with public lines for the history and the card.

        `line` None: that of `LINES`.
        """
        line = LINES[kind] if line is None else line
        self.append(kind, seat=seat, person=person, notation=line, public_notation=line, data=data)
        if summary_line is not None:
            self.summary_lines.append(summary_line)

    def begin(self, state: Value) -> None:
        """Set the game's first state."""
        self._state = state

    def step(self, seat: Seat, action: Any) -> Step[Value]:
        """An action's step, without applying it. Raises Refused if it is illegal."""
        with refuse_illegal(self.summary):
            return self.engine.apply(self.state, seat, action)

    def apply(self, kind: EventType, seat: Seat, action: Any, person: Person | None = None) -> Step[Value]:
        """Apply an action and log it. Raises Refused, with nothing changed, if it is illegal."""
        step = self.step(seat, action)
        lines = [self.engine.narrate(event) for event in step.events if event.audience == "public"]
        self.append(
            kind,
            seat=seat,
            person=person,
            notation=step.notation,
            public_notation=step.public_notation,
            action=self.engine.codec.encode(action),
            reveals=step.reveals,
            data=Done(step.marks_only, step.anonymous) if step.marks_only or step.anonymous else None,
            public=step.public_notation is not None,
            marks_only=step.marks_only,
        )
        self.summary_lines += lines
        self.own_lines += [
            self.engine.narrate(event)
            for event in step.events
            if event.audience == "seat" and getattr(event, "seat", None) == seat
        ]
        if step.summary is not None:
            self._step_summary = step.summary
            self._summarized = slice(len(self.summary_lines) - len(lines), len(self.summary_lines))
        self._state = step.state
        self._fresh_deadline |= isinstance(action, Extend)
        self._off_turn |= kind == EventType.ACTION and not isinstance(action, self.engine.action_types)
        return step

    def offers(self, seat: Seat) -> tuple[Offer[Any], ...]:
        """A seat's legal actions in the game itself, as offers."""
        return offers_of(self.engine, self.state, seat)

    def foresee(self, seat: Seat, action: Any) -> None:
        """Apply an action without an event, in a game that is only read. Raises Refused."""
        step = self.step(seat, action)
        if step.reveals:
            raise Refused("no_preview", "Beyond what shows something hidden nothing can be foreseen.")
        self._state = step.state

    def let_run(self) -> None:
        """Apply forced actions."""
        while (forced := self.engine.automatic(self.state)) is not None:
            self.apply(EventType.AUTOMATIC, *forced)

    def go_back(
        self,
        state: Value,
        data: Back,
        *,
        fresh: bool = False,
        undone: Sequence[str] = (),
        banks: Banks | None = None,
    ) -> None:
        """Log that play goes back to an earlier state; `fresh`: a new deadline is set in any case.

        `undone`: the public notations of the undone actions, where a card lists them. `banks`: the time banks
        of that moment, where the time spent since is given back.
        """
        turn = self.engine.view(state, None).turn
        line = f"undone: {listed(undone)}" if undone else f"play goes back to {turn}"
        self.note(EventType.UNDONE, f"back to {turn}", data=data, summary_line=line)
        if data.reseed is not None:
            promise = f"what is drawn from here on comes from a new secret, SHA-256 {data.reseed.commitment}"
            self.summary_lines.append(promise)
        self.row.undo = None
        self._state = state
        # All have agreed to it, so it cannot be used to ping somebody repeatedly.
        self.clocks = replace(self.clocks, called=())
        self._fresh_deadline |= fresh
        if banks is not None:
            # Refunded time is charged to nobody.
            self._charged = frozenset()
            self._note_banks(replace(self.clocks, left=banks.left, granted=banks.granted))

    def take_back(
        self, state: Value, data: Value, seat: Seat, person: Person, *, notation: str, public: str | None
    ) -> None:
        """Log that a seat takes back its own actions; `public` None: nobody else knew of them."""
        self.append(
            EventType.UNDONE,
            seat=seat,
            person=person,
            notation=notation,
            public_notation=public,
            data=data,
            public=public is not None,
        )
        if public is not None:
            self._took_back = True
            self.summary_lines.append(f"{self.seat_name(seat)} undoes {public.removeprefix('undo ')}")
        self.row.undo = None
        self._state = state
        # A player who goes back into a finished turn pays for the time since.
        self._charged = frozenset({seat})

    def call(self, seat: Seat, what: str) -> datetime | None:
        """Note that a seat is mentioned for something; the last time that it was, if recent."""
        call = f"{seat} {what}"
        since = self.clocks.called_at(call, self.now)
        self.clocks = self.clocks.calling(call, self.now)
        self.row.clock = msgspec.json.encode(self.clocks).decode()
        return since

    def come_back(self) -> None:
        """Resume after a pause, with a whole deadline if it was for an absent player."""
        self._fresh_deadline |= bool(self.clocks.absent)
        self.clocks = self.clocks.returned()

    def wait_longer(self) -> None:
        """Give the pending players another deadline of the same length."""
        self._fresh_deadline = True

    def changed_hands(self) -> Iterator[tuple[Seat, str]]:
        """The hands that this unit of work changed, by seat."""
        if self.engine.hand is None:
            return
        for seat in range(len(self.row.seats)):
            held = self.engine.hand(self.state, seat)
            known = None if self._before is None else self.engine.hand(self._before, seat)
            if held is not None and held != known:
                yield seat, held

    def ask_undo(self, request: UndoRequest | None) -> None:
        """Set, change or (None) drop the request to go back."""
        self.row.undo = None if request is None else msgspec.json.encode(request).decode()

    async def around(self) -> Around:
        """The game's rare attachments, as read first in this unit of work."""
        if self._around is None:
            self._around = await self.unit.games.around(
                self.row, "" if self.cause is None else self.cause.key
            )
        return self._around

    async def wake_orders(self, player_id: int | None = None) -> None:
        """Schedule a check of this game's standing orders, or of one person's.

        The delay is random, for each person separately.
        """
        deadline, (least, most) = deadlines.shown(self.row), ORDER_DELAY
        if deadline is not None:
            most = min(most, max((deadline - self.now).total_seconds(), 0) / _SHARE)
        moments: dict[int, datetime] = {}
        if player_id is None and not (await self.around()).orders:
            return
        for order in await self.unit.orders.of_game(self.row.id, player_id):
            if order.player_id not in moments:
                delay = self.rng.uniform(min(least, most), most)
                moments[order.player_id] = self.now + timedelta(seconds=delay)
            order.due_at = moments[order.player_id]
            self.unit.set_alarm(order.due_at)

    # -- the snapshot ----------------------------------------------------------------------------------

    def changes(self, *, starts_period: bool = False) -> Changes:
        """The changes so far."""
        other_lines = list(self.summary_lines)
        del other_lines[self._summarized]
        return Changes(
            lines=tuple(self.summary_lines),
            step_summary=self._step_summary,
            other_lines=tuple(other_lines),
            public=self._public,
            posts_card=self._posts_card,
            extends_card=self._extends_card(),
            starts_period=starts_period,
            requests=self._new_requests(),
            off_turn=self._off_turn,
            took_back=self._took_back,
        )

    def wish_to_end(self, seats: tuple[Seat, ...]) -> None:
        """Set the seats in favour of ending the game without a result."""
        self._ending_asked = bool(seats) and not self.clocks.ending
        self.clocks = replace(self.clocks, ending=seats)
        self.row.clock = msgspec.json.encode(self.clocks).decode()

    def wish_to_pause(self, wish: PauseWish | None) -> None:
        """Set or (None) clear the pause request."""
        self._pause_asked = wish is not None and self.clocks.pausing is None
        self.clocks = replace(self.clocks, pausing=wish)
        self.row.clock = msgspec.json.encode(self.clocks).decode()

    def pause_until(self, until: datetime | None) -> None:
        """Set the moment at which the game resumes; None: it does not."""
        self.clocks = replace(self.clocks, paused_until=until)
        self.row.clock = msgspec.json.encode(self.clocks).decode()
        if until is not None:
            deadlines.wake(self.row, until)

    def _new_requests(self) -> frozenset[tuple[Seat, str]]:
        """As `summarizing.requests`, without requests that existed before."""
        if self._ending_asked:
            asked = summarizing.asked_to_end(self.engine, self.row, self.state, self.clocks)
            return frozenset((seat, "end") for seat in asked)
        if self._pause_asked:
            asked = summarizing.asked_to_pause(self.engine, self.row, self.state, self.clocks)
            return frozenset((seat, "pause") for seat in asked)
        if self._before is None or self.row.status != "active":
            return frozenset()
        now, before = (
            summarizing.requests(self.engine, state, len(self.row.seats), summarizing.read_undo(undo))
            for state, undo in ((self.state, self.row.undo), (self._before, self._undo_before))
        )
        return now - before

    def _extends_card(self) -> bool:
        """Whether the clock period goes on and its card mentions everybody who is to be mentioned now.

        The end of a game gets a new card.
        """
        if self._off_turn or self._new_requests() or self._before is None:
            return False
        if self.engine.outcome(self.state) is not None:
            return False
        if self.engine.clock.period(self.state) != self._period:
            return False
        before, now = (
            set(summarizing.mentioned(self.engine, state, self.public_view(state)))
            for state in (self._before, self.state)
        )
        return now <= before

    def conclude(self, *, expired: bool = False) -> Changes:
        """Update the snapshot to match the log.

        A deadline covers a clock period (`ClockRules.period`): a new one is set when the next period begins
        or somebody is given more time. `expired`: the deadline was processed and is otherwise cleared.
        """
        row, state = self.row, self.state
        view = self.public_view(state)
        period = self.engine.clock.period(state)
        row.state = self.engine.codec.encode(state).decode()
        row.ply = view.ply
        starts_period = False
        if self._public:
            row.moved_at = self.now
        if period != self._period:
            self.clocks = self.clocks.period_begins()
        if self.engine.outcome(state) is not None:
            row.status = "finished"
            row.finished_at = self.now
            deadlines.clear(row)
        elif self.terms.bank_days is not None:
            pending = frozenset(self.engine.to_act(state))
            starts_period = self._run_banks(pending, period, expired=expired)
        elif self.clocks.absent:
            deadlines.clear(row)
        elif period != self._period or self._fresh_deadline:
            deadlines.start(row, self.now, self.length)
            if self.former_deadline is not None:
                deadlines.move(row, self.now, self.former_deadline - self.now)
            starts_period = True
        elif expired:
            deadlines.clear(row)
        row.clock = msgspec.json.encode(self.clocks).decode()
        self.apply_vacations()
        return self.changes(starts_period=starts_period)

    # -- banks of time ---------------------------------------------------------------------------------

    @property
    def terms(self) -> Terms:
        """The terms that were agreed when the game was opened."""
        return summarizing.terms_of(self.row)

    def late(self) -> tuple[Seat, ...]:
        """The seats whose time is up when a deadline passes; never those of computers."""
        pending = tuple(seat for seat in self.engine.to_act(self.state) if seat not in self.computers)
        if self.terms.bank_days is None:
            return pending
        left = self.clocks.spent(pending, self._elapsed).left
        return tuple(seat for seat in pending if left[seat] <= 0)

    def strike(self) -> None:
        """Clear a deadline that has passed, and charge the time banks that ran."""
        if self.terms.bank_days is not None:
            self._note_banks(self.clocks.spent(self.engine.to_act(self.state), self._elapsed))
        deadlines.clear(self.row)

    def set_remaining(self, remaining: timedelta) -> None:
        """Set the remaining time of the pending players."""
        if self.terms.bank_days is None:
            deadlines.move(self.row, self.now, remaining)
            return
        seats = self.engine.to_act(self.state)
        self._note_banks(self.clocks.spent(seats, self._elapsed).holding(seats, remaining.total_seconds()))
        deadlines.start(self.row, self.now, remaining)

    def could_pay(self, seat: Seat) -> bool:
        """Whether a seat's time bank, if it has one, would cover the time that the others' banks ran."""
        return not self.clocks.left or self.clocks.left[seat] > self._elapsed

    def give_back_after(self, elapsed: timedelta) -> None:
        """After an outage moved the deadline, limit what the running time banks pay.

        `elapsed`: how long they had run when it was moved.
        """
        if self.terms.bank_days is not None and self.row.deadline_at is not None:
            seats, fair = self.engine.to_act(self.state), self.row.deadline_at - self.now
            spent = self.clocks.spent(seats, elapsed.total_seconds())
            self._note_banks(spent.at_least(seats, fair.total_seconds()))

    @property
    def _elapsed(self) -> float:
        return deadlines.elapsed(self.row, self.now).total_seconds()

    def _run_banks(self, pending: frozenset[Seat], period: str, *, expired: bool) -> bool:
        """Charge the banks that ran and start those of the pending seats; whether a period begins."""
        begins = period != self._period
        anew = pending if begins else pending - self.pending_before
        if not (begins or anew or self._fresh_deadline or expired or pending != self.pending_before):
            return False
        terms, seconds = self.terms, timedelta(hours=1).total_seconds()
        most, increment = (terms.bank_days or 0) * 24 * seconds, terms.increment_hours * seconds
        increment *= self.engine.clock.factor(self.state)
        clocks = self.clocks.opened(len(self.row.seats), most)
        clocks = clocks.spent(self.pending_before if self._charged is None else self._charged, self._elapsed)
        clocks = clocks.refilled(anew, period, Refill(increment, most))
        if self._fresh_deadline:
            clocks = clocks.at_least(pending, max(increment, LEAST))
        self._note_banks(clocks)
        nearest = None if clocks.absent else clocks.nearest(pending)
        if nearest is None:
            deadlines.clear(self.row)
        else:
            deadlines.start(self.row, self.now, nearest)
        return begins or self._fresh_deadline

    def _note_banks(self, clocks: SeatClocks) -> None:
        """Log the banks' contents, if they changed."""
        known, before = set(self.clocks.granted), self.clocks.left
        self.clocks = clocks
        if clocks.left != before:
            granted = tuple(grant for grant in clocks.granted if grant not in known)
            self.append(EventType.BANKS, data=Banks(clocks.left, granted), public=False)

    def apply_vacations(self) -> None:
        """Stop the clock of a running game while a publicly pending player is on vacation.

        Live games do not wait.
        """
        if self.row.status != "active" or self.row.deadline_at is None or not self.row.id:
            # A game that is being made from a record has no players yet.
            return
        pending = self.public_view(self.state).to_act
        leaves = [leave for seat in pending if (leave := self.player_in(seat).away_at(self.now)) is not None]
        stands = summarizing.terms_of(self.row).vacation == "stand" and self.seconds_per_period is None
        if leaves and stands:
            # A deadline that passed meanwhile was stopped from the vacation's start.
            late = self.row.deadline_at <= self.now
            since = min(leave.starts_at for leave in leaves) if late else self.now
            deadlines.go_away(self.row, since)
        else:
            deadlines.come_back(self.row, self.now)

    def check_here(self, person: Person) -> None:
        """Raises IsAway for a player on vacation, who is asked whether they are back."""
        seat = self.seat_of(person.id)
        leave = None if seat is None else self.player_in(seat).away_at(self.now)
        if leave is not None:
            raise IsAway(self.row.code, leave.ends_at)

    @property
    def seconds_per_period(self) -> float | None:
        """Seconds of every clock period; None unless the game itself sets them."""
        return summarizing.seconds_per_period(self.engine, self.row)

    @property
    def length(self) -> timedelta | None:
        """Length of the present clock period; None without a clock."""
        return self.length_in(self.state)

    def length_in(self, state: Value) -> timedelta | None:
        """Length of the clock period of a state; None without a clock."""
        if (seconds := self.seconds_per_period) is not None:
            return timedelta(seconds=seconds)
        if self.row.deadline_hours is None:
            return None
        return timedelta(hours=self.row.deadline_hours * self.engine.clock.factor(state))
