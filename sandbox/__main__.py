"""The sandbox alone, for a bot that is started elsewhere: ``python -m sandbox``."""

import argparse
import asyncio
import contextlib
import signal
from pathlib import Path

from sandbox.core import Options
from sandbox.server import HOST, start_server


async def _serve(port: int, world: Path | None, mail_to: int | None) -> None:
    options = Options(keep_records=False, mail_to=None if mail_to is None else (HOST, mail_to))
    server = await start_server(options, port=port, world_path=world)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        print("A stand-in for Discord, for trying and testing, on this machine alone.")
        print(f"Page: {server.page}")
        print(f"Bot:  DISCORD_API_BASE={server.api_base} DISCORD_TOKEN={options.token}", flush=True)
        if server.core.mail is not None:
            print(f"Mail: {' '.join(f'{name}={value}' for name, value in server.core.mail.settings.items())}")
        await stopped.wait()
    finally:
        await server.close()


def main() -> None:
    """Parse the command line and serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8420, help="port on 127.0.0.1; 0: any that is free")
    parser.add_argument("--world", type=Path, help="SQLite file to keep the world in; without it, memory")
    parser.add_argument(
        "--mail-to", type=int, metavar="PORT", help="port on 127.0.0.1 where the bot takes mail"
    )
    arguments = parser.parse_args()
    try:
        asyncio.run(_serve(arguments.port, arguments.world, arguments.mail_to))
    except OSError as error:
        parser.exit(1, f"The sandbox cannot start: {error.strerror or error}.\n")


if __name__ == "__main__":
    main()
