"""Getting a delivery ready: its address as things stand now, and whether it is still worth delivering."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.outbox.delivery import Delivery
from bot.service import deadlines, summarizing
from bot.service.messages import (
    ClearHand,
    DirectChat,
    OpenThread,
    Payload,
    PostCard,
    PostChat,
    PostLobby,
    PostNote,
    RefreshCard,
    RemoveButtons,
    ShowHand,
    TurnNotice,
)
from bot.service.summaries import MessageView
from bot.store.models import GameRow, OutboxRow
from bot.store.outbox import SUPERSEDED
from bot.store.unit import Unit
from engines.contract import LONGEST_SUMMARY, StepSummary

STALE = timedelta(seconds=30)
"""A card that has waited so long is not posted any more if a newer one waits behind it."""

_DECODER: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)

ShownT = TypeVar("ShownT", PostLobby, PostCard)


class Obsolete(Exception):  # noqa: N818 -- a decision, not a fault
    """The delivery is dropped undelivered, for this reason."""


async def pack(unit: Unit, row: OutboxRow, now: datetime) -> Delivery:
    """The delivery of a claimed row. Raises Obsolete."""
    payload = _read(row.payload)
    if isinstance(payload, TurnNotice | ShowHand):
        if await unit.persons.dms_closed(payload.person_id):
            raise Obsolete("the user takes no direct messages")
        if row.game_id is not None and not await unit.games.sits(row.game_id, payload.person_id):
            raise Obsolete("somebody else plays in that seat")
    if isinstance(payload, TurnNotice):
        if payload.until is not None and now >= payload.until:
            raise Obsolete("it comes too late")
        return _delivery(row, payload, None)
    if isinstance(payload, ShowHand):
        return await _hand(unit, row, payload)
    if isinstance(payload, ClearHand):
        return await _put_away(unit, row, payload)
    game = None if row.game_id is None else await unit.games.bare(row.game_id)
    if game is None:
        raise Obsolete("there is no such game")
    where = game.thread_id or game.channel_id
    match payload:
        case DirectChat():
            return replace(_delivery(row, payload, None), spoken=await _spoken(unit, game, payload))
        case PostChat():
            return replace(_delivery(row, payload, where), spoken=await _spoken(unit, game, payload))
        case PostLobby():
            await _check_newest_lobby(unit, row, game)
            return _delivery(row, _up_to_date(payload, game), game.channel_id, game.lobby_message_id)
        case OpenThread():
            if game.thread_id is not None:
                raise Obsolete("the game has a thread")
            return _delivery(row, payload, game.channel_id, game.lobby_message_id)
        case PostCard():
            await _check_fresh_card(unit, row, payload, now)
            return _delivery(row, _timed(_up_to_date(payload, game), row, game, now), where)
        case RefreshCard():
            return await _refresh(unit, row, payload, game)
        case PostNote():
            return _delivery(row, payload, where)
        case RemoveButtons():
            return await _strip(unit, row, payload, game)


def people_of(delivery: Delivery) -> set[int]:
    """Whom a delivery is addressed to, or may mention."""
    match delivery.payload:
        case TurnNotice(person_id=person_id) | DirectChat(person_id=person_id):
            return {person_id}
        case ShowHand(person_id=person_id) | ClearHand(person_id=person_id):
            return {person_id}
        case PostCard() as card:
            return _seated(card)
        case _:
            return set() if delivery.original is None else _seated(delivery.original)


def _seated(card: PostCard) -> set[int]:
    return {seat.person.id for seat in card.summary.seats if seat.person is not None}


async def _refresh(unit: Unit, row: OutboxRow, payload: RefreshCard, game: GameRow) -> Delivery:
    """The newest card that was posted, as it is to be; where it is gone or was given up, posted anew.

    Only the last of several that wait matters, and none that waits behind a new card.
    """
    for kind in ("refresh", "card"):
        if newer := await unit.outbox.waiting(row.partition_key, kind, after=row.id):
            _hand_down(payload.summary_lines, newer[0])
            raise Obsolete(SUPERSEDED)
    card = await unit.outbox.posted(row.partition_key, "card", up_to=payload.outbox_id)
    card = card or await unit.outbox.get(payload.outbox_id)
    before = None if card is None else _read(card.payload)
    if card is None or not isinstance(before, PostCard):
        raise Obsolete("there is no card")
    where = game.thread_id or game.channel_id
    message_id = card.message_id if card.channel_id == where else None
    summary = replace(payload.summary, deadline=deadlines.shown(game))
    summary_lines = (*before.summary_lines, *payload.summary_lines)
    shown = _up_to_date(
        replace(before, summary=summary, view=payload.view, summary_lines=summary_lines), game
    )
    delivery = _delivery(row, replace(payload, outbox_id=card.id), where, message_id)
    return replace(delivery, original=shown)


async def _spoken(unit: Unit, game: GameRow, payload: PostChat | DirectChat) -> MessageView:
    talk = await unit.chat.get(payload.chat_message_id)
    if talk is None:
        raise Obsolete("what was said is no longer kept")
    reader = payload.person_id if isinstance(payload, DirectChat) and payload.purpose == "hear" else None
    # What a receipt does not know yet its speaker is told by a delivery of its own.
    return summarizing.message_view(game, talk, reader=reader, at_once=True)


async def _hand(unit: Unit, row: OutboxRow, payload: ShowHand) -> Delivery:
    """Only the newest hand is worth showing; as with lobbies, a first post that was tried is tried again."""
    message_id = await unit.games.hand_message(payload.summary.id, payload.person_id)
    waiting = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
    if (row.attempts == 1 or message_id is not None) and any(
        newer.game_id == row.game_id for newer in waiting
    ):
        raise Obsolete(SUPERSEDED)
    return _delivery(row, payload, None, message_id)


async def _put_away(unit: Unit, row: OutboxRow, payload: ClearHand) -> Delivery:
    """Those in the partition before have come by now, so the last that was posted is the message."""
    shown = await unit.outbox.posted(row.partition_key, "hand", up_to=row.id, game_id=row.game_id)
    if shown is None:
        raise Obsolete("no hand was ever shown")
    return _delivery(row, payload, None, shown.message_id)


async def _strip(unit: Unit, row: OutboxRow, payload: RemoveButtons, game: GameRow) -> Delivery:
    """The one card that still has buttons: the newest up to the one meant that was posted at all.

    It keeps them where the card that was to follow it was given up: people must have something to press.
    """
    card = await unit.outbox.posted(row.partition_key, "card", up_to=payload.outbox_id)
    if card is None:
        raise Obsolete("the old card was never posted")
    if not await unit.outbox.posted(row.partition_key, "card", after=card.id):
        raise Obsolete("no newer card was posted")
    original = _read(card.payload)
    where = card.channel_id or game.thread_id or game.channel_id
    delivery = _delivery(row, RemoveButtons(card.id), where, card.message_id)
    return (
        replace(delivery, original=_up_to_date(original, game))
        if isinstance(original, PostCard)
        else delivery
    )


def _read(payload: str) -> Payload:
    try:
        return _DECODER.decode(payload)
    except msgspec.MsgspecError as error:
        # An older version of this bot wrote it; the partition must go on.
        raise Obsolete(f"it cannot be read: {error}") from error


def _delivery(
    row: OutboxRow, payload: Payload, channel_id: int | None, message_id: int | None = None
) -> Delivery:
    return Delivery(
        id=row.id,
        nonce=row.nonce,
        game_id=row.game_id,
        channel_id=channel_id,
        message_id=message_id,
        payload=payload,
        attempts=row.attempts,
    )


def _up_to_date(payload: ShownT, game: GameRow) -> ShownT:
    """The same with the thread that was opened since the delivery was put in."""
    return replace(payload, summary=replace(payload.summary, thread_id=game.thread_id))


def _timed(card: PostCard, row: OutboxRow, game: GameRow, now: datetime) -> PostCard:
    """The same with the deadline as it will be when the clock has waited for this card to be posted."""
    if game.clock_card_id != row.id:
        return card
    return replace(card, summary=replace(card.summary, deadline=deadlines.if_posted(game, now)))


async def _check_newest_lobby(unit: Unit, row: OutboxRow, game: GameRow) -> None:
    """Only the newest state of a lobby is worth showing; the first post must be known to have failed, though.

    A first post that was tried may have arrived: posting a newer one would leave two cards standing.
    """
    untried = row.attempts == 1
    if (untried or game.lobby_message_id is not None) and await unit.outbox.waiting(
        row.partition_key, row.kind, after=row.id
    ):
        raise Obsolete(SUPERSEDED)


async def _check_fresh_card(unit: Unit, row: OutboxRow, card: PostCard, now: datetime) -> None:
    """After a long outage one card tells what all that waited would have told, rather than a flood of them.

    In the ordinary course of play every card is posted. One that was tried is tried again in any case: it may
    have arrived.
    """
    if row.attempts > 1 or now - row.created_at < STALE:
        return
    newer = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
    if newer:
        _hand_down(card.summary_lines, newer[0], card.step_summary)
        raise Obsolete(SUPERSEDED)


def _hand_down(
    summary_lines: tuple[str, ...], row: OutboxRow, step_summary: StepSummary | None = None
) -> None:
    """Let a card that waits tell as well what the one that it supersedes would have told."""
    heir = _read(row.payload)
    if not isinstance(heir, PostCard | RefreshCard):
        return
    heir = replace(heir, summary_lines=(*summary_lines, *heir.summary_lines))
    if isinstance(heir, PostCard):
        heir = replace(heir, step_summary=_both(step_summary, heir.step_summary))
    row.payload = msgspec.json.encode(heir).decode()


def _both(older: StepSummary | None, newer: StepSummary | None) -> StepSummary | None:
    """One step_summary of both; where there is no room for it, that of the newer."""
    if older is None or newer is None:
        return newer or older
    text = f"{older.text}\n{newer.text}"
    return replace(newer, text=text) if len(text) <= LONGEST_SUMMARY else newer
