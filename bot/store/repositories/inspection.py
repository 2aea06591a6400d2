"""Reads for examinations: games with their logs, pending deliveries, problems of the outbox.

It names the columns that it needs, all of them as old as the schema, so that a new version can examine the
database of an old one before it replaces it.
"""

from collections.abc import Collection, Container, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVarTuple, cast

from sqlalchemy import ColumnElement, Select, and_, case, func, inspect, or_, select, union_all
from sqlalchemy.orm import load_only, selectinload
from sqlalchemy.orm.attributes import set_committed_value

from bot.store.columns import table_of
from bot.store.models import MISSED, EventRow, GameRow, InvitationRow, JobRow, OutboxRow, SeatRow
from bot.store.repositories.invitations import STILL_OPEN
from bot.store.repositories.jobs import THINKS
from bot.store.repositories.outbox_statements import LEASED, UNLEASED, first_of_partition
from bot.store.repositories.repository import Repository

Ts = TypeVarTuple("Ts")

_COLUMNS = (
    *(GameRow.code, GameRow.key, GameRow.host_id, GameRow.options, GameRow.rules_version),
    *(GameRow.status, GameRow.seed, GameRow.state, GameRow.ply, GameRow.last_seq, GameRow.public_version),
    *(GameRow.undo, GameRow.card_outbox_id, GameRow.deadline_hours, GameRow.deadline_at),
    *(GameRow.created_at, GameRow.started_at, GameRow.finished_at),
)
_YOUNGER = (
    *(GameRow.alarm_at, GameRow.away, GameRow.clock_stopped_at, GameRow.mixture, GameRow.clock),
    *(GameRow.pause_asked_at, GameRow.undo_asked_at, GameRow.waits_for_players, GameRow.terms),
)
"""Columns that the oldest schemas do not have."""
_EVENT = (
    *(EventRow.game_id, EventRow.seq, EventRow.kind, EventRow.seat, EventRow.action, EventRow.player_id),
    *(EventRow.notation, EventRow.public_notation, EventRow.reveals, EventRow.data, EventRow.at),
)
_OLDEST_FIRST = (-OutboxRow.id).desc()
"""The order of deliveries. By their bare number both databases would read all deliveries in search of the few
that wait.
"""
_AT_ONCE = 200
"""Events that are read in one turn of the event loop."""


_EVENTS_EACH = 20
"""How many of the newest events are looked through for each game that was played lately."""


class Stored(NamedTuple):
    """A game as an examination finds it."""

    game: GameRow
    events: Sequence[EventRow]
    """The game's log, in order."""
    card_lost: bool
    """The outbox does not know the delivery of its newest card."""


class BlockingDelivery(NamedTuple):
    """A delivery that waits for no other of its partition, and may hold up those behind it."""

    game: str | None
    partition_key: str
    kind: str
    attempts: int
    since: datetime
    not_before: datetime
    note: str | None


class MissedDeliveries(NamedTuple):
    """Deliveries of a game that were given up for the same reason."""

    game: str | None
    kind: str
    note: str | None
    times: int


class QueueStatistics(NamedTuple):
    """How much work waits."""

    deliveries: int
    """Deliveries that are not delivered, without those that are kept until they can be posted."""
    delivery_age: float
    """Seconds since the oldest of them was enqueued."""
    overdue: int
    """Running games whose deadline has passed."""
    jobs: int
    """Jobs of computers that are still to be thought about."""
    job_age: float
    """Seconds since the oldest of them was enqueued."""


class Inspection(Repository):
    """Reading for an examination."""

    async def numbers(self, statuses: Collection[str], *, limit: int | None) -> Sequence[int]:
        """Numbers of games in these states, those last played first."""
        played = func.coalesce(GameRow.moved_at, GameRow.created_at)
        query = select(GameRow.id).where(GameRow.status.in_(statuses)).order_by(played.desc(), GameRow.id)
        return await self._all(query.limit(limit))

    async def played_lately(self, statuses: Collection[str], *, limit: int) -> Sequence[int]:
        """Numbers of games in these states of which the newest events tell, those last played first: however
        many games there are, it takes no more than that many events for each.
        """
        events = select(EventRow.id, EventRow.game_id).order_by(EventRow.id.desc())
        newest = events.limit(_EVENTS_EACH * limit).subquery()
        played = select(newest.c.game_id).join(GameRow, GameRow.id == newest.c.game_id)
        played = played.where(GameRow.status.concat("").in_(statuses)).group_by(newest.c.game_id)
        return await self._all(played.order_by(func.max(newest.c.id).desc()).limit(limit))

    async def overdue_invitations(self, before: datetime, *, limit: int) -> Sequence[tuple[int, str]]:
        """Expired open invitations, by number, with the codes of their games."""
        query = (
            select(InvitationRow.id, GameRow.code)
            .join(GameRow, GameRow.id == InvitationRow.game_id)
            .where(STILL_OPEN, InvitationRow.expires_at < before)
            .order_by(InvitationRow.expires_at, InvitationRow.id)
            .limit(limit)
        )
        return await self._rows(query)

    async def columns(self) -> frozenset[str]:
        """The columns of games in this database, whose schema may be of another version."""
        connection = await self._session.connection()
        found = await connection.run_sync(lambda sync: inspect(sync).get_columns(GameRow.__tablename__))
        return frozenset(column["name"] for column in found)

    async def games(self, numbers: Collection[int], columns: Container[str]) -> dict[int, Stored]:
        """Games by number, with their seats and logs, as far as an examination needs them. Of the columns of
        games only `columns` are read; others are None.
        """
        there = [column for column in _YOUNGER if column.key in columns]
        missing = [column.key for column in _YOUNGER if column.key not in columns]
        seats = selectinload(GameRow.seats).load_only(SeatRow.seat, SeatRow.player_id)
        known = load_only(*_COLUMNS, *there, raiseload=True)
        query = select(GameRow).options(known, seats).where(GameRow.id.in_(numbers))
        games = await self._all(query.execution_options(populate_existing=True))
        logs: dict[int, list[EventRow]] = {game.id: [] for game in games}
        # Plain rows have the same attributes, and take a fifth of the time.
        events = select(*_EVENT).where(EventRow.game_id.in_(numbers)).order_by(EventRow.game_id, EventRow.seq)
        stream = await self._session.stream(events, execution_options={"yield_per": _AT_ONCE})
        async for some in stream.partitions():
            for event in some:
                if event.game_id in logs:
                    logs[event.game_id].append(cast("EventRow", event))
        cards = [game.card_outbox_id for game in games]
        posted = select(OutboxRow.id, OutboxRow.game_id).where(OutboxRow.id.in_(cards))
        delivered = set(await self._rows(posted))
        for game in games:
            for name in missing:
                set_committed_value(game, name, None)
        return {
            game.id: Stored(
                game,
                logs[game.id],
                card_lost=game.card_outbox_id is not None and (game.card_outbox_id, game.id) not in delivered,
            )
            for game in games
        }

    async def payloads(self, *, limit: int) -> Sequence[tuple[int, str | None, str]]:
        """Number, game's code and payload of pending deliveries, those that are tried next first."""
        query = (
            select(OutboxRow.id, GameRow.code, OutboxRow.stored_payload)
            .join(GameRow, GameRow.id == OutboxRow.game_id, isouter=True)
            .order_by(OutboxRow.not_before)
        )
        return await self._pending(query, limit=limit)

    async def put_off(
        self, after: datetime, quiet: datetime, *, limit: int
    ) -> Sequence[tuple[int, str | None]]:
        """Number and game's code of deliveries that were refused, or have been under way since before a
        moment.

        A delivery that was not attempted yet may wait until `quiet`, for the end of quiet time.
        """
        until = case((OutboxRow.attempts == 0, quiet), else_=after)
        query = (
            select(OutboxRow.id, GameRow.code)
            .join(GameRow, GameRow.id == OutboxRow.game_id, isouter=True)
            .order_by(_OLDEST_FIRST)
        )
        late = OutboxRow.not_before > until
        # The index of what waits begins with the moment: only what is far ahead is looked at.
        far = and_(late, OutboxRow.not_before > min(after, quiet))
        which = and_(LEASED, or_(late, OutboxRow.leased_until > after)), and_(UNLEASED, far)
        return await self._pending(query, which=which, limit=limit)

    async def _pending(
        self,
        query: Select[*Ts],
        given: Mapping[str, object] | None = None,
        *,
        which: Collection[ColumnElement[bool]] = (LEASED, UNLEASED),
        limit: int,
    ) -> Sequence[tuple[*Ts]]:
        """The pending deliveries that a query finds: it runs for each condition of `which`, as each has an
        index.
        """
        found: list[tuple[*Ts]] = []
        for these in which:
            found += await self._session.execute(query.where(these).limit(limit), given)
        return found[:limit]

    async def outdated(
        self, versions: Mapping[str, int], statuses: Collection[str], *, after: int, limit: int
    ) -> Sequence[tuple[int, str]]:
        """Number and code of games in these states whose rules have another version than given here."""
        # “Not equal” is no range of an index; “less” and “greater” are one each.
        others = [
            select(GameRow.id)
            .where(GameRow.key == key, GameRow.status == status, version)
            .where(GameRow.id > after)
            for key, now in versions.items()
            for status in statuses
            for version in (GameRow.rules_version < now, GameRow.rules_version > now)
        ]
        query = select(GameRow.id, GameRow.code).where(GameRow.id.in_(union_all(*others)))
        return await self._rows(query.order_by(GameRow.id).limit(limit))

    async def waiting(
        self, before: datetime, attempts: int, *, now: datetime, limit: int
    ) -> Sequence[BlockingDelivery]:
        """Deliveries that nothing in their partition holds up, and that have waited since before a moment and
        are due, or were attempted this often or more.
        """
        often = OutboxRow.attempts >= attempts
        query = (
            select(
                GameRow.code,
                OutboxRow.partition_key,
                OutboxRow.kind,
                OutboxRow.attempts,
                OutboxRow.created_at,
                OutboxRow.not_before,
                OutboxRow.note,
            )
            .join(GameRow, GameRow.id == OutboxRow.game_id, isouter=True)
            .where(first_of_partition(table_of(OutboxRow)))
            .where(or_(and_(OutboxRow.created_at < before, OutboxRow.not_before <= now), often))
            .order_by(_OLDEST_FIRST)
        )
        return [BlockingDelivery(*row) for row in await self._pending(query, {"now": now}, limit=limit)]

    async def missed(self, since: datetime, *, limit: int) -> Sequence[MissedDeliveries]:
        """Deliveries that were given up since this moment and are missed, by game, kind and reason."""
        query = (
            select(GameRow.code, OutboxRow.kind, OutboxRow.note, func.count())
            .join(GameRow, GameRow.id == OutboxRow.game_id, isouter=True)
            .where(MISSED, OutboxRow.done_at >= since)
            .group_by(GameRow.code, OutboxRow.kind, OutboxRow.note)
            .order_by(func.max(OutboxRow.id).desc())
            .limit(limit)
        )
        return [MissedDeliveries(*row) for row in await self._rows(query)]

    async def queue_statistics(self, now: datetime) -> QueueStatistics:
        """How many deliveries, deadlines and jobs wait at this moment."""
        # A delivery that waits for a moment, such as the end of quiet hours, counts as waiting from then on.
        since = case((OutboxRow.attempts == 0, OutboxRow.not_before), else_=OutboxRow.created_at)
        waiting = select(func.count(), func.min(since)).where(OutboxRow.blocked_at.is_(None))
        numbers, firsts = zip(*await self._pending(waiting, limit=2), strict=True)
        deliveries, oldest = sum(numbers), min(filter(None, firsts), default=now)
        # Only running games have an alarm, which is never later than the deadline, and that is in an index.
        overdue = await self._count(
            GameRow.alarm_at <= now, GameRow.deadline_at <= now, GameRow.clock_stopped_at.is_(None)
        )
        age = max((now - oldest).total_seconds(), 0.0)
        to_think = select(func.count(), func.min(JobRow.created_at)).where(THINKS)
        jobs, enqueued = (await self._session.execute(to_think)).one()
        job_age = max((now - enqueued).total_seconds(), 0.0) if jobs else 0.0
        return QueueStatistics(deliveries, age, overdue, jobs, job_age)
