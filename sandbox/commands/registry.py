"""The bot's registered commands: how they come to be, and which of them a person finds where."""

from __future__ import annotations

from sandbox import limits
from sandbox.commands.definitions import CHAT_INPUT, check_command, check_commands
from sandbox.errors import ApiError, FormErrors, unknown
from sandbox.wire import Json, snowflake
from sandbox.world.entities import Channel
from sandbox.world.permissions import ADMINISTRATOR, USE_APPLICATION_COMMANDS, base_permissions
from sandbox.world.world import World

_IN_GUILD = 0
_IN_BOT_DM = 1


class CommandRegistry:
    """Registers commands by Discord's rules. Those of a server (`guild_id`) stand beside the global ones."""

    def __init__(self, world: World) -> None:
        self._world = world

    def overwrite(self, guild_id: int | None, value: object) -> list[Json]:
        """Replace all commands of a scope. Raises ApiError."""
        given = check_commands(value, FormErrors())
        known = {(one["type"], one["name"]): one for one in self._world.commands_of(guild_id)}
        complete = [
            self._complete(one, guild_id, known.get((one.get("type") or CHAT_INPUT, one["name"])))
            for one in given
        ]
        self._world.set_commands(guild_id, complete)
        return complete

    def create(self, guild_id: int | None, value: object) -> tuple[Json, bool]:
        """Add a command, or replace the one of that name; and whether it is new. Raises ApiError."""
        command = _checked(value)
        others = self._world.commands_of(guild_id)
        kind = command.get("type") or CHAT_INPUT
        old = next((one for one in others if (one["type"], one["name"]) == (kind, command["name"])), None)
        if old is None and sum(1 for one in others if one["type"] == kind) >= limits.COMMANDS:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({limits.COMMANDS}).")
        complete = self._complete(command, guild_id, old)
        self._world.set_commands(guild_id, [*(one for one in others if one is not old), complete])
        return complete, old is None

    def edit(self, guild_id: int | None, command_id: int, value: object) -> Json:
        """Change parts of a command. Raises ApiError."""
        old = self.get(guild_id, command_id)
        changes = value if isinstance(value, dict) else {}
        complete = self._complete(_checked({**old, **changes}), guild_id, old)
        others = [one for one in self._world.commands_of(guild_id) if one is not old]
        self._world.set_commands(guild_id, [*others, complete])
        return complete

    def delete(self, guild_id: int | None, command_id: int) -> None:
        """Take a command away. Raises ApiError."""
        gone = self.get(guild_id, command_id)
        self._world.set_commands(
            guild_id, [one for one in self._world.commands_of(guild_id) if one is not gone]
        )

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """A command by its id. Raises ApiError 10063."""
        for command in self._world.commands_of(guild_id):
            if command["id"] == str(command_id):
                return command
        raise unknown("application command")

    def usable(self, user_id: int, channel: Channel) -> list[Json]:
        """The slash commands that somebody finds in a channel, by name."""
        known = self._world.commands_of(None)
        if channel.guild_id is not None:
            known = known + self._world.commands_of(channel.guild_id)
        found = [
            command
            for command in known
            if command["type"] == CHAT_INPUT and self._may_use(user_id, channel, command)
        ]
        return sorted(found, key=lambda command: str(command["name"]))

    def _may_use(self, user_id: int, channel: Channel, command: Json) -> bool:
        if channel.is_dm:
            contexts = command.get("contexts")
            with_bot = self._world.bot.id in channel.recipients
            allowed = _IN_BOT_DM in contexts if contexts else command.get("dm_permission", True) is not False
            return with_bot and allowed
        contexts = command.get("contexts")
        if contexts and _IN_GUILD not in contexts:
            return False
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
        # Zero means: nobody but administrators.
        return bool(bits & ADMINISTRATOR) or (needed > 0 and bits & needed == needed)

    def _complete(self, command: Json, guild_id: int | None, old: Json | None) -> Json:
        """A command as Discord returns it."""
        complete: Json = {
            "dm_permission": True,
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
            "type": command.get("type") or CHAT_INPUT,
        }
        if guild_id is not None:
            complete["guild_id"] = str(guild_id)
        return complete


def _checked(value: object) -> Json:
    errors = FormErrors()
    command = value if isinstance(value, dict) else {}
    check_command(command, (), errors)
    errors.check()
    return command
