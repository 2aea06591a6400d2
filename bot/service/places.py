"""Reacts to changes of the channels, threads and servers in which games are posted."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot.column_values import RUNNING, UNFINISHED
from bot.service.clock.timeouts import compensate_outage
from bot.service.game import deadlines
from bot.service.notices import notifications, place_refusals, undeliverable
from bot.service.seats.lobby_changes import call_off
from bot.service.usecases import Dependencies, Sweep, UseCases, retried, succeeds
from bot.service.values.game_summary import GameSummary
from bot.store.repositories.partitions import report_partition

log = structlog.get_logger(__name__)

_AGAIN: Final = timedelta(minutes=1)
"""The least interval at which activity in a server retries refused deliveries."""
_RESTORED: Final = timedelta(hours=1)
"""The least interval at which the bot posts a deleted card again unasked."""
_MOST = 100
"""Quiet threads that are dealt with at a time."""


class Places(UseCases):
    """The use cases of a door's events about places. Unknown places change nothing."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._tried: OrderedDict[int, datetime] = OrderedDict()
        """When deliveries of a server were tried again, the oldest first."""
        self._restored: dict[str, datetime] = {}
        self._quiet = Sweep()

    async def without_place(self, games: Iterable[GameSummary]) -> frozenset[int]:
        """The ids of those of a few games whose thread or channel was deleted."""
        async with self._database.reading() as unit:
            return frozenset([game.id for game in games if await place_refusals.is_gone(unit, game.place)])

    async def retry_after_activity(self, guild_id: int) -> None:
        """After activity in a server, retry refused deliveries there, at most once a minute."""
        now = self._clock.now()
        # Thousands of servers may be active within a minute.
        while self._tried and now - next(iter(self._tried.values())) >= _AGAIN:
            self._tried.popitem(last=False)
        if guild_id not in self._tried:
            self._tried[guild_id] = now
            # Only this server's rows are read: a search of all would take the longer, the more there are.
            async with self._database.reading(briefly=True) as unit:
                # Reports may go to the owner, so their refusals belong to no place: look at their partition.
                refused = await unit.refusals.any_or_waiting(guild_id, report_partition(guild_id))
            if refused:
                await self.reachable_again(guild_id, changed=False)

    @retried
    async def reachable_again(self, guild_id: int, *places: int, changed: bool = True) -> None:
        """After a change in a server, or in some channels and threads of it, retry refused deliveries there.

        Where a circuit is open, one delivery is a probe for all. `changed`: whether anything changed there,
        so that deliveries that are being refused now are retried too.
        """
        async with self._database.reading() as unit:
            if not await unit.outbox.anything_blocked(guild_id, under_way=changed):
                return
        now = self._clock.now()
        async with self._database.transaction() as unit:
            count = await unit.outbox.reschedule_blocked(
                now, guild_id=guild_id, places=places, skip_locked=False
            )
            await place_refusals.reopen(unit, guild_id, now, places)
        log.info("deliveries_rescheduled", server=guild_id, count=count)

    @retried
    async def unreachable(self, guild_id: int) -> None:
        """A server is gone or unavailable: attempt nothing there until it is back."""
        async with self._database.transaction() as unit:
            if await unit.game_lists.codes(statuses=UNFINISHED, guild_id=guild_id, limit=1):
                await place_refusals.close(
                    unit, guild_id, guild_id, place_refusals.UNAVAILABLE, self._clock.now()
                )
                log.warning("server_away", server=guild_id)

    @retried
    async def available_again(self, guild_id: int) -> None:
        """A server is available again: compensate for the outage, and attempt what was held back for it."""
        async with self._database.reading() as unit:
            since = await place_refusals.away_since(unit, guild_id)
        if since is not None:
            now = self._clock.now()
            soon = now + min(now - since, deadlines.AFTER_OUTAGE)
            async with self._database.reading() as unit:
                codes = await unit.due_games.ending_in(guild_id, soon)
            for code in codes:
                await succeeds(self._compensate_game(code, since), "outage_not_compensated", game=code)
        async with self._database.transaction() as unit:
            if await unit.refusals.clear(guild_id, (guild_id,), closed=True):
                log.info("server_back", server=guild_id)
        await self.reachable_again(guild_id)

    @retried
    async def _compensate_game(self, code: str, since: datetime) -> None:
        async with self._changing(code) as live:
            await compensate_outage(live, since)

    async def available(self, guild_ids: Collection[int]) -> None:
        """These servers are available, and may have changed unseen: retry what they refused."""
        async with self._database.reading() as unit:
            refusing = await unit.refusals.servers()
        for guild_id in set(refusing) & set(guild_ids):
            await self.available_again(guild_id)

    async def only_in(self, guild_ids: Collection[int], served: Callable[[int], bool]) -> None:
        """Record that the bot was removed, unseen, from all `served` servers other than these."""
        async with self._database.reading() as unit:
            played_in = await unit.game_lists.servers(UNFINISHED)
            left = [guild_id for guild_id in set(played_in) - set(guild_ids) if served(guild_id)]
            left = [one for one in left if await place_refusals.away_since(unit, one) is None]
        for guild_id in left:
            await self.unreachable(guild_id)

    async def place_gone(self, guild_id: int, place_id: int) -> None:
        """A channel or thread was deleted: its lobbies close, and its games wait for another channel, or for
        consent to go on elsewhere where it was their own thread (`Admin.leave_threads`).
        """
        for code in await self._played_in(guild_id, place_id):
            await succeeds(self._unplaced(code, guild_id, place_id), "place_not_left", game=code)

    async def thread_archived(self, guild_id: int, thread_id: int) -> None:
        """A thread was archived: unless a person did it, unarchive it during a long period."""
        for code in await self._played_in(guild_id, thread_id):
            await succeeds(self._reopen(code), "thread_not_reopened", game=code)

    async def _played_in(self, guild_id: int, place_id: int) -> Sequence[str]:
        """The game whose thread this is, and all that were opened in this channel or thread."""
        async with self._database.reading() as unit:
            own = await unit.games.of_thread(guild_id, place_id)
            opened = await unit.game_lists.codes(
                statuses=UNFINISHED, guild_id=guild_id, channel_id=place_id, limit=None
            )
        return opened if own is None else (own, *opened)

    async def reopen_threads(self) -> bool:
        """Reopen threads that were archived without an event; whether there may be more of them."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            codes = await unit.due_games.quiet_threads(
                now - deadlines.WEEK, now, limit=_MOST, offset=self._quiet.offset
            )
        enqueued = set[str]()

        async def reopen(code: str) -> None:
            if await self._reopen(code):
                enqueued.add(code)

        for code in codes:
            await succeeds(reopen(code), "thread_not_reopened", game=code)
        return self._quiet.went_through([code in enqueued for code in codes], _MOST)

    @retried
    async def _reopen(self, code: str) -> bool:
        async with self._changing(code) as live:
            return await notifications.reopen_thread(live)

    @retried
    async def _unplaced(self, code: str, guild_id: int, place_id: int) -> None:
        """Record that a game's place is gone, and notify the pending players directly."""
        async with self._changing(code) as live:
            if place_id not in {live.row.thread_id, live.row.channel_id}:
                return
            log.warning("place_gone", place=place_id)
            if live.row.status == "lobby":
                # A thread only in a forum: deleting the post deletes the lobby's card.
                live.row.thread_id = None
                call_off(live)
            elif live.row.status in RUNNING:
                gone = place_refusals.GONE
                await place_refusals.close(live.unit, guild_id, place_id, gone, live.now)
                if place_id == live.row.thread_id and live.row.lobby_message_id and not live.row.forum:
                    notifications.unlink_lobby(live)
                await undeliverable.post_again(live.unit, live.row, live.now)

    async def messages_gone(self, message_ids: Collection[int]) -> None:
        """Handle deleted messages: if one was a game's newest card, post it anew, without pings.

        At most once an hour, as another bot may delete everything; looking at the game posts it in any case
        (`Play.restore_card`).
        """
        async with self._database.reading() as unit:
            cards = await unit.outbox.cards(message_ids)
        now = self._clock.now()
        for code, outbox_id in cards:
            self._restored = {game: at for game, at in self._restored.items() if now - at < _RESTORED}
            if code not in self._restored and await self._restore(code, outbox_id, message_ids):
                self._restored[code] = now

    @retried
    async def _restore(self, code: str, outbox_id: int, message_ids: Collection[int]) -> bool:
        async with self._changing(code) as live:
            card = await live.unit.outbox.get(outbox_id)
            if live.row.card_outbox_id != outbox_id or live.row.status not in RUNNING:
                return False
            if card is None or card.message_id not in message_ids:
                # A newer card was posted meanwhile.
                return False
            card.message_id = None
            notifications.restore_card(live)
            log.info("card_deleted")
            return True
