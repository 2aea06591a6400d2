"""Lets computers think, and plays what they have chosen.

Two loops over the database: one claims jobs for idle thinking processes, one plays due answers. The bot runs
both; a process that only lends its cores (``python -m bot think``) runs the first.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.clock import Clock, woken_or_due
from bot.jobs.child import Child, NoThought
from bot.observer import NULL_OBSERVER, Observer
from bot.service.jobs.queue import Claimed, Jobs
from bot.store.database import Database
from bot.supervision import run_last, run_to_completion

_POLL: Final = timedelta(seconds=15)
"""Interval of looking for jobs that were enqueued by processes which cannot wake this one."""
_PURGE_EVERY: Final = timedelta(hours=1)


class JobWorker:
    """Has the jobs of computer players done.

    `owner` is a name that only one running process has, and has again after a restart: so it takes over its
    predecessor's jobs at once. Its own leases have a longer name, so that a predecessor that was only frozen
    cannot release them. `children` compute, one job each at a time. `plays`: whether this process also plays
    the answers.
    """

    def __init__(
        self,
        database: Database,
        jobs: Jobs,
        clock: Clock,
        children: Sequence[Child],
        *,
        owner: str,
        plays: bool = True,
        observer: Observer = NULL_OBSERVER,
    ) -> None:
        self._jobs = jobs
        self._clock = clock
        self._free = list(children)
        self._children = children
        self._owner = f"{owner} {secrets.token_hex(4)}"
        self._left_over = f"{owner} "
        """The beginning of the owners' names whose leases `run` releases first: those of predecessors and,
        when it runs again, its own."""
        self._plays = plays
        self._observer = observer
        self._enqueued, self._answered = asyncio.Event(), asyncio.Event()
        self._next_purge = clock.now()
        database.on_jobs(self.wake)

    def wake(self) -> None:
        """Look for jobs to compute and answers to play."""
        self._enqueued.set()
        self._answered.set()

    async def run(self) -> None:
        """Work until cancelled, or until a fault of the database."""
        try:
            await run_to_completion(self._jobs.release(self._left_over))
            self._left_over = self._owner
            async with asyncio.TaskGroup() as tasks:
                if self._plays:
                    await run_to_completion(self._jobs.enqueue_all_missing())
                    tasks.create_task(self._play())
                if self._children:
                    tasks.create_task(self._think())
        finally:
            self._free = list(self._children)
            for child in self._children:
                await child.end()
            # Release the leases of unfinished jobs, which would otherwise wait until these expire.
            await run_last("jobs_kept", self._jobs.release(self._owner))

    async def _play(self) -> None:
        """Play due answers until cancelled."""
        while True:
            self._answered.clear()
            if not await run_to_completion(self._jobs.play_due()):
                if self._clock.now() >= self._next_purge:
                    self._next_purge = self._clock.now() + _PURGE_EVERY
                    await run_to_completion(self._jobs.purge())
                await self._wait(self._answered, self._jobs.next_play)

    async def _think(self) -> None:
        """Give jobs to idle children until cancelled."""
        async with asyncio.TaskGroup() as thinking:
            while True:
                self._enqueued.clear()
                if not self._free:
                    await self._enqueued.wait()
                    continue
                claimed = await run_to_completion(self._jobs.claim(self._owner, len(self._free)))
                for one in claimed:
                    thinking.create_task(self._work(one, self._free.pop()))
                if not claimed:
                    await self._wait(self._enqueued, self._jobs.next_claim)

    async def _wait(self, woken: asyncio.Event, due: Callable[[], Awaitable[datetime | None]]) -> None:
        latest = self._clock.now() + _POLL
        moment = await due()
        await woken_or_due(woken, self._clock, latest if moment is None else min(moment, latest))

    async def _work(self, claimed: Claimed, child: Child) -> None:
        task, began = claimed.task, asyncio.get_running_loop().time()
        try:
            notation = await child.think(task)
        except NoThought as reason:
            took = self._since(began)
            self._observer.thought(task.game, task.level.word, "failed", took)
            await run_to_completion(self._jobs.failed(self._owner, claimed, str(reason), took))
        else:
            took = self._since(began)
            self._observer.thought(task.game, task.level.word, "done", took)
            await run_to_completion(self._jobs.answer(self._owner, claimed, notation, took))
        finally:
            self._free.append(child)
            self.wake()

    def _since(self, began: float) -> float:
        return asyncio.get_running_loop().time() - began
