"""Resolves the cards of games and lobbies: brings them up to date, and merges superseded ones into newer."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.outbox.delivery import Delivery
from bot.outbox.rows import Obsolete, read_payload, up_to_date
from bot.service.game import deadlines, summarizing
from bot.service.notices import place_refusals, turn_notices
from bot.service.people.servers import settings_of
from bot.service.values import payloads
from bot.store.models import GameRow, OutboxRow
from bot.store.repositories.partitions import game_partition
from bot.store.unit import Unit
from engines.contract import LONGEST_SUMMARY, StepSummary

_Card: TypeAlias = payloads.PostCard | payloads.RefreshCard

STALE = timedelta(seconds=30)
"""After waiting this long a card is dropped if a newer one waits behind it."""


async def resolve_card(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, card: payloads.PostCard, *, now: datetime
) -> Delivery:
    """A card, brought up to date for its posting. Raises Obsolete."""
    await _check_fresh_card(unit, row, game, card, now)
    shown = _timed(up_to_date(card, game), row, game, now)
    return replace(
        plain,
        payload=shown,
        channel_id=game.thread_id or game.channel_id,
        quiet=(await settings_of(unit, game.guild_id)).quiet,
        unpinged=await _unpinged(unit, row, game, shown, now),
    )


async def resolve_lobby(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, lobby: payloads.PostLobby, *, now: datetime
) -> Delivery:
    """The lobby's card; in a forum it is the first message of the game's post."""
    gone = game.forum and game.thread_id is None
    if gone and game.status != "lobby":
        raise Obsolete("nobody is invited any more")
    message_id = None if gone else game.lobby_message_id
    await check_newest(unit, row, message_id)
    asked = await unit.invitations.of_game(game.id, now) if game.status == "lobby" else ()
    quiet = [one for one in asked if turn_notices.recipient_of(one.player).quiet(now)]
    shown = up_to_date(lobby, game)
    return replace(
        plain,
        payload=shown,
        place_gone=await place_refusals.is_gone(unit, shown.summary.place),
        channel_id=game.thread_id if game.forum and not gone else game.channel_id,
        message_id=message_id,
        invited=tuple(summarizing.person(one.player) for one in asked),
        unpinged=frozenset(one.player_id for one in quiet),
        quiet=bool(asked) and (await settings_of(unit, game.guild_id)).quiet,
    )


async def check_newest(unit: Unit, row: OutboxRow, message_id: int | None) -> None:
    """Show only the newest state of a lobby or a hand. Raises Obsolete.

    A first post that was attempted may have arrived: posting a newer one would leave two messages.
    """
    if row.attempts == 1 or row.blocked_at is not None or message_id is not None:
        newer = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
        if any(one.game_id == row.game_id for one in newer):
            raise Obsolete("superseded", "superseded")


async def _unpinged(
    unit: Unit, row: OutboxRow, game: GameRow, card: payloads.PostCard, now: datetime
) -> frozenset[int]:
    """Players whom a card mentions without a ping."""
    off_turn = card.summary.off_turn_prompt is not None
    sittings = game.seats
    unpinged = frozenset(
        sitting.player_id
        for sitting in sittings
        if not turn_notices.pinged(game, sitting, row.created_at, now, off_turn=off_turn)
    )
    if any(sitting.notice_at == now for sitting in sittings):
        unit.set_alarm(now)
    return unpinged


async def resolve_refresh(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, payload: payloads.RefreshCard
) -> Delivery:
    """The newest posted card, brought up to date; it is posted anew where it is gone or was given up.

    A refresh behind which another one, or a new card, waits is merged into that. Raises Obsolete.
    """
    for kind in ("refresh", "card"):
        if newer := await unit.outbox.waiting(row.partition_key, kind, after=row.id):
            _merge_into_newer(payload, newer[0])
            raise Obsolete("superseded", "superseded")
    card = await unit.outbox.get(payload.outbox_id)
    if card is None or card.status != "done":
        posted = await unit.outbox.posted(game.id, row.partition_key, "card", up_to=payload.outbox_id)
        card = posted or card
    if card is None or not isinstance(before := read_payload(card.payload), payloads.PostCard):
        raise Obsolete("there is no card")
    where = game.thread_id or game.channel_id
    message_id = card.message_id if card.channel_id == where else None
    summary = payload.summary
    summary = replace(summary, deadline=None if summary.computers_alone else deadlines.shown(game))
    shown = replace(
        before, summary=summary, view=payload.view, first_picks=payload.first_picks, **_lines(before, payload)
    )
    return replace(
        plain,
        payload=replace(payload, outbox_id=card.id),
        channel_id=where,
        message_id=message_id,
        card=up_to_date(shown, game),
    )


async def resolve_removal(
    unit: Unit, game: GameRow, plain: Delivery, payload: payloads.RemoveButtons
) -> Delivery:
    """The removal from the only card that still has buttons: the newest posted one up to the one named.

    The buttons stay until a newer card was posted: people must have buttons to press. Raises Obsolete.
    """
    found = await unit.outbox.posted_card(game.id, game_partition(game.id), up_to=payload.outbox_id)
    if found is None:
        raise Obsolete("the old card was never posted")
    card, newer, without_buttons = found
    if not newer:
        raise Obsolete("no newer card was posted")
    if without_buttons is not None and without_buttons == card.message_id:
        raise Obsolete("the old card has no buttons any more")
    original = read_payload(card.payload)
    return replace(
        plain,
        payload=payloads.RemoveButtons(card.id),
        channel_id=card.channel_id or game.thread_id or game.channel_id,
        message_id=card.message_id,
        card=up_to_date(original, game) if isinstance(original, payloads.PostCard) else None,
    )


def _timed(card: payloads.PostCard, row: OutboxRow, game: GameRow, now: datetime) -> payloads.PostCard:
    """The newest card with the deadline that holds once it is posted, for which the clock may be waiting."""
    if game.card_outbox_id != row.id or game.status != "active" or card.summary.computers_alone:
        return card
    posted = deadlines.if_posted if game.clock_card_id == row.id else deadlines.if_released
    return replace(card, summary=replace(card.summary, deadline=posted(game, now)))


async def _check_fresh_card(
    unit: Unit, row: OutboxRow, game: GameRow, card: payloads.PostCard, now: datetime
) -> None:
    """After a long outage post one card for all that waited, rather than a flood. Raises Obsolete.

    Normally every card is posted. One that was attempted is attempted again in any case: it may have arrived.
    """
    tried_or_fresh = row.attempts > 1 or now - row.created_at < STALE
    if tried_or_fresh and row.blocked_at is None:
        return
    newer = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
    if newer:
        _merge_into_newer(card, newer[0])
        for sitting in game.seats:
            if sitting.notified_at == row.created_at:
                # The newer card pings them instead.
                sitting.notified_at = newer[0].created_at
        raise Obsolete("superseded", "superseded")


def _lines(older: _Card, newer: _Card) -> dict[str, Any]:
    """The fields of one card that tells the lines of two, but not what was taken back since the older one."""
    standing, _ = _without(older.summary_lines, _retracted(newer))
    return {
        "summary_lines": (*standing, *newer.summary_lines),
        "head_lines": (*older.head_lines, *newer.head_lines),
    }


def _retracted(card: _Card) -> tuple[str, ...]:
    return card.retracted if isinstance(card, payloads.RefreshCard) else ()


def _without(lines: Sequence[str], retracted: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines without those retracted, of equal lines the newest, and the retracted ones not among them."""
    standing, missing = [*reversed(lines)], list[str]()
    for line in reversed(retracted):
        if line in standing:
            standing.remove(line)
        else:
            missing.append(line)
    return tuple(reversed(standing)), tuple(reversed(missing))


def _merge_into_newer(card: _Card, row: OutboxRow) -> None:
    """Add to a waiting card the lines and mentions of the one that it supersedes."""
    newer_card = read_payload(row.payload)
    if not isinstance(newer_card, _Card):
        return
    _, missing = _without(card.summary_lines, _retracted(newer_card))
    newer_card = replace(newer_card, **_lines(card, newer_card))
    if isinstance(newer_card, payloads.RefreshCard):
        newer_card = replace(newer_card, retracted=(*_retracted(card), *missing))
    if isinstance(card, payloads.PostCard) and isinstance(newer_card, payloads.PostCard):
        newer_card = _merged(card, newer_card)
    row.payload = msgspec.json.encode(newer_card).decode()


def _merged(card: payloads.PostCard, newer_card: payloads.PostCard) -> payloads.PostCard:
    asked = {*(card.pinged or ())} & {*newer_card.summary.asked}
    pinged = newer_card.pinged if newer_card.pinged is None else tuple(sorted({*newer_card.pinged, *asked}))
    return replace(newer_card, pinged=pinged, step_summary=_both(card.step_summary, newer_card.step_summary))


def _both(older: StepSummary | None, newer: StepSummary | None) -> StepSummary | None:
    """Both summaries in one; only the newer one where there is no room for both."""
    if older is None or newer is None:
        return newer or older
    text = f"{older.text}\n{newer.text}"
    return replace(newer, text=text) if len(text) <= LONGEST_SUMMARY else newer
