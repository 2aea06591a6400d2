"""State machines for property tests: a service with its outbox, on a database in a file."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis.stateful import RuleBasedStateMachine

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.store.database import Database
from tests.databases import prepare
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL

T = TypeVar("T")


class ServiceMachine(RuleBasedStateMachine):
    """A machine with games; subclasses add rules that act and invariants that must hold."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.clock = ManualClock()
        self.database = Database(f"sqlite:///{Path(self.folder.name) / 'x.sqlite3'}")
        self.do(prepare(self.database))
        self.service = Service(self.database, ALL, self.clock, Random(1))
        self.sender = FakeSender()
        self.outbox = Outbox(self.database, self.sender, self.clock)
        self.codes: list[str] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def demand_at_the_end(self) -> None:
        """Check what must hold at the end, before everything is closed."""

    def teardown(self) -> None:
        try:
            self.demand_at_the_end()
        finally:
            self.do(self.database.close())
            self.runner.close()
            self.folder.cleanup()
