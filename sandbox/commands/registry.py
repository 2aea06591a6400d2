"""The bot's registered commands: registering them, and which of them a person finds in a channel."""

from sandbox.commands.definitions import CHAT_INPUT, check_commands
from sandbox.encoding import Json, snowflake
from sandbox.world.entities import Channel
from sandbox.world.permissions import ADMINISTRATOR, USE_APPLICATION_COMMANDS, base_permissions
from sandbox.world.world import World

_IN_GUILD = 0
_IN_BOT_DM = 1


class CommandRegistry:
    """Registers commands by Discord's rules."""

    def __init__(self, world: World) -> None:
        self._world = world

    def overwrite(self, value: object) -> list[Json]:
        """Replace all commands. Raises ApiError."""
        known = {one["name"]: one for one in self._world.commands.values()}
        complete = [self._complete(one, known.get(one["name"])) for one in check_commands(value)]
        self._world.set_commands(complete)
        return complete

    def usable(self, user_id: int, channel: Channel) -> list[Json]:
        """The slash commands that somebody finds in a channel, by name."""
        known = self._world.commands.values()
        found = [command for command in known if self._may_use(user_id, channel, command)]
        return sorted(found, key=lambda command: str(command["name"]))

    def _may_use(self, user_id: int, channel: Channel, command: Json) -> bool:
        here = _IN_BOT_DM if channel.is_dm else _IN_GUILD
        if here not in (command.get("contexts") or (_IN_GUILD, _IN_BOT_DM)):
            return False
        if channel.is_dm:
            return self._world.bot.id in channel.recipients
        guild = self._world.guilds[channel.guild_id or 0]
        member = guild.members.get(user_id)
        if self._world.bot.id not in guild.members:
            return False
        if member is None or not self._world.may(user_id, channel, USE_APPLICATION_COMMANDS):
            return False
        needed = snowflake(command.get("default_member_permissions"))
        if needed is None:
            return True
        bits = base_permissions(guild, member)
        # Zero means: only administrators.
        return bool(bits & ADMINISTRATOR) or (needed > 0 and bits & needed == needed)

    def _complete(self, command: Json, old: Json | None) -> Json:
        """A command as Discord returns it."""
        return {
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "options": [],
            "description": "",
            **{name: value for name, value in command.items() if value is not None},
            "id": old["id"] if old else str(self._world.ids.next()),
            "application_id": str(self._world.application.id),
            "version": str(self._world.ids.next()),
            "type": CHAT_INPUT,
        }
