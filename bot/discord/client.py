"""The client: commands from the contract, presses that outlive the process, no privileged intents."""

import asyncio
import logging

import aiohttp
import discord
import structlog
from discord import app_commands
from tenacity import retry_if_exception

from bot.discord.admin.group import admin_group
from bot.discord.admin.server import server_group
from bot.discord.api.error_codes import ErrorCode
from bot.discord.api.invalid_requests import InvalidRequests
from bot.discord.api.retries import is_transient
from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.commands import absences
from bot.discord.commands.about_game import shared_command, shared_game_command, shared_play_command
from bot.discord.commands.autocomplete import complete_notation
from bot.discord.commands.engine_group import engine_group
from bot.discord.commands.game import game_group, move
from bot.discord.commands.mail import mail_group
from bot.discord.commands.notes import note
from bot.discord.commands.privacy import privacy_group
from bot.discord.direct_messages import DirectMessages
from bot.discord.formatting.markdown import pinging
from bot.discord.interaction.components import StatefulItem
from bot.discord.interaction.context import GameClient, Interaction
from bot.discord.interaction.options import SlashCommand
from bot.discord.interaction.responding import respond
from bot.discord.place_events import PlaceEvents
from bot.retries import PUBLISH_COMMANDS
from bot.service.usecases import Engines
from bot.service.values.refused import Refused
from bot.shard_lease import ShardLease
from bot.shards import WHOLE, ShardRange
from bot.supervision import run_to_completion

log = structlog.get_logger(__name__)

FAREWELL_SECONDS = 8
"""Seconds that requests under way get to be answered when the process stops."""
_LAST_EVENT_SECONDS = 0.05

# Voice is unused: silence the library's start-up warnings.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _is_fault(record: logging.LogRecord) -> bool:
    """False for choices that came too late or met a cut connection: the next typed letter asks for others."""
    error = record.exc_info[1] if record.exc_info else None
    late = isinstance(error, discord.HTTPException) and error.code == ErrorCode.UNKNOWN_INTERACTION
    cut = isinstance(error, discord.DiscordServerError | discord.RateLimited | aiohttp.ClientError)
    return not (late or cut)


logging.getLogger("discord.app_commands.tree").addFilter(_is_fault)


class Commands(app_commands.CommandTree[GameClient]):
    """All commands of all games. Errors before a command's own code runs are answered here."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer a command whose handler could not begin, mostly one of another version of the bot."""
        log.error("command_unreadable", interaction=interaction.id, reason=str(error))
        if interaction.response.is_done() or interaction.is_expired():
            return

        async def refuse(*_: object) -> None:
            raise Refused("unknown_command", "That command has changed. Please type it again.")

        await respond(interaction, refuse, name="unknown")


def register(tree: app_commands.CommandTree[GameClient], engines: Engines) -> None:
    """Put every command into the tree."""
    commands: tuple[SlashCommand | app_commands.Group, ...] = (
        game_group(engines),
        shared_play_command("move", move, notation=complete_notation),
        shared_game_command("notes", note),
        shared_command("away", absences.go),
        admin_group(engines),
        privacy_group(),
        mail_group(),
        server_group(),
        *(engine_group(engine) for engine in engines.values()),
    )
    for command in commands:
        tree.add_command(command)


class TurnpostClient(PlaceEvents):
    """Turnpost on Discord."""

    def __init__(
        self,
        engines: Engines,
        shards: ShardRange = WHOLE,
        shard_lease: ShardLease | None = None,
    ) -> None:
        """`shards`: the shards to serve; `WHOLE`: all, as many as Discord wants.

        `shard_lease`: says when a session may be begun.
        """
        intents = discord.Intents.none()
        intents.guilds = True
        intents.dm_messages = True
        # For events about deleted cards; other messages in servers come without content, and are ignored.
        intents.guild_messages = True
        invalid_requests = InvalidRequests()
        super().__init__(
            intents=intents,
            allowed_mentions=pinging(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=60.0,
            http_trace=invalid_requests.trace,
        )
        self.invalid_requests = invalid_requests
        self._served = shards
        if shards != WHOLE:
            self.shard_ids, self.shard_count = list(shards), shards.count
        self.button_actions = dict(BUTTON_ACTIONS)
        self.ask_back = absences.ask_back
        self._shard_lease = shard_lease
        self._publishes = 0 in shards
        self._buckets = 1
        self._direct = DirectMessages(self)
        self._publishing: asyncio.Task[None] | None = None
        self.tree = Commands(self)
        register(self.tree, engines)

    async def setup_hook(self) -> None:
        """Before the gateway opens, register the buttons of old cards, and begin to publish the commands.

        Of several processes only the one that serves shard 0 publishes them.
        """
        self.add_dynamic_items(StatefulItem)
        if self._publishes and self._publishing is None:
            self._publishing = asyncio.create_task(self._publish())

    async def divide(self) -> None:
        """Learn from Discord into how many shards to divide the servers, and how many may begin at once.

        A Discord-compatible server may lack that endpoint: it is served by one shard then.
        """
        try:
            wanted, _, limit = await self.http.get_bot_gateway()
        except (discord.GatewayNotFound, KeyError) as error:
            fault = error.__cause__ or error
            if is_transient(fault):
                raise fault from None
            log.warning("shards_not_told", reason=str(fault))
            wanted = 1
        else:
            self._buckets = max(limit["max_concurrency"], 1)
        if self._served == WHOLE:
            self.shard_count = wanted
        elif (count := self._served.count) < wanted:
            log.warning("more_shards_wanted", count=count, wanted=wanted)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn to begin a session."""
        if self._shard_lease is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._shard_lease.identify(shard_id or 0, buckets=self._buckets, initial=initial)

    async def _publish(self) -> None:
        try:
            async for attempt in PUBLISH_COMMANDS.attempts(retry=retry_if_exception(is_transient)):
                with attempt:
                    log.info("commands_published", count=len(await self.tree.sync()))
        except Exception:
            # The commands of the last start remain, and buttons work.
            log.exception("commands_refused")

    def connected(self) -> bool:
        """Whether every shard that is to be served has its connection."""
        open_shards = [shard for shard in self.shards.values() if not shard.is_closed()]
        return len(open_shards) == (self.shard_count if self.shard_ids is None else len(self.shard_ids))

    async def close(self) -> None:
        """Leave the gateway, wait for the answers to requests under way, and then leave Discord."""
        await run_to_completion(self._leave())

    async def _leave(self) -> None:
        if self._publishing is not None:
            self._publishing.cancel()
            await asyncio.gather(self._publishing, return_exceptions=True)
            self._publishing = None
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        # The handlers of the last events are only about to begin.
        await asyncio.sleep(_LAST_EVENT_SECONDS)
        if not await self.context.requests.ended(FAREWELL_SECONDS):
            log.warning("answers_cut_off", requests=self.context.requests.count)
        await super().close()

    async def on_message(self, message: discord.Message) -> None:
        """Handle direct messages to the bot."""
        if isinstance(message.channel, discord.DMChannel):
            await self._direct.receive(message)
