"""Discord's client in one person's hands: slash commands, buttons, selects and modals."""

from collections.abc import Mapping, Sequence

from sandbox import limits
from sandbox.commands.filling import Filled, Form
from sandbox.compose import controls
from sandbox.compose.layout import walk_components
from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.errors import Refusal
from sandbox.interactions import interaction as kinds
from sandbox.interactions.interaction import Interaction
from sandbox.interactions.payloads import InteractionPayloads
from sandbox.users.client import UserClient
from sandbox.users.modal import fill_modal
from sandbox.world.entities import Channel, Message


class UserInteractions:
    """One person's acts on the bot. All methods raise Refusal where Discord's client would refuse."""

    def __init__(self, core: Core, client: UserClient) -> None:
        self._core = core
        self._world = core.world
        self._client = client
        self._payloads = InteractionPayloads(core.world, core.payloads)

    # -- slash commands --------------------------------------------------------------------------------

    def commands(self, channel_id: int) -> list[Json]:
        """The slash commands that the person finds in a channel."""
        return self._core.registry.usable(self._client.user.id, self._client.channel(channel_id))

    def slash(
        self, channel_id: int, command: str, path: Sequence[str], options: Mapping[str, object]
    ) -> Interaction:
        """Run a command, named by its id or name, with its subcommands as path."""
        channel = self._client.channel(channel_id)
        filled = self._form(channel, command, path).fill(options)
        return self._send_command(channel, filled, kinds.COMMAND)

    def autocomplete(
        self,
        channel_id: int,
        command: str,
        path: Sequence[str],
        options: Mapping[str, object],
        focused: str,
    ) -> Interaction:
        """Ask the bot for choices of the option that is being typed."""
        channel = self._client.channel(channel_id)
        filled = self._form(channel, command, path).half_filled(options, focused)
        return self._send_command(channel, filled, kinds.AUTOCOMPLETE)

    def _form(self, channel: Channel, command: str, path: Sequence[str]) -> Form:
        usable = self._core.registry.usable(self._client.user.id, channel)
        found = next((one for one in usable if command in (one["id"], one["name"])), None)
        if found is None:
            listed = ", ".join(f"/{one['name']}" for one in usable) or "none"
            raise Refusal("unknown_command", f"There is no command /{command} here; there are: {listed}.")
        return Form(self._world, found, path, self._world.guilds.get(channel.guild_id or 0))

    def _send_command(self, channel: Channel, filled: Filled, kind: int) -> Interaction:
        data: Json = {"id": filled.command["id"], "name": filled.command["name"], "type": 1}
        nested = filled.nested()
        if nested:
            data["options"] = nested
        option_type = None
        if kind == kinds.COMMAND:
            files = [self._client.attach(file_id) for file_id in filled.files]
            for option, file in zip((one for one in filled.options if one["type"] == 11), files, strict=True):
                option["value"] = str(file.id)
            resolved = self._payloads.resolved(
                channel,
                self._client.user.id,
                users=filled.users,
                channels=filled.channels,
                roles=filled.roles,
                files=files,
            )
            if resolved:
                data["resolved"] = resolved
        else:
            option_type = next(one["type"] for one in filled.options if one.get("focused"))
        return self._send(kind, channel, data, command=filled.full_name, option_type=option_type)

    # -- components ------------------------------------------------------------------------------------

    def click(self, message_id: int, custom_id: str) -> Interaction:
        """Press a button."""
        message = self._client.message(message_id)
        button = self._component(message, custom_id, (controls.BUTTON,))
        data = {"id": button["id"], "custom_id": custom_id, "component_type": controls.BUTTON}
        return self._use(message, data)

    def select(self, message_id: int, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose in a select: values of its options, or ids of people or channels."""
        message = self._client.message(message_id)
        select = self._component(message, custom_id, controls.SELECTS)
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        if not low <= len(values) <= high:
            raise Refusal("out_of_range", f"Choose {low} to {high}.")
        data: Json = {
            "id": select["id"],
            "custom_id": custom_id,
            "component_type": select["type"],
            "values": list(values),
        }
        channel = self._client.channel(message.channel_id)
        match select["type"]:
            case controls.USER_SELECT:
                known = self._people(channel)
            case controls.CHANNEL_SELECT:
                known = self._channels(channel, select.get("channel_types") or ())
            case _:
                known = [option["value"] for option in select["options"]]
        for value in values:
            if value not in known:
                raise Refusal("not_a_choice", f"There is no “{value}”; there are: {', '.join(known)}.")
        if select["type"] in controls.CHOSEN_BY_ID:
            ids = [int(one) for one in values]
            people = select["type"] == controls.USER_SELECT
            data["resolved"] = self._payloads.resolved(
                channel, self._client.user.id, users=ids if people else (), channels=() if people else ids
            )
        return self._use(message, data)

    def submit(self, interaction_id: int, values: Mapping[str, object]) -> Interaction:
        """Submit a modal."""
        opened = self._modal(interaction_id)
        modal = opened.modal or {}
        components = fill_modal(modal, values)
        self._core.interactions.dismiss_modal(opened)
        return self._send(
            kinds.MODAL_SUBMIT,
            self._client.channel(opened.channel_id),
            {"custom_id": modal["custom_id"], "components": components},
            custom_id=modal["custom_id"],
            message_id=opened.message_id,
            command=opened.command,
        )

    def cancel(self, interaction_id: int) -> None:
        """Close a modal."""
        self._core.interactions.dismiss_modal(self._modal(interaction_id))

    # -- inside ----------------------------------------------------------------------------------------

    def _modal(self, interaction_id: int) -> Interaction:
        opened = self._core.interactions.get(interaction_id)
        if opened is None or opened.user_id != self._client.user.id or opened.state != "modal":
            raise Refusal("not_found", "That form is not open any more.")
        return opened

    def _people(self, channel: Channel) -> list[str]:
        """The ids of the people who can be chosen: the members of the server, or both sides of the DM."""
        guild = self._world.guilds.get(channel.guild_id or 0)
        return [str(one) for one in (channel.recipients if guild is None else guild.members)]

    def _channels(self, channel: Channel, kinds: Sequence[int]) -> list[str]:
        """The ids of the channels of these kinds that the person sees; without kinds, of all channels."""
        return [
            str(one.id)
            for one in self._world.channels.values()
            if one.guild_id == channel.guild_id is not None
            and (not kinds or one.type in kinds)
            and self._world.can_see(self._client.user.id, one)
        ]

    def _component(self, message: Message, custom_id: str, wanted: tuple[int, ...]) -> Json:
        for component in walk_components(message.components):
            if component.get("custom_id") == custom_id and component["type"] in wanted:
                if component.get("disabled"):
                    raise Refusal("disabled", "This cannot be used now.")
                return component
        raise Refusal("not_found", f"The message has no “{custom_id}” any more.")

    def _use(self, message: Message, data: Json) -> Interaction:
        channel = self._client.channel(message.channel_id)
        return self._send(
            kinds.COMPONENT, channel, data, message_id=message.id, custom_id=str(data["custom_id"])
        )

    def _send(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        command: str | None = None,
        option_type: int | None = None,
        message_id: int | None = None,
        custom_id: str | None = None,
    ) -> Interaction:
        clock, late = self._core.clock, self._core.lateness()
        created_at = clock.now() - late
        return self._core.interactions.submit(
            Interaction(
                id=self._world.ids.backdated(created_at) if late else self._world.ids.next(),
                type=kind,
                user_id=self._client.user.id,
                channel_id=channel.id,
                created_at=created_at,
                answer_by=clock.answer_time() - late + limits.ANSWER_SECONDS,
                data=data,
                command=command,
                option_type=option_type,
                message_id=message_id,
                custom_id=custom_id,
            )
        )
