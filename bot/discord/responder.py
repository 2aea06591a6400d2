"""Answering an interaction: acknowledged at once, finished later, every expected failure handled here.

Discord gives three seconds to the first answer and fifteen minutes to its completion. Whatever happens
to the answer, the use case behind it goes on: what was accepted is told by the outbox as well.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias

import discord
import structlog
from tenacity import retry_if_exception

from bot.discord.context import Interaction, Request
from bot.discord.error_codes import ErrorCode
from bot.discord.layouts import boxed, buttons_below
from bot.discord.markdown import DISPLAY_LIMIT, MESSAGE_LIMIT, pinging, with_people
from bot.discord.retries import FAULTS, code_of, is_transient, retry_while_passing
from bot.errors import DatabaseUnavailable
from bot.retries import ANSWER
from bot.service.summaries import Cause, IsAway, Refused
from render.phrases import shorten

log = structlog.get_logger(__name__)

_ANSWER_GONE = {
    ErrorCode.UNKNOWN_INTERACTION,
    ErrorCode.UNKNOWN_WEBHOOK,
    ErrorCode.UNKNOWN_MESSAGE,
    ErrorCode.INVALID_WEBHOOK_TOKEN,
}


class Responder(Request):
    """A request with its one answer, which its user alone sees."""

    def __init__(self, interaction: Interaction) -> None:
        super().__init__(interaction)
        self.reachable = True
        """False once Discord no longer takes the answer; nothing is lost but the echo."""
        self.instead: discord.ui.Item[Any] | None = None
        """The button under a refusal, for what may be done instead."""

    async def acknowledge(self, *, update: bool = False) -> None:
        """Answer at once that we are at it. `update`: the answer will replace the message clicked on."""
        how = {} if update else {"ephemeral": True, "thinking": True}
        try:
            await self.interaction.response.defer(**how)
        except discord.InteractionResponded:
            return
        except FAULTS as error:
            # 40060: an earlier delivery of this answer got through although its receipt was lost. So may this
            # one, where the connection was cut: then the user waits for what is still to be said.
            if is_transient(error):
                log.warning("acknowledgement_lost", reason=str(error))
            elif code_of(error) != ErrorCode.ALREADY_ACKNOWLEDGED:
                self._unreachable(error)

    async def say(
        self,
        text: str,
        *,
        files: Sequence[discord.File] = (),
        button: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Finish the answer with text and files, and a button under them."""
        button = button or self.instead
        below = {} if button is None else {"view": buttons_below(button)}
        await self._edit(files, content=shorten(text, MESSAGE_LIMIT), **below)

    async def show(self, view: discord.ui.LayoutView, *, files: Sequence[discord.File] = ()) -> None:
        """Finish the answer with a layout."""
        await self._edit(files, view=view)

    async def replace_with(self, text: str) -> None:
        """Finish the answer with words alone, in place of the panel that was pressed on."""
        await self.show(boxed(shorten(text, DISPLAY_LIMIT)))

    async def send_followup(self, text: str) -> None:
        """Say something beside the message that was clicked on, which stays as it is."""
        send = partial(self.interaction.followup.send, ephemeral=True, allowed_mentions=pinging())
        # Unlike an edit it is not repeated: one that arrived would stand there twice.
        await self._send(partial(send, content=shorten(text, MESSAGE_LIMIT)))

    async def _edit(self, files: Sequence[discord.File], **content: Any) -> None:
        """Give the answer, again until it arrives where the connection is away."""
        drawn = [(file.filename, file.description, file.fp.read()) for file in files]

        async def edit() -> None:
            # A file is closed when it was sent, or should have been.
            fresh = [discord.File(BytesIO(data), name, description=alt) for name, alt, data in drawn]
            await self.interaction.edit_original_response(
                attachments=fresh, allowed_mentions=pinging(), **content
            )

        await self._send(ANSWER.attempts(retry=retry_if_exception(is_transient)).wraps(edit))

    async def _send(self, send: Callable[[], Awaitable[object]]) -> None:
        if not self.reachable:
            return
        try:
            await send()
        except FAULTS as error:
            if code_of(error) not in _ANSWER_GONE and not is_transient(error):
                raise
            self._unreachable(error)

    def _unreachable(self, error: Exception) -> None:
        self.reachable = False
        log.warning("answer_lost", reason=str(error))


Handler: TypeAlias = Callable[[Responder], Awaitable[None]]


async def respond(
    interaction: Interaction, handler: Handler, *, update: bool = False, name: str | None = None
) -> None:
    """Run a handler with its answer: acknowledged first, refusals told, faults logged and admitted.

    `name`: what the interaction is counted as; a command's own name unless given.
    """
    context = interaction.client.context
    observer = context.observer
    name = name or (interaction.command.qualified_name if interaction.command else "other")
    loop = asyncio.get_running_loop()
    began = loop.time()
    # Everything that is logged on its behalf can be found by its id. Of its name only the group is logged:
    # the rest would tell who resigns, whispers or is ready while nobody may know.
    logged = structlog.contextvars.bound_contextvars(interaction=interaction.id, command=name.split()[0])
    with context.requests.attended(), logged:
        responder = Responder(interaction)
        await responder.acknowledge(update=update)
        observer.acknowledged(loop.time() - began)

        async def handle() -> None:
            await responder.identify()
            try:
                await retry_while_passing(lambda: handler(responder))
            except IsAway as away:
                await interaction.client.ask_back(responder, away)

        tell = responder.send_followup if update else responder.say
        outcome = await carried_out(handle, tell, UNFINISHED_COMMAND, responder.cause, interaction.user)
    observer.interaction(name, outcome, loop.time() - began)


class Apology(NamedTuple):
    """What to say where something could not be done, or perhaps was not."""

    unavailable: str
    """While the database cannot be reached."""
    fault: str
    """Where something went wrong on our side."""


UNFINISHED_COMMAND = Apology(
    "The games cannot be reached at this moment, so this may not have been done. What was played is safe: "
    "look with `/game show` in a minute, and try again if it was not.",
    "Something went wrong on our side. Please look with `/game show` whether it was done; if not, try again.",
)


async def carried_out(
    work: Callable[[], Awaitable[None]],
    tell: Callable[[str], Awaitable[None]],
    apology: Apology,
    cause: Cause,
    user: discord.abc.User,
) -> str:
    """Do what somebody asks for, or tell them why it is not done; the outcome, in a word to count it by."""
    try:
        await work()
    except Refused as refusal:
        # Not who: a refusal may tell what somebody has done in secret.
        log.info("refused", code=refusal.code)
        words = refusal.sentence
        await tell(words if refusal.game is None else with_people(words, refusal.game))
        return refusal.code
    except DatabaseUnavailable as away:
        log.warning("database_unavailable", user=user.id, reason=str(away))
        await tell(apology.unavailable)
        return "database_away"
    except Exception:
        log.exception("request_failed", user=user.id)
        await tell(f"{apology.fault} (Reference {cause.order})")
        return "fault"
    return "done"
