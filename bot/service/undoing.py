"""Taking the last action back, where all at the table agree.

Games that let the mover alone go back within a turn (`GameInfo.undo` ``turn``) will have their use case
beside these.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from bot.service import dispatch, journal
from bot.service.describing import UndoRequest, undo_request
from bot.service.journal import Back, BrokenLog, Kind
from bot.service.live import LiveGame
from bot.service.reports import GameReport, Person, Refused
from bot.service.usecases import UseCases, retried
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat

log = structlog.get_logger(__name__)


async def conclude(live: LiveGame, actor: Person | None = None, *, expired: bool = False) -> None:
    """End a unit of work that changed a running game: the snapshot, the new card, the notices."""
    newly = live.conclude(expired=expired)
    await dispatch.moved(live)
    dispatch.awaited(live, newly, actor)


class Undoing(UseCases):
    """The use cases of going back."""

    @retried
    async def request_undo(self, person: Person, code: str, *, interaction_id: int | None) -> GameReport:
        """Ask to take back one's last ply and what followed. The request lapses with the next action."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, interaction_id, lock=True)
            if live.repeated is not None:
                return live.report()
            seat = live.seat_held(person)
            if live.engine.info.undo != "agreement":
                raise Refused("no_undo", f"In {live.engine.info.title} nothing is taken back by agreement.")
            names = live.engine.seat_names(len(live.row.seats))
            waiting = undo_request(live.row)
            if waiting is not None:
                whose = "You have" if waiting.by == seat else f"{names[waiting.by]} has"
                raise Refused("undo_waits", f"{whose} asked already; that waits for an answer.")
            stands = journal.standing(await unit.events.of_game(live.row.id))
            undo_to = _before_last_of(live.engine, stands, seat)
            if any(event.reveals for event in stands[undo_to:]):
                raise Refused(
                    "revealed", "What was shown since cannot be unseen, so it is too late to go back."
                )
            await unit.players.seen(person.id, person.name, live.now)
            live.append(
                Kind.UNDO_ASKED,
                seat=seat,
                person=person,
                notation="undo?",
                public_notation="undo?",
                data=Back(undo_to),
            )
            live.ask_undo(UndoRequest(seat, undo_to))
            live.news.append(f"{names[seat]} asks to take {stands[undo_to].public_notation} back")
            await conclude(live, person)
            return live.report()

    @retried
    async def answer_undo(
        self, person: Person, code: str, agree: bool, *, interaction_id: int | None
    ) -> GameReport:
        """Agree to the request or decline it; who asked may take it back (`agree` false). Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, interaction_id, lock=True)
            if live.repeated is not None:
                return live.report()
            seat = live.seat_held(person)
            request = undo_request(live.row)
            if request is None:
                raise Refused("no_request", "Nobody asks to take anything back, or play has gone on since.")
            if agree and seat == request.by:
                raise Refused("not_yours_to_allow", "You have asked yourself; the others must agree.")
            await unit.players.seen(person.id, person.name, live.now)
            if agree:
                await self._agree(live, person, seat, request)
            else:
                self._decline(live, person, seat, request)
            await conclude(live, person)
            return live.report()

    def _decline(self, live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
        name = live.engine.seat_names(len(live.row.seats))[seat]
        live.append(
            Kind.UNDO_DECLINED, seat=seat, person=person, notation="no undo", public_notation="no undo"
        )
        live.ask_undo(None)
        live.news.append(
            f"{name} no longer asks to go back" if seat == request.by else f"{name} does not agree to go back"
        )

    async def _agree(self, live: LiveGame, person: Person, seat: Seat, request: UndoRequest) -> None:
        name = live.engine.seat_names(len(live.row.seats))[seat]
        agreed = tuple(sorted({*request.agreed, seat}))
        live.append(
            Kind.UNDO_AGREED, seat=seat, person=person, notation="undo agreed", public_notation="undo agreed"
        )
        live.news.append(f"{name} agrees to go back")
        if len(agreed) < len(live.row.seats) - 1:
            live.ask_undo(UndoRequest(request.by, request.undo_to, agreed))
            return
        stands = journal.standing(await live.unit.events.of_game(live.row.id))
        try:
            state = journal.replay(live.engine, live.row, stands[: request.undo_to])
        except BrokenLog as broken:
            log.exception("undo_failed", game=live.row.code)
            raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken
        live.go_back(state, Back(request.undo_to))


def _before_last_of(engine: AnyEngine, stands: Sequence[EventRow], seat: Seat) -> int:
    """How many actions stand before the seat's last ply. Raises Refused if it has none."""
    for last in reversed(range(len(stands))):
        event = stands[last]
        if event.kind == Kind.ACTION and event.seat == seat and _of_the_game(engine, event):
            # A text with several actions is taken back as it was made: as a whole.
            return next(i for i, first in enumerate(stands) if first.cause == event.cause)
    raise Refused("nothing_to_undo", "You have not played anything yet that could be taken back.")


def _of_the_game(engine: AnyEngine, event: EventRow) -> bool:
    action = engine.decode_action((event.action or "").encode())
    return isinstance(action, engine.action_kinds)
