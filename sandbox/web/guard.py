"""Access control: only this machine, only the sandbox's own page, only with the capability."""

import hmac
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Middleware

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

KEY_HEADER: Final = "X-Sandbox-Key"


class Guard:
    """Checks requests. Foreign pages can neither read nor drive the sandbox, even by rebinding a name."""

    def __init__(self, port: int, capability: str) -> None:
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._origins = tuple(f"http://{host}" for host in self._hosts)
        self._capability = capability
        here = " ".join(self._origins)
        lines = " ".join(f"ws://{host}" for host in self._hosts)
        self.policy = (
            f"default-src 'self'; img-src {here} data: blob:; style-src 'self'; connect-src {here} {lines}; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        """The content security policy: the page may load and reach nothing except this server."""
        self.cookie = f"turnpost_sandbox_{port}"

    def middleware(self) -> Middleware:
        """Refuses every request with a foreign Host or Origin."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.headers.get("Host") not in self._hosts:
                raise web.HTTPForbidden(text="This server answers only under its own name.")
            origin = request.headers.get("Origin")
            if origin is not None and origin not in self._origins:
                raise web.HTTPForbidden(text="This server answers only its own page.")
            return await handler(request)

        return check

    def knows(self, key: str | None) -> bool:
        """Whether a key is the capability."""
        # Bytes of a header that are not UTF-8 have been decoded as surrogates.
        return key is not None and hmac.compare_digest(
            key.encode(errors="replace"), self._capability.encode()
        )

    def check_capability(self, request: web.Request) -> None:
        """Raise HTTPUnauthorized unless the cookie or the header has the capability."""
        if not (self.knows(request.cookies.get(self.cookie)) or self.knows(request.headers.get(KEY_HEADER))):
            raise web.HTTPUnauthorized(text="Open the address that the sandbox printed.")

    def admit(self, response: web.StreamResponse) -> None:
        """Set the cookie that carries the capability."""
        response.set_cookie(
            self.cookie, self._capability, httponly=True, samesite="Strict", path="/", max_age=30 * 86400
        )
