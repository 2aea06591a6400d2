"""What administrators can look at: lists of games, facts about one, the audit, and what acts can name."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from datetime import datetime

from bot.column_values import UNFINISHED, Status
from bot.service.admin.acts import PLANNED
from bot.service.admin.operator import COMMAND_LINE, Operator
from bot.service.admin.rollback_points import RollbackPoint, rollback_points
from bot.service.game import summarizing
from bot.service.game.live import LiveGame
from bot.service.game.scope import here, only
from bot.service.game.seating import invitation_holds
from bot.service.log import replay
from bot.service.notices.computer_jobs import LATE
from bot.service.reading.finding import summaries_of
from bot.service.usecases import UseCases, rebuilding, retried
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.service.values.typed import CODE
from bot.store.models import AuditRow, JobRow
from bot.store.repositories.partitions import game_partition
from bot.store.unit import Unit
from engines.contract import Seat, Value

_LISTED = 100
"""Games in a list, at most."""
_AUDITED = 50
"""Acts in a list, at most."""
_TROUBLED = 3
"""Deliveries with trouble that are shown of a game."""


class AuditEntry(Value, frozen=True):
    """An act on record."""

    at: datetime
    person_id: int | None
    """The person who acted; None: whoever used the command line."""
    act: str
    """Its word, or that it was only tried."""
    code: str | None
    why: str | None
    events: str | None
    """The last event before and after the act, where there is a game and the operator may know its number of
    events.
    """


class GameDetails(Value, frozen=True, kw_only=True):
    """A game as administrators see it, without its secrets."""

    summary: GameSummary
    rules_version: int
    started_at: datetime | None
    finished_at: datetime | None
    last_seq: int | None
    """Number of events; None where it would tell how much is done in secret (`Operator.may_know_all`)."""
    sound: bool
    """Whether replaying the log leads to the snapshot."""
    waiting: int
    """Number of deliveries about the game that are pending."""
    trouble: tuple[str, ...]
    """Why the newest deliveries were put off or given up, and that nobody thinks for its computers."""
    invitations: tuple[Invitation, ...]
    """The invitations that can still be accepted."""
    audit: tuple[AuditEntry, ...]
    """The newest acts, newest first."""


class AdminQueries(UseCases):
    """The use cases of administrators that change nothing."""

    async def games(
        self,
        operator: Operator,
        statuses: Collection[Status] = UNFINISHED,
        *,
        key: str | None = None,
        player_id: int | None = None,
        guild_id: int | None = None,
        prefix: str = "",
        positions: bool = True,
        limit: int = _LISTED,
    ) -> list[GameSummary]:
        """Games in reach, newest first: in these states, of one server, kind or player, with this prefix.

        `guild_id` has no effect where the operator's reach is one server. Without `positions` the summaries
        lack all that follows from the state.
        """
        prefix = prefix.strip().upper()
        if not CODE.fullmatch(prefix or "0"):
            return []
        async with self._database.reading() as unit:
            rows = await unit.game_lists.listed(
                statuses=statuses,
                guild_id=guild_id if operator.everywhere else operator.guild_id,
                player_id=player_id,
                key=key,
                prefix=prefix,
                limit=limit,
            )
        return summaries_of(self._engines, rows, positions=positions)

    async def every_game(
        self,
        statuses: Collection[Status],
        *,
        key: str | None,
        player_id: int | None,
        guild_id: int | None,
    ) -> AsyncIterator[GameSummary]:
        """All games, newest first: in these states, of one server, kind or player. They are read in batches,
        as the positions of all would not fit into memory.
        """
        below = None
        while True:
            async with self._database.reading() as unit:
                rows = await unit.game_lists.listed(
                    statuses=statuses,
                    guild_id=guild_id,
                    player_id=player_id,
                    key=key,
                    below=below,
                    limit=_LISTED,
                )
            for summary in summaries_of(self._engines, rows):
                yield summary
            if len(rows) < _LISTED:
                return
            below = rows[-1].id

    @rebuilding
    async def game(self, operator: Operator, code: str | None, place: Place | None = None) -> GameSummary:
        """The game named, or else that of the thread, or the only unfinished one here. Raises Refused."""
        async with self._database.reading() as unit:
            if code is None or not code.strip():
                code = await _code_here(unit, place)
            live = await self._reached(unit, operator, code)
            return live.summary()

    @rebuilding
    async def details(self, operator: Operator, code: str) -> GameDetails:
        """Everything about a game except its secrets. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._reached(unit, operator, code)
            row = live.row
            events = await unit.events.of_game(row.id)
            deliveries = await unit.outbox.troubled(row.id, game_partition(row.id), limit=_TROUBLED)
            waiting = await unit.outbox.count_waiting(game_partition(row.id))
            audit = await unit.audits.listed(game_id=row.id, limit=5)
            jobs = await unit.jobs.of_game(row.id)
            invited = await unit.invitations.of_game(row.id, self._clock.now())
        inconsistency = await asyncio.to_thread(replay.inconsistency, live.engine, row, events)
        return GameDetails(
            summary=live.summary(),
            rules_version=row.rules_version,
            started_at=row.started_at,
            finished_at=row.finished_at,
            last_seq=row.last_seq if operator.may_know_all(live) else None,
            sound=inconsistency is None,
            waiting=waiting,
            trouble=(
                *(f"{delivery.kind}: {delivery.note}" for delivery in deliveries),
                *_unthought(live, jobs, all_seats=operator.may_know_all(live)),
            ),
            invitations=tuple(
                summarizing.invitation(one, row, *summarizing.names_of(live.engine, row, one.seat))
                for one in invited
                if invitation_holds(one, row)
            ),
            audit=tuple(_entry(entry, code, shows_seqs=operator.may_know_all(live)) for entry, code in audit),
        )

    async def audit(self, operator: Operator, code: str | None = None) -> list[AuditEntry]:
        """The newest acts on a game, or in a server and on its games, newest first. Raises Refused."""
        async with self._database.reading() as unit:
            if code is None:
                rows = await unit.audits.listed(guild_id=operator.reach, limit=_AUDITED)
                # Event numbers would reveal to a player what others do in secret, and lists are not per game.
                return [_entry(row, its, shows_seqs=operator.person is None) for row, its in rows]
            live = await self._reached(unit, operator, code)
            rows = await unit.audits.listed(game_id=live.row.id, limit=_AUDITED)
        return [_entry(row, its, shows_seqs=operator.may_know_all(live)) for row, its in rows]

    async def rollback_points(self, operator: Operator, code: str) -> Sequence[RollbackPoint]:
        """The points to which a game can go back. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._reached(unit, operator, code)
            return await asyncio.to_thread(rollback_points, await unit.events.of_game(live.row.id))

    async def forcible(self, operator: Operator, code: str, seat: Seat) -> list[tuple[str, str]]:
        """A seat's legal actions, in notation and in words; nothing if the operator must not know them."""
        await self._note_look(operator, code)
        async with self._database.reading() as unit:
            live = await self._reached(unit, operator, code)
            unfair = await operator.is_insider(live) and not operator.holds(live, seat)
        if unfair or live.row.status != "active" or not 0 <= seat < len(live.row.seats):
            return []
        engine, state = live.engine, live.state
        own = [
            (engine.format(action), engine.offer(state, seat, action).words)
            for action in engine.legal(state, seat)
            if not action.host_only
        ]
        return own + [(engine.format(action), "") for action in engine.legal_meta(state, seat)]

    @retried
    async def _note_look(self, operator: Operator, code: str) -> None:
        """Record that an operator is about to see secrets of a game. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._reached(unit, operator, code)
            # In a paused game nothing can be played, so there are no secrets to show.
            if live.row.status != "active" or await operator.is_noted(live):
                return
        async with self._database.transaction() as unit:
            # Under the lock, so that nobody takes a seat meanwhile.
            await operator.note_look(await self._reached(unit, operator, code, lock=True))

    async def _reached(self, unit: Unit, operator: Operator, code: str, *, lock: bool = False) -> LiveGame:
        """The game with a code, to be read or, with `lock`, changed. Raises Refused."""
        row = await self._row(unit, code, lock=lock)
        # Before anything else is read: an error about the game would reveal that it exists.
        operator.check_reach(row)
        if lock:
            await self._migrate_if_outdated(unit, row)
        return self._live_game(unit, row)


async def _code_here(unit: Unit, place: Place | None) -> str:
    """The code of the thread's game, or of the only unfinished one in a place. Raises Refused."""
    code = None
    if place is not None:
        code = await unit.games.of_thread(place.guild_id, place.channel_id)
        code = code or only(await here(unit, place, UNFINISHED))
    if code is None:
        raise Refused("no_game_here", "No game is played here; name the one that you mean.")
    return code


def _unthought(live: LiveGame, jobs: Sequence[JobRow], *, all_seats: bool) -> Iterator[str]:
    """A warning if nobody has thought for a computer for long; unless `all_seats`, a publicly pending one."""
    late = [job for job in jobs if job.kind == "move" and not job.answer and live.now - job.created_at > LATE]
    if late and not all_seats:
        awaited = live.public_view(live.state).to_act
        late = [job for job in late if job.seat in awaited]
    if late:
        since = min(job.created_at for job in late)
        yield f"computer: nobody has thought for it since {since:%Y-%m-%d %H:%M} UTC"


def _entry(row: AuditRow, code: str | None, *, shows_seqs: bool) -> AuditEntry:
    person_id = None if row.actor == COMMAND_LINE else int(row.actor)
    known = shows_seqs and row.last_seq_after is not None
    events = f"{row.last_seq_before or 0} → {row.last_seq_after}" if known else None
    tried = row.act.removeprefix(PLANNED)
    act = row.act if tried == row.act else f"dry run of {tried}"
    return AuditEntry(row.at, person_id, act, code, row.why, events)
