"""Earlier points of a game, and the events since a player's last act."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules
from bot.service.game.seating import sitting_of
from bot.service.log.effective_events import effective_events, has_checkpoint
from bot.service.log.event_types import EventType, seated_since
from bot.service.log.replay import Replays, refuse_broken
from bot.service.log.rules_migration import outdated
from bot.service.lookback.points import Point, points_in
from bot.service.lookback.recent_events import last_seen, lines_since
from bot.service.lookback.same_question import asks_the_same
from bot.service.people.notice_settings import notice_settings_of
from bot.service.people.persons import private_by_mail
from bot.service.people.preferences import preferences_of
from bot.service.play.choices import choices_of
from bot.service.usecases import Dependencies, UseCases
from bot.service.values.answers import Choices, Preferences
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.typed import typed_code
from bot.store.models import EventRow, PersonRow
from engines.contract import Seat, Value, View
from engines.wording import second_person

log = structlog.get_logger(__name__)

_MOST_NOTICES: Final = 256
"""The number of players whose last notice is remembered."""
_FEW: Final = 8
"""Events that are replayed at once for a mail: those of a turn take less than handing them over."""
_REACHES_BACK: Final = frozenset({EventType.UNDONE, EventType.RULES})
"""Event types that undo earlier events or replace the state."""


class Past(NamedTuple):
    """A game at an earlier point, as one person may know it."""

    summary: GameSummary
    """The summary as of now."""
    point: Point
    last: int
    """The number of the newest point."""
    view: View
    withheld: bool
    """Whether this is the public view although they knew more, which they did not choose to get by mail."""


class Since(NamedTuple):
    """The events of a game since a person last saw it, as they may know them."""

    summary: GameSummary
    seat: Seat | None
    """None: the person does not play."""
    lines: tuple[str, ...]
    """A clause, or a text of the game's own, for each event."""
    before: View
    """The position then ..."""
    now: View
    """... and now."""


class PositionForReader(NamedTuple):
    """A running game as one person sees it, all read at the same moment."""

    summary: GameSummary
    seat: Seat | None
    view: View
    """What they may know of it by mail."""
    withheld: bool
    """Whether this is the public view although they know more, because they did not choose otherwise."""
    choices: Choices | None
    """Their choices; None without any, where these would reveal secrets, or if not requested."""
    since: Since | None
    """The events since their last act; None for non-players, and if not requested."""
    preferences: Preferences
    guided: bool
    """Whether they got this game's guide before (`PersonPreferences.first_turn`)."""


class _Log(NamedTuple):
    """The events of a game, or those after one of them."""

    events: Sequence[EventRow]
    after: int = 0
    """The event before the first of them ..."""
    state: Value | None = None
    """... and the state then."""


class Lookback(UseCases):
    """The use cases of looking back. Long games are replayed in threads."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._replays = Replays()
        self._last_notices: OrderedDict[tuple[str, int], tuple[int, Value]] = OrderedDict()
        """By game and player: the last event they had seen at their last notice, and the state then."""

    async def points(self, code: str) -> list[Point]:
        """The points of a game, without undone actions. Raises Refused before the start."""
        live, events = await self._started(code)
        return [one.point for one in await asyncio.to_thread(points_in, live, events)]

    async def past(self, code: str, person: Person, number: int, *, by_mail: bool = False) -> Past:
        """The game at a point, or the nearest one; -1 is the newest. Raises Refused.

        A player sees what their seat knew then, if they already had it; everybody else the public view, and
        `by_mail` also a player who did not choose to get private information by mail.
        """
        past, _ = await self._past(code, person, number, by_mail=by_mail)
        return past

    async def _past(self, code: str, person: Person, number: int, *, by_mail: bool) -> tuple[Past, Value]:
        """The past position and its state, which contains secrets. Raises Refused."""
        live, events = await self._started(code)
        points = await asyncio.to_thread(points_in, live, events)
        last = len(points) - 1
        found = points[min(number, last) if number >= 0 else max(last + 1 + number, 0)]
        seat, state = live.seat_of(person.id), live.state
        if found.point.number < last:
            effective = await asyncio.to_thread(effective_events, events)
            with _readable(live):
                begin = live.engine, live.row, effective[: found.place], found.place
                *_, state = await asyncio.to_thread(self._replays.replay, *begin)
            if seat is not None and seated_since(events, seat, person) >= effective[found.place].seq:
                seat = None
        private = not by_mail or private_by_mail(live.row, person.id)
        view, withheld = _view_for(live.engine.view, state, seat, private=private)
        return Past(live.summary(), found.point, last, view, withheld), state

    async def since(self, code: str, person: Person) -> Since:
        """The events since a player's last act, or since they took their seat. Raises Refused."""
        live, events = await self._lately(code, person)
        if live.seat_of(person.id) is None:
            raise Refused("not_in_game", f"You do not play in game {live.row.code}; you may watch it.")
        return await asyncio.to_thread(self._since_last, live, events, person, live.summary(), openly=False)

    def _since_last(
        self,
        live: LiveGame,
        events: _Log,
        person: Person,
        summary: GameSummary,
        *,
        openly: bool,
        now: View | None = None,
    ) -> Since:
        """See `since`. `openly`: only what is public. `now`: the person's present view, if known.

        Raises Refused.
        """
        seat = live.seat_of(person.id)
        assert seat is not None  # noqa: S101 -- who calls has looked
        seen = last_seen(events.events, seat, person)
        since, before = self._since(live, events, None if openly else seat, seen, summary, now=now)
        self._last_notices[live.row.code, person.id] = before
        if len(self._last_notices) > _MOST_NOTICES:
            self._last_notices.popitem(last=False)
        return since

    async def position_for(
        self, code: str, person: Person, *, full: bool, private: bool | None = None
    ) -> PositionForReader:
        """A game as a mail shows it to a person; with `full` also the recent events and choices.

        `private`: whether to include private information; None: as they have chosen. Raises Refused.
        """
        live, events = await self._lately(code, person, log=full)
        seat, row = live.seat_of(person.id), await self._person(live, person)
        if private is None:
            notices = "{}" if seat is None else live.sitting_in(seat).notices
            private = row is not None and notice_settings_of(row.notices, notices).private_by_mail
        shown, withheld = _view_for(live.states.view, live.state, seat, private=private)
        choices, since, summary = None, None, None
        if full and not withheld:
            try:
                choices = choices_of(live, person)
                summary = choices.summary
            except Refused as refused:
                # It is not their turn.
                summary = refused.game
        summary = summary or live.summary()
        if full and seat is not None:
            tell = partial(self._since_last, live, events, person, summary, openly=withheld, now=shown)
            try:
                since = tell() if len(events.events) <= _FEW else await asyncio.to_thread(tell)
            except Refused as refused:
                log.info("digest_left_out", reason=refused.code)
        preferences = Preferences() if row is None else preferences_of(row)
        guided = row is not None and live.row.key in row.guided.split()
        return PositionForReader(summary, seat, shown, withheld, choices, since, preferences, guided)

    async def _person(self, live: LiveGame, person: Person) -> PersonRow | None:
        """The row of a person: loaded with the game for its players."""
        if (sitting := sitting_of(live.row, person.id)) is not None:
            return sitting.player
        async with self._database.reading() as unit:
            return await unit.persons.get(person.id)

    async def same_question(self, code: str, person: Person, public_version: int) -> int | None:
        """The present public version, if it asks a player the same as this one (`asks_the_same`).

        None if it does not, or they do not play. Raises Refused.
        """
        live, events = await self._started(code)
        seat = live.seat_of(person.id)
        if seat is None:
            return None
        with _readable(live):
            same = await asyncio.to_thread(
                asks_the_same, live.engine, live.row, events, seat, public_version, replays=self._replays
            )
        return live.row.public_version if same else None

    async def followed(self, code: str, after: int, until: int) -> Since:
        """The public events after one event, up to another. Raises Refused."""
        live, events = await self._started(code)
        until_then = [event for event in events if event.seq <= until]
        since, _ = await asyncio.to_thread(self._since, live, _Log(until_then), None, after, live.summary())
        return since

    def _since(
        self,
        live: LiveGame,
        log: _Log,
        seat: Seat | None,
        seen: int,
        summary: GameSummary,
        *,
        now: View | None = None,
    ) -> tuple[Since, tuple[int, Value]]:
        """The events after an event, with that event and the state then. Raises Refused.

        `now`: the seat's present view, if known.
        """
        events = log.events
        # Events before a rules migration with a checkpoint cannot be replayed.
        seen = max((seen, log.after, *(event.seq for event in events if has_checkpoint(event))))
        told = sum(event.seq <= seen for event in events)
        known = effective_events(events[:told])
        effective = effective_events(events)
        first = sum(event.seq <= seen for event in effective)
        engine, row = live.engine, live.row
        with _readable(live):
            *_, before = self._replays.replay(engine, row, known, len(known), log.state)
            *_, state = self._replays.replay(engine, row, effective[:first], first, log.state)
            lines, state = lines_since(live, events[told:], effective[first:], state, seat)
            if seat is not None:
                lines = [second_person(line, summary.seats[seat].name) for line in lines]
        now = now or engine.view(state, seat)
        since = Since(summary, seat, tuple(lines), engine.view(before, seat), now)
        return since, (seen, before)

    async def _started(self, code: str) -> tuple[LiveGame, Sequence[EventRow]]:
        """A game that has started, and its events. Raises Refused."""
        live, events = await self._read_with_log(code)
        if outdated(live.engine, live.row):
            await self.migrate_if_outdated(code)
            live, events = await self._read_with_log(code)
        _check_started(live)
        return live, events

    async def _lately(self, code: str, person: Person, *, log: bool = True) -> tuple[LiveGame, _Log]:
        """A started game and, with `log`, its events since a player's last notice.

        All events, where that is unknown, or after an undo or migration, which may reach back farther. Raises
        Refused.
        """
        wanted, lately = typed_code(code), _Log(())
        noticed = self._last_notices.get((wanted, person.id)) if log else None
        async with self._database.reading() as unit:
            later = None if noticed is None else await unit.events.since_ahead(wanted, noticed[0])
            live = await self._load(unit, code)
            if later is not None and noticed is not None:
                lately = _Log(await later(), *noticed)
            if log and (noticed is None or any(event.kind in _REACHES_BACK for event in lately.events)):
                lately = _Log(await unit.events.of_game(live.row.id))
        if outdated(live.engine, live.row):
            live, events = await self._started(code)
            return live, _Log(events)
        _check_started(live)
        return live, lately


def _view_for(
    view_of: Callable[[Value, Seat | None], View], state: Value, seat: Seat | None, *, private: bool
) -> tuple[View, bool]:
    """The view of a seat or, without `private`, of the public; and whether the latter withholds anything."""
    view = view_of(state, seat)
    public = view if private else view_of(state, None)
    withheld = not private and replace(view, viewer=None) != public
    return (public, True) if withheld else (view, False)


def _check_started(live: LiveGame) -> None:
    """Raises Refused for a game that has not started, or whose rules are unknown here."""
    if live.row.seed is None:
        raise live.states.not_started()
    check_rules(live)


def _readable(live: LiveGame) -> AbstractContextManager[None]:
    """Refuses what needs earlier positions of a game where they cannot be made; the doctor tells why."""
    return refuse_broken(
        "broken_log", f"The earlier positions of game {live.row.code} cannot be shown any more."
    )
