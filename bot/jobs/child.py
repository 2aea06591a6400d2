"""A process that computes for computer players: it gets only a task, and is replaced when it has died."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from engines.reviewing import ReviewTask
from engines.thinking import COMMAND, FOLDER, Task, Thought

_PATIENCE: Final = 90.0
"""Seconds after which a process without an answer is killed. Its own limit of computing time is shorter."""

_LONGEST: Final = 2**24
"""The most bytes of an answer: the review of a long game names every mistake."""


class NoThought(Exception):  # noqa: N818 -- an outcome
    """A task got no answer; the text, the reason, reveals nothing of the position."""


class Child:
    """A thinking process, which is started with its first task."""

    def __init__(
        self, command: Sequence[str] = (sys.executable, *COMMAND), *, patience: float = _PATIENCE
    ) -> None:
        self._command = command
        self._patience = patience
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the running process; None: none is running."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def think(self, task: Task | ReviewTask) -> str:
        """Return the action for a task, in notation, or a game's review, as JSON. One task at a time.

        Raises NoThought.
        """
        try:
            async with asyncio.timeout(self._patience):
                process = await self._running()
                assert process.stdin is not None  # noqa: S101 -- piped
                assert process.stdout is not None  # noqa: S101 -- piped
                process.stdin.write(msgspec.json.encode(task) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            thought = msgspec.json.decode(line, type=Thought)
        except TimeoutError:
            await self.end()
            raise NoThought(f"no answer within {self._patience:g} s") from None
        except (OSError, ValueError) as fault:
            # The process has died, or its answer cannot be read: msgspec's errors are ValueErrors.
            await self.end()
            code = None if self._process is None else self._process.returncode
            raise NoThought(f"{type(fault).__name__} (exit {code})") from None
        except asyncio.CancelledError:
            # A late answer would be taken for the answer to the next task.
            await self.end()
            raise
        if thought.review is not None:
            return msgspec.json.encode(thought.review).decode()
        if thought.action is None:
            raise NoThought(thought.error or "no answer")
        return thought.action

    async def _running(self) -> Process:
        if self.pid is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=Path(FOLDER),
                env={},
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=_LONGEST,
            )
        assert self._process is not None  # noqa: S101 -- started above
        return self._process

    async def end(self) -> None:
        """Kill the process, if it runs."""
        if (process := self._process) is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
