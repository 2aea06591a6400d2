"""Resolves chat messages: their text as the reader may see it, and others gathered into the same mail."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.outbox.delivery import Delivery
from bot.outbox.rows import Obsolete, read_payload
from bot.service.game import summarizing
from bot.service.people.doors import MAIL
from bot.service.values import payloads
from bot.service.values.answers import MessageView
from bot.store.models import GameRow, OutboxRow
from bot.store.repositories.partitions import chat_partitions
from bot.store.unit import Unit

CHAT_KIND = str(payloads.DirectChat.__struct_config__.tag)
_MOST_GATHERED = 50
"""Messages that one mail gathers, plus its own; the rest comes with the next mail."""


async def resolve_chat(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, direct: payloads.DirectChat, *, now: datetime
) -> Delivery:
    """A message that waited to be gathered, by mail with the game's other public ones. Raises Obsolete."""
    if plain.settings.where == "none" or await unit.persons.identity(direct.person_id, MAIL) is None:
        raise Obsolete("they want no such mails any more")
    if plain.door != MAIL:
        # The door of the delivery gathers no messages.
        await unit.outbox.put_back(chat_partitions(direct.person_id), row, now)
        direct = replace(direct, others=())
    elif row.attempts == 1:
        direct = replace(direct, others=await other_messages(unit, row, game, direct.person_id, now))
    row.payload = msgspec.json.encode(direct).decode()
    found = await readable_messages(unit, game, (direct.chat_message_id, *direct.others), direct.person_id)
    if not found:
        raise Obsolete("the reader has muted or blocked who said it")
    return replace(plain, payload=direct, chat_message=found[0], more_messages=found[1:])


async def other_messages(
    unit: Unit, row: OutboxRow, game: GameRow, person_id: int, now: datetime
) -> tuple[int, ...]:
    """Messages of a delivery's game that wait to reach a person by mail; their deliveries are closed."""
    waiting = chat_partitions(person_id)
    others = list[int]()
    for one in await unit.outbox.fresh(waiting, CHAT_KIND, game.id, limit=_MOST_GATHERED):
        if isinstance(payload := read_payload(one.payload), payloads.DirectChat):
            others.append(payload.chat_message_id)
            one.gather(row, now)
    return tuple(others)


async def readable_messages(
    unit: Unit, game: GameRow, numbers: Iterable[int], reader: int
) -> tuple[MessageView, ...]:
    """The messages of these numbers that a person wants to read, in order."""
    found = list[MessageView]()
    for number in sorted(numbers):
        with suppress(Obsolete):
            found.append(await chat_message_view(unit, game, number, reader))
    return tuple(found)


async def chat_message_view(unit: Unit, game: GameRow, number: int, reader: int | None = None) -> MessageView:
    """A message; `reader`: the person to whom it is delivered. Raises Obsolete."""
    talk = await unit.chat.get(number)
    if talk is None:
        raise Obsolete("what was said is no longer kept")
    # Readers that a receipt does not list yet are reported by a delivery of their own.
    if reader is None:
        return summarizing.message_view(game, talk, at_once=True)
    if not await unit.chat.wants(talk.id, reader):
        raise Obsolete("the reader has muted or blocked the speaker")
    reported_as = await unit.chat.number(talk, reader) if talk.private else None
    return summarizing.message_view(game, talk, reader=reader, number=reported_as)
