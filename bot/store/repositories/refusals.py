"""Places in which posting is refused."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, exists, or_, select

from bot.column_values import RUNNING
from bot.store.models import PENDING, GameRow, OutboxRow, RefusalRow
from bot.store.repositories.repository import Repository

_OF = (
    select(RefusalRow)
    .where(RefusalRow.guild_id == bindparam("guild"))
    .order_by(RefusalRow.since, RefusalRow.place_id)
)
_IN_PLACES = _OF.where(RefusalRow.place_id.in_(bindparam("places")))
_ANY_OR_WAITING = select(
    or_(
        exists().where(RefusalRow.guild_id == bindparam("guild")),
        exists().where(OutboxRow.partition_key == bindparam("partition"), OutboxRow.status == PENDING),
    )
)
"""Built once, as every delivery, and every active server, executes it."""


class Refusals(Repository):
    """Servers, channels and threads in which posting is refused."""

    async def of(self, guild_id: int, places: Collection[int] | None = None) -> Sequence[RefusalRow]:
        """Refusals in these places of a server, or anywhere in it; the oldest first."""
        if places is None:
            return (await self._session.scalars(_OF, {"guild": guild_id})).all()
        return (await self._session.scalars(_IN_PLACES, {"guild": guild_id, "places": list(places)})).all()

    async def any_or_waiting(self, guild_id: int, partition_key: str) -> bool:
        """Whether anything is refused in a server, or a delivery of this partition waits."""
        given = {"guild": guild_id, "partition": partition_key}
        ((found,),) = await self._session.rows(_ANY_OR_WAITING, given)
        return bool(found)

    async def get_or_add(self, guild_id: int, place_id: int, code: str, now: datetime) -> RefusalRow:
        """The locked row of a place with this code; a new one, without refusals, if there is none."""
        new = self._insert(RefusalRow).values(
            guild_id=guild_id, place_id=place_id, code=code, count=0, since=now, probe_at=now
        )
        # In one statement: others clear rows of the same server meanwhile.
        known = new.on_conflict_do_update(
            index_elements=[RefusalRow.guild_id, RefusalRow.place_id], set_={"code": code}
        )
        fresh = known.returning(RefusalRow).execution_options(populate_existing=True)
        return (await self._session.scalars(fresh)).one()

    async def servers(self) -> Sequence[int]:
        """The servers in which anything is refused."""
        return await self._all(select(RefusalRow.guild_id).distinct())

    async def clear(self, guild_id: int, places: Collection[int], *, closed: bool | None = None) -> bool:
        """Delete refusals in these places; returns whether there were any.

        `closed`: only of those in which nothing is attempted before something changes, or, if False, only of
        others.
        """
        gone = delete(RefusalRow).where(RefusalRow.guild_id == guild_id, RefusalRow.place_id.in_(places))
        if closed is not None:
            gone = gone.where(RefusalRow.probe_at.is_(None) == closed)
        return bool((await self._session.scalars(gone.returning(RefusalRow.place_id))).all())

    async def purge(self, before: datetime) -> None:
        """Delete refusals from before this moment in servers without pending deliveries. The refusals of
        whole servers that are away stay while games go on there: the games' deadlines are held, however long
        they are.
        """
        waits = (
            exists()
            .where(OutboxRow.game_id == GameRow.id, OutboxRow.status == PENDING)
            .where(GameRow.guild_id == RefusalRow.guild_id)
        )
        away = and_(RefusalRow.place_id == RefusalRow.guild_id, RefusalRow.probe_at.is_(None))
        goes_on = exists().where(GameRow.guild_id == RefusalRow.guild_id, GameRow.status.in_(RUNNING))
        await self._change(delete(RefusalRow).where(RefusalRow.since < before, ~waits, ~and_(away, goes_on)))
