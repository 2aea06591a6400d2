"""A game in a unit of work: its position, the events that change it, and its snapshot."""

from collections.abc import Sequence
from datetime import datetime
from random import Random, SystemRandom
from typing import Literal, Unpack

from bot.service.game import open_requests, seating, summarizing
from bot.service.game.changes import Changes
from bot.service.game.clock import GameClock
from bot.service.game.requesting import Requests
from bot.service.game.states import GameStates, encoded
from bot.service.log.event_types import (
    APPLIED,
    LEAVE_TYPES,
    LINES,
    Back,
    Banks,
    EventType,
    StepFlags,
    undone_in,
)
from bot.service.log.game_log import EventFields, GameLog
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import HeadLine
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Cause, Person
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.repositories.games import Extras
from bot.store.unit import Unit
from engines.contract import Action, AnyEngine, Extend, Seat, SeatEvent, Step, Value, View
from engines.wording import listed


class LiveGame:
    """A game in a transaction, with its rules. `update_snapshot` ends the changes."""

    def __init__(
        self,
        unit: Unit,
        engine: AnyEngine,
        row: GameRow,
        now: datetime,
        cause: Cause | None = None,
        *,
        extras: Extras | None = None,
    ) -> None:
        self.engine = engine
        self.row = row
        self.now = now
        self.rng: Random = SystemRandom()
        """Draws the delay of standing orders."""
        self.log = GameLog(unit, row, now, cause)
        self.status_before = row.status
        """The game's status before this unit of work."""
        self._extras = extras
        self.states = GameStates(engine, row)
        self.clock = GameClock(self.states, now, self.log)
        self.requests = Requests(self.states, self.clock, now)
        self.changes = Changes()

    @property
    def unit(self) -> Unit:
        """The unit of work."""
        return self.log.unit

    @property
    def state(self) -> Value:
        """The state after all changes so far. Raises Refused before the start."""
        return self.states.present

    async def extras(self) -> Extras:
        """See `Extras`, as read first in this unit of work."""
        if self._extras is None:
            self._extras = await self.unit.games.extras(
                self.row, "" if self.log.cause is None else self.log.cause.key
            )
        return self._extras

    def set_alarm(self) -> None:
        """Wake the scheduler when the game's next alarm or notice is due."""
        self.unit.set_alarm(self.row.alarm_at, *(sitting.notice_at for sitting in self.row.seats))

    # -- what is known of it ---------------------------------------------------------------------------

    def summary(self) -> GameSummary:
        """The present public facts."""
        state = self.states.latest
        view = None if state is None else self.public_view(state)
        return summarizing.summarize(self.engine, self.row, state, view=view)

    def seen_by(self, seat: Seat, public: GameSummary) -> GameSummary:
        """The present facts as a seat may know them. `public`: those that everybody may."""
        return summarizing.seen_by(self.engine, self.row, self.state, seat, public)

    def public_view(self, state: Value) -> View:
        """The view of a state that the public has."""
        return self.states.view(state, None)

    def seat_of(self, person_id: int) -> Seat | None:
        """A person's seat; None for others, and before seats are drawn."""
        return seating.seat_of(self.row, person_id)

    def has_seat(self, person_id: int) -> bool:
        """Whether a person plays, even if their seat is not drawn yet."""
        return seating.sitting_of(self.row, person_id) is not None

    def still_plays(self, person_id: int) -> bool:
        """Whether a person has a seat and is not out of the game, nor is it over."""
        if self.row.status == "lobby":
            return self.has_seat(person_id)
        return self.seat_of(person_id) in self.playing

    def seat_name(self, seat: Seat) -> str:
        """The game's name for a seat in play. Raises Refused for one that is not."""
        names = self.engine.info.seat_names(len(self.row.seats))
        if not 0 <= seat < len(names):
            raise Refused("no_such_seat", f"There is no such seat; there are: {', '.join(names)}.")
        return names[seat]

    def sitting_in(self, seat: Seat) -> SeatRow:
        """The row of a seat in a started game."""
        return next(sitting for sitting in self.row.seats if sitting.seat == seat)

    def player_in(self, seat: Seat) -> PersonRow:
        """The person in a seat of a started game."""
        return self.sitting_in(seat).player

    @property
    def computers(self) -> frozenset[Seat]:
        """The seats in which computers play."""
        return seating.computers(self.row)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in play."""
        return open_requests.playing(self.engine, self.state, len(self.row.seats))

    # -- events ----------------------------------------------------------------------------------------

    def append(
        self, kind: EventType, *, public: bool = True, marks_only: bool = False, **fields: Unpack[EventFields]
    ) -> None:
        """Append an event, and note what follows from it for the clock and the cards."""
        self.log.append(kind, **fields)
        seat, person = fields.get("seat"), fields.get("person")
        if kind in APPLIED:
            self.requests.undo = None
        if seat is not None and person is not None and seat not in self.computers:
            # A computer's act is no sign of anybody.
            seats = self.clock.seats
            if kind in LEAVE_TYPES:
                # Announcing a vacation shows that the player is there, but is no act in the game.
                self.clock.seats = seats.closing(seat)
            else:
                self.clock.seats = seats.having_acted(seat, played=kind in APPLIED, secret=not public)
        if public:
            self.changes.public_event(kind, marks_only=marks_only)
        if public and not marks_only:
            self.row.public_version += 1

    def note(
        self,
        kind: EventType,
        line: str | None = None,
        *,
        seat: Seat | None = None,
        person: Person | None = None,
        data: Value | None = None,
        summary_line: str | None = None,
        begins: Literal["ending", "pausing"] | None = None,
    ) -> None:
        """Append an event other than an action, with public lines for the history and the card.

        `line` None: that of `LINES`. `begins`: the request of the seat that the card's line is about.
        """
        line = LINES[kind] if line is None else line
        self.append(kind, seat=seat, person=person, notation=line, public_notation=line, data=data)
        if summary_line is not None:
            self.changes.lines.append(summary_line)
            if begins is not None and seat is not None:
                self.changes.head_lines.append(HeadLine(begins, seat, summary_line))

    def step(self, seat: Seat, action: Action) -> Step[Value]:
        """An action's step, without applying it. Raises Refused if it is illegal."""
        with refuse_illegal(self.summary):
            return self.states.step(seat, action)

    def apply(self, kind: EventType, seat: Seat, action: Action, person: Person | None = None) -> Step[Value]:
        """Apply an action and log it. Raises Refused, with nothing changed, if it is illegal."""
        step = self.step(seat, action)
        narrate = self.engine.narrate
        told = [
            (narrate(event), event.audience == "public")
            for event in step.events
            if event.audience == "public" or (isinstance(event, SeatEvent) and event.seat == seat)
        ]
        self.append(
            kind,
            seat=seat,
            person=person,
            notation=step.notation,
            public_notation=step.public_notation,
            action=self.engine.codec.encode(action),
            reveals=step.reveals,
            data=StepFlags(step.marks_only, step.anonymous) if step.marks_only or step.anonymous else None,
            public=step.public_notation is not None,
            marks_only=step.marks_only,
        )
        self.changes.step(step, told)
        self.changes.head_lines += [
            HeadLine(event.begins, event.seat, narrate(event))
            for event in step.events
            if isinstance(event, SeatEvent) and event.begins is not None
        ]
        self.states.present = step.state
        if isinstance(action, Extend):
            self.clock.give_more_time()
        self.changes.off_turn |= kind == EventType.ACTION and not isinstance(action, self.engine.action_types)
        return step

    def apply_forced(self) -> None:
        """Apply forced actions."""
        while (forced := self.engine.forced(self.state)) is not None:
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
            self.changes.lines.append(promise)
        self.requests.undo = None
        self.states.present = state
        self.clock.go_back(banks, fresh=fresh)

    def take_back(
        self,
        state: Value,
        data: Value,
        seat: Seat,
        person: Person,
        *,
        notation: str,
        public: str | None,
        retracted: Sequence[str] = (),
    ) -> None:
        """Log that a seat takes back its own actions; `public` None: nobody else knew of them.

        `retracted`: the public lines that told of them.
        """
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
            self.changes.took_back = f"{self.seat_name(seat)} has taken something back"
            self.changes.retracted = tuple(retracted)
            self.changes.lines.append(f"{self.seat_name(seat)} undoes {undone_in(public)}")
        self.requests.undo = None
        self.states.present = state
        self.clock.charge(seat)

    # -- the snapshot ----------------------------------------------------------------------------------

    def keeps_card(self) -> bool:
        """Whether the clock period goes on and its card mentions everybody who is to be mentioned now.

        The end of a game gets a new card.
        """
        if self.states.before is None or self.engine.outcome(self.state) is not None:
            return False
        if self.engine.clock.period(self.state) != self.states.period_before:
            return False
        before, now = (self.public_view(state).mentioned for state in (self.states.before, self.state))
        return {*now} <= {*before}

    def update_snapshot(self, *, expired: bool = False) -> None:
        """Update the snapshot and the clock to match the log.

        `expired`: the deadline was processed.
        """
        row, state = self.row, self.state
        row.state = encoded(self.engine, state)
        row.ply = self.public_view(state).ply
        if self.changes.public:
            row.moved_at = self.now
        if self.engine.outcome(state) is not None:
            row.status = "finished"
            row.finished_at = self.now
        self.changes.starts_period = self.clock.run(expired=expired)
