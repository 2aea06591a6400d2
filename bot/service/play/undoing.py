"""Undo, alone or by agreement of all players, and redo.

A seat may undo its own latest actions of its last clock period until something is revealed or another seat
acts; after that all others must agree. Undone actions can be redone until the next other event.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final, Literal, TypeAlias

import structlog
from msgspec.structs import replace

from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game import summarizing
from bot.service.game.act_limits import check_requests
from bot.service.game.live import LiveGame
from bot.service.game.open_requests import UndoRequest
from bot.service.game.preconditions import check_here, check_position, seat_held
from bot.service.log import event_types
from bot.service.log.effective_events import effective_events, of_the_game, resigned, shown_actions
from bot.service.log.event_types import Back, EventType
from bot.service.notices.notifications import conclude
from bot.service.people.persons import touch_person
from bot.service.play.actions import acted_before, concluded
from bot.service.play.undoable import Undoable, own_undone
from bot.service.seats.changing_hands import disown_former
from bot.service.usecases import Dependencies, Sweep, succeeds
from bot.service.values.answers import Played, Preview, UndoAnswer, UndoRange
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat, Value

log = structlog.get_logger(__name__)

REQUEST_LIFE: Final = timedelta(days=2)
"""How long an undo request waits for its answers."""
_AT_ONCE = 100
"""Requests that are closed at a time."""
_Did: TypeAlias = Literal["asked", "agreed", "undone", "refused", "withdrawn"]
_TOO_LATE = "What was shown cannot be unseen, and what is sealed is final: it is too late to go back."


class Undoing(TimedUseCases):
    """The use cases of undo and redo."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._undoable = Undoable()
        self._expiring = Sweep()

    @clock_first
    async def take_back(
        self,
        person: Person,
        code: str,
        *,
        cause: Cause,
        whole: bool = False,
        expected_public_version: int | None = None,
    ) -> Played:
        """Undo the person's last action without consent, or with `whole` everything that needs none.

        Actions before a reveal, before another seat's action or in an earlier clock period stay. A repeated
        request changes nothing. Raises Refused.
        """

        async def take_back(live: LiveGame) -> Played:
            seat = await _ready(live, person, expected_public_version)
            return await self._take_back(live, person, seat, whole=whole)

        return await self._once(code, cause, take_back, acted_before)

    @clock_first
    async def redo(
        self, person: Person, code: str, *, cause: Cause, expected_public_version: int | None = None
    ) -> Played:
        """Redo the first of the person's undone actions, which is possible until the next other event.

        A repeated request changes nothing. Raises Refused.
        """
        work = partial(_redo, person=person, expected_public_version=expected_public_version)
        return await self._once(code, cause, work, acted_before)

    async def undo_range(self, person: Person, code: str) -> UndoRange:
        """How many actions a person may undo alone, and redo: none in a game without undo.

        Raises Refused.
        """
        live, events = await self._read_with_log(code)
        seat = seat_held(live, person)
        return await asyncio.to_thread(self._undoable.range_by_log, live, events, seat)

    async def with_undo_range(self, live: LiveGame, done: Played | Preview) -> Played | Preview:
        """The answer to an action, with how far its actor may go back if that takes no long search."""
        if isinstance(done, Preview) or done.seat is None:
            return done
        return replace(done, undo_range=await self._undoable.range_now(live, done.seat))

    @clock_first
    async def undo(
        self, person: Person, code: str, *, cause: Cause, whole: bool = False
    ) -> Played | UndoAnswer:
        """As `take_back` where no consent is needed, else as `request_undo`. Raises Refused."""

        async def undo(live: LiveGame) -> Played | UndoAnswer:
            seat = await _ready(live, person)
            try:
                return await self._take_back(live, person, seat, whole=whole)
            except Refused as refused:
                if refused.code != "nothing_to_undo":
                    raise
            return await self._request(live, person, seat)

        async def undone_before(live: LiveGame, done: EventRow) -> Played | UndoAnswer:
            return await (_answered_before if done.kind == EventType.UNDO_ASKED else acted_before)(live, done)

        return await self._once(code, cause, undo, undone_before)

    @clock_first
    async def request_undo(self, person: Person, code: str, *, cause: Cause) -> UndoAnswer:
        """Ask to undo the person's last ply and all after it.

        The next action cancels the request, and so does `REQUEST_LIFE`. Raises Refused.
        """

        async def request(live: LiveGame) -> UndoAnswer:
            return await self._request(live, person, await _ready(live, person))

        return await self._once(code, cause, request, _answered_before)

    @clock_first
    async def answer_undo(
        self,
        person: Person,
        code: str,
        agree: bool,
        *,
        cause: Cause,
        expected_public_version: int | None = None,
    ) -> UndoAnswer:
        """Agree to the request or decline it; its author may withdraw it (not `agree`).

        A timeout that is due comes first, and its action cancels the request. Raises Refused.
        """

        async def answer(live: LiveGame) -> UndoAnswer:
            live.clock.check()
            seat = seat_held(live, person)
            check_here(live, person)
            # Another request may be open by now, to undo something else.
            check_position(live, expected_public_version)
            request = live.requests.undo
            if request is None:
                raise Refused("no_request", "Nobody is asking to undo anything, or play has gone on since.")
            # Whoever was still to agree may have been forgotten since.
            if agree and seat == request.by and live.requests.open.asked_to_undo:
                raise Refused(
                    "not_yours_to_allow", "You asked for this undo yourself; the others have yet to answer."
                )
            if seat in request.agreed and seat not in live.playing:
                raise Refused("not_in_game", "You no longer play, so you are not asked.")
            await touch_person(live.unit, person, live.now)
            if agree:
                words = f"{live.seat_name(seat)} agrees to the undo"
                live.note(EventType.UNDO_AGREED, seat=seat, person=person, summary_line=words)
                _agree(live, request, seat)
                await self._undo_if_agreed(live)
            else:
                did = "withdraws the request to undo" if seat == request.by else "refuses the undo"
                words = f"{live.seat_name(seat)} {did}"
                live.note(EventType.UNDO_DECLINED, seat=seat, person=person, summary_line=words)
                live.requests.undo = None
            await conclude(live, person)
            withdrawn: _Did = "withdrawn" if seat == request.by else "refused"
            agreed: _Did = "undone" if live.row.undo is None else "agreed"
            return UndoAnswer(live.summary(), agreed if agree else withdrawn, request.actions)

        return await self._once(code, cause, answer, _answered_before)

    async def expire(self) -> bool:
        """Close undo requests that have waited for `REQUEST_LIFE`; whether there may be more of them."""
        before = self._clock.now() - REQUEST_LIFE
        async with self._database.reading() as unit:
            codes = await unit.due_games.undo_asked(before, limit=_AT_ONCE, offset=self._expiring.offset)

        async def close(live: LiveGame) -> None:
            # Meanwhile it may have been declined and asked for anew.
            if await live.unit.due_games.undo_asked(before, limit=_AT_ONCE, code=live.row.code):
                words = "the request to undo was not answered in time"
                live.note(EventType.UNDO_DECLINED, summary_line=words)
                live.requests.undo = None
                await conclude(live)

        done = [
            await succeeds(self._change(code, None, close), "undo_not_expired", game=code) for code in codes
        ]
        return self._expiring.went_through(done, _AT_ONCE)

    async def _request(self, live: LiveGame, person: Person, seat: Seat) -> UndoAnswer:
        await check_requests(live, person.id)
        request = await _requested(live, seat)
        live.note(EventType.UNDO_ASKED, seat=seat, person=person, data=Back(request.undo_to))
        live.requests.undo = request
        for willing in sorted(live.computers & {*live.requests.open.asked_to_undo}):
            live.note(EventType.UNDO_AGREED, seat=willing, person=summarizing.person(live.player_in(willing)))
            request = _agree(live, request, willing)
        await self._undo_if_agreed(live)
        await conclude(live, person)
        return UndoAnswer(live.summary(), "undone" if live.row.undo is None else "asked", request.actions)

    async def _take_back(self, live: LiveGame, person: Person, seat: Seat, *, whole: bool) -> Played:
        effective = await _effective(live)
        own = await asyncio.to_thread(self._undoable.own_actions, live, effective, seat)
        if not own:
            raise await self._too_late(live, effective, seat)
        undo_to = min(own) if whole else max(own)
        live.clock.former_deadline = own[undo_to].deadline
        undone = [event for event in effective[undo_to:] if event.kind == EventType.ACTION]
        notation = event_types.undo_line([event.notation for event in undone]) or "undo"
        public_notation = event_types.undo_line([event.public_notation for event in undone])
        before = own[undo_to].state
        told = await asyncio.to_thread(_told, live.engine, before, effective[undo_to:])
        live.take_back(
            before, Back(undo_to), seat, person, notation=notation, public=public_notation, retracted=told
        )
        return await concluded(live, person, notation, public_notation)

    async def _undo_if_agreed(self, live: LiveGame) -> None:
        """Carry out the undo request once all have agreed."""
        request = live.requests.undo
        if request is None or live.requests.open.asked_to_undo:
            return
        events = await live.unit.events.of_game(live.row.id)
        kept = (await asyncio.to_thread(effective_events, events))[: request.undo_to]
        *_, state = await asyncio.to_thread(self._undoable.states, live, kept, len(kept))
        undone = [notation for _, notation in reversed(request.actions)]
        live.go_back(state, Back(request.undo_to), undone=undone)
        disown_former(live, events, kept)

    async def _too_late(self, live: LiveGame, effective: Sequence[EventRow], seat: Seat) -> Refused:
        """Why a seat has nothing to undo: its last action revealed something, or it has not acted yet."""
        last = next(reversed(effective), None)
        if last is not None and last.reveals and last.seat == seat:
            last_step = len(effective) - 1
            before, now = await asyncio.to_thread(self._undoable.states, live, effective, last_step)
            period = live.engine.clock.period
            if seat not in live.engine.to_act(now) or period(before) == period(now):
                return Refused("revealed", _TOO_LATE)
        return Refused("nothing_to_undo", "You have done nothing in this turn yet that could be taken back.")


async def _ready(live: LiveGame, person: Person, public_version: int | None = None) -> Seat:
    """The seat of a person who undoes something. Raises Refused, and Overdue."""
    live.clock.check()
    seat = seat_held(live, person)
    check_here(live, person)
    if live.engine.info.undo == "none":
        info = live.engine.info
        until = "all are ready" if info.at_once else "you say that you are done"
        sentence = f"{info.title} has no undo: you may change what you have chosen until {until}."
        raise Refused("no_undo", sentence)
    check_position(live, public_version)
    await touch_person(live.unit, person, live.now)
    return seat


async def _answered_before(live: LiveGame, done: EventRow) -> UndoAnswer:
    """The answer to a repeated request, or to a repeated answer to one, from the log up to that event."""
    kinds = {event.kind for event in await live.unit.events.of_request(done)}
    log_so_far = [event for event in await live.unit.events.of_game(live.row.id) if event.seq <= done.seq]
    request = next((event for event in reversed(log_so_far) if event.kind == EventType.UNDO_ASKED), None)
    if request is None:
        # The request was for something else.
        return UndoAnswer(live.summary(), "asked", ())
    before = effective_events([event for event in log_so_far if event.seq < request.seq])
    actions = shown_actions(live.engine, before[event_types.data_of(request, Back).undo_to :])
    declined: _Did = "withdrawn" if done.seat == request.seat else "refused"
    did: dict[str, _Did] = {EventType.UNDO_ASKED: "asked", EventType.UNDO_AGREED: "agreed"}
    answer = "undone" if EventType.UNDONE in kinds else did.get(done.kind, declined)
    return UndoAnswer(live.summary(), answer, actions)


async def _redo(live: LiveGame, person: Person, expected_public_version: int | None) -> Played:
    seat = await _ready(live, person, expected_public_version)
    events = await live.unit.events.of_game(live.row.id)
    again = own_undone(live.engine, events, seat)
    if not again:
        raise Refused("nothing_to_redo", "There is nothing of yours left to redo: any new action ends that.")
    action = live.engine.codec.decode_action((again[0].action or "").encode())
    step = live.apply(EventType.ACTION, seat, action, person)
    live.apply_forced()
    return await concluded(live, person, step.notation, step.public_notation, seat=seat)


async def _requested(live: LiveGame, seat: Seat) -> UndoRequest:
    """The undo request that a seat may make now, to all who would be playing. Raises Refused."""
    waiting = live.requests.undo
    if waiting is not None:
        whose = "You have" if waiting.by == seat else f"{live.seat_name(waiting.by)} has"
        raise Refused(
            "undo_waits", f"{whose} already asked to undo something, and the others have yet to answer."
        )
    effective = await _effective(live)
    undo_to = _before_last_of(live.engine, effective, seat)
    if any(event.reveals or event.kind == EventType.UNDONE for event in effective[undo_to:]):
        raise Refused("revealed", _TOO_LATE)
    return UndoRequest(
        seat,
        undo_to,
        agreed=resigned(live.engine, effective[:undo_to]),
        actions=shown_actions(live.engine, effective[undo_to:]),
    )


def _agree(live: LiveGame, request: UndoRequest, seat: Seat) -> UndoRequest:
    """Record that a seat agrees to the request."""
    agreed = replace(request, agreed=tuple(sorted({*request.agreed, seat})))
    live.requests.undo = agreed
    return agreed


async def _effective(live: LiveGame) -> list[EventRow]:
    events = await live.unit.events.of_game(live.row.id)
    return await asyncio.to_thread(effective_events, events)


def _before_last_of(engine: AnyEngine, effective: Sequence[EventRow], seat: Seat) -> int:
    """How many actions precede the seat's last ply. Raises Refused if it has none."""
    for last in reversed(range(len(effective))):
        event = effective[last]
        if event.kind == EventType.ACTION and event.seat == seat and of_the_game(engine, event):
            # Several actions of one request are undone together.
            return next(i for i, first in enumerate(effective) if first.first_seq == event.first_seq)
    raise Refused("nothing_to_undo", "You have not played anything yet that could be taken back.")


def _told(engine: AnyEngine, state: Value, applied: Sequence[EventRow]) -> list[str]:
    """The public lines by which a card told of actions that were applied from this state on."""
    lines = list[str]()
    for event in applied:
        if event.seat is None or event.action is None:
            continue
        step = engine.apply(state, event.seat, engine.codec.decode_action(event.action.encode()))
        lines += [engine.narrate(one) for one in step.events if one.audience == "public"]
        state = step.state
    return lines
