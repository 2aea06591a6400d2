"""Looking back: a game at an earlier point, and what has happened in it since a player's last act."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec.structs import replace

from bot.clock import Clock
from bot.service import event_log
from bot.service.event_log import APPLIED, BrokenLog, EventType, done
from bot.service.finding import Finding
from bot.service.live import LiveGame
from bot.service.play import choices_of
from bot.service.players import preferences_of
from bot.service.replays import Replays
from bot.service.summaries import Choices, GameSummary, Person, Preferences, Refused
from bot.service.usecases import Engines
from bot.service.wishes import wishes_of
from bot.store.database import Database
from bot.store.models import EventRow, PersonRow
from engines.contract import AnyEngine, Seat, Step, Value, View

log = structlog.get_logger(__name__)


class Moment(NamedTuple):
    """One of the points of a game that everybody may know of, the first of them its beginning."""

    number: int
    who: str
    """The name of the seat whose act led there; empty where nobody's did, or that is a secret."""
    line: str
    """That act in notation, as everybody may read it."""


class Past(NamedTuple):
    """A game at a moment, as somebody may know it."""

    summary: GameSummary
    """As of now."""
    moment: Moment
    last: int
    """The number of the newest moment."""
    view: View


class Since(NamedTuple):
    """What has happened in a game since somebody last saw it, as they may know it."""

    summary: GameSummary
    seat: Seat | None
    """None: of who does not play."""
    lines: tuple[str, ...]
    """A clause, or a text in the game's own words, for each thing that happened."""
    before: View
    """The position then ..."""
    now: View
    """... and now."""


class Standing(NamedTuple):
    """A running game as it stands for one person, all of it read at the same moment."""

    summary: GameSummary
    seat: Seat | None
    view: View
    """What they may know of it by mail."""
    withheld: bool
    """Whether they know more than that: what everybody knows, as they have not chosen otherwise."""
    choices: Choices | None
    """What they may do now; None where that is nothing, would tell what is withheld, or is not asked for."""
    since: Since | None
    """What has happened since their last act; None of who does not play, and where it is not asked for."""
    preferences: Preferences
    guided: bool
    """Whether they were told before how this game is played (`Players.first_turn`)."""


class Mark(NamedTuple):
    """A moment, and how many of the effective events come before it."""

    moment: Moment
    place: int


class Lookback(Finding):
    """The use cases of looking back. What it takes to replay a long game is done in threads."""

    def __init__(self, database: Database, engines: Engines, clock: Clock, rng: Random) -> None:
        super().__init__(database, engines, clock, rng)
        self._replays = Replays()

    async def moments(self, code: str) -> list[Moment]:
        """The points of a game; taken back actions are in none of them. Raises Refused before the start."""
        live, events = await self._started(code)
        return [mark.moment for mark in await asyncio.to_thread(marks_of, live, events)]

    async def past(self, code: str, person: Person, number: int) -> Past:
        """The game at one of its points, the nearest if it has no such; -1 is the newest. Raises Refused.

        Who sat in a seat already sees what that knew then; everybody else what all could know.
        """
        past, _ = await self._past(code, person, number)
        return past

    async def _past(self, code: str, person: Person, number: int) -> tuple[Past, Value]:
        """The same with the state, which holds what the person must not know. Raises Refused."""
        live, events = await self._started(code)
        marks = await asyncio.to_thread(marks_of, live, events)
        last = len(marks) - 1
        mark = marks[min(number, last) if number >= 0 else max(last + 1 + number, 0)]
        seat, state = live.seat_of(person.id), live.state
        if mark.moment.number < last:
            effective = await asyncio.to_thread(event_log.effective_events, events)
            state = await self._state(live, effective, mark.place)
            if seat is not None and _seated_since(events, seat, person) >= effective[mark.place].seq:
                seat = None
        return Past(live.summary(), mark.moment, last, live.engine.view(state, seat)), state

    async def since(self, code: str, person: Person, *, openly: bool = False) -> Since:
        """What has happened since a player's last act, or since they took their seat. Raises Refused.

        `openly`: nothing that not everybody may know.
        """
        live, events = await self._started(code)
        return await self._since_last(live, events, person, openly=openly)

    async def _since_last(
        self, live: LiveGame, events: Sequence[EventRow], person: Person, *, openly: bool
    ) -> Since:
        seat = live.seat_of(person.id)
        if seat is None:
            raise Refused("not_in_game", f"You do not play in game {live.row.code}; you may watch it.")
        return await self._since(live, events, None if openly else seat, _last_seen(events, seat, person))

    async def standing(
        self, code: str, person: Person, *, news: bool, private: bool | None = None
    ) -> Standing:
        """A game as it is to be told a person by mail, with what has happened and what they may do if `news`.

        `private`: whether what only they may know is told; None: as they have chosen. Raises Refused.
        """
        live, events = await self._started(code, log=news)
        seat, view = live.seat_of(person.id), live.engine.view
        own, public = view(live.state, seat), view(live.state, None)
        row = await self._person(live, person)
        if private is None:
            notices = "{}" if seat is None else live.sitting_in(seat).notices
            private = row is not None and wishes_of(row.notices, notices).private_by_mail
        withheld = not private and replace(own, viewer=None) != public
        choices, since = None, None
        if news:
            with suppress(Refused):
                # They have a turn.
                choices = None if withheld else choices_of(live, person)
            try:
                since = await self._since_last(live, events, person, openly=withheld)
            except Refused as refused:
                log.info("digest_left_out", reason=refused.code)
        preferences = Preferences() if row is None else preferences_of(row)
        shown = public if withheld else own
        guided = row is not None and live.row.key in row.guided.split()
        return Standing(live.summary(), seat, shown, withheld, choices, since, preferences, guided)

    async def _person(self, live: LiveGame, person: Person) -> PersonRow | None:
        """What is kept of a person: with the game, of its players."""
        for sitting in live.row.seats:
            if sitting.player_id == person.id:
                return sitting.player
        async with self._database.reading() as unit:
            return await unit.persons.get(person.id)

    async def followed(self, code: str, after: int, until: int) -> Since:
        """What everybody may know of what happened beyond an event and up to another. Raises Refused."""
        live, events = await self._started(code)
        return await self._since(live, [event for event in events if event.seq <= until], None, after)

    async def _since(self, live: LiveGame, events: Sequence[EventRow], seat: Seat | None, seen: int) -> Since:
        """What has happened after an event. Raises Refused."""
        # What was played under rules that are gone nobody can see any more.
        seen = max((seen, *(event.seq for event in events if event_log.has_checkpoint(event))))
        seen_events = [event for event in events if event.seq <= seen]
        known = await asyncio.to_thread(event_log.effective_events, seen_events)
        before = await self._state(live, known, len(known))
        effective = await asyncio.to_thread(event_log.effective_events, events)
        first = sum(event.seq <= seen for event in effective)
        try:
            states = await self._replays.states(live.engine, live.row, effective, first)
            begun = {event.id: state for event, state in zip(effective[first:], states, strict=False)}
            lines = await asyncio.to_thread(_told, live, events, seen, begun, seat)
        except BrokenLog as broken:
            raise _unreadable(live) from broken
        view = live.engine.view
        return Since(live.summary(), seat, tuple(lines), view(before, seat), view(states[-1], seat))

    async def _started(self, code: str, *, log: bool = True) -> tuple[LiveGame, Sequence[EventRow]]:
        """A game that has started and, if its `log` is wanted, its events. Raises Refused."""
        live, events = await self._logged(code) if log else (await self._shown(code), ())
        if event_log.outdated(live.engine, live.row):
            await self.migrate_if_outdated(code)
            live, events = await self._logged(code)
        if live.row.seed is None:
            raise Refused("not_started", f"Game {live.row.code} has not started yet.")
        live.check_rules()
        return live, events

    async def _state(self, live: LiveGame, effective: Sequence[EventRow], place: int) -> Value:
        """The state after so many effective events. Raises Refused."""
        try:
            *_, state = await self._replays.states(live.engine, live.row, effective[:place], place)
        except BrokenLog as broken:
            raise _unreadable(live) from broken
        return state


def _unreadable(live: LiveGame) -> Refused:
    # The reason may quote secrets: the doctor tells it.
    return Refused("broken_log", f"The earlier positions of game {live.row.code} cannot be shown any more.")


def marks_of(live: LiveGame, events: Sequence[EventRow]) -> list[Mark]:
    """The moments of a log: after each request that brought a public change which is more than a mark.

    So nobody learns from their number how often others have done something in secret.
    """
    names = live.engine.info.seat_names(len(live.row.seats))
    effective = event_log.effective_events(events)
    marks = [Mark(Moment(0, "", ""), 1 if effective[:1] and effective[0].kind == EventType.RULES else 0)]
    request = None
    for place, event in enumerate(effective, start=1):
        flags = done(event)
        if event.kind not in APPLIED or event.public_notation is None or flags.marks_only:
            continue
        if event.first_seq == request:
            # A forced action, or the next of several in one text: one moment with what it came with.
            before = marks.pop().moment
            moment = before._replace(line=f"{before.line}, {event.public_notation}")
        else:
            who = "" if flags.anonymous or event.seat is None else names[event.seat]
            moment = Moment(len(marks), who, event.public_notation)
        marks.append(Mark(moment, place))
        request = event.first_seq
    return marks


def _seated_since(events: Sequence[EventRow], seat: Seat, person: Person) -> int:
    """The event by which a person took over a seat; 0 for who has sat there from the start."""
    for event in reversed(events):
        if event.kind == EventType.ADMIN and event.data is not None:
            # What else an administrator did has other data.
            change = msgspec.json.decode(event.data)
            if change.get("seat") == seat and change.get("after") == person.id:
                return event.seq
    return 0


def _last_seen(events: Sequence[EventRow], seat: Seat, person: Person) -> int:
    """The event after which a player last saw a game: their own act, or that by which they took the seat."""
    own = (event.seq for event in events if event.player_id == person.id and event.kind == EventType.ACTION)
    return max((_seated_since(events, seat, person), *own))


def _told(
    live: LiveGame, events: Sequence[EventRow], seen: int, states: Mapping[int, Value], seat: Seat | None
) -> list[str]:
    """What happened after an event but for mere marks, as a seat may know it.

    `states`: before each event that stands.

    Raises BrokenLog.
    """
    engine, told = live.engine, list[str]()
    for event in events:
        if event.seq <= seen:
            continue
        if event.kind == EventType.UNDONE and event.public_notation is not None:
            told.append(_undone(live, event.seat, event.public_notation))
        elif event.id in states and event.kind in APPLIED:
            step = event_log.step_of(engine, live.row, states[event.id], event)
            if step.marks_only:
                continue
            told += clauses(engine, step, seat)
    return told


def clauses(engine: AnyEngine, step: Step[Any], seat: Seat | None) -> list[str]:
    """What a step brought, as a seat may know it."""
    if step.summary:
        return [step.summary.text]
    own = () if seat is None else (seat,)
    heard = (one for one in step.events if one.audience == "public" or getattr(one, "seat", None) in own)
    return [engine.narrate(one) for one in heard]


def _undone(live: LiveGame, seat: Seat | None, notation: str) -> str:
    if seat is None:
        return f"play went {notation}"
    return f"{live.seat_name(seat)} took back {notation.removeprefix('undo ')}"
