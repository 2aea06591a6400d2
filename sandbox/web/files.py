"""Attachments, under addresses that cannot be guessed."""

import mimetypes

from aiohttp import web

from sandbox.core import Core


def add_files(core: Core, router: web.UrlDispatcher) -> None:
    """Serve ``/attachments/...``."""

    async def attachment(request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        data = await core.world.storage.file(path)
        if data is None:
            raise web.HTTPNotFound(text="This file is not there any more.")
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        # Only pictures are shown in place: other files could act as pages of this server.
        shown = kind.startswith("image/") and kind != "image/svg+xml"
        return web.Response(
            body=data,
            content_type=kind if shown else "application/octet-stream",
            headers={
                "Cache-Control": "private, max-age=86400",
                "X-Content-Type-Options": "nosniff",
                "Content-Disposition": "inline" if shown else "attachment",
                "Content-Security-Policy": "default-src 'none'",
            },
        )

    router.add_get("/attachments/{path:.+}", attachment)
