"""A game in a unit of work: its changes, their events and the snapshot."""

from collections.abc import Sequence
from datetime import datetime
from random import Random, SystemRandom
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.service.game import open_requests, summarizing
from bot.service.game.clock import GameClock
from bot.service.game.open_requests import UndoRequest
from bot.service.game.picking import offers_of
from bot.service.game.states import GameStates
from bot.service.log.event_types import APPLIED, LEAVE_TYPES, LINES, Back, Banks, EventType, StepFlags
from bot.service.log.game_log import GameLog
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import IsAway, Refused, refuse_illegal
from bot.service.values.request import Cause, Person
from bot.service.values.seat_clocks import PauseRequest
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.repositories.games import Extras
from bot.store.unit import Unit
from engines.contract import AnyEngine, Extend, Offer, Seat, Step, StepSummary, Value, View
from engines.wording import listed


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
    card_tells: bool
    """Whether more than marks changed in public: a new card tells of it, or the newest (`extends_card`)."""
    extends_card: bool
    """Whether the newest card is extended: it follows a period of many actions."""
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
        self.summary_lines: list[str] = []
        """The public events of this unit of work, a clause each."""
        self.own_lines: list[str] = []
        """Further events that only the actor may know, a clause each."""
        self._step_summary: StepSummary | None = None
        self._summarized = slice(0)
        """The slice of `summary_lines` that the step's summary replaces."""
        self._public = False
        self._card_tells = False
        self._off_turn = False
        self._took_back = False
        self._undo_before = row.undo
        self.status_before = row.status
        """The game's status before this unit of work."""
        self._ending_asked = False
        self._pause_asked = False
        self._extras = extras
        self.states = GameStates(engine, row)
        self.clock = GameClock(self.states, now, self.log)

    @property
    def unit(self) -> Unit:
        """The unit of work."""
        return self.log.unit

    @property
    def state(self) -> Value:
        """The state after all changes so far. Raises Refused before the start."""
        return self.states.present

    def may_plan(self, seat: Seat | None) -> bool:
        """Whether a seat, still in play in a running game, waits for its turn and may plan ahead."""
        return (
            self.row.status == "active"
            and seat is not None
            and seat not in self.engine.to_act(self.state)
            and next(self.engine.legal_meta(self.state, seat), None) is not None
        )

    def check_playing(self, seat: Seat) -> None:
        """Raises Refused for a seat that is eliminated while the game goes on."""
        playing = open_requests.playing(self.engine, self.state, len(self.row.seats))
        if self.engine.outcome(self.state) is None and seat not in playing:
            raise Refused("eliminated", f"You are out of game {self.row.code}; you may watch it.")

    def summary(self) -> GameSummary:
        """The present public facts."""
        state = self.states.latest
        view = None if state is None else self.public_view(state)
        return summarizing.summarize(self.engine, self.row, state, view=view)

    def seen_by(self, seat: Seat, public: GameSummary) -> GameSummary:
        """The present facts as a seat may know them. `public`: those that everybody may."""
        return summarizing.seen_by(self.engine, self.row, self.state, seat, public)

    def public_view(self, state: Value) -> View:
        """The public view of a state, cached for the state before the changes and the present one."""
        return self.states.public_view(state)

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
        return open_requests.computers(self.row)

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that must answer a request."""
        undo = open_requests.read_undo(self.row.undo)
        asked = open_requests.requests(self.engine, self.row, self.state, undo)
        return frozenset(seat for seat, _ in asked) | self.asked_to_pause_or_end

    @property
    def asked_to_pause_or_end(self) -> frozenset[Seat]:
        """The seats asked to agree to a pause or an end of the game, which may take several turns."""
        pausing = open_requests.asked_to_pause(self.engine, self.row, self.state, self.clock.seats)
        ending = open_requests.asked_to_end(self.engine, self.row, self.state, self.clock.seats)
        return frozenset((*pausing, *ending))

    def opens_at(self, seat: Seat) -> datetime | None:
        """From when on another player may take this seat; None: never."""
        open_seats = open_requests.open_seats(self.engine, self.row, self.state, self.clock.seats)
        return dict(open_seats).get(seat)

    def set_alarm(self) -> None:
        """Wake the scheduler when the game's next alarm or notice is due."""
        self.unit.set_alarm(self.row.alarm_at, *(sitting.notice_at for sitting in self.row.seats))

    @property
    def notices_due(self) -> list[Seat]:
        """The seats whose next notice must be decided now."""
        due = (sitting for sitting in self.row.seats if sitting.notice_at and sitting.notice_at <= self.now)
        return sorted(sitting.seat for sitting in due if sitting.seat is not None)

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
            raise self.states.not_started()
        if self.row.status == "paused":
            absent = " Any of its players may resume it." if self.clock.seats.absent else ""
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

    def expect(self, public_version: int | None) -> None:
        """Raises Refused where the request was made in an older public position."""
        if public_version is not None and public_version != self.row.public_version:
            turn = self.engine.view(self.state, None).turn
            since = f"something has happened in game {self.row.code}, now at {turn}"
            raise Refused("stale", f"This position has passed: {since}.")

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
        """Append an event, and note what follows from it for the clock and the cards."""
        self.log.append(
            kind,
            seat=seat,
            person=person,
            notation=notation,
            public_notation=public_notation,
            action=action,
            reveals=reveals,
            data=data,
        )
        if kind in APPLIED:
            self.row.undo = None
        if seat is not None and person is not None and seat not in self.computers:
            # A computer's act is no sign of anybody.
            seats = self.clock.seats
            if kind in LEAVE_TYPES:
                # Announcing a vacation shows that the player is there, but is no act in the game.
                self.clock.seats = seats.closing(seat)
            else:
                self.clock.seats = seats.having_acted(seat, played=kind in APPLIED, secret=not public)
        if public:
            self._public = True
        if public and not marks_only:
            self._card_tells = True
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
            data=StepFlags(step.marks_only, step.anonymous) if step.marks_only or step.anonymous else None,
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
        self.states.present = step.state
        if isinstance(action, Extend):
            self.clock.give_more_time()
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
        self.states.present = step.state

    def let_run(self) -> None:
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
            self.summary_lines.append(promise)
        self.row.undo = None
        self.states.present = state
        self.clock.go_back(banks, fresh=fresh)

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
        self.states.present = state
        self.clock.charge(seat)

    def ask_undo(self, request: UndoRequest | None) -> None:
        """Set, change or (None) drop the request to go back."""
        self.row.undo = None if request is None else msgspec.json.encode(request).decode()

    async def extras(self) -> Extras:
        """What few games have, as read first in this unit of work."""
        if self._extras is None:
            self._extras = await self.unit.games.extras(
                self.row, "" if self.log.cause is None else self.log.cause.key
            )
        return self._extras

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
            card_tells=self._card_tells,
            extends_card=self._extends_card(),
            starts_period=starts_period,
            requests=self._new_requests(),
            off_turn=self._off_turn,
            took_back=self._took_back,
        )

    def ask_to_end(self, seats: tuple[Seat, ...]) -> None:
        """Set the seats in favour of ending the game without a result."""
        self._ending_asked = bool(seats) and not self.clock.seats.ending
        self.clock.seats = replace(self.clock.seats, ending=seats)
        self.clock.store()

    def ask_to_pause(self, request: PauseRequest | None) -> None:
        """Set or (None) clear the pause request."""
        self._pause_asked = request is not None and self.clock.seats.pausing is None
        self.clock.seats = replace(self.clock.seats, pausing=request)
        self.clock.store()

    def _new_requests(self) -> frozenset[tuple[Seat, str]]:
        """As `open_requests.requests`, without requests that existed before."""
        if self._ending_asked:
            asked = open_requests.asked_to_end(self.engine, self.row, self.state, self.clock.seats)
            return frozenset((seat, "end") for seat in asked)
        if self._pause_asked:
            asked = open_requests.asked_to_pause(self.engine, self.row, self.state, self.clock.seats)
            return frozenset((seat, "pause") for seat in asked)
        if self.states.before is None or self.row.status != "active":
            return frozenset()
        now, before = (
            open_requests.requests(self.engine, self.row, state, open_requests.read_undo(undo))
            for state, undo in ((self.state, self.row.undo), (self.states.before, self._undo_before))
        )
        return now - before

    def _extends_card(self) -> bool:
        """Whether the clock period goes on and its card mentions everybody who is to be mentioned now.

        The end of a game gets a new card.
        """
        if self._off_turn or self._new_requests() or self.states.before is None:
            return False
        if self.engine.outcome(self.state) is not None:
            return False
        if self.engine.clock.period(self.state) != self.states.period_before:
            return False
        before, now = (
            set(summarizing.mentioned(self.engine, state, self.public_view(state)))
            for state in (self.states.before, self.state)
        )
        return now <= before

    def update_snapshot(self, *, expired: bool = False) -> Changes:
        """Update the snapshot and the clock to match the log.

        `expired`: the deadline was processed.
        """
        row, state = self.row, self.state
        row.state = self.engine.codec.encode(state).decode()
        row.ply = self.public_view(state).ply
        if self._public:
            row.moved_at = self.now
        if self.engine.outcome(state) is not None:
            row.status = "finished"
            row.finished_at = self.now
        return self.changes(starts_period=self.clock.run(expired=expired))

    def check_here(self, person: Person) -> None:
        """Raises IsAway for a player on vacation, who is asked whether they are back."""
        seat = self.seat_of(person.id)
        leave = None if seat is None else self.player_in(seat).away_at(self.now)
        if leave is not None:
            raise IsAway(self.row.code, leave.ends_at)
