"""``run``, ``think`` and ``sandbox``."""

from argparse import Namespace

from bot import app
from bot.cli.errors import WrongUse
from bot.settings import Settings
from bot.shards import WHOLE, parse_shards


def run(settings: Settings, chosen: Namespace) -> int:
    """Serve Discord or, without a token, the sandbox. Raises WrongUse."""
    try:
        shards = (WHOLE,) if chosen.shards is None else parse_shards(chosen.shards)
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from None
    if settings.discord_token is not None:
        return app.run(settings, settings.discord_token, shards)
    if chosen.shards is not None:
        raise WrongUse("The sandbox is served by one process: --shards needs a DISCORD_TOKEN.")
    return sandbox(settings, chosen)


def think(settings: Settings, chosen: Namespace) -> int:
    """Lend cores of this machine to computers that play."""
    return app.run_service(app.think(settings, chosen.workers))


def sandbox(settings: Settings, _chosen: Namespace) -> int:
    """Serve the sandbox with the bot in it."""
    from bot.cli import sandbox  # noqa: PLC0415 -- a host of Discord may have installed no sandbox

    return sandbox.run(settings)
