"""The sandbox put together: the world and everything that works on it, without a socket."""

from dataclasses import dataclass

from sandbox.commands.registry import CommandRegistry
from sandbox.compose.composer import Composer
from sandbox.faults import Faults
from sandbox.gateway.gateway import Gateway
from sandbox.interactions.interaction import Interaction
from sandbox.interactions.tracker import InteractionTracker
from sandbox.mail.host import MailHost
from sandbox.ratelimits import RateLimits
from sandbox.records import Records
from sandbox.rest.access import Access
from sandbox.world.payloads import Payloads
from sandbox.world.threads import archive_quiet
from sandbox.world.world import World


@dataclass(frozen=True)
class Options:
    """How a sandbox behaves."""

    token: str = "turnpost-sandbox"  # noqa: S105 -- opens nothing but this stand-in
    """The bot's token."""
    heartbeat: float = 41.25
    """Seconds between the bot's heartbeats."""
    heartbeats_missed: float = 2.5
    """The number of intervals without a heartbeat after which a connection is cut off."""
    shards: int = 1
    """The number of shards into which bots are told to divide their servers."""
    mail_to: tuple[str, int] | None = None
    """Host and port where the bot takes mail; without it there are no mailboxes."""
    keep_records: bool = True
    """Whether requests and deliveries are kept for tests to look at."""


class Core:
    """All parts of a sandbox. It hands new interactions to the gateway, as far as ordered faults let it."""

    def __init__(self, world: World, options: Options) -> None:
        self.world = world
        self.clock = world.clock
        self.options = options
        self.payloads = Payloads(world)
        self.records = Records(world, keep=options.keep_records)
        self.composer = Composer(world, self.payloads, self.records.hash_file)
        self.registry = CommandRegistry(world)
        self.faults = Faults(world.changes)
        self.rate_limits = RateLimits(world.clock)
        self.gateway = Gateway(
            world,
            self.payloads,
            token=options.token,
            heartbeat=options.heartbeat,
            heartbeats_missed=options.heartbeats_missed,
        )
        self.interactions = InteractionTracker(world, self.composer, self._deliver)
        self.access = Access(world)
        self.mail = None if options.mail_to is None else MailHost(world, options.mail_to)
        world.clock.watch(lambda: archive_quiet(world))

    def close(self) -> None:
        """Stop all timers, and release all requests that are held up."""
        self.faults.clear()
        self.interactions.close()

    def lateness(self) -> float:
        """How many seconds late the next interaction arrives: 0 unless a fault was ordered."""
        late = self.faults.for_delivery("late")
        return 0.0 if late is None else late.seconds

    def _deliver(self, interaction: Interaction) -> None:
        if self.faults.for_delivery("lose"):
            return
        self.gateway.deliver(interaction)
        if self.faults.for_delivery("twice"):
            self.gateway.deliver(interaction)
