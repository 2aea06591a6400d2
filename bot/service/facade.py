"""The use cases as one thing to hold."""

from __future__ import annotations

from random import Random, SystemRandom

from bot.clock import Clock
from bot.service.admin.usecases import Admin
from bot.service.archive import Archive
from bot.service.checkup import Checkup
from bot.service.lobby import Lobby
from bot.service.play import Play
from bot.service.players import Players
from bot.service.privacy import Privacy
from bot.service.reading import Reading
from bot.service.registry import Engines
from bot.service.talking import Talking
from bot.store.database import Database


class Service:
    """Everything that people may do, by group.

    `lots` draws codes, seats and seeds; it is the operating system's unless a test wants it repeatable.
    """

    def __init__(
        self, database: Database, engines: Engines, clock: Clock, lots: Random | None = None
    ) -> None:
        lots = lots or SystemRandom()
        self.lobby = Lobby(database, engines, clock, lots)
        self.play = Play(database, engines, clock, lots)
        self.reading = Reading(database, engines, clock, lots)
        self.archive = Archive(database, engines, clock, lots)
        self.checkup = Checkup(database, engines, clock, lots)
        self.privacy = Privacy(database, engines, clock, lots)
        self.admin = Admin(database, engines, clock, lots)
        self.players = Players(database, engines, clock, lots)
        self.talk = Talking(database, engines, clock, lots)
