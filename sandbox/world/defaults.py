"""The world of a new sandbox: two servers, five people and the bot."""

from typing import Final

from sandbox.world import permissions
from sandbox.world.entities import TEXT_CHANNEL, Application, Channel, Guild, Member, Role, User

BOT_ID: Final = 100000000000000001
APPLICATION_ID: Final = BOT_ID
PEOPLE: Final = {
    "Ann": 200000000000000001,
    "Bob": 200000000000000002,
    "Cleo": 200000000000000003,
    "Dan": 200000000000000004,
    "Eve": 200000000000000005,
}
ARENA_ID: Final = 300000000000000001
SECOND_ID: Final = 300000000000000002
CHANNELS: Final = {
    ARENA_ID: {
        "general": (400000000000000001, "Whatever comes to mind"),
        "games": (400000000000000002, "Play here: type / to see what the bot can do"),
        "off-topic": (400000000000000003, "Everything but games"),
    },
    SECOND_ID: {"table": (400000000000000004, "A second server, to see that games stay apart")},
}

APPLICATION: Final = Application(APPLICATION_ID, "Turnpost", BOT_ID, PEOPLE["Ann"])


def users() -> list[User]:
    """The bot and the people."""
    return [User(BOT_ID, "Turnpost", bot=True), *(User(number, name) for name, number in PEOPLE.items())]


def guilds(now: float) -> list[Guild]:
    """The servers: Ann owns the first and Bob the second, and the bot has a role of its own in both."""
    return [
        guild(ARENA_ID, "Turnpost Arena", PEOPLE["Ann"], now),
        guild(SECOND_ID, "Second Table", PEOPLE["Bob"], now),
    ]


def channels() -> list[Channel]:
    """The text channels of both servers."""
    return [
        Channel(number, TEXT_CHANNEL, name=name, guild_id=guild_id, topic=topic, position=position)
        for guild_id, rooms in CHANNELS.items()
        for position, (name, (number, topic)) in enumerate(rooms.items())
    ]


def guild(guild_id: int, name: str, owner_id: int, now: float) -> Guild:
    """A server with all these people in it, and the bot with a role of its own."""
    granted = permissions.EVERYONE | permissions.MANAGE_THREADS
    bot_role = Role(guild_id + 1000, "Turnpost", granted, position=1, managed=True)
    everyone = Role(guild_id, "@everyone", permissions.EVERYONE)
    members = {user.id: Member(user.id, now) for user in users()}
    members[BOT_ID].roles = [bot_role.id]
    return Guild(guild_id, name, owner_id, {everyone.id: everyone, bot_role.id: bot_role}, members)
