"""INTERACTION_CREATE as Discord sends it."""

from collections.abc import Sequence

from sandbox import limits
from sandbox.encoding import Json
from sandbox.interactions.interaction import COMPONENT, MODAL_SUBMIT, Interaction
from sandbox.world.entities import Attachment, Channel, Guild
from sandbox.world.payloads import Payloads
from sandbox.world.world import World

_IN_GUILD = 0
_IN_BOT_DM = 1


class InteractionPayloads:
    """Builds the JSON of interactions for the bot."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    def created(self, interaction: Interaction) -> Json:
        """The whole event."""
        world = self._world
        channel = world.channels[interaction.channel_id]
        body: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application.id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": self._payloads.partial_channel(channel, interaction.user_id),
            "app_permissions": str(world.permissions(world.bot.id, channel)),
            "locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": limits.FILE_BYTES,
            "context": _IN_BOT_DM if channel.is_dm else _IN_GUILD,
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
        }
        guild = world.guilds.get(channel.guild_id or 0)
        if guild is None:
            body["user"] = self._payloads.user(world.users[interaction.user_id])
        else:
            member = guild.members[interaction.user_id]
            body |= {
                "guild_id": str(guild.id),
                "guild_locale": "en-US",
                "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
                "member": self._payloads.member_in(channel, member),
            }
        if interaction.type in (COMPONENT, MODAL_SUBMIT) and interaction.message_id is not None:
            message = world.message(channel.id, interaction.message_id)
            if message is not None:
                body["message"] = self._payloads.message(message)
        return body

    def resolved(
        self,
        channel: Channel,
        user_id: int,
        *,
        users: Sequence[int] = (),
        channels: Sequence[int] = (),
        roles: Sequence[int] = (),
        files: Sequence[Attachment] = (),
    ) -> Json:
        """The objects that options name by id, such as users and channels; empty if there are none."""
        world = self._world
        guild = world.guilds.get(channel.guild_id or 0)
        resolved: Json = {}
        if users:
            resolved["users"] = {str(one): self._payloads.user(world.users[one]) for one in users}
            members = self._members(guild, channel, users)
            if members:
                resolved["members"] = members
        if channels:
            resolved["channels"] = {
                str(one): self._payloads.partial_channel(world.channels[one], user_id) for one in channels
            }
        if roles and guild is not None:
            resolved["roles"] = {str(one): self._payloads.role(guild.roles[one]) for one in roles}
        if files:
            resolved["attachments"] = {
                str(file.id): {**self._payloads.attachment(file), "ephemeral": True} for file in files
            }
        return resolved

    def _members(self, guild: Guild | None, channel: Channel, users: Sequence[int]) -> Json:
        if guild is None:
            return {}
        return {
            str(one): self._payloads.member_in(channel, guild.members[one], with_user=False)
            for one in users
            if one in guild.members
        }
