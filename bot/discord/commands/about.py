"""`/game about`: what this bot is, its state, and whom to tell of a fault."""

import math

from bot import __version__
from bot.discord.interaction.responder import Options, Responder
from engines.wording import counted


async def about(responder: Responder, _options: Options) -> None:
    """Answer `/game about`."""
    client, context = responder.interaction.client, responder.context
    latency = "unknown" if math.isnan(client.latency) else f"{client.latency * 1000:.0f} ms"
    source = f"<{context.source_url}>" if context.source_url else "who runs this bot has not said where"
    support = context.support or "who runs this bot"
    await responder.say(
        f"**Turnpost** {__version__}\n"
        f"Source: {source}\n"
        f"Latency to Discord: {latency} · {counted(len(client.guilds), 'server')} · "
        f"{counted(len(responder.engines), 'game')}\n"
        f"To report a fault: tell {support} what you did, the game's code, and the reference if you were "
        "given one. Somebody who bothers you in a game you report with `/privacy report`.\n"
        "-# `/game help` says how to play, `/privacy` what is stored about you."
    )
