"""The sandbox and the real bot in one process, over the real wire: ``make run`` without a token."""

import secrets
import socket
import sqlite3
from dataclasses import replace

from sqlalchemy import URL

from bot.app import run_service, serve
from bot.errors import CannotStart
from bot.mail_servers import parse_listener, parse_smtp
from bot.settings import Settings
from bot.store.database_url import DEFAULT
from sandbox.core import Options
from sandbox.server import HOST, Server, start_server

WORLD = "sandbox.sqlite3"
"""The file in the data folder in which servers, channels and messages are kept."""
GAMES = "sandbox-games.sqlite3"
"""The file beside it that is the bot's database, unless DATABASE_URL names another."""


def run(settings: Settings) -> int:
    """Serve the sandbox with the bot in it until stopped; return the exit code."""
    if settings.database_url == DEFAULT:
        own = URL.create("sqlite", database=str(settings.data_folder / GAMES))
        settings = replace(settings, database_url=own.render_as_string())
    return run_service(serve_both(settings))


async def serve_both(settings: Settings) -> None:
    """Run server and bot until cancelled. Raises CannotStart."""
    # A new token each time: no other program on this machine can pose as the bot.
    options = Options(token=secrets.token_urlsafe(), keep_records=False, mail_to=(HOST, _free_port()))
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
        settings, page = with_mail(settings, server), server.page

        def greet() -> None:
            print(greeting(page), flush=True)  # noqa: T201 -- the command line's answer

        await serve(settings, token=options.token, api_base=server.api_base, sandboxed=True, greet=greet)
    finally:
        await server.close()


def with_mail(settings: Settings, server: Server) -> Settings:
    """The settings with the sandbox's mail server, so that nobody outside gets mail."""
    if server.core.mail is None:
        return settings
    found = server.core.mail.settings
    return replace(
        settings,
        mail_address=found["MAIL_ADDRESS"],
        mail_smtp_url=parse_smtp(found["MAIL_SMTP_URL"]),
        mail_listen=parse_listener(found["MAIL_LISTEN"]),
        mail_imap_url=None,
        mail_tls_cert=None,
        mail_tls_key=None,
        mail_authserv_id=found["MAIL_AUTHSERV_ID"],
    )


def _free_port() -> int:
    """A free port."""
    with socket.create_server((HOST, 0)) as found:
        port: int = found.getsockname()[1]
        return port


def greeting(page: str) -> str:
    """The text for the person at the terminal, with the address of the page."""
    return (
        f"\n  Turnpost is running against its own stand-in for Discord. Open:\n\n      {page}\n\n"
        "  Everybody there has a mailbox, too (the envelope at the top): games are played by mail as well.\n"
        "  It is for trying and testing. It listens on this machine alone, and the address is the key.\n"
        "  To serve Discord itself, set DISCORD_TOKEN (see README.md). Ctrl-C stops.\n"
    )
