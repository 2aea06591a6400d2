"""Runs the handler of an interaction, and tells its user about every expected failure."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog

from bot.discord.api.retries import retry_while_passing
from bot.discord.formatting.markdown import refused_words
from bot.discord.interaction.context import Interaction, note_place
from bot.discord.interaction.responder import Handler, Responder
from bot.errors import DatabaseUnavailable
from bot.service.values.refused import IsAway, Refused
from bot.service.values.request import Cause

log = structlog.get_logger(__name__)


async def respond(
    interaction: Interaction,
    handler: Handler,
    *,
    update: bool = False,
    at_once: bool = False,
    identified: bool = True,
    name: str | None = None,
) -> None:
    """Run a handler once, and answer in time; refusals are shown to the user, faults logged and admitted.

    `at_once`: acknowledge before anything else. `identified`: identify the user first. `name`: for metrics; a
    command's own name by default.
    """
    context = interaction.client.context
    if interaction.id in context.begun:
        # The second run would be refused, and the refusal would replace the answer of the first.
        log.info("interaction_again", interaction=interaction.id)
        return
    context.begun.append(interaction.id)
    observer = context.observer
    name = name or (interaction.command.qualified_name if interaction.command else "other")
    loop = asyncio.get_running_loop()
    began = loop.time()
    # All its log lines carry its id. Only the group of its name is logged: the rest would tell who resigns,
    # whispers or is ready while that is secret.
    logged = structlog.contextvars.bound_contextvars(interaction=interaction.id, command=name.split()[0])
    with context.requests.counted(), logged:
        responder = Responder(
            interaction,
            update=update,
            when_first=lambda: observer.acknowledged(loop.time() - began),
        )
        if at_once:
            await responder.acknowledge()

        async def handle() -> None:
            if identified:
                await responder.identify()
            try:
                await retry_while_passing(lambda: handler(responder))
            except IsAway as away:
                await interaction.client.ask_back(responder, away)

        async with responder.in_time():
            outcome = await run_request(handle, responder.refuse, UNFINISHED_COMMAND, responder.cause)
    observer.interaction(name, outcome, loop.time() - began)
    if interaction.guild_id is not None:
        # Posts that this server refused may be possible again. Checking it earlier would delay the answer.
        await note_place(context.service.places.retry_after_activity(interaction.guild_id))


class Apology(NamedTuple):
    """The sentences for a request that failed, or may have failed."""

    unavailable: str
    """Said while the database cannot be reached."""
    fault: str
    """Said after a fault of ours."""


UNFINISHED_COMMAND = Apology(
    "The games cannot be reached at this moment, so this may not have been done. What was played is safe: "
    "look with `/game show` in a minute, and try again if it was not.",
    "Something went wrong on our side. Please look with `/game show` whether it was done; if not, try again.",
)


async def run_request(
    work: Callable[[], Awaitable[None]],
    tell: Callable[[str], Awaitable[None]],
    apology: Apology,
    cause: Cause,
) -> str:
    """Carry out a request or tell its user why not; return the outcome as a label for metrics.

    No log line names the user, as the request itself may be secret. After a fault the user is told a
    reference to the log.
    """
    try:
        await work()
    except Refused as refusal:
        log.info("refused", code=refusal.code)
        await tell(refused_words(refusal))
        return refusal.code
    except DatabaseUnavailable as away:
        log.warning("database_unavailable", reason=str(away))
        await tell(apology.unavailable)
        return "database_away"
    except Exception:
        log.exception("request_failed")
        await tell(f"{apology.fault} (Reference {cause.order})")
        return "fault"
    return "done"
