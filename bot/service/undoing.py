"""Taking actions back: by agreement of all players, or alone within a turn (`GameInfo.undo`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog

from bot.service import event_log
from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.event_log import Back, BrokenLog, EventType
from bot.service.live import LiveGame
from bot.service.notifications import conclude
from bot.service.persons import remember
from bot.service.summaries import Cause, GameSummary, Person, Played, Refused
from bot.service.summarizing import UndoRequest, undo_request
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat

log = structlog.get_logger(__name__)

_TOO_LATE = "What was shown since cannot be unseen, so it is too late to go back."


class Undoing(TimedUseCases):
    """The use cases of taking back."""

    @clock_first
    async def take_back(
        self,
        person: Person,
        code: str,
        *,
        cause: Cause | None,
        whole: bool = False,
        expected_public_version: int | None = None,
    ) -> Played:
        """Take back the person's last action in the present clock period, or with `whole` all of them.

        For games with `GameInfo.undo` ``turn``. Actions before a reveal or before another seat's action
        stay. The same request again changes nothing. Raises Refused.
        """

        async def take_back(live: LiveGame) -> Played:
            live.check_clock()
            seat = live.seat_held(person)
            _check_alone(live.engine)
            live.expect(expected_public_version)
            await remember(live.unit, person, live.now)
            return await _take_back(live, person, seat, whole=whole)

        return await self._once(code, cause, take_back, _taken_back_before)

    async def undoable(self, person: Person, code: str) -> int:
        """How many actions a person may take back alone. Raises Refused where the game does not allow it."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            seat = live.seat_held(person)
            _check_alone(live.engine)
            return len(_own_actions(live.engine, *await _course(live), seat))

    async def request_undo(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Ask to take back the person's last ply and all after it. The next action cancels the request."""

        async def request(live: LiveGame) -> None:
            seat = live.seat_held(person)
            undo_to, notation = await _requested(live, seat)
            await remember(live.unit, person, live.now)
            words = f"{live.seat_name(seat)} asks to take {notation} back"
            data = Back(undo_to)
            live.note(EventType.UNDO_ASKED, "undo?", seat=seat, person=person, data=data, summary_line=words)
            live.ask_undo(UndoRequest(seat, undo_to))
            await conclude(live, person)

        return await self._change(code, cause, request)

    async def answer_undo(
        self, person: Person, code: str, agree: bool, *, cause: Cause | None
    ) -> GameSummary:
        """Agree to the request or decline it; its author may withdraw it (not `agree`). Raises Refused."""

        async def answer(live: LiveGame) -> None:
            seat = live.seat_held(person)
            request = undo_request(live.row)
            if request is None:
                raise Refused("no_request", "Nobody asks to take anything back, or play has gone on since.")
            if agree and seat == request.by:
                raise Refused("not_yours_to_allow", "You have asked yourself; the others must agree.")
            await remember(live.unit, person, live.now)
            if agree:
                await _agree(live, person, seat, request)
            else:
                _decline(live, person, seat, request)
            await conclude(live, person)

        return await self._change(code, cause, answer)


async def _take_back(live: LiveGame, person: Person, seat: Seat, *, whole: bool) -> Played:
    effective, states = await _course(live)
    own = _own_actions(live.engine, effective, states, seat)
    if not own:
        raise _too_late(live.engine, effective, states, seat)
    undo_to = own[0] if whole else own[-1]
    undone = [event for event in effective[undo_to:] if event.kind == EventType.ACTION]
    notation = _undo_line([event.notation for event in undone]) or "undo"
    public_notation = _undo_line([event.public_notation for event in undone])
    live.take_back(states[undo_to], Back(undo_to), seat, person, notation=notation, public=public_notation)
    changes = await conclude(live, person)
    return Played(live.summary(), notation, changes.lines, posted=changes.posts_card, marked=changes.public)


async def _taken_back_before(live: LiveGame, done: EventRow) -> Played:
    posted = done.public_notation is not None
    return Played(live.summary(), done.notation or "", (), posted=posted, repeated=True)


async def _requested(live: LiveGame, seat: Seat) -> tuple[int, str | None]:
    """How many actions would stay, and the notation of the first undone. Raises Refused."""
    if live.engine.info.undo != "agreement":
        raise Refused("no_undo", f"In {live.engine.info.title} nothing is taken back by agreement.")
    waiting = undo_request(live.row)
    if waiting is not None:
        whose = "You have" if waiting.by == seat else f"{live.seat_name(waiting.by)} has"
        raise Refused("undo_waits", f"{whose} asked already; that waits for an answer.")
    effective = event_log.effective_events(await live.unit.events.of_game(live.row.id))
    undo_to = _before_last_of(live.engine, effective, seat)
    if any(event.reveals or event.kind == EventType.UNDONE for event in effective[undo_to:]):
        raise Refused("revealed", _TOO_LATE)
    return undo_to, effective[undo_to].public_notation


def _decline(live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
    answer = "no longer asks to go back" if seat == request.by else "does not agree to go back"
    words = f"{live.seat_name(seat)} {answer}"
    live.note(EventType.UNDO_DECLINED, "no undo", seat=seat, person=person, summary_line=words)
    live.ask_undo(None)


async def _agree(live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
    agreed = tuple(sorted({*request.agreed, seat}))
    words = f"{live.seat_name(seat)} agrees to go back"
    live.note(EventType.UNDO_AGREED, "undo agreed", seat=seat, person=person, summary_line=words)
    if len(agreed) < len(live.row.seats) - 1:
        live.ask_undo(UndoRequest(request.by, request.undo_to, agreed))
        return
    _, states = await _course(live, request.undo_to)
    live.go_back(states[-1], Back(request.undo_to))


def _check_alone(engine: AnyEngine) -> None:
    if engine.info.undo != "turn":
        agreed = " by oneself; the others must agree" if engine.info.undo == "agreement" else ""
        raise Refused("no_undo", f"In {engine.info.title} nothing is taken back{agreed}.")


async def _course(live: LiveGame, length: int | None = None) -> tuple[list[EventRow], list[Any]]:
    """The first `length` effective events, or all, and every state from the start on. Raises Refused."""
    effective = event_log.effective_events(await live.unit.events.of_game(live.row.id))[:length]
    try:
        return effective, list(event_log.replay_states(live.engine, live.row, effective))
    except BrokenLog as broken:
        log.exception("undo_failed", game=live.row.code)
        raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken


def _own_actions(
    engine: AnyEngine, effective: Sequence[EventRow], states: Sequence[Any], seat: Seat
) -> list[int]:
    """Indices of the trailing actions that this seat may undo alone.

    All are its own, lie within the present `ClockRules.period`, and come after the last reveal.
    """
    period = engine.clock.period(states[-1])
    own: list[int] = []
    for place in reversed(range(len(effective))):
        event = effective[place]
        if event.reveals or event.seat != seat or engine.clock.period(states[place]) != period:
            break
        if event.kind == EventType.ACTION and _of_the_game(engine, event):
            own.insert(0, place)
        elif event.kind != EventType.AUTOMATIC:
            break
    return own


def _too_late(engine: AnyEngine, effective: Sequence[EventRow], states: Sequence[Any], seat: Seat) -> Refused:
    """Why a seat has nothing to take back: its last action revealed something, or it has not acted yet."""
    before, now = states[-2:] if effective else (states[0], states[0])
    fresh = seat in engine.to_act(now) and engine.clock.period(before) != engine.clock.period(now)
    if effective and effective[-1].reveals and effective[-1].seat == seat and not fresh:
        return Refused("revealed", _TOO_LATE)
    return Refused("nothing_to_undo", "You have done nothing in this turn yet that could be taken back.")


def _undo_line(notations: Sequence[str | None]) -> str | None:
    """The line of the history for undone actions; None if none of them has a notation."""
    shown = [notation for notation in notations if notation is not None]
    if len(shown) > 1:
        return f"undo {len(shown)} actions"
    return f"undo {shown[0]}" if shown else None


def _before_last_of(engine: AnyEngine, effective: Sequence[EventRow], seat: Seat) -> int:
    """How many actions precede the seat's last ply. Raises Refused if it has none."""
    for last in reversed(range(len(effective))):
        event = effective[last]
        if event.kind == EventType.ACTION and event.seat == seat and _of_the_game(engine, event):
            # Several actions of one request are taken back together.
            return next(i for i, first in enumerate(effective) if first.first_seq == event.first_seq)
    raise Refused("nothing_to_undo", "You have not played anything yet that could be taken back.")


def _of_the_game(engine: AnyEngine, event: EventRow) -> bool:
    action = engine.codec.decode_action((event.action or "").encode())
    return isinstance(action, engine.action_types)
