"""The real bot against the sandbox: started, stopped and started again, in this process or its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Self

from bot.app import serve
from bot.cli.sandbox import with_mail
from bot.clock import Clock
from bot.settings import Settings
from engines.registry import ENGINES
from sandbox.driver import Interaction, Person, Sandbox, SeenMessage, Where
from sandbox.records import Shown
from sandbox.world.entities import Channel
from tests.engines.roses import table as roses

ROOT = Path(__file__).resolve().parents[2]


class Host:
    """A host that runs the bot, with the same database through every start."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, clock: Clock | None = None, database_url: str = ""
    ) -> None:
        """`database_url`: the database; by default a SQLite file in the folder."""
        self.sandbox = sandbox
        self._clock = clock
        self.file = folder / "wire.sqlite3"
        self.settings = Settings(
            discord_token=sandbox.token,
            discord_api_base=sandbox.api_base,
            database_url=database_url or f"sqlite:///{self.file}",
        )
        if sandbox.core.mail is not None:
            self.settings = with_mail(self.settings, sandbox.server)
        self._serving: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the bot in this process, and wait until it is connected."""
        token, api_base = self.sandbox.token, self.sandbox.api_base
        self._serving = asyncio.create_task(
            serve(self.settings, token=token, api_base=api_base, clock=self._clock)
        )
        await self._there(self._serving)

    async def start_process(self) -> None:
        """Start the bot in a process of its own, and wait until it is connected."""
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.sandbox.token,
            "DISCORD_API_BASE": self.sandbox.api_base,
            "DATABASE_URL": self.settings.database_url,
            "LOG_LEVEL": "WARNING",
            **({} if self.sandbox.core.mail is None else self.sandbox.mail.settings),
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", cwd=ROOT, env=environment, start_new_session=True
        )
        await self.sandbox.online()
        await self.sandbox.command("move")

    async def delivered(self) -> None:
        """Wait until nothing waits in the outbox: deliveries that follow too closely are shown together.

        Messages of players that wait to be gathered in one mail are left.
        """

        def done() -> bool | None:
            with contextlib.closing(sqlite3.connect(self.file)) as database:
                (waiting,) = database.execute(
                    "SELECT count(*) FROM outbox WHERE status = 'pending' AND lane NOT LIKE '%:words'"
                ).fetchone()
            return waiting == 0 or None

        await self.sandbox.wait_for(done, what="all deliveries")

    async def kill(self) -> None:
        """End the process as a power cut would."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        self._process = None
        await self.sandbox.wait_for(
            lambda: not self.sandbox.gateway.online or None, what="the bot to be gone"
        )

    async def stop(self) -> None:
        """Stop the bot in good order, wherever it runs."""
        if self._serving is not None:
            self._serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._serving
            self._serving = None
        if self._process is not None:
            self._process.terminate()
            await self._process.wait()
            self._process = None

    async def _there(self, serving: asyncio.Task[None]) -> None:
        online = asyncio.create_task(self.sandbox.online())
        done, _ = await asyncio.wait({serving, online}, return_when=asyncio.FIRST_COMPLETED)
        if serving in done:
            online.cancel()
            await serving
        await online
        await self.sandbox.command("move")


class GameTable:
    """A game in a thread, and the people who play it."""

    def __init__(self, sandbox: Sandbox, thread: Channel, people: Sequence[Person]) -> None:
        self.sandbox = sandbox
        self.thread = thread
        self.people = people
        self.code = thread.name.split()[0]

    @classmethod
    async def of(
        cls,
        sandbox: Sandbox,
        key: str,
        people: Sequence[Person],
        seats: Sequence[str] = (),
        *,
        where: Where = "games",
        words: str | None = None,
        **options: Any,
    ) -> Self:
        """A game that the first person opens by command. The others join by button, into `seats` by command.

        Without the option `players` it is started as soon as all have joined. `words`: of everybody who
        types a command, for the draw.
        """
        first, *others = people
        said = {} if words is None else {"words": words}
        seat = {"seat": seats[0]} if seats else {}
        await first.slash(f"{key} new", {**seat, **said, **options}, channel=where)
        lobby = await sandbox.message(where, lambda look: "Join" in look.labels)
        for number, person in enumerate(others, start=1):
            if seats:
                game = {"game": lobby.text.split("`")[1], "seat": seats[number]}
                await person.slash("game join", {**game, **said}, channel=where)
            else:
                await person.click(lobby, "Join")
        if "players" not in options and len(people) < len(ENGINES[key].info.seats):
            await first.click(lobby, "Start")
        await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
        table = cls(sandbox, sandbox.channel(lobby), people)
        await table.card()
        return table

    async def card(self, after: SeenMessage | None = None, says: str = "") -> SeenMessage:
        """The newest card with its buttons."""
        return await self.sandbox.message(
            self.thread, lambda look: "Board" in look.labels and says in look.text, after=after
        )

    def cards(self) -> list[SeenMessage]:
        """All cards, the oldest first."""
        return [look for look in self.sandbox.messages(self.thread) if look.files]


class Table(GameTable):
    """A game of Ann and Bob, as they see it."""

    def __init__(self, sandbox: Sandbox, thread: Channel, people: Sequence[Person] = ()) -> None:
        self.ann, self.bob = people or (sandbox.person("Ann"), sandbox.person("Bob"))
        super().__init__(sandbox, thread, (self.ann, self.bob))

    @classmethod
    async def opened(cls, sandbox: Sandbox, where: Where = "games", **options: Any) -> Table:
        """A game of Guerre des Deux Roses of Ann (White) and Bob (Black)."""
        people = sandbox.person("Ann"), sandbox.person("Bob")
        return await cls.of(sandbox, "roses", people, where=where, seat="White", **options)

    async def move(self, person: Person, notation: str) -> Interaction:
        """Make a move by notation, and wait for the card that follows."""
        before = await self.card()
        interaction = await person.slash("move", {"notation": notation}, channel=self.thread)
        await self.card(after=before)
        return interaction

    async def play(self, *notations: str, first: int = 0) -> None:
        """Make moves in turn, White (0) or Black (1) first."""
        for ply, notation in enumerate(notations, start=first):
            await self.move((self.ann, self.bob)[ply % 2], notation)


def shown_to(sandbox: Sandbox, person: Person) -> list[Shown]:
    """Everything that a person was shown, but of messages in the channel ``games`` only the last state.

    How many updates a lobby's card gets depends on how fast people join.
    """
    shown = sandbox.records.shown_to(person.id)
    last = {one.message_id: one for one in shown}
    lobbies = sandbox.channel("games").id
    return [one for one in shown if one.channel_id != lobbies or one is last[one.message_id]]


SAMPLE = roses.SAMPLE
DROPS = SAMPLE[:8]


@contextlib.asynccontextmanager
async def hosted(sandbox: Sandbox, folder: Path, clock: Clock | None = None) -> AsyncIterator[Host]:
    """A host whose bot is stopped at the end."""
    host = Host(sandbox, folder, clock)
    try:
        await host.start()
        yield host
    finally:
        await host.stop()
