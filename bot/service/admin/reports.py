"""Reports: private messages that a reader shows to the server's managers."""

import sys
from datetime import datetime

import structlog
from msgspec.structs import replace

from bot.clock import DAY
from bot.column_values import RUNNING
from bot.service.admin.operator import Operator
from bot.service.game import summarizing
from bot.service.game.insiders import ever_sat
from bot.service.notices.enqueuing import enqueue
from bot.service.usecases import UseCases, retried
from bot.service.values.answers import MessageView
from bot.service.values.payloads import PostReport
from bot.service.values.refused import MOMENTS, Refused
from bot.service.values.request import Person
from bot.store.models import ChatMessageRow, GameRow, ReportRow
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)

_LISTED = 25
"""Reports in a list."""


class Filed(Value, frozen=True):
    """The answer to a report."""

    chat_message: MessageView
    guild_id: int
    repeated: bool
    """Whether this person had reported this message before."""


class ReportLine(Value, frozen=True):
    """A report in a list."""

    id: int
    at: datetime
    guild_id: int
    code: str | None
    """The game's; None where the reader of the list must not read the report."""


class ReportView(Value, frozen=True):
    """A report, as those who manage the server read it."""

    id: int
    at: datetime
    chat_message: MessageView
    """The message with the reported text, even if it was deleted since."""
    reporter: Person


class Reports(UseCases):
    """The use cases of reports."""

    async def reportable(self, person: Person, code: str) -> list[MessageView]:
        """The private messages in a game that a person was sent and has seen, the newest first.

        Raises Refused.
        """
        async with self._database.reading() as unit:
            game = await self._row(unit, code)
            rows = await unit.chat.all_seen(game.id, person.id)
            found = [await _seen(unit, game, row, person.id) for row in rows]
        return found[::-1]

    async def quoted(self, person: Person, code: str, number: int) -> MessageView:
        """The private message of this number (`MessageView.number`). Raises Refused."""
        async with self._database.reading() as unit:
            game = await self._row(unit, code)
            return await _seen(unit, game, await _sent(unit, game, person, number), person.id)

    @retried
    async def file(self, person: Person, code: str, number: int) -> Filed:
        """Show the message of this number to the managers of the game's server; once. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            row = await _sent(unit, live.row, person, number)
            chat_message = await _seen(unit, live.row, row, person.id)
            guild_id = live.row.guild_id
            if guild_id is None:
                raise Refused(
                    "no_managers",
                    f"Game {live.row.code} is not played on a server, so there is nobody to read a report. "
                    "You can mute or block whoever said it.",
                )
            await unit.persons.lock(person.id)
            if await unit.reports.by(person.id, row.id) is not None:
                return Filed(chat_message, guild_id, repeated=True)
            since = live.now - DAY
            if await unit.reports.count(person.id, since) >= self._limits.person_reports:
                raise Refused(
                    "too_many_reports",
                    f"You have reported {self._limits.person_reports} messages within a day, which is the "
                    "most: try again tomorrow. Muting and blocking always work.",
                )
            report = ReportRow(
                guild_id=guild_id,
                game_id=live.row.id,
                chat_message_id=row.id,
                reporter_id=person.id,
                reported_id=row.player_id,
                body=row.body,
                created_at=live.now,
            )
            unit.add(report)
            await unit.flush()
            enqueue(live, PostReport(guild_id, report.id))
        # The log tells neither who reported, nor whom, nor what.
        log.info("report_stored", server=guild_id)
        return Filed(chat_message, guild_id, repeated=False)

    async def listed(self, operator: Operator) -> list[ReportLine]:
        """The newest reports of the operator's server."""
        async with self._database.reading() as unit:
            rows = await unit.reports.of_server(operator.guild_id or 0, limit=_LISTED)
            return [
                ReportLine(
                    row.id,
                    row.created_at,
                    row.guild_id,
                    row.game.code if await _may_read(unit, row, operator) else None,
                )
                for row in rows
            ]

    @retried
    async def read(self, operator: Operator, report_id: int) -> ReportView:
        """A report with its text. Raises Refused for operators who must not read it, or not yet.

        A reader of private messages of a running game in which they do not play can have no seat there later.
        """
        async with self._database.transaction() as unit:
            row = await unit.reports.get(report_id)
            if row is None or (operator.guild_id != row.guild_id and not operator.everywhere):
                raise Refused("no_such_report", "There is no such report here.")
            live = None
            if row.game.key in self._engines:
                # Locked, so that nobody takes a seat meanwhile.
                live = await self._lock(unit, row.game.code)
            if not await _may_read(unit, row, operator):
                raise Refused(
                    "must_not_know",
                    "You have a part in the game that this report is about, so its words are not for you "
                    "now: somebody else who manages this server must read it.",
                )
            if live is not None:
                await operator.note_look(live)
        chat_message = summarizing.message_view(row.game, row.message, at_once=True)
        reported_message = replace(chat_message, body=row.body, speaker=summarizing.person(row.reported))
        return ReportView(row.id, row.created_at, reported_message, summarizing.person(row.reporter))


async def _may_read(unit: Unit, row: ReportRow, operator: Operator) -> bool:
    """Whether an operator may read a report.

    Nobody reads a report about their own message, nor private messages of a running game in which they ever
    sat, unless they reported it themselves.
    """
    person = operator.person
    if person is None or person.id == row.reporter_id:
        return True
    if person.id == row.reported_id:
        return False
    return row.game.status not in RUNNING or not await ever_sat(unit, row.game, person)


async def _sent(unit: Unit, game: GameRow, person: Person, number: int) -> ChatMessageRow:
    row = await unit.chat.sent(game.id, person.id, number) if 1 <= number <= sys.maxsize else None
    if row is None:
        raise Refused("no_such_words", "No such message was sent to you in private.")
    if not any(one.player_id == person.id and one.seen_at is not None for one in row.readers):
        # That a direct message has just brought it may be stored in a moment.
        raise Refused("unread", "Read it first: `Messages` shows it.", passes_within=MOMENTS)
    return row


async def _seen(unit: Unit, game: GameRow, row: ChatMessageRow, reader: int) -> MessageView:
    number = await unit.chat.number(row, reader)
    return summarizing.message_view(game, row, reader=reader, number=number)
