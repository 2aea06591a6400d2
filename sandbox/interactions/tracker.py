"""Opening, answering and expiring interactions, by Discord's rules of time and order."""

import asyncio
from collections.abc import Callable
from typing import Final

from sandbox import limits
from sandbox.commands.definitions import check_choices
from sandbox.compose.composer import Composer
from sandbox.compose.files import Upload
from sandbox.compose.modals import check_modal
from sandbox.encoding import Json
from sandbox.errors import ApiError, FormNode, unknown
from sandbox.interactions import interaction as kinds
from sandbox.interactions.interaction import Interaction
from sandbox.world import changes, entities
from sandbox.world.entities import Message, Reference, Source
from sandbox.world.world import World

_NO_ANSWER: Final = "The application did not respond"
_FAILED: Final = "This interaction failed"
_MOST_KEPT: Final = 5000


class InteractionTracker:
    """Keeps all interactions whose tokens are valid.

    `deliver` hands a new interaction to the bot; whether and when it arrives is not the tracker's business.
    """

    def __init__(self, world: World, composer: Composer, deliver: Callable[[Interaction], None]) -> None:
        self._world = world
        self._composer = composer
        self._deliver = deliver
        self._open: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        world.clock.watch(self._sweep)

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def get(self, interaction_id: int) -> Interaction | None:
        """An interaction by its id."""
        return self._open.get(interaction_id)

    def of(self, user_id: int) -> list[Interaction]:
        """A person's interactions that still wait or show a modal."""
        waiting = ("sent", "deferred", "thinking", "modal")
        return [one for one in self._open.values() if one.user_id == user_id and one.state in waiting]

    def submit(self, interaction: Interaction) -> Interaction:
        """Send a new interaction to the bot and start its 3 seconds."""
        self._forget_old()
        self._open[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        left = interaction.answer_by - self._world.clock.answer_time()
        if self._world.clock.answers_timed or left <= 0:
            timer = asyncio.get_running_loop().call_later(max(left, 0.0), self._run_out, interaction)
            self._timers[interaction.id] = timer
        self._deliver(interaction)
        self._changed(interaction)
        return interaction

    def dismiss_modal(self, interaction: Interaction) -> None:
        """Note that the person has closed the modal or submitted it."""
        interaction.state = "answered"
        self._changed(interaction)

    # -- the first answer ------------------------------------------------------------------------------

    def answer(self, interaction_id: int, token: str, payload: Json, uploads: list[Upload]) -> Interaction:
        """Take the bot's first answer. Raises ApiError."""
        interaction = self._open.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise unknown("interaction")
        if interaction.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self._world.clock.answer_time() > interaction.answer_by:
            raise unknown("interaction")
        form, kind = FormNode(payload), payload.get("type")
        form.choice("type", self._answers_to(interaction))
        data = payload.get("data") or {}
        if not isinstance(data, dict):
            form.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType", "data")
        form.check()
        if kind == kinds.MESSAGE:
            self._reply(interaction, data, uploads)
        elif kind == kinds.DEFERRED_MESSAGE:
            self._think(interaction, data)
        elif kind == kinds.UPDATE:
            self._update_source(interaction, data, uploads)
        elif kind == kinds.CHOICES:
            interaction.choices = _checked_choices(data, interaction.option_type)
            interaction.state = "answered"
        elif kind == kinds.MODAL:
            interaction.modal = check_modal(form.child(data, "data"))
            form.check()
            interaction.original_id = interaction.message_id
            interaction.state = "modal"
        else:
            interaction.original_id = interaction.message_id
            interaction.state = "deferred"
        interaction.callback = kind
        self._stop_timer(interaction)
        self._changed(interaction)
        return interaction

    # -- what follows ----------------------------------------------------------------------------------

    def by_token(self, application_id: int, token: str) -> Interaction:
        """The acknowledged interaction of a webhook token. Raises ApiError 10015 or 50027."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application.id:
            raise unknown("Webhook")
        if self._world.clock.now() - interaction.created_at > limits.FOLLOWUP_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.callback is None:
            raise unknown("Webhook")
        return interaction

    def follow_up(self, interaction: Interaction, payload: Json, uploads: list[Upload]) -> Message:
        """Post a further message, or resolve the one that is "thinking". Raises ApiError."""
        original = self._find(interaction, interaction.original_id)
        if original is not None and original.flags & entities.LOADING:
            return self.edit(interaction, original, payload, uploads)
        message = self._post(interaction, payload, uploads, path=(), followup=True)
        interaction.state = "answered"
        self._changed(interaction)
        return message

    def message(self, interaction: Interaction, message_id: int | None) -> Message:
        """A message of this interaction; None: the original. Raises ApiError 10008."""
        wanted = interaction.original_id if message_id is None else message_id
        known = {interaction.original_id, *interaction.message_ids}
        message = self._find(interaction, wanted) if wanted in known else None
        if message is None:
            raise unknown("Message")
        return message

    def edit(
        self, interaction: Interaction, message: Message, payload: Json, uploads: list[Upload]
    ) -> Message:
        """Change a message of this interaction. Raises ApiError."""
        channel = self._world.channels[message.channel_id]
        body = self._composer.compose(payload, uploads, channel, base=message)
        if message.flags & entities.LOADING:
            body.flags &= ~entities.LOADING
        else:
            message.edited_at = self._world.clock.now()
        self._composer.apply(body, message)
        self._world.edited(message)
        if interaction.state in ("deferred", "thinking"):
            interaction.state = "answered"
            self._changed(interaction)
        return message

    # -- inside ----------------------------------------------------------------------------------------

    def _answers_to(self, interaction: Interaction) -> tuple[int, ...]:
        from_message = interaction.message_id is not None
        updates = (kinds.DEFERRED_UPDATE, kinds.UPDATE) if from_message else ()
        messages = (kinds.MESSAGE, kinds.DEFERRED_MESSAGE)
        return {
            kinds.COMMAND: (*messages, kinds.MODAL),
            kinds.COMPONENT: (*messages, *updates, kinds.MODAL),
            kinds.AUTOCOMPLETE: (kinds.CHOICES,),
            kinds.MODAL_SUBMIT: (*messages, *updates),
        }[interaction.type]

    def _reply(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
        message = self._post(interaction, data, uploads, path=("data",))
        interaction.original_id = message.id
        interaction.state = "answered"

    def _think(self, interaction: Interaction, data: Json) -> None:
        flags = data.get("flags")
        flags = flags & (entities.EPHEMERAL | entities.COMPONENTS_V2) if isinstance(flags, int) else 0
        message = self._empty(interaction, flags | entities.LOADING)
        self._world.post(message)
        interaction.original_id = message.id
        interaction.message_ids.append(message.id)
        interaction.state = "thinking"

    def _update_source(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
        message = self._find(interaction, interaction.message_id)
        if message is None:
            raise unknown("Message")
        channel = self._world.channels[message.channel_id]
        body = self._composer.compose(data, uploads, channel, base=message, path=("data",))
        self._composer.apply(body, message)
        message.edited_at = self._world.clock.now()
        self._world.edited(message)
        interaction.original_id = message.id
        interaction.state = "answered"

    def _post(
        self,
        interaction: Interaction,
        payload: Json,
        uploads: list[Upload],
        *,
        path: tuple[str, ...],
        followup: bool = False,
    ) -> Message:
        channel = self._world.channels.get(interaction.channel_id)
        if channel is None:
            raise unknown("Channel")
        body = self._composer.compose(payload, uploads, channel, path=path)
        message = self._empty(interaction, body.flags, followup=followup)
        self._composer.apply(body, message)
        self._world.post(message)
        interaction.message_ids.append(message.id)
        return message

    def _empty(self, interaction: Interaction, flags: int, *, followup: bool = False) -> Message:
        if interaction.channel_id not in self._world.channels:
            raise unknown("Channel")
        replied = interaction.original_id if followup else interaction.message_id
        target = self._find(interaction, replied)
        reference = None
        if target is not None and not target.ephemeral:
            channel = self._world.channels[interaction.channel_id]
            reference = Reference(channel.id, target.id, channel.guild_id)
        return Message(
            self._world.ids.next(),
            interaction.channel_id,
            self._world.bot.id,
            self._world.clock.now(),
            type=entities.REPLY_MESSAGE
            if interaction.command is None or followup
            else entities.COMMAND_MESSAGE,
            flags=flags,
            reference=reference,
            source=Source(
                interaction.id,
                interaction.type,
                interaction.user_id,
                command=interaction.command,
                message_id=interaction.message_id,
                followup=followup,
            ),
            only_for=interaction.user_id if flags & entities.EPHEMERAL else None,
        )

    def _find(self, interaction: Interaction, message_id: int | None) -> Message | None:
        return None if message_id is None else self._world.message(interaction.channel_id, message_id)

    def _run_out(self, interaction: Interaction) -> None:
        self._stop_timer(interaction)
        if interaction.callback is None and interaction.state == "sent":
            interaction.state = "failed"
            by_component = interaction.type in (kinds.COMPONENT, kinds.MODAL_SUBMIT)
            interaction.error = _FAILED if by_component else _NO_ANSWER
            self._changed(interaction)

    def _sweep(self) -> None:
        now = self._world.clock.answer_time()
        for interaction in tuple(self._open.values()):
            if now > interaction.answer_by:
                self._run_out(interaction)

    def _stop_timer(self, interaction: Interaction) -> None:
        timer = self._timers.pop(interaction.id, None)
        if timer is not None:
            timer.cancel()

    def _forget_old(self) -> None:
        if len(self._open) < _MOST_KEPT:
            return
        expired = self._world.clock.now() - limits.FOLLOWUP_SECONDS
        for interaction in [one for one in self._open.values() if one.created_at < expired]:
            del self._open[interaction.id]
            del self._by_token[interaction.token]

    def _changed(self, interaction: Interaction) -> None:
        self._world.changes.publish(changes.InteractionChanged(interaction.id, interaction.user_id))


def _checked_choices(data: Json, option_type: int | None) -> list[Json]:
    form = FormNode(data, ("data",))
    choices = form.objects("choices", 0, limits.COMMAND_CHOICES)
    check_choices(choices, option_type)
    form.check()
    return [choice.json for choice in choices]
