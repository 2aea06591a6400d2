"""The connection to Discord, or to a Discord-compatible server: find it, log in, stay connected."""

import asyncio
from collections.abc import Collection
from typing import Any

import aiohttp
import discord
import structlog
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from tenacity import RetryCallState, retry_if_exception
from yarl import URL

from bot.discord.api.error_codes import ErrorCode
from bot.discord.api.retries import FAULTS, is_transient
from bot.discord.client import TurnpostClient
from bot.errors import CannotStart
from bot.retries import FIND_GATEWAY, LOG_IN, fault_of

log = structlog.get_logger(__name__)

DISCORD_ITSELF = Route.BASE

_ANSWER_SECONDS = aiohttp.ClientTimeout(total=10)
"""The time that a server may take to give the address of its gateway, or to check the ids in settings."""


def _passing(error: BaseException) -> bool:
    """Whether a server that gave this fault may do better a little later."""
    return is_transient(error) or isinstance(error, discord.GatewayNotFound)


def _reason(error: BaseException | None) -> str:
    return str(error) or type(error).__name__


def _unreachable(state: RetryCallState) -> None:
    log.warning("server_unreachable", attempt=state.attempt_number, reason=_reason(fault_of(state)))


_HOOKS: dict[str, Any] = {"retry": retry_if_exception(_passing), "before_sleep": _unreachable}


def _wrong_token(server: str) -> CannotStart:
    return CannotStart(f"{server} refuses this DISCORD_TOKEN; copy the bot's token again.")


@FIND_GATEWAY.attempts(**_HOOKS).wraps
async def _gateway_of(api_base: str, token: str) -> URL:
    headers = {"Authorization": f"Bot {token}"}
    async with (
        aiohttp.ClientSession(headers=headers, timeout=_ANSWER_SECONDS) as session,
        session.get(f"{api_base}/gateway") as answer,
    ):
        answer.raise_for_status()
        match await answer.json():
            case {"url": str() as address} if address.startswith(("ws://", "wss://")):
                return URL(address)
            case _:
                raise ValueError("its /gateway names no WebSocket address")


async def point_client_at(api_base: str, token: str) -> None:
    """Make discord.py talk to a Discord-compatible server: REST, gateway and CDN. For the whole process.

    Raises CannotStart where no such server answers within a minute, or where it does not take the token.
    """
    if api_base == DISCORD_ITSELF:
        return
    Route.BASE = api_base
    Asset.BASE = str(URL(api_base).origin())
    try:
        DiscordWebSocket.DEFAULT_GATEWAY = await _gateway_of(api_base, token)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        if isinstance(error, aiohttp.ClientResponseError) and error.status in (401, 403):
            raise _wrong_token(api_base) from error
        raise CannotStart(f"No Discord-compatible server answers at {api_base}: {_reason(error)}.") from error
    log.info("other_server", api_base=api_base)


@LOG_IN.attempts(**_HOOKS).wraps
async def log_in(client: discord.Client, token: str) -> None:
    """Log in; retry for as long as the server is out of reach. Raises CannotStart if it refuses the token."""
    try:
        await client.login(token)
    except BaseException as error:
        # Each login opens an HTTP session, and leaves it open when it fails.
        await client.http.close()
        client.http.connector = discord.utils.MISSING
        if not isinstance(error, discord.LoginFailure | discord.Forbidden):
            raise
        server = "Discord" if Route.BASE == DISCORD_ITSELF else Route.BASE
        raise _wrong_token(server) from error


async def check_ids(client: discord.Client, owners: Collection[int]) -> None:
    """Raises CannotStart, with a sentence for each id in settings that is no person's on Discord.

    If Discord does not answer, the ids stay unchecked, and the start goes on.
    """
    wrong: list[str] = []
    try:
        async with asyncio.timeout(_ANSWER_SECONDS.total):
            for number in sorted(owners):
                wrong += await _wrong_owner(client, number)
    except FAULTS as error:
        log.warning("ids_not_checked", reason=_reason(error))
    if wrong:
        raise CannotStart("\n".join(wrong))


async def _wrong_owner(client: discord.Client, number: int) -> list[str]:
    """A sentence if this id is nobody's or a bot's. Raises one of `FAULTS`."""
    try:
        user = await client.fetch_user(number)
    except discord.HTTPException as error:
        if error.code not in {ErrorCode.UNKNOWN_USER, ErrorCode.INVALID_FORM}:
            raise
        return [f"OWNERS names {number}, which is nobody on Discord: write the id of a user."]
    return [f"OWNERS names {number}, which is a bot: write the id of a user."] if user.bot else []


@LOG_IN.attempts(**_HOOKS).wraps
async def learn_shards(client: TurnpostClient) -> None:
    """Learn the number of shards; retry for as long as the server is out of reach."""
    await client.divide()


async def connect(client: TurnpostClient) -> None:
    """Hold the connection to the gateway. Raises CannotStart where Discord closes it for good."""
    try:
        await client.connect()
    except discord.ConnectionClosed as closed:
        # Faults that reconnecting cannot fix, such as a revoked token.
        raise CannotStart(f"Discord has closed the connection for good: {closed}.") from closed
