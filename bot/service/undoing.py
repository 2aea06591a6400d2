"""Taking actions back: where all at the table agree, or the mover alone within a turn (`GameInfo.undo`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog

from bot.service import event_log, notifications
from bot.service.cause import Cause
from bot.service.event_log import Back, BrokenLog, EventType
from bot.service.live import LiveGame
from bot.service.persons import remember
from bot.service.summaries import GameSummary, Person, Played, Refused
from bot.service.summarizing import UndoRequest, undo_request
from bot.service.usecases import UseCases, retried
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat

log = structlog.get_logger(__name__)


async def conclude(live: LiveGame, actor: Person | None = None, *, expired: bool = False) -> None:
    """End a unit of work that changed a running game: the snapshot, the new card, the notices."""
    newly = live.conclude(expired=expired)
    await notifications.moved(live)
    notifications.hands(live)
    notifications.awaited(live, newly, actor)


class Undoing(UseCases):
    """The use cases of going back."""

    @retried
    async def _take_back(
        self,
        person: Person,
        code: str,
        *,
        whole: bool,
        cause: Cause | None,
        expected_public_version: int | None,
    ) -> Played:
        """See `Play.take_back`. Raises Overdue where the clock must have its say first."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, cause, lock=True)
            if live.repeated is not None:
                posted = live.repeated.public_notation is not None
                return Played(live.summary(), live.repeated.notation or "", (), posted=posted, repeated=True)
            live.check_clock()
            seat = live.seat_held(person)
            _check_alone(live.engine)
            live.expect(expected_public_version)
            stands, states = await _course(live)
            own = _own_period(live.engine, stands, states, seat)
            if not own:
                raise _too_late(live.engine, stands, states, seat)
            undo_to = own[0] if whole else own[-1]
            undone = [event for event in stands[undo_to:] if event.kind == EventType.ACTION]
            await remember(unit, person, live.now)
            live.take_back(
                states[undo_to],
                Back(undo_to),
                seat,
                person,
                notation=_undo_line([event.notation for event in undone]) or "undo",
                public=_undo_line([event.public_notation for event in undone]),
            )
            notation = unit.events.added[-1].notation or ""
            await conclude(live, person)
            return Played(
                live.summary(),
                notation,
                tuple(live.summary_lines),
                posted=live.posts_card,
                marked=live.public,
            )

    async def undoable(self, person: Person, code: str) -> int:
        """How many actions a person may take back alone now. Raises Refused for games unlike that."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            seat = live.seat_held(person)
            _check_alone(live.engine)
            stands, states = await _course(live)
            return len(_own_period(live.engine, stands, states, seat))

    @retried
    async def request_undo(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Ask to take back one's last ply and what followed. The request lapses with the next action."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, cause, lock=True)
            if live.repeated is not None:
                return live.summary()
            seat = live.seat_held(person)
            if live.engine.info.undo != "agreement":
                raise Refused("no_undo", f"In {live.engine.info.title} nothing is taken back by agreement.")
            names = live.engine.info.seat_names(len(live.row.seats))
            waiting = undo_request(live.row)
            if waiting is not None:
                whose = "You have" if waiting.by == seat else f"{names[waiting.by]} has"
                raise Refused("undo_waits", f"{whose} asked already; that waits for an answer.")
            stands = event_log.effective_events(await unit.events.of_game(live.row.id))
            undo_to = _before_last_of(live.engine, stands, seat)
            if any(event.reveals for event in stands[undo_to:]):
                raise Refused(
                    "revealed", "What was shown since cannot be unseen, so it is too late to go back."
                )
            await remember(unit, person, live.now)
            live.append(
                EventType.UNDO_ASKED,
                seat=seat,
                person=person,
                notation="undo?",
                public_notation="undo?",
                data=Back(undo_to),
            )
            live.ask_undo(UndoRequest(seat, undo_to))
            live.summary_lines.append(f"{names[seat]} asks to take {stands[undo_to].public_notation} back")
            await conclude(live, person)
            return live.summary()

    @retried
    async def answer_undo(
        self, person: Person, code: str, agree: bool, *, cause: Cause | None
    ) -> GameSummary:
        """Agree to the request or decline it; who asked may take it back (`agree` false). Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, cause, lock=True)
            if live.repeated is not None:
                return live.summary()
            seat = live.seat_held(person)
            request = undo_request(live.row)
            if request is None:
                raise Refused("no_request", "Nobody asks to take anything back, or play has gone on since.")
            if agree and seat == request.by:
                raise Refused("not_yours_to_allow", "You have asked yourself; the others must agree.")
            await remember(unit, person, live.now)
            if agree:
                await self._agree(live, person, seat, request)
            else:
                self._decline(live, person, seat, request)
            await conclude(live, person)
            return live.summary()

    def _decline(self, live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
        name = live.engine.info.seat_names(len(live.row.seats))[seat]
        live.append(
            EventType.UNDO_DECLINED, seat=seat, person=person, notation="no undo", public_notation="no undo"
        )
        live.ask_undo(None)
        live.summary_lines.append(
            f"{name} no longer asks to go back" if seat == request.by else f"{name} does not agree to go back"
        )

    async def _agree(self, live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
        name = live.engine.info.seat_names(len(live.row.seats))[seat]
        agreed = tuple(sorted({*request.agreed, seat}))
        live.append(
            EventType.UNDO_AGREED,
            seat=seat,
            person=person,
            notation="undo agreed",
            public_notation="undo agreed",
        )
        live.summary_lines.append(f"{name} agrees to go back")
        if len(agreed) < len(live.row.seats) - 1:
            live.ask_undo(UndoRequest(request.by, request.undo_to, agreed))
            return
        stands = event_log.effective_events(await live.unit.events.of_game(live.row.id))
        try:
            state = event_log.replay(live.engine, live.row, stands[: request.undo_to])
        except BrokenLog as broken:
            log.exception("undo_failed", game=live.row.code)
            raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken
        live.go_back(state, Back(request.undo_to))


def _check_alone(engine: AnyEngine) -> None:
    if engine.info.undo != "turn":
        agreed = " by oneself; the others must agree" if engine.info.undo == "agreement" else ""
        raise Refused("no_undo", f"In {engine.info.title} nothing is taken back{agreed}.")


async def _course(live: LiveGame) -> tuple[list[EventRow], list[Any]]:
    """The actions that stand, and every state from the first to the present one. Raises Refused."""
    stands = event_log.effective_events(await live.unit.events.of_game(live.row.id))
    try:
        return stands, list(event_log.replay_states(live.engine, live.row, stands))
    except BrokenLog as broken:
        log.exception("undo_failed", game=live.row.code)
        raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken


def _own_period(
    engine: AnyEngine, stands: Sequence[EventRow], states: Sequence[Any], seat: Seat
) -> list[int]:
    """Which of the standing actions a seat may take back alone, by their places; going back keeps all before.

    They are the last ones, within the present `ClockRules.period`, all made by the seat itself,
    and nothing hidden was shown since.
    """
    period = engine.clock.period(states[-1])
    own: list[int] = []
    for place in reversed(range(len(stands))):
        event = stands[place]
        if event.reveals or event.seat != seat or engine.clock.period(states[place]) != period:
            break
        if event.kind == EventType.ACTION and _of_the_game(engine, event):
            own.insert(0, place)
        elif event.kind != EventType.AUTOMATIC:
            break
    return own


def _too_late(engine: AnyEngine, stands: Sequence[EventRow], states: Sequence[Any], seat: Seat) -> Refused:
    """Why a seat can take nothing back: its last action showed something, or it has done nothing yet."""
    before, now = states[-2:] if stands else (states[0], states[0])
    fresh = seat in engine.to_act(now) and engine.clock.period(before) != engine.clock.period(now)
    if stands and stands[-1].reveals and stands[-1].seat == seat and not fresh:
        return Refused("revealed", "What was shown since cannot be unseen, so it is too late to go back.")
    return Refused("nothing_to_undo", "You have done nothing in this turn yet that could be taken back.")


def _undo_line(notations: Sequence[str | None]) -> str | None:
    """How the history tells that these were taken back; None if there is nothing to tell."""
    told = [notation for notation in notations if notation is not None]
    if len(told) > 1:
        return f"undo {len(told)} actions"
    return f"undo {told[0]}" if told else None


def _before_last_of(engine: AnyEngine, stands: Sequence[EventRow], seat: Seat) -> int:
    """How many actions stand before the seat's last ply. Raises Refused if it has none."""
    for last in reversed(range(len(stands))):
        event = stands[last]
        if event.kind == EventType.ACTION and event.seat == seat and _of_the_game(engine, event):
            # A text with several actions is taken back as it was made: as a whole.
            return next(i for i, first in enumerate(stands) if first.first_seq == event.first_seq)
    raise Refused("nothing_to_undo", "You have not played anything yet that could be taken back.")


def _of_the_game(engine: AnyEngine, event: EventRow) -> bool:
    action = engine.codec.decode_action((event.action or "").encode())
    return isinstance(action, engine.action_types)
