"""All use cases as one object."""

from random import Random, SystemRandom

from bot.clock import Clock
from bot.service.accounts.addresses import Addresses
from bot.service.accounts.mail import Mail
from bot.service.accounts.mail_invitations import MailInvitations
from bot.service.accounts.privacy import Privacy
from bot.service.admin.reports import Reports
from bot.service.admin.usecases import Admin
from bot.service.chat.dm_routes import DmRoutes
from bot.service.chat.messages import Chat
from bot.service.clock.timeouts import Timeouts
from bot.service.clock.vacations import Vacations
from bot.service.jobs.queue import Jobs
from bot.service.jobs.reviews import Reviews
from bot.service.lobby.invitations import Invitations
from bot.service.lobby.substitutes import Substitutes
from bot.service.lobby.unstarted import Lobby
from bot.service.lookback.earlier_positions import Lookback
from bot.service.lookback.trying import Trying
from bot.service.people.blocks import Blocks
from bot.service.people.notes import Notes
from bot.service.people.persons import Identities
from bot.service.people.preferences import PersonPreferences
from bot.service.people.servers import Servers
from bot.service.places import Places
from bot.service.play.actions import Play
from bot.service.play.calling_off import CallingOff
from bot.service.play.orders import Orders
from bot.service.play.pausing import Pausing
from bot.service.play.undoing import Undoing
from bot.service.reading.following import Following
from bot.service.reading.positions import Archive, Reading
from bot.service.repair.doctor import Doctor
from bot.service.repair.remedies import Repair
from bot.service.usecases import Dependencies, Engines
from bot.service.values.limits import NO_LIMITS, Limits
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
        self.engines = engines
        shared = Dependencies(database, engines, clock, rng or SystemRandom(), limits)
        self.lobby = Lobby(shared)
        self.clock = Timeouts(shared)
        self.play = Play(shared)
        self.jobs = Jobs(shared)
        self.notes = Notes(shared)
        self.orders = Orders(shared)
        self.calling_off = CallingOff(shared)
        self.undo = Undoing(shared)
        self.reading = Reading(shared)
        self.lookback = Lookback(shared)
        self.trying = Trying(shared)
        self.reviews = Reviews(shared)
        self.archive = Archive(shared)
        self.doctor = Doctor(shared)
        self.repair = Repair(shared)
        self.privacy = Privacy(shared)
        self.admin = Admin(shared)
        self.places = Places(shared)
        self.identities = Identities(shared)
        self.addresses = Addresses(shared)
        self.mail = Mail(shared)
        self.mail_invitations = MailInvitations(shared)
        self.preferences = PersonPreferences(shared)
        self.chat = Chat(shared)
        self.dm_routes = DmRoutes(shared)
        self.following = Following(shared)
        self.invitations = Invitations(shared)
        self.blocks = Blocks(shared)
        self.reports = Reports(shared)
        self.pausing = Pausing(shared)
        self.substitutes = Substitutes(shared)
        self.vacations = Vacations(shared)
        self.servers = Servers(shared)
