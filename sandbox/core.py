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
    """After how many intervals without a heartbeat a connection is cut off."""
    shards: int = 1
    """Into how many shards bots are told to divide their servers."""
    mail_to: tuple[str, int] | None = None
    """Host and port where the bot takes mail; without it there are no mailboxes."""
    keep_records: bool = True
    """Whether requests and deliveries are kept for tests to look at."""


class Core:
    """Holds the parts, and leads new interactions past the ordered faults to the gateway."""

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
        """Stop what runs by itself, and let go of everything that is held up."""
        self.faults.clear()
        self.interactions.close()

    def lateness(self) -> float:
        """Seconds that have passed when the next interaction arrives: none, unless a fault was ordered."""
        late = self.faults.for_delivery("late")
        return 0.0 if late is None else late.seconds

    def _deliver(self, interaction: Interaction) -> None:
        if self.faults.for_delivery("lose"):
            return
        self.gateway.deliver(interaction)
        if self.faults.for_delivery("twice"):
            self.gateway.deliver(interaction)
