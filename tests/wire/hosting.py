"""The real bot against the sandbox: started, stopped and started again, in this process or its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.app import serve
from bot.cli.sandbox import with_mail
from bot.clock import Clock
from bot.settings import Settings
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


class Table:
    """A game of Ann (White) and Bob (Black), as they see it."""

    def __init__(self, sandbox: Sandbox, code: str, thread: Channel) -> None:
        self.sandbox = sandbox
        self.code = code
        self.thread = thread
        self.ann = sandbox.person("Ann")
        self.bob = sandbox.person("Bob")

    @classmethod
    async def opened(cls, sandbox: Sandbox, where: Where = "games", **options: object) -> Table:
        """Ann opens a game by command, Bob joins by button."""
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        await ann.slash("roses new", {"seat": "White", **options}, channel=where)
        lobby = await sandbox.message(where, lambda look: "Join" in look.labels)
        await bob.click(lobby, "Join")
        await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
        thread = sandbox.channel(lobby)
        code = thread.name.split()[0]
        table = cls(sandbox, code, thread)
        await table.card()
        return table

    async def card(self, after: SeenMessage | None = None) -> SeenMessage:
        """The newest card with its buttons."""
        return await self.sandbox.message(self.thread, lambda look: "Board" in look.labels, after=after)

    def cards(self) -> list[SeenMessage]:
        """All cards, the oldest first."""
        return [look for look in self.sandbox.messages(self.thread) if look.files]

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
