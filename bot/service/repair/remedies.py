"""Repairs from the log: snapshots and derived columns, cards, deliveries."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Final

import structlog

from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.service.admin.operator import COMMAND_LINE
from bot.service.game.integrity import Problem
from bot.service.game.rebuilding import rebuild
from bot.service.log.event_types import EventType
from bot.service.log.replay import BrokenLog
from bot.service.notices import computer_jobs, notifications
from bot.service.people.notice_settings import NoticeSettings
from bot.service.people.servers import ServerSettings
from bot.service.repair.odd_rows import PUT_OFF, QUIET, readable
from bot.service.usecases import UseCases
from bot.service.values.payloads import Payload
from bot.service.values.refused import Refused
from bot.store.models import AuditRow, GameRow
from bot.store.unit import Unit
from engines.contract import Value
from engines.wording import counted

log = structlog.get_logger(__name__)

_MOST = 10_000
"""Deliveries in one repair, at most."""


class Repaired(Value, frozen=True):
    """How a problem is repaired, or why it cannot be."""

    game: str | None
    sentence: str


class Repair(UseCases):
    """Repairs the problems that an examination has found."""

    async def repair(self, problems: Collection[Problem], *, dry_run: bool) -> list[Repaired]:
        """Repair these problems as far as the log allows, or with `dry_run` say what would be done.

        Everything that the log does not determine stays as it is. Repairs are recorded in the audit.
        """
        # Cards are made from the snapshot, so repair that first.
        ways: tuple[tuple[Collection[str], Callable[[Unit, str], Awaitable[str]]], ...] = (
            (("snapshot", "unreadable", "columns"), self._rebuild),
            (("no_card",), self._post_card),
            (("no_job",), self._enqueue_jobs),
        )
        trying = self._database.dry_run if dry_run else self._database.transaction
        done = []
        for codes, way in ways:
            games = dict.fromkeys(one.game for one in problems if one.code in codes and one.game is not None)
            for game in games:
                try:
                    async with trying() as unit:
                        sentence = await way(unit, game)
                except BrokenLog as broken:
                    sentence = f"nothing can be done: {broken}"
                except Refused as refused:
                    sentence = f"nothing can be done: {refused.sentence}"
                except (DatabaseUnavailable, DatabaseDamaged):
                    raise
                except Exception as error:
                    # Damaged rows may fail in any way, with secrets in the message; the other repairs go on.
                    sentence = f"nothing can be done: its rows cannot be read ({type(error).__name__})"
                done.append(Repaired(game, sentence))
        if any(problem.code in {"delivery_unreadable", "delivery_put_off"} for problem in problems):
            async with trying() as unit:
                done.append(Repaired(None, await self._repair_outbox(unit)))
        for code, repair in _ROWS.items():
            if any(problem.code == code for problem in problems):
                async with trying() as unit:
                    done.append(Repaired(None, await repair(unit, self._clock.now())))
        for one in done:
            log.info("repaired", game=one.game, what=one.sentence, dry_run=dry_run)
        return done

    async def _rebuild(self, unit: Unit, code: str) -> str:
        """Rebuild the snapshot and derived columns from the log. Raises BrokenLog."""
        row = await self._row(unit, code, lock=True)
        rebuild(self._engine(row.key), row, await unit.events.of_game(row.id), self._clock.now())
        self._audit(unit, row)
        return "the snapshot and what follows from it are made from the log"

    async def _post_card(self, unit: Unit, code: str) -> str:
        live = await self._lock(unit, code)
        live.row.card_outbox_id = None
        live.note(EventType.ADMIN, "the card is posted again")
        await notifications.publish(live)
        self._audit(unit, live.row)
        return "the card is posted again"

    async def _enqueue_jobs(self, unit: Unit, code: str) -> str:
        live = await self._lock(unit, code)
        await computer_jobs.enqueue_jobs_anew(live)
        self._audit(unit, live.row)
        return "the computers whose turn it is are asked to move"

    async def _repair_outbox(self, unit: Unit) -> str:
        """Retry deliveries that were put off for days, and drop unreadable ones."""
        now = self._clock.now()
        late = [
            number for number, _ in await unit.inspection.put_off(now + PUT_OFF, now + QUIET, limit=_MOST)
        ]
        payloads = await unit.inspection.payloads(limit=_MOST)
        unreadable = [number for number, _, payload in payloads if not readable(payload, Payload)]
        for number in (*late, *unreadable):
            row = await unit.outbox.get(number)
            assert row is not None  # noqa: S101 -- found in this transaction
            row.put_off(now)
            if number in unreadable:
                row.drop("missed", now, "it cannot be read")
        return f"deliveries tried at once: {len(late)}; given up since they cannot be read: {len(unreadable)}"

    def _audit(self, unit: Unit, row: GameRow) -> None:
        audit = AuditRow(actor=COMMAND_LINE, act="repair", game_id=row.id, at=self._clock.now())
        audit.last_seq_after, audit.about_guild_id = row.last_seq, row.guild_id
        unit.add(audit)


async def _forget_settings(unit: Unit, _now: datetime) -> str:
    """Reset the unreadable settings of servers and persons, with which nobody could open games or play."""
    servers = [
        guild_id
        for guild_id, stored in await unit.odd_rows.settings()
        if not readable(stored, ServerSettings)
    ]
    for guild_id in servers:
        await unit.odd_rows.forget_settings(guild_id)
    people = set()
    for person_id, game_id, stored in await unit.odd_rows.notices():
        if not readable(stored, NoticeSettings):
            await unit.odd_rows.forget_notices(person_id, game_id)
            people.add(person_id)
    which = f"{counted(len(servers), 'server')} and {counted(len(people), 'person')}"
    return f"the defaults are back for {which}"


async def _reopen_places(unit: Unit, now: datetime) -> str:
    """Have places tried at once that were put off for days."""
    put_off = await unit.odd_rows.refusals_put_off(now + PUT_OFF)
    for row in put_off:
        row.probe_at, row.since = now, min(row.since, now)
    return f"places tried at once: {len(put_off)}"


async def _advance_person_numbers(unit: Unit, _now: datetime) -> str:
    """Give out numbers of persons above the highest from now on."""
    highest = await unit.odd_rows.highest_number()
    await unit.odd_rows.count_from(highest)
    return f"the next person gets number {highest + 1}"


_ROWS: Final[Mapping[str, Callable[[Unit, datetime], Awaitable[str]]]] = {
    "settings_unreadable": _forget_settings,
    "place_put_off": _reopen_places,
    "numbers_reused": _advance_person_numbers,
}
"""Repairs of problems that concern no game, by code."""
