"""Serving the bot's requests: faults, token, limits, the handler, the record."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec
import structlog
from aiohttp import web

from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.errors import ApiError
from sandbox.faults import Fault
from sandbox.ratelimits import ROUTE_REQUESTS, Verdict
from sandbox.records import Exchange
from sandbox.rest.call import Call

PREFIX: Final = "/api/v10"
_MAIN_RESOURCES: Final = ("channel_id", "guild_id", "application_id", "interaction_id", "token")

_log = structlog.get_logger(__name__)


@dataclass
class Answer:
    """An HTTP answer."""

    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)


Reply: TypeAlias = Json | list[Json] | Answer | None
"""What a handler returns: JSON stands for status 200, None for 204."""
Handler: TypeAlias = Callable[[Call], Awaitable[Reply]]


class Api:
    """Collects the routes of all topics."""

    def __init__(self, core: Core, router: web.UrlDispatcher) -> None:
        self._core = core
        self._router = router

    def bot(self, method: str, route: str, handler: Handler) -> None:
        """Add a route that needs the bot's token; it counts towards the limit for all requests."""
        self._add(method, route, handler, by_token=True)

    def public(self, method: str, route: str, handler: Handler) -> None:
        """Add a route that needs no token, or whose path has the token of an interaction."""
        self._add(method, route, handler, by_token=False)

    def finish(self) -> None:
        """Answer everything else with 404 in Discord's form. Call it last."""

        async def nowhere(_: Call) -> Reply:
            raise ApiError(404, 0, "404: Not Found")

        self._add("*", "/{rest:.*}", nowhere, by_token=True)

    def _add(self, method: str, route: str, handler: Handler, *, by_token: bool) -> None:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(Call(request), route, handler, by_token=by_token)

        self._router.add_route(method, PREFIX + route, serve)

    async def _serve(self, call: Call, route: str, handler: Handler, *, by_token: bool) -> web.StreamResponse:
        method, path = call.request.method, call.request.path_qs.removeprefix(PREFIX).partition("?")[0]
        # Log the route, not the path: paths have the tokens of interactions in them.
        _log.debug("request", method=method, route=route)
        fault = self._core.faults.for_request(method, path)
        if fault is not None:
            struck = await self._before(fault, call)
            if struck is not None:
                return self._respond(call, struck)
        if fault is not None and fault.kind == "drop_before":
            return self._cut(call)
        answer = await self._answer(call, route, handler, by_token=by_token)
        await self._core.world.storage.flush()
        if fault is not None and fault.kind == "drop_after":
            return self._cut(call)
        return self._respond(call, answer)

    async def _before(self, fault: Fault, call: Call) -> Answer | None:
        """Apply a fault that strikes before the request is looked at; returns its answer, if it has one."""
        if fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
        elif fault.kind == "hold":
            await fault.gate.wait()
        elif fault.kind == "status":
            await _drain(call)
            return Answer(fault.status, {"message": f"{fault.status}: Ordered Fault", "code": 0})
        elif fault.kind == "rate_limit":
            await _drain(call)
            return _limited(fault.seconds, whole=fault.whole)
        return None

    async def _answer(self, call: Call, route: str, handler: Handler, *, by_token: bool) -> Answer:
        request = call.request
        resource = "/".join(request.match_info.get(name, "") for name in _MAIN_RESOURCES)
        verdict = self._core.rate_limits.admit(f"{request.method} {route}", resource, counts_overall=by_token)
        if verdict.refused:
            await _drain(call)
            answer = _limited(verdict.reset_after, whole=verdict.whole)
        else:
            answer = await self._handled(call, handler, by_token=by_token)
        answer.headers |= _headers(verdict)
        return answer

    async def _handled(self, call: Call, handler: Handler, *, by_token: bool) -> Answer:
        try:
            if by_token:
                self._authenticate(call.request)
            reply = await handler(call)
        except ApiError as error:
            await _drain(call)
            return Answer(error.status, error.body())
        if isinstance(reply, Answer):
            return reply
        return Answer(204 if reply is None else 200, reply)

    def _authenticate(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._core.options.token}":
            raise ApiError(401, 0, "401: Unauthorized")

    def _respond(self, call: Call, answer: Answer) -> web.Response:
        self._note(call, answer.status, answer.body)
        headers = {**answer.headers, "Via": "1.1 sandbox"}
        if answer.status == 204:
            return web.Response(status=204, headers=headers)
        body = msgspec.json.encode(answer.body)
        return web.Response(status=answer.status, body=body, content_type="application/json", headers=headers)

    def _cut(self, call: Call) -> web.Response:
        self._note(call, None, None)
        if call.request.transport is not None:
            call.request.transport.abort()
        return web.Response(status=500)

    def _note(self, call: Call, status: int | None, answer: object) -> None:
        body, uploads = call.loaded
        path = call.request.path_qs.removeprefix(PREFIX)
        files = tuple((upload.filename, sha256(upload.data).hexdigest()) for upload in uploads)
        now = self._core.clock.now()
        self._core.records.note(Exchange(call.request.method, path, body, files, status, answer, now))


async def _drain(call: Call) -> None:
    """Read the body of a request that is refused: a client still sending would not see the answer."""
    try:
        await call.body()
    except ApiError:
        return


def _limited(seconds: float, *, whole: bool) -> Answer:
    seconds = round(max(seconds, 0.001), 3)
    headers = {"Retry-After": str(max(1, round(seconds))), "X-RateLimit-Scope": "global" if whole else "user"}
    if whole:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": whole}
    return Answer(429, body, headers)


def _headers(verdict: Verdict) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(ROUTE_REQUESTS),
        "X-RateLimit-Remaining": str(verdict.remaining),
        "X-RateLimit-Reset": f"{verdict.reset:.3f}",
        "X-RateLimit-Reset-After": f"{verdict.reset_after:.3f}",
        "X-RateLimit-Bucket": verdict.bucket,
    }
