"""Jobs of computers: enqueued, claimed fairly per person, closed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, delete, func, or_, select, update

from bot.store.columns import inlined
from bot.store.models import FORGETTABLE, PENDING, GameRow, JobRow
from bot.store.repositories.repository import AT_ONCE, Repository
from bot.store.session import RowSession

_REPLY = inlined("reply")
"""A literal, as in the conditions of two indexes, which serve only queries with the same literal."""
THINKS = and_(JobRow.status == PENDING, JobRow.kind != _REPLY, JobRow.answer.is_(None))
"""Jobs that still need thinking."""
_READY = and_(JobRow.status == PENDING, or_(JobRow.kind == _REPLY, JobRow.answer.is_not(None)))
"""Jobs that need no thinking (any more), and are carried out when due."""


_OLDEST = 1_000
"""Jobs that are compared, at most. A person has few at a time, so these belong to many people."""
_LOOKED_AT = 100
"""Jobs to choose from, at most."""


def _free(now: datetime) -> ColumnElement[bool]:
    return or_(JobRow.leased_until.is_(None), JobRow.leased_until <= now)


class Jobs(Repository):
    """The jobs of computers."""

    def __init__(self, session: RowSession) -> None:
        super().__init__(session)
        self.added = False
        """Whether this unit of work has enqueued jobs, or made some ready."""

    def add(self, row: JobRow) -> None:
        """Enqueue a job."""
        self._session.add(row)
        self.added = True

    async def of_game(self, game_id: int) -> Sequence[JobRow]:
        """The jobs of a game that are not done."""
        return await self._all(select(JobRow).filter_by(game_id=game_id, status=PENDING).order_by(JobRow.id))

    async def review(self, game_id: int, seq: int) -> JobRow | None:
        """The review of a game as of this event, requested or done."""
        query = select(JobRow).filter_by(kind="review", game_id=game_id, seq=seq).order_by(JobRow.id.desc())
        return await self._first(query)

    async def reviews_asked(self, player_id: int) -> int:
        """How many reviews a person waits for."""
        return await self._count(
            JobRow.player_id == player_id, JobRow.kind == "review", JobRow.status == PENDING
        )

    async def get(self, job_id: int) -> JobRow | None:
        """A job by its number, locked and as it is now."""
        query = select(JobRow).where(JobRow.id == job_id).with_for_update()
        return await self._session.scalar(query.execution_options(populate_existing=True))

    async def drop(self, *job_ids: int, now: datetime) -> None:
        """Delete jobs; those that a computer has begun are closed, and count towards the day's time."""
        if not job_ids:
            return
        theirs = JobRow.id.in_(job_ids)
        begun = or_(JobRow.seconds.is_not(None), JobRow.leased_by.is_not(None))
        await self._change(
            update(JobRow).where(theirs, begun).values(status="done", done_at=now, answer=None),
            delete(JobRow).where(theirs, ~begun),
        )

    async def claim(self, now: datetime, limit: int, *, owner: str, until: datetime) -> Sequence[JobRow]:
        """Lease the next jobs that need thinking to the owner, and count the attempt.

        Of the jobs that have waited longest, each person's first comes before anybody's second; then the
        older one does. Two processes never get the same job.
        """
        waits = select(JobRow.id, JobRow.player_id, _free(now).label("free"))
        waits = waits.where(THINKS, JobRow.not_before <= now).order_by(JobRow.not_before)
        oldest = waits.limit(_OLDEST).subquery().c
        # A leased job counts as its person's turn.
        turn = func.row_number().over(partition_by=oldest.player_id, order_by=oldest.id).label("turn")
        ranked = select(oldest.id, turn, oldest.free).subquery()
        query = select(ranked.c.id).where(ranked.c.free).order_by(ranked.c.turn, ranked.c.id)
        found = await self._session.scalars(query.limit(_LOOKED_AT))
        place = {number: at for at, number in enumerate(found)}
        if not place:
            return []
        # The condition excludes jobs leased since by another process; jobs being leased are skipped.
        free = select(JobRow).where(THINKS, _free(now), JobRow.id.in_(place))
        order = case(place, value=JobRow.id)
        rows = await self._all(free.order_by(order).limit(limit).with_for_update(skip_locked=True))
        for row in rows:
            row.leased_by, row.leased_until = owner, until
            row.attempts += 1
        return rows

    async def held(self, job_id: int, owner: str, attempt: int) -> JobRow | None:
        """A job, locked, if it is still this owner's at this attempt."""
        query = select(JobRow).filter_by(id=job_id, status=PENDING, leased_by=owner, attempts=attempt)
        return await self._session.scalar(query.with_for_update())

    async def closed_meanwhile(self, job_id: int, owner: str, attempt: int) -> JobRow | None:
        """A job that was closed while this owner thought about it, locked."""
        query = select(JobRow).filter_by(id=job_id, status="done", leased_by=owner, attempts=attempt)
        return await self._session.scalar(query.with_for_update())

    async def release(self, owners: str) -> None:
        """Release the leases of owners whose names begin with `owners`."""
        leased = update(JobRow).where(THINKS, JobRow.leased_until.is_not(None))
        leased = leased.where(JobRow.leased_by.startswith(owners))
        await self._change(leased.values(leased_by=None, leased_until=None))

    async def ready(self, now: datetime, *, limit: int) -> Sequence[tuple[int, str]]:
        """Number and game's code of due jobs, the longest due first."""
        query = (
            select(JobRow.id, GameRow.code)
            .join(GameRow, GameRow.id == JobRow.game_id)
            .where(_READY, JobRow.not_before <= now)
            .order_by(JobRow.not_before, JobRow.id)
            .limit(limit)
        )
        return await self._rows(query)

    async def next_ready(self) -> datetime | None:
        """When the next of the ready jobs is due."""
        return await self._session.scalar(select(func.min(JobRow.not_before)).where(_READY))

    async def next_claimable(self, now: datetime) -> datetime | None:
        """When the next unleased job may be claimed."""
        return await self._session.scalar(select(func.min(JobRow.not_before)).where(THINKS, _free(now)))

    async def spent(self, player_id: int, since: datetime) -> float:
        """How many seconds computers have thought for a person since this moment."""
        query = select(func.sum(JobRow.seconds)).where(
            JobRow.player_id == player_id, JobRow.created_at >= since
        )
        return await self._session.scalar(query) or 0.0

    async def purge(self, before: datetime) -> bool:
        """Delete jobs done before this moment, `AT_ONCE` at most, except finished reviews; whether there may
        be more.
        """
        old = select(JobRow.id).where(FORGETTABLE, JobRow.done_at < before)
        return await self._delete(JobRow.id, old, AT_ONCE) == AT_ONCE
