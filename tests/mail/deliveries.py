"""Deliveries that go by mail, and reading the mails."""

import re
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from bot.mail.reply_address import Capability, ReplyAddresses, reply_addresses
from bot.outbox.delivery import Delivery
from bot.service.facade import Service
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Payload, TurnNotice
from bot.service.values.request import Person
from tests.service.actors import ANN, BOB, SINCE

ADDRESS = "ann@example.org"


def delivery(payload: Payload, **changes: Any) -> Delivery:
    values: dict[str, Any] = {
        "id": 7,
        "nonce": "n0nce",
        "game_id": 1,
        "channel_id": None,
        "message_id": None,
        "payload": payload,
        "attempts": 1,
        "external_ids": {person.id: f"{person.name.lower()}@example.org" for person in (ANN, BOB)},
        "enqueued_at": SINCE,
        "settings": NoticeSettings(private_by_mail=True),
    }
    return Delivery(**(values | changes))


def turn(game: GameSummary, person: Person = ANN, **changes: Any) -> Delivery:
    return delivery(TurnNotice(person.id, "turn", game), game=game.code, **changes)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def links_of(mail: EmailMessage) -> dict[str, dict[str, str]]:
    """The fields of each link of a mail, by the text that it fills in."""
    found = {}
    for href in re.findall(r'href="([^"]+)"', html_of(mail)):
        parts = urlsplit(href.replace("&amp;", "&"))
        assert parts.scheme == "mailto"
        fields = {name: values[0] for name, values in parse_qs(parts.query, strict_parsing=True).items()}
        found[fields["body"]] = {"to": unquote(parts.path), **fields}
    return found


async def addresses(service: Service) -> ReplyAddresses:
    return reply_addresses("turn@games.example", await service.mail.keys())


async def capability(service: Service, mail: EmailMessage) -> Capability | None:
    read = (await addresses(service)).read(mail["Reply-To"].addresses[0].addr_spec)
    return read if isinstance(read, Capability) else None
