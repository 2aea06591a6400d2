"""A port for a server that a test starts."""

import contextlib
import socket
from itertools import cycle
from random import Random
from typing import Final

_PORTS: Final = range(20_000, 32_000)
"""Below those that Linux gives to outgoing connections: one could take a port before its server."""

_untried = cycle(Random().sample(_PORTS, len(_PORTS)))


def free_port() -> int:
    """A port of loopback on which nobody listens, in an order of each process's own."""
    while True:
        port = next(_untried)
        with contextlib.suppress(OSError):
            socket.create_server(("127.0.0.1", port)).close()
            return port
