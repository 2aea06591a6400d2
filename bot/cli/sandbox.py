"""The sandbox and the real bot in one process, over the real wire: ``make run`` without a token."""

import secrets
import sqlite3

from sqlalchemy import URL

from bot.app import run_service, serve
from bot.errors import CannotStart
from bot.settings import Settings
from bot.store.database_url import DEFAULT
from sandbox.core import Options
from sandbox.server import start_server

WORLD = "sandbox.sqlite3"
"""The file in the data folder in which servers, channels and messages are kept."""
GAMES = "sandbox-games.sqlite3"
"""The file beside it that is the bot's database, unless DATABASE_URL names another."""


def run(settings: Settings) -> int:
    """Serve the sandbox with the bot in it until told to stop; the process's exit code."""
    if settings.database_url == DEFAULT:
        own = URL.create("sqlite", database=str(settings.data_folder / GAMES))
        settings = settings.model_copy(update={"database_url": own.render_as_string()})
    return run_service(serve_both(settings))


async def serve_both(settings: Settings) -> None:
    """Run server and bot until cancelled. Raises CannotStart where they cannot start."""
    # A new token each time: nothing else on this machine can pose as the bot.
    options = Options(token=secrets.token_urlsafe(24), keep_records=False)
    world = settings.data_folder / WORLD
    try:
        server = await start_server(options, port=settings.sandbox_port, world_path=world)
    except OSError as error:
        raise CannotStart(
            f"The sandbox cannot listen on port {settings.sandbox_port} or write to {world}: "
            f"{error.strerror or error}. Set SANDBOX_PORT or DATA_FOLDER to something else."
        ) from error
    except sqlite3.Error as error:
        raise CannotStart(f"The sandbox cannot read {world}: {error}. Move that file away.") from error
    try:
        print(greeting(server.page), flush=True)  # noqa: T201 -- the command line's answer
        await serve(settings, token=options.token, api_base=server.api_base, sandboxed=True)
    finally:
        await server.close()


def greeting(page: str) -> str:
    """What a person at the terminal needs to know."""
    return (
        f"\n  Turnpost is running against its own stand-in for Discord. Open:\n\n      {page}\n\n"
        "  It is for trying and testing. It listens on this machine alone, and the address is the key.\n"
        "  To serve Discord itself, set DISCORD_TOKEN (see README.md). Ctrl-C stops.\n"
    )
