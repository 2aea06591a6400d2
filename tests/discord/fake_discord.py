"""Discord's HTTP interface in memory, below the unmodified client: requests, and faults on order."""

from collections import deque
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple

import discord
import msgspec
from discord.utils import time_snowflake

from bot.discord.interaction.context import GameClient
from tests.discord import discord_limits, saying

EPOCH = "2026-01-01T00:00:00+00:00"
MANAGERS = "555"
"""The id of the role that may manage a server."""
QUIET_SINCE = datetime(2025, 12, 1, tzinfo=UTC)
"""The time of the last message in a thread."""


class Call(NamedTuple):
    """A request that the client made."""

    method: str
    path: str
    body: dict[str, Any]
    """The JSON body; of a request without one, the parameters."""
    files: list[bytes]


class Answer:
    """The parts of an HTTP answer that the client's exceptions read."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "as ordered"
        self.headers: dict[str, str] = {}


def failure(status: int, code: int = 0) -> discord.HTTPException:
    """The exception that the client raises for an answer with this status and code of Discord's."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(Answer(status), {"code": code, "message": "as ordered"})


class FakeDiscord:
    """Answers every request at once; messages that were sent can be edited."""

    def __init__(self) -> None:
        self.client = GameClient(intents=discord.Intents.none())
        self.client.http.request = self._request  # type: ignore[method-assign]
        self.calls: list[Call] = []
        self.faults: deque[BaseException | None] = deque()
        """The exceptions raised for the next requests, one after the other; None: no fault."""
        self.history: list[dict[str, Any]] = []
        """The messages that were posted or edited, in every channel."""
        self.threads: dict[str, dict[str, Any]] = {}
        """By the ids of threads, their metadata that differ from those of an open thread."""
        self.forums: set[str] = set()
        """The ids of channels that are forums."""
        self.posts: list[dict[str, Any]] = []
        """The open threads of every server."""
        self.strangers: set[int] = set()
        """Accounts that are in no server; all others are in every server."""
        self.bots: set[int] = set()
        self.names: dict[int, str] = {}
        """The names of accounts."""
        self.managers: set[int] = set()
        """Accounts that may manage every server."""
        self.added: set[int] = set()
        """Accounts that are in every private thread."""
        self._ids = count(1000)

    def sent(self) -> list[dict[str, Any]]:
        """The bodies of the messages that were posted."""
        return [call.body for call in self.calls if (call.method, call.path[-9:]) == ("POST", "/messages")]

    def edited(self) -> list[tuple[str, dict[str, Any]]]:
        """The messages that were edited, by their paths, with the bodies."""
        return [(call.path, call.body) for call in self.calls if call.method == "PATCH"]

    async def _request(self, route: discord.http.Route, **more: Any) -> Any:
        body = more.get("json") or more.get("params") or {}
        for field in more.get("form") or ():
            if field["name"] == "payload_json":
                body = msgspec.json.decode(field["value"])
        path = route.url.removeprefix(discord.http.Route.BASE)
        saying.note(f"{route.method} {path}", body)
        self.calls.append(
            Call(route.method, path, body, [file.fp.read() for file in more.get("files") or ()])
        )
        fault = self.faults.popleft() if self.faults else None
        if fault is not None:
            raise fault
        return self.answer(route.method, path, body)

    def answer(self, method: str, path: str, body: dict[str, Any]) -> Any:
        """The answer of Discord to a request."""
        number = str(next(self._ids))
        match path.split("/"):
            case ["", "users", "@me"]:
                return _user(1)
            case ["", "oauth2", "applications", "@me"]:
                return {
                    "id": "1", "name": "a", "description": "", "icon": None, "flags": 0, "owner": _user(2),
                    "bot_public": True, "bot_require_code_grant": False, "verify_key": "",
                }  # fmt: skip
            case ["", "applications", "1", "commands"]:
                return []
            case ["", "interactions", asked, _, "callback"]:
                return {"interaction": {"id": asked, "type": 2}}
            case ["", "users", "@me", "channels"]:
                return {"id": "77", "type": 1, "recipients": [_user(body["recipient_id"])]}
            case ["", "guilds", _, "threads", "active"]:
                return {"threads": self.posts, "members": []}
            case [*_, "threads"]:
                first = _message(number, number, self._shown(body.get("message") or {}))
                return thread_data(number, {}) | {"message": first}
            case ["", "users", user]:
                if int(user) in self.strangers:
                    raise failure(404, 10013)
                return self._account(user)
            case ["", "guilds", guild]:
                return _guild(guild)
            case ["", "guilds", _, "members", user]:
                if int(user) in self.strangers:
                    raise failure(404, 10007)
                return _member(self._account(user), manages=int(user) in self.managers)
            case ["", "channels", channel, "thread-members", user]:
                if int(user) not in self.added:
                    raise failure(404, 10007)
                return {"id": channel, "user_id": user, "join_timestamp": EPOCH, "flags": 0}
            case ["", "channels", channel] if channel in self.threads:
                self.threads[channel] |= body
                return thread_data(channel, self.threads[channel])
            case ["", "channels", channel]:
                kind = 15 if channel in self.forums else 0
                return {"id": channel, "type": kind, "guild_id": "11", "name": "games", "position": 0}
            case ["", "channels", _, "messages"] if method == "GET":
                return list(reversed(self.history))
            case ["", "webhooks", "1", _, "messages", "@original"]:
                discord_limits.check(body)
                return _message(number, "12", self._shown(body))
            case ["", "channels", channel, "messages", *rest]:
                discord_limits.check(body)
                message = _message(rest[0] if rest else number, channel, self._shown(body))
                self.history.append(message)
                return message
        raise AssertionError(f"nothing answers {method} {path}")

    def _account(self, user: str) -> dict[str, Any]:
        number = int(user)
        return _user(user) | {"bot": number in self.bots, "global_name": self.names.get(number)}

    def _shown(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The components of a message, in which attachments named by file name have their ids.

        As on Discord, only files that come with the request or are listed in it can be named.
        """
        listed = {one["filename"]: one["id"] for one in body.get("attachments") or []}

        def shown(part: dict[str, Any]) -> dict[str, Any]:
            part = {**part, "components": [shown(one) for one in part.get("components", [])]}
            for item in part.get("items", []):
                name = item["media"]["url"].removeprefix("attachment://")
                if name not in listed:
                    raise failure(400, 50035)
                number = listed[name] if len(str(listed[name])) > 3 else str(next(self._ids))
                item["media"] |= {"url": f"https://cdn.test/{number}/{name}", "attachment_id": number}
            return part

        return [shown(part) for part in body.get("components") or []]


def thread_data(number: str, metadata: dict[str, Any]) -> dict[str, Any]:
    """The JSON of a thread of channel 12."""
    return {
        "id": number, "type": 11, "guild_id": "11", "parent_id": "12", "name": "t",
        "owner_id": "1", "last_message_id": str(time_snowflake(QUIET_SINCE)),
        "message_count": 0, "member_count": 0, "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": False, "auto_archive_duration": 10080, "archive_timestamp": EPOCH,
            "locked": False, **metadata,
        },
    }  # fmt: skip


def _guild(number: str) -> dict[str, Any]:
    """The JSON of a server in which one role may manage it."""
    roles = [
        {"id": given, "name": "r", "permissions": permissions, "position": 0, "color": 0, "colors": {
            "primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
         "managed": False, "mentionable": False, "flags": 0}
        for given, permissions in ((number, "0"), (MANAGERS, str(1 << 5)))
    ]  # fmt: skip
    return {"id": number, "name": "g", "owner_id": "1", "roles": roles}


def _member(user: dict[str, Any], *, manages: bool) -> dict[str, Any]:
    roles = [MANAGERS] if manages else []
    return {"user": user, "roles": roles, "joined_at": EPOCH, "deaf": False, "mute": False, "flags": 0}


def _user(number: Any) -> dict[str, Any]:
    return {"id": str(number), "username": "u", "discriminator": "0", "avatar": None}


def _message(number: str, channel: str, components: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": number, "channel_id": channel, "author": _user(1), "content": "", "timestamp": EPOCH,
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
        "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "type": 0,
        "components": components,
    }  # fmt: skip
