"""The requests that all processes of a bot may still make, by the clock of the database's server."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import func, update

from bot.store.models import RequestBudgetRow
from bot.store.repositories.repository import Repository
from bot.token_bucket import TokenBucket

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class RequestBudget(Repository):
    """One token bucket for all processes; only on PostgreSQL."""

    async def take(self, bucket: TokenBucket, wanted: int) -> tuple[int, float]:
        """Take up to `wanted` tokens; return how many were taken, and how many are left."""
        row = self._insert(RequestBudgetRow).values(id=1, full_at=_LONG_AGO)
        # The conflict locks the row: concurrent callers wait until this transaction ends.
        locked = row.on_conflict_do_update(index_elements=["id"], set_={"id": 1})
        found = await self._session.execute(
            locked.returning(
                RequestBudgetRow.full_at, func.clock_timestamp(type_=RequestBudgetRow.full_at.type)
            )
        )
        full_at, now = found.one()
        begin = now.timestamp()
        taken, full = bucket.take(full_at.timestamp(), begin, wanted)
        if taken:
            after = now + timedelta(seconds=full - begin)
            await self._session.execute(update(RequestBudgetRow).values(full_at=after))
        return taken, bucket.left(full, begin)
