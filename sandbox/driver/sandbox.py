"""A sandbox for a test: server, people, time, faults and records in one object."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from msgspec.structs import replace

from sandbox.clock import Clock
from sandbox.core import Options
from sandbox.driver.lookup import Lookup, Where
from sandbox.driver.people import Person
from sandbox.driver.seen_message import SeenMessage
from sandbox.faults import Fault
from sandbox.mail.host import MailHost
from sandbox.server import start_server
from sandbox.world import changes, defaults
from sandbox.world.entities import (
    FORUM_CHANNEL,
    REQUIRE_TAG,
    TEXT_CHANNEL,
    Channel,
    Guild,
    Overwrite,
    Role,
    Tag,
    User,
)

Found = TypeVar("Found")


class Sandbox:
    """A server on a free port, for as long as the ``async with`` lasts.

    The three seconds for an answer pass by `clock.advance` alone, so that a slow machine fails no test;
    `answers_timed` has them pass by themselves.
    `world_path`: where the world is kept; without it, it is gone at the end. With a fixed `port` a second
    sandbox can take the place of the first.
    """

    def __init__(
        self,
        options: Options | None = None,
        *,
        world_path: Path | None = None,
        port: int = 0,
        answers_timed: bool = False,
    ) -> None:
        self._options = options or Options()
        self._world_path = world_path
        self._port = port
        self._answers_timed = answers_timed
        self.token = self._options.token
        """The bot's token."""
        self._people: dict[int, Person] = {}

    async def __aenter__(self) -> Self:
        clock = Clock(answers_timed=self._answers_timed)
        self.server = await start_server(self._options, clock, port=self._port, world_path=self._world_path)
        self.api_base = self.server.api_base
        """What the bot gets as DISCORD_API_BASE."""
        self.core = self.server.core
        """Everything behind the server."""
        self.world, self.clock = self.core.world, self.core.clock
        """The world, and its clock, which `advance` moves."""
        self.gateway, self.records = self.core.gateway, self.core.records
        """The gateway, whose connections can be dropped, and the record of all traffic."""
        self.faults = self.core.faults
        """The ordered faults."""
        self._lookup = Lookup(self.core, self.server.uploads)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.server.close()

    @property
    def mail(self) -> MailHost:
        """The mail server. Raises RuntimeError if the options do not say where the bot takes mail."""
        if self.core.mail is None:
            raise RuntimeError("this sandbox has no mailboxes")
        return self.core.mail

    # -- people and places -----------------------------------------------------------------------------

    def person(self, name: str) -> Person:
        """A person by name. Raises LookupError."""
        for user in self.world.people():
            if user.name == name:
                return self._person(user)
        raise LookupError(f"there is no {name!r} in the sandbox")

    def new_person(self, name: str) -> Person:
        """A new person, in all servers."""
        user = User(self.world.ids.next(), name)
        self.world.add_user(user)
        for guild in self.world.guilds.values():
            self.world.join(guild, user)
        return self._person(user)

    def new_server(self, name: str, *, shard: int, of: int) -> Channel:
        """Add a server of a shard, before the bot connects. Returns its one channel, ``table``."""
        number = self.world.ids.next()
        number += ((shard - (number >> 22)) % of) << 22
        owner = next(iter(self.world.people()))
        self.world.add_guild(defaults.guild(number, name, owner.id, self.clock.now()))
        channel = Channel(self.world.ids.next(), TEXT_CHANNEL, name="table", guild_id=number)
        self.world.add_channel(channel)
        return channel

    def new_forum(self, name: str, *, tags: Sequence[Tag] = (), require_tag: bool = False) -> Channel:
        """Add a forum to the server of #games."""
        forum = Channel(
            self.world.ids.next(),
            FORUM_CHANNEL,
            name=name,
            guild_id=self.channel("games").guild_id,
            tags=list(tags),
            flags=REQUIRE_TAG if require_tag else 0,
        )
        self.world.add_channel(forum)
        return forum

    def channel(self, where: Where) -> Channel:
        """A channel or thread; see `Lookup.channel`."""
        return self._lookup.channel(where)

    def guild(self, where: Where) -> Guild:
        """The server of a channel."""
        return self.world.guilds[self.channel(where).guild_id or 0]

    def threads(self, where: Where) -> list[Channel]:
        """The threads of a channel, the oldest first."""
        parent = self.channel(where)
        return [one for one in self.world.channels.values() if one.parent_id == parent.id]

    def promote(self, person: Person, bits: int) -> None:
        """Give a person a role with these permissions in the server of #games; 0 takes the role away."""
        guild = self.guild("games")
        role = Role(person.id, f"role of {person.name}", bits)
        self.world.add_role(guild, role)
        member = guild.members[person.id]
        member.roles = [role.id] if bits else []
        self.world.member_edited(guild, member)

    def deny(self, where: Where, bits: int, user_id: int | None = None) -> None:
        """Take permissions in a channel from somebody (by default the bot); 0 gives them back."""
        channel = self.channel(where)
        number = self.world.bot.id if user_id is None else user_id
        channel.overwrites[number] = Overwrite(number, 1, deny=bits)
        self.world.channel_edited(channel)

    def change_roles(self, where: Where, bits: int, *, given: bool) -> None:
        """Give every role of a channel's server these permissions, or take them."""
        guild = self.guild(where)
        for role in list(guild.roles.values()):
            permissions = role.permissions | bits if given else role.permissions & ~bits
            self.world.add_role(guild, replace(role, permissions=permissions))

    def take_away(self, where: Where) -> None:
        """Tell the bot that a channel's server has an outage."""
        self.world.changes.publish(changes.GuildAvailability(self.guild(where), available=False))

    def bring_back(self, where: Where) -> None:
        """Tell the bot that the outage of a channel's server is over."""
        self.world.changes.publish(changes.GuildAvailability(self.guild(where), available=True))

    def kick_bot(self, where: Where) -> None:
        """Remove the bot from a channel's server."""
        self.world.leave(self.guild(where), self.world.bot)

    def invite_bot(self, where: Where) -> None:
        """Let the bot into a channel's server again."""
        self.world.join(self.guild(where), self.world.bot)

    def delete_channel(self, where: Where) -> None:
        """Delete a channel or thread, as an administrator does."""
        self.world.remove_channel(self.channel(where))

    def delete_message(self, message: SeenMessage, *more: SeenMessage) -> None:
        """Delete a message, or several of a channel at once, as an administrator does."""
        self.world.remove_message(message.raw, *(one.raw for one in more))

    # -- looking and waiting ---------------------------------------------------------------------------

    def messages(self, where: Where, viewer: Person | None = None) -> list[SeenMessage]:
        """The messages of a channel, the oldest first; without a viewer all but the ephemeral ones."""
        return self._lookup.messages(where, viewer.client.sees if viewer else lambda one: not one.ephemeral)

    async def wait_for(self, condition: Callable[[], Found | None], *, what: str = "it") -> Found:
        """Wait until `condition` returns something true; see `Lookup.wait_for`."""
        return await self._lookup.wait_for(condition, what=what)

    async def message(
        self,
        where: Where,
        fits: Callable[[SeenMessage], bool] = lambda _: True,
        *,
        viewer: Person | None = None,
        after: SeenMessage | None = None,
    ) -> SeenMessage:
        """Wait for a message of the bot that fits, in a channel; the newest one."""

        def newest() -> SeenMessage | None:
            for look in reversed(self.messages(where, viewer)):
                fresh = after is None or look.id > after.id
                if fresh and look.author == self.world.bot.name and not look.loading and fits(look):
                    return look
            return None

        return await self.wait_for(newest, what=f"a message in {where}")

    async def online(self) -> None:
        """Wait until the bot is connected."""
        await self.wait_for(lambda: self.gateway.online, what="the bot to connect")

    async def command(self, name: str) -> None:
        """Wait until the bot has registered a command."""
        await self.wait_for(
            lambda: any(known["name"] == name for known in self.world.commands.values()),
            what=f"the command /{name}",
        )

    # -- faults ----------------------------------------------------------------------------------------

    def fail(self, status: int, method: str = "*", path: str = "*", times: int = 1) -> Fault:
        """Answer the next requests with an error of the server."""
        return self.faults.order(Fault("status", times, method, path, status=status))

    def limit(
        self,
        seconds: float,
        method: str = "*",
        path: str = "*",
        times: int = 1,
        *,
        whole: bool = False,
    ) -> Fault:
        """Answer the next requests with 429; `whole`: by the limit for all requests."""
        return self.faults.order(Fault("rate_limit", times, method, path, seconds=seconds, whole=whole))

    def hold(self, method: str = "*", path: str = "*", times: int = 1) -> Fault:
        """Hold the next requests up until `release` is called on the result."""
        return self.faults.order(Fault("hold", times, method, path))

    def slow(self, seconds: float) -> Fault:
        """Serve the next request only after a while."""
        return self.faults.order(Fault("slow", seconds=seconds))

    def cut(self, method: str = "*", path: str = "*", times: int = 1, *, after: bool = False) -> Fault:
        """Cut the connection of the next requests, before or after they have been carried out."""
        return self.faults.order(Fault("drop_after" if after else "drop_before", times, method, path))

    def deliver_late(self, seconds: float) -> Fault:
        """Let the next interaction arrive when this much of its 3 seconds has passed."""
        return self.faults.order(Fault("late", seconds=seconds))

    def deliver_twice(self, times: int = 1) -> Fault:
        """Let the next interactions arrive twice."""
        return self.faults.order(Fault("twice", times))

    def lose(self, times: int = 1) -> Fault:
        """Let the next interactions never arrive."""
        return self.faults.order(Fault("lose", times))

    def _person(self, user: User) -> Person:
        if user.id not in self._people:
            self._people[user.id] = Person(self._lookup, user)
        return self._people[user.id]
