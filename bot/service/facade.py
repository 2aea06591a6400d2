"""The use cases as one thing to hold."""

from random import Random, SystemRandom

from bot.clock import Clock
from bot.service.accounts.addresses import Addresses
from bot.service.accounts.mail import Mail
from bot.service.accounts.privacy import Privacy
from bot.service.admin.reports import Reports
from bot.service.admin.usecases import Admin
from bot.service.chat.chat import Chat
from bot.service.clock.timeouts import Timeouts
from bot.service.clock.vacations import Vacations
from bot.service.jobs.jobs import Jobs
from bot.service.jobs.reviews import Reviews
from bot.service.lobby.calling_off import CallingOff
from bot.service.lobby.invitations import Invitations
from bot.service.lobby.lobby import Lobby
from bot.service.lobby.places import Places
from bot.service.lobby.substitutes import Substitutes
from bot.service.lookback.lookback import Lookback
from bot.service.lookback.trying import Trying
from bot.service.people.blocks import Blocks
from bot.service.people.limits import NO_LIMITS, Limits
from bot.service.people.notes import Notes
from bot.service.people.persons import Persons
from bot.service.people.players import Players
from bot.service.people.servers import Servers
from bot.service.play.orders import Orders
from bot.service.play.pausing import Pausing
from bot.service.play.play import Play
from bot.service.play.undoing import Undoing
from bot.service.reading.archive import Archive
from bot.service.reading.following import Following
from bot.service.reading.reading import Reading
from bot.service.repair.doctor import Doctor
from bot.service.repair.repair import Repair
from bot.service.usecases import Engines
from bot.store.database import Database


class Service:
    """Everything that people may do, by group.

    `rng` draws codes, seats and seeds; it is the operating system's unless a test wants it repeatable.
    """

    def __init__(
        self,
        database: Database,
        engines: Engines,
        clock: Clock,
        rng: Random | None = None,
        *,
        limits: Limits = NO_LIMITS,
    ) -> None:
        rng = rng or SystemRandom()
        self.lobby = Lobby(database, engines, clock, rng, limits)
        self.clock = Timeouts(database, engines, clock, rng)
        self.play = Play(database, engines, clock, rng)
        self.jobs = Jobs(database, engines, clock, rng, limits)
        self.notes = Notes(database, engines, clock, rng)
        self.orders = Orders(database, engines, clock, rng)
        self.calling_off = CallingOff(database, engines, clock, rng)
        self.undo = Undoing(database, engines, clock, rng)
        self.reading = Reading(database, engines, clock, rng)
        self.lookback = Lookback(database, engines, clock, rng)
        self.trying = Trying(database, engines, clock, rng)
        self.reviews = Reviews(database, engines, clock, rng, limits)
        self.archive = Archive(database, engines, clock, rng)
        self.doctor = Doctor(database, engines, clock, rng)
        self.repair = Repair(database, engines, clock, rng)
        self.privacy = Privacy(database, engines, clock, rng)
        self.admin = Admin(database, engines, clock, rng)
        self.places = Places(database, engines, clock, rng)
        self.persons = Persons(database, engines, clock, rng)
        self.addresses = Addresses(database, engines, clock, rng, limits)
        self.mail = Mail(database, engines, clock, rng)
        self.players = Players(database, engines, clock, rng)
        self.chat = Chat(database, engines, clock, rng)
        self.following = Following(database, engines, clock, rng)
        self.invitations = Invitations(database, engines, clock, rng, limits)
        self.blocks = Blocks(database, engines, clock, rng)
        self.reports = Reports(database, engines, clock, rng, limits)
        self.pausing = Pausing(database, engines, clock, rng)
        self.substitutes = Substitutes(database, engines, clock, rng, limits)
        self.vacations = Vacations(database, engines, clock, rng)
        self.servers = Servers(database, engines, clock, rng)
