"""The rows of the outbox: enqueued, claimed partition by partition, closed."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, exists, or_, select, update
from sqlalchemy.orm import aliased

from bot.store.models import PENDING, PERSONAL, RECEIPT, GameRow, OutboxRow, RefusalRow
from bot.store.repositories import outbox_statements as statements
from bot.store.repositories.partitions import BUTTON_REMOVALS, NOTICES
from bot.store.repositories.repository import Repository
from bot.store.session import RowSession

_LOOKED_THROUGH: Final = (200, 1000, 2**31 - 1)
"""How many due deliveries are looked through for those that may be claimed, one number after the other until
enough are found: after an outage of Discord many are due.
"""
_BRIEFLY: Final = (20,)
"""How many are looked through where other writers wait meanwhile."""


class Claimable(NamedTuple):
    """A due delivery, as it was found."""

    kind: str
    refused: bool
    """Whether anything is refused in the server of its game."""


class Due(NamedTuple):
    """The deliveries that may be claimed at a moment."""

    first: dict[int, Claimable]
    """The next due deliveries by their ids."""
    more: bool
    """Whether there may be others."""


class Held(NamedTuple):
    """A leased delivery, to be closed by its owner."""

    row: OutboxRow
    refused: bool
    """Whether anything is refused in its place."""
    clock_stopped: bool
    """Whether its game's clock is stopped."""


class OutboxRows(Repository):
    """The outbox table: pending, leased and closed deliveries."""

    def __init__(self, session: RowSession) -> None:
        super().__init__(session)
        self.added = False
        """Whether this unit of work enqueued any deliveries."""
        self.nonces: list[str] = []
        """The nonces of the new ones."""

    def add(self, row: OutboxRow) -> None:
        """Enqueue a delivery; ids follow this order when the unit of work is flushed."""
        self._session.append(row)
        self.nonces.append(row.nonce)
        self.added = True

    async def add_numbered(self, rows: Sequence[OutboxRow], *, next_delivery: int | None) -> int:
        """Enqueue deliveries after earlier ones, without flushing anything else; return the id of the first.

        `next_delivery`: the id of the first delivery of this unit of work, if it is known.
        """
        known = None if self.added else next_delivery
        if known is not None:
            rows[0].id = known
        for one in rows:
            self.add(one)
        if known is None:
            numbers = dict[str, int](await self._session.write(OutboxRow, "nonce", "id"))
            known = numbers[rows[0].nonce]
        return known

    def add_again(self, row: OutboxRow, nonce: str, now: datetime) -> None:
        """Enqueue a delivered row again, because its message is gone."""
        row.status, row.nonce, row.attempts, row.not_before = "pending", nonce, 0, now
        row.channel_id = row.message_id = row.done_at = row.blocked_at = None
        # While a delivery waits, its payload is plain: the database itself looks for a person's name in it.
        row.stored_payload = row.payload
        self.added = True

    async def get(self, outbox_id: int) -> OutboxRow | None:
        """A delivery by its id."""
        return await self._session.find(OutboxRow, outbox_id)

    async def by_nonce(self, nonce: str) -> OutboxRow | None:
        """A delivery by its nonce."""
        return await self._session.scalar(select(OutboxRow).where(OutboxRow.nonce == nonce))

    async def claimable(
        self,
        now: datetime,
        limit: int,
        *,
        urgent_only: int = 0,
        scarce: bool = False,
        settled: datetime | None = None,
        own: Collection[str] = (),
        briefly: bool = False,
    ) -> Due:
        """The next due deliveries.

        `urgent_only`: how much of the limit is reserved for urgent ones. `scarce`: only those that cannot
        wait. `settled`: younger ones only if their nonces are among `own`; None: all. `briefly`: only what is
        found among a few.

        Each is the first of its partition, and the only one under way to its channel or person, unless two
        processes look at the same moment: order is kept by partitions, and a lock for all places would let a
        process that is frozen hold up all others. Urgent ones come before decorative ones, then the oldest.
        """
        given: dict[str, object] = {"now": now, "limit": limit}
        if settled is not None:
            given |= {"settled": settled, "own": _filled_up([*own])}
        query = statements.claimable_query(own_alone=settled is not None, scarce=scarce)
        found: Sequence[Sequence[Any]] = ()
        more = True
        for among in _BRIEFLY if briefly else _LOOKED_THROUGH:
            found = await self._session.rows(query, given | {"among": among})
            looked_through, last, *_ = found[-1]
            enough = len(found) == limit and last is not None
            more = enough or looked_through == among
            if enough or not more:
                break
        first = {
            outbox_id: Claimable(kind, refused)
            for number, (_, outbox_id, kind, refused) in enumerate(found)
            if outbox_id is not None and (kind not in statements.DECORATIVE or number < limit - urgent_only)
        }
        return Due(first, more)

    async def claim(
        self, ids: Sequence[int], now: datetime, *, owner: str, until: datetime
    ) -> Sequence[OutboxRow]:
        """Those of the `claimable` deliveries still free and due, leased to the owner and counted as tried.

        Two processes never get the same one: a row that another is claiming is passed over.
        """
        given = {"ids": [*ids], "now": now, "owner": owner, "until": until}
        found = [row for row, _ in await self._session.read(OutboxRow, statements.claim_statement(), given)]
        return sorted(found, key=lambda row: ids.index(row.id))

    async def held(
        self,
        outbox_id: int,
        owner: str,
        attempt: int,
        guild_id: int | None = None,
        places: Sequence[int] = (),
    ) -> Held | None:
        """A delivery, locked, if it is still this owner's at this attempt.

        `guild_id` and `places`: where it was posted, three at most.
        """
        given = {"id": outbox_id, "owner": owner, "attempt": attempt, "guild": guild_id}
        given |= dict(zip_longest(statements.PLACES, places))
        found = await self._session.read(OutboxRow, statements.HELD, given)
        return next((Held(row, *more) for row, more in found), None)

    async def posted_card(
        self, game_id: int, partition_key: str, *, up_to: int
    ) -> tuple[OutboxRow, bool, int | None] | None:
        """A game's newest card up to a number that was posted, whether a newer one was, and which message
        lost its buttons last.
        """
        removals = f"{partition_key}{BUTTON_REMOVALS}"
        given = {"game": game_id, "cards": partition_key, "removals": removals, "up_to": up_to}
        found = await self._session.read(OutboxRow, statements.posted_card_query(), given)
        return next(((card, newer, without_buttons) for card, (newer, without_buttons) in found), None)

    async def release(self, owners: str, kept: Collection[int] = ()) -> None:
        """Release the leases of owners whose names begin with `owners`, except those of `kept` deliveries."""
        leased = update(OutboxRow).where(OutboxRow.status == PENDING, OutboxRow.leased_until.is_not(None))
        theirs = leased.where(OutboxRow.leased_by.startswith(owners), OutboxRow.id.not_in(kept))
        await self._change(theirs.values(leased_by=None, leased_until=None))

    async def anything_blocked(self, guild_id: int, *, under_way: bool = False) -> bool:
        """Whether anything is kept for games of a server or, with `under_way`, is being attempted there."""
        query = statements.anything_blocked_query(under_way=under_way)
        return bool(await self._session.scalar(query, {"guild": guild_id}))

    async def reschedule_blocked(
        self,
        moment: datetime,
        *,
        partition_key: str | None = None,
        guild_id: int | None = None,
        places: Collection[int] = (),
        skip_locked: bool = True,
    ) -> int:
        """Reschedule held deliveries to this moment; returns their number.

        These are held deliveries of a server, of some channels and threads in it, or of a partition; in a
        partition also postponed edits of an older card, which a new card supersedes when they are attempted.
        In a server also those under way, which are retried at once if they are refused. `skip_locked`: not
        those that are being claimed or closed, whose transactions may wait for this one.
        """
        kept = OutboxRow.blocked_at.is_not(None)
        if partition_key is None:
            kept = OutboxRow.id.in_(select(statements.KEPT_OR_UNDER_WAY.c.id))
            wanted = and_(kept, statements.of_games(guild_id, places))
        else:
            wanted = and_(or_(kept, OutboxRow.kind == "refresh"), OutboxRow.partition_key == partition_key)
        blocked = select(OutboxRow).where(OutboxRow.status == PENDING, wanted)
        rows = await self._all(blocked.order_by(OutboxRow.id).with_for_update(skip_locked=skip_locked))
        for row in rows:
            row.not_before = moment
        self.added |= bool(rows)
        return len(rows)

    async def hold_back(self, until: datetime, now: datetime, guild_id: int, channel_id: int | None) -> None:
        """Do not attempt held deliveries for games of a server, or of a channel or thread in it, before
        `until`.
        """
        await self._session.execute(
            update(OutboxRow)
            .where(OutboxRow.blocked_at.is_not(None), OutboxRow.not_before < until, statements.FREE)
            .where(statements.of_games(guild_id, () if channel_id is None else (channel_id,)))
            .values(not_before=until)
            .execution_options(synchronize_session=False),
            {"now": now},
        )

    async def untried(self, guild_id: int) -> bool:
        """Whether there are held deliveries for a channel of a server that has refused nothing so far."""
        refused = exists().where(RefusalRow.guild_id == guild_id, RefusalRow.place_id == GameRow.channel_id)
        of_others = exists().where(GameRow.id == OutboxRow.game_id, GameRow.guild_id == guild_id, ~refused)
        return await self._any(OutboxRow.status == PENDING, OutboxRow.blocked_at.is_not(None), of_others)

    async def noticed(self, game_id: int, since: int) -> set[str]:
        """The partitions of the people who got a notice about a game, enqueued with this event or later."""
        query = select(OutboxRow.partition_key).where(
            OutboxRow.game_id == game_id,
            OutboxRow.kind == "notice",
            OutboxRow.status == "done",
            OutboxRow.seq >= since,
        )
        return {key.removesuffix(NOTICES) for key in await self._all(query)}

    async def bring_forward(self, partition_key: str, now: datetime) -> None:
        """Let no untried delivery of a partition wait any longer; those put off after an attempt stay so."""
        await self._session.postpone(statements.FORWARD, {"partition": partition_key, "now": now})

    async def fresh(
        self, partition_keys: Sequence[str], kind: str, game_id: int, *, limit: int
    ) -> Sequence[OutboxRow]:
        """The first unattempted deliveries of a kind and a game in these partitions, locked."""
        query = (
            select(OutboxRow)
            .filter_by(kind=kind, status=PENDING, game_id=game_id, attempts=0)
            .where(OutboxRow.partition_key.in_(partition_keys))
            .order_by(OutboxRow.id)
            .limit(limit)
        )
        return await self._all(query.with_for_update(skip_locked=True))

    async def put_back(self, partition_keys: Sequence[str], row: OutboxRow, now: datetime) -> None:
        """Enqueue again the deliveries of these partitions that were gathered into this failed one."""
        given = {"partitions": partition_keys, "into": row.id, "now": now}
        with self._session.no_autoflush:
            await self._session.execute(statements.PUT_BACK, given)

    async def waiting(self, partition_key: str, kind: str, *, after: int = 0) -> Sequence[OutboxRow]:
        """The pending deliveries of a kind in a partition beyond a number, in their order."""
        query = (
            select(OutboxRow)
            .filter_by(partition_key=partition_key, kind=kind, status=PENDING)
            .where(OutboxRow.id > after)
            .order_by(OutboxRow.id)
        )
        return await self._all(query)

    async def count_waiting(self, partition_key: str) -> int:
        """How many deliveries of a partition are still to be delivered."""
        return await self._count(OutboxRow.partition_key == partition_key, OutboxRow.status == PENDING)

    async def troubled(self, game_id: int, partition_key: str, *, limit: int) -> Sequence[OutboxRow]:
        """The newest of a game's deliveries in a partition that were put off or given up, not superseded."""
        query = (
            select(OutboxRow)
            .where(
                OutboxRow.game_id == game_id,
                OutboxRow.partition_key == partition_key,
                OutboxRow.status != "done",
                OutboxRow.note.is_not(None),
                OutboxRow.dropped_as.is_distinct_from("superseded"),
            )
            .order_by(OutboxRow.id.desc())
            .limit(limit)
        )
        return await self._all(query)

    async def posted(
        self, game_id: int | None, partition_key: str, kind: str, *, up_to: int | None = None
    ) -> OutboxRow | None:
        """The newest of a game's deliveries of a kind in a partition, up to a number, that was posted."""
        query = (
            select(OutboxRow)
            .filter_by(game_id=game_id, partition_key=partition_key, kind=kind, status="done")
            .where(OutboxRow.message_id.is_not(None))
        )
        if up_to is not None:
            query = query.where(OutboxRow.id <= up_to)
        return await self._first(query.order_by(OutboxRow.id.desc()))

    async def reopened_at(self, thread_id: int) -> datetime | None:
        """When a thread was last unarchived for any of the games that are played in it."""
        # The receipt has the thread for its message.
        query = select(OutboxRow.done_at).filter_by(message_id=thread_id, kind="reopen", status="done")
        return await self._first(query.order_by(OutboxRow.id.desc()))

    async def lobby_shown(self, game_id: int, seq: int) -> bool:
        """Whether a game's lobby card was posted, or brought up to date, since this event."""
        lobby = OutboxRow.game_id == game_id, OutboxRow.kind == "lobby", OutboxRow.status == "done"
        return await self._any(*lobby, OutboxRow.seq >= seq)

    async def delivered_as(self, partition_keys: Collection[str], message_id: int) -> OutboxRow | None:
        """The delivery of one of these partitions that became this message."""
        query = select(OutboxRow).filter_by(message_id=message_id)
        theirs = query.where(OutboxRow.partition_key.in_(partition_keys))
        return await self._first(theirs.order_by(OutboxRow.id.desc()))

    async def gathered(self, row: OutboxRow) -> Sequence[str]:
        """The codes of the other games of which a delivery to a person told as well."""
        query = (
            select(GameRow.code)
            .join(OutboxRow, OutboxRow.game_id == GameRow.id)
            .where(PERSONAL, OutboxRow.partition_key == row.partition_key)
            .where(OutboxRow.gathered_in == row.id, OutboxRow.game_id != row.game_id)
        )
        return await self._all(query.distinct().order_by(GameRow.code))

    async def cards(self, message_ids: Collection[int]) -> Sequence[tuple[str, int]]:
        """The games of whose cards these are the messages, each by its code with the card's delivery."""
        query = (
            select(GameRow.code, OutboxRow.id)
            .join(GameRow, GameRow.id == OutboxRow.game_id)
            .where(OutboxRow.message_id.in_(message_ids), OutboxRow.kind == "card")
        )
        return await self._rows(query)

    async def retire(self, game_id: int, partition_key: str, kind: str, *, before: int) -> None:
        """Empty the payloads of earlier deliveries that a newer one replaces; receipts remain."""
        given = {"game": game_id, "partition": partition_key, "of_kind": kind, "before": before}
        await self._session.postpone(statements.RETIRED, given)

    async def purge(self, before: datetime, *, since: datetime | None = None, limit: int) -> int:
        """Delete deliveries of games that ended between `since` and `before`; how many.

        Pending ones stay, unless they are refused.
        """
        over = [GameRow.finished_at < before]
        if since is not None:
            over.append(GameRow.finished_at >= since)
        kept = and_(OutboxRow.status == PENDING, OutboxRow.blocked_at.is_(None))
        of_these = select(OutboxRow.id).join(GameRow, GameRow.id == OutboxRow.game_id)
        return await self._delete(OutboxRow.id, of_these.where(*over, ~kept), limit)

    async def purge_receipts(
        self,
        kinds: Collection[str],
        before: datetime,
        *,
        delivered: bool = False,
        edited: bool = False,
        limit: int,
    ) -> int:
        """Delete receipts of these kinds from before a moment; how many.

        `delivered`: only those of successful deliveries. `edited`: only those whose message has a later
        receipt as well.
        """
        old = select(OutboxRow.id).where(RECEIPT, OutboxRow.kind.in_(kinds), OutboxRow.done_at < before)
        if delivered:
            old = old.where(OutboxRow.status == "done")
        if edited:
            later = aliased(OutboxRow)
            same = later.message_id == OutboxRow.message_id, later.partition_key == OutboxRow.partition_key
            old = old.where(exists().where(*same, later.id > OutboxRow.id))
        return await self._delete(OutboxRow.id, old, limit)

    async def next_due(self, now: datetime, *, scarce: bool) -> datetime | None:
        """When the next delivery for an idle place may be attempted; None if there is none.

        `scarce`: only of those that cannot wait.
        """
        due: datetime | None
        ((due,),) = await self._session.rows(statements.next_due_query(scarce=scarce), {"now": now})
        return due


def _filled_up(values: list[str]) -> list[str]:
    """The same values with the last one repeated, up to one of few possible lengths: powers of two.

    The statement for each length is made anew, which takes the event loop milliseconds.
    """
    room = 1 << (len(values) - 1).bit_length()
    return values + values[-1:] * (room - len(values))
