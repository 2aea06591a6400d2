"""Deliveries, and reading the messages that they become."""

from datetime import UTC, datetime
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import msgspec

from bot.discord.formatting.layouts import Picture
from bot.outbox.delivery import Delivery
from bot.service.values.answers import MessageView
from bot.service.values.payloads import Payload, PostCard
from bot.service.values.refused import Refused
from engines.registry import ENGINES
from tests.discord import saying
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary

ROSES = ENGINES["roses"]
VIEW = msgspec.Raw(ROSES.codec.encode(ROSES.view(ROSES.start(ROSES.options({}), 2, "seed" * 8), None)))
CARD = PostCard(summary(), VIEW, ("a soldier is dropped on d3",))
MESSAGE = 555


class Pictures:
    """A picture service that draws nothing."""

    async def picture(self, key: str, _view: object, frame: object) -> discord.File:
        saying.note(f"picture of {key}", {"frame": frame})
        return discord.File(BytesIO(b"png"), filename=f"{key}.png", description="alt")

    def caption(self, key: str, _view: object, frame: object) -> Picture:
        saying.note(f"caption of {key}", {"frame": frame})
        return Picture(f"{key}.png", "alt")


def chat_message(*to: int, body: str = "hello") -> MessageView:
    return MessageView(
        key="gods", code="K7QX", turn="round 1", at=datetime(2026, 1, 1, tzinfo=UTC), speaker=ANN, seat=0,
        to=to or None, readers=(BOB,) * len(to), body=body, refused=(), fresh=False,
    )  # fmt: skip


KNOWN_AS = {person_id: str(account) for person_id, account in ACCOUNTS.items()}


def delivery(payload: Payload, *, message_id: int | None = None, **more: Any) -> Delivery:
    values: dict[str, Any] = {
        "channel_id": 13,
        "nonce": "n1",
        "game_id": 1,
        "id": 1,
        "attempts": 1,
        "external_ids": KNOWN_AS,
    } | more
    return Delivery(payload=payload, message_id=message_id, **values)


async def _untold(*_: object) -> None:
    raise Refused("untold", "Of that nothing is told.")


UNTOLD: Any = SimpleNamespace(engines=ENGINES, lookback=SimpleNamespace(since=_untold, followed=_untold))
"""Use cases that refuse to tell what somebody has missed."""


def texts(body: dict[str, Any]) -> str:
    """All texts of a message."""
    return "\n".join([body.get("content") or "", *_of_all(body.get("components") or [], "content")])


def custom_ids(body: dict[str, Any]) -> list[str]:
    """The custom ids of all buttons and selects of a message."""
    return [one for one in _of_all(body["components"], "custom_id") if one]


def _of_all(parts: list[dict[str, Any]], field: str) -> list[str]:
    """The values of a field of components and of the components within them."""
    return [
        one for part in parts for one in (part.get(field, ""), *_of_all(part.get("components", []), field))
    ]
