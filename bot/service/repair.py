"""Setting right what the log tells: snapshots and what follows from them, cards, deliveries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

import msgspec
import structlog

from bot.service import event_log, notifications
from bot.service.admin.operator import COMMAND_LINE
from bot.service.doctor import PUT_OFF
from bot.service.event_log import BrokenLog, EventType
from bot.service.integrity import Problem, status_of
from bot.service.messages import read_payload
from bot.service.usecases import UseCases
from bot.store.models import AuditRow, GameRow
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)

_MOST = 10_000
"""Deliveries in one repair, at most."""


class Repaired(Value, frozen=True):
    """What is done about problems, or why nothing can be."""

    game: str | None
    sentence: str


class Repair(UseCases):
    """What can be done about problems that an examination has found."""

    async def repair(self, problems: Collection[Problem], *, dry_run: bool) -> list[Repaired]:
        """Do about these problems what the log allows, or with `dry_run` say what that would be.

        Whatever the log does not tell stays as it is. What is done to a game stands in the audit.
        """
        # A card is posted from the snapshot, which is made first.
        ways: tuple[tuple[Collection[str], Callable[[Unit, str, bool], Awaitable[str]]], ...] = (
            (("snapshot", "unreadable", "columns"), self._rebuild),
            (("no_card",), self._post_card),
        )
        done = []
        for codes, way in ways:
            games = dict.fromkeys(one.game for one in problems if one.code in codes and one.game is not None)
            for game in games:
                async with self._database.transaction() as unit:
                    done.append(Repaired(game, await way(unit, game, dry_run)))
        if any(problem.code in {"delivery_unreadable", "delivery_put_off"} for problem in problems):
            async with self._database.transaction() as unit:
                done.append(Repaired(None, await self._mend_outbox(unit, dry_run)))
        for one in done:
            log.info("repaired", game=one.game, what=one.sentence, dry_run=dry_run)
        return done

    async def _rebuild(self, unit: Unit, code: str, dry_run: bool) -> str:
        """Make the snapshot, and what follows from it and from the log, anew."""
        row = await self._row(unit, code, lock=True)
        engine, events = self._engine(row.key), await unit.events.of_game(row.id)
        try:
            state = event_log.course(engine, row, events).state
        except BrokenLog as broken:
            return f"nothing can be done: {broken}"
        if not dry_run:
            row.state = engine.codec.encode(state).decode()
            row.ply = engine.view(state, None).ply
            row.status = status_of(events, over=engine.outcome(state) is not None)
            row.public_version = min(row.public_version, row.last_seq)
            over = row.status in {"finished", "abandoned"}
            row.finished_at = (row.finished_at or self._clock.now()) if over else None
            self._audit(unit, row)
        return "the snapshot and what follows from it are made from the log"

    async def _post_card(self, unit: Unit, code: str, dry_run: bool) -> str:
        """Post the card of a running game again."""
        if not dry_run:
            live = await self._live(unit, code, lock=True)
            live.row.card_outbox_id = None
            live.note(EventType.ADMIN, "the card is posted again")
            await notifications.moved(live, live.changes())
            self._audit(unit, live.row)
        return "the card is posted again"

    async def _mend_outbox(self, unit: Unit, dry_run: bool) -> str:
        """Have tried what was put off for days, and give up what cannot be read."""
        now = self._clock.now()
        late = [number for number, _ in await unit.inspection.put_off(now + PUT_OFF, limit=_MOST)]
        unreadable = []
        for number, _, payload in await unit.inspection.payloads(limit=_MOST):
            try:
                read_payload(payload)
            except msgspec.MsgspecError:
                unreadable.append(number)
        if not dry_run:
            for number in (*late, *unreadable):
                row = await unit.outbox.get(number)
                assert row is not None  # noqa: S101 -- found in this transaction
                row.not_before = now
                if number in unreadable:
                    row.status, row.note, row.done_at = "dropped", "it cannot be read", now
        return f"{len(late)} deliveries are tried at once, {len(unreadable)} that cannot be read are given up"

    def _audit(self, unit: Unit, row: GameRow) -> None:
        audit = AuditRow(actor=COMMAND_LINE, act="repair", game_id=row.id, at=self._clock.now())
        audit.last_seq_after = row.last_seq
        unit.add(audit)
