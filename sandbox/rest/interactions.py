"""Answering interactions: the first answer, and what follows on its webhook."""

from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.interactions.interaction import MODAL, Interaction
from sandbox.rest.api import Api, Reply
from sandbox.rest.call import Call
from sandbox.world.entities import LOADING, Message

_WEBHOOK = "/webhooks/{application_id}/{token}"


class InteractionRoutes:
    """Routes whose path carries an interaction's token."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        api.public("POST", "/interactions/{interaction_id}/{token}/callback", self.answer)
        api.public("POST", _WEBHOOK, self.follow_up)
        api.public("PATCH", _WEBHOOK + "/messages/{message_id}", self.edit)

    async def answer(self, call: Call) -> Reply:
        """The first answer."""
        payload, uploads = await call.form()
        interaction = self._core.interactions.answer(
            call.id("interaction_id"), call.text("token"), payload, uploads
        )
        return self._report(interaction) if call.flag("with_response") else None

    async def follow_up(self, call: Call) -> Reply:
        """A further message."""
        interaction = self._interaction(call)
        payload, uploads = await call.form()
        return self._core.payloads.message(self._core.interactions.follow_up(interaction, payload, uploads))

    async def edit(self, call: Call) -> Reply:
        """Change a message of the interaction."""
        interactions, interaction = self._core.interactions, self._interaction(call)
        number = None if call.text("message_id") == "@original" else call.id("message_id")
        message = interactions.message(interaction, number)
        payload, uploads = await call.form()
        return self._core.payloads.message(interactions.edit(interaction, message, payload, uploads))

    def _interaction(self, call: Call) -> Interaction:
        return self._core.interactions.by_token(call.id("application_id"), call.text("token"))

    def _report(self, interaction: Interaction) -> Json:
        about: Json = {"id": str(interaction.id), "type": interaction.type}
        report: Json = {"interaction": about}
        message = self._shown(interaction)
        if message is not None:
            about["response_message_id"] = str(message.id)
            about["response_message_loading"] = bool(message.flags & LOADING)
            about["response_message_ephemeral"] = message.ephemeral
            report["resource"] = {
                "type": interaction.callback,
                "message": self._core.payloads.message(message),
            }
        return report

    def _shown(self, interaction: Interaction) -> Message | None:
        if interaction.original_id is None or interaction.callback == MODAL:
            return None
        return self._core.world.message(interaction.channel_id, interaction.original_id)
