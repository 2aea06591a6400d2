"""The page and its API: static files, the live connection, mails, file uploads."""

from pathlib import Path
from typing import Final

from aiohttp import web

from sandbox import limits
from sandbox.core import Core
from sandbox.encoding import Json, snowflake
from sandbox.errors import Refusal
from sandbox.users.uploads import Uploads
from sandbox.web.actions import Actions
from sandbox.web.guard import Guard
from sandbox.web.live import LiveConnection
from sandbox.web.mails import POLICY
from sandbox.web.views import person_view

_STATIC: Final = Path(__file__).parent.parent / "page"
_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Page:
    """Serves everything that needs the capability."""

    def __init__(self, core: Core, uploads: Uploads, guard: Guard) -> None:
        self._core = core
        self._uploads = uploads
        self._guard = guard
        self._sockets: set[web.WebSocketResponse] = set()

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Add the routes."""
        router.add_get("/", self.enter)
        router.add_get("/page/{path:.*}", self.static)
        router.add_get("/api/people", self.people)
        router.add_get("/api/live", self.live)
        router.add_get("/api/mails/{id}", self.mail)
        router.add_post("/api/files", self.keep_file)

    async def close(self) -> None:
        """End all live connections."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """Trade the capability in the address for a cookie."""
        if self._guard.knows(request.query.get("key")):
            response = _to_page()
            self._guard.admit(response)
            return response
        self._guard.check_capability(request)
        return _to_page()

    async def static(self, request: web.Request) -> web.StreamResponse:
        """A file of the page."""
        self._guard.check_capability(request)
        none = web.HTTPNotFound(text="The page has no such file.")
        try:
            file = (_STATIC / (request.match_info["path"] or "index.html")).resolve(strict=True)
        except (OSError, ValueError):  # ValueError: no file can have that name.
            raise none from None
        if not file.is_relative_to(_STATIC) or file.suffix not in _TYPES or not file.is_file():
            raise none
        headers = {
            **_HEADERS,
            "Content-Type": _TYPES[file.suffix],
            "Content-Security-Policy": self._guard.policy,
        }
        return web.FileResponse(file, headers=headers)

    async def people(self, request: web.Request) -> web.StreamResponse:
        """The people that a tab can act as."""
        self._guard.check_capability(request)
        return _json({"people": [person_view(user) for user in self._core.world.people()]})

    async def live(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket of one tab."""
        self._guard.check_capability(request)
        actions = self._acting(request.query.get("as"))
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1 << 18, timeout=1.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await LiveConnection(self._core, actions, socket).run()
        finally:
            self._sockets.discard(socket)
        return socket

    async def mail(self, request: web.Request) -> web.StreamResponse:
        """The HTML of a mail, for a frame."""
        self._guard.check_capability(request)
        actions = self._acting(request.query.get("as"))
        try:
            html = actions.mails.html(snowflake(request.match_info["id"]) or 0)
        except Refusal as refusal:
            raise web.HTTPNotFound(text=refusal.sentence) from None
        headers = {**_HEADERS, "Content-Security-Policy": POLICY}
        return web.Response(text=html, content_type="text/html", headers=headers)

    async def keep_file(self, request: web.Request) -> web.StreamResponse:
        """Keep a file for a later message or option."""
        self._guard.check_capability(request)
        self._acting(request.query.get("as"))
        data = bytearray()
        async for chunk in request.content.iter_any():
            data += chunk
            if len(data) > limits.FILE_BYTES:
                raise web.HTTPRequestEntityTooLarge(max_size=limits.FILE_BYTES, actual_size=len(data))
        try:
            file_id = self._uploads.keep(request.query.get("name") or "file", bytes(data))
        except Refusal as refusal:
            raise web.HTTPBadRequest(text=refusal.sentence) from None
        return _json({"file_id": file_id})

    def _acting(self, person_id: object) -> Actions:
        user = self._core.world.users.get(snowflake(person_id) or 0)
        if user is None or user.bot:
            raise web.HTTPNotFound(text="There is nobody with this id to act as.")
        return Actions(self._core, self._uploads, user)


def _to_page() -> web.Response:
    return web.Response(status=303, headers={"Location": "/page/", "Referrer-Policy": "no-referrer"})


def _json(body: Json) -> web.Response:
    return web.json_response(body, headers={"Cache-Control": "no-store"})
