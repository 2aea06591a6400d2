"""The consequences of failed deliveries: direct notices, a held clock, notices to managers."""

import secrets
from datetime import datetime
from typing import Literal

import msgspec
import structlog

from bot.column_values import RUNNING
from bot.service.game import deadlines
from bot.service.game.summarizing import person as person_of
from bot.service.notices import place_refusals, turn_notices
from bot.service.notices.enqueuing import delivery_row, enqueue_without_event
from bot.service.people import doors
from bot.service.people.notice_settings import notice_settings_of
from bot.service.values import payloads
from bot.service.values.game_summary import GameSummary
from bot.store.models import GameRow, OutboxRow, RefusalRow
from bot.store.repositories.partitions import game_partition, notice_partition, person_partition
from bot.store.unit import Unit

log = structlog.get_logger(__name__)


async def notify_pending(unit: Unit, row: OutboxRow, refusal: RefusalRow | None, now: datetime) -> None:
    """Notify the pending players directly of a card that cannot be posted.

    The clock is stopped until all of them were notified (`release_clock`). The mover is notified as
    well, unless the answer to the move said so (`Played.refusal`).
    """
    card = msgspec.json.decode(row.payload, type=payloads.PostCard)
    notices = _unposted(card.summary, None if refusal is None else refusal.code)
    mailed = {one.person_id: await _mailed(unit, card.summary.id, row.seq, one.person_id) for one in notices}
    for notice in [*notices, *await _played(unit, row, card.summary, refusal)]:
        if mailed.get(notice.person_id) is not None:
            continue
        direct = delivery_row(card.summary.id, row.seq, notice, now)
        sitting = await unit.games.seat_with_person(card.summary.id, notice.person_id)
        if sitting is not None:
            # It takes the place of the notice of their turn, and respects their quiet time.
            direct.not_before = turn_notices.quiet_until(sitting, now)
            if sitting.player.dms_closed_at is None:
                sitting.notified_at, sitting.notice_at = now, None
        unit.outbox.add(direct)
    game = await unit.games.locked(card.summary.id)
    if game is None or game.status != "active" or game.card_outbox_id != row.id:
        return
    if any(state != "done" for state in mailed.values()):
        deadlines.hold(game, now)
        unit.set_alarm(game.alarm_at)
    else:
        # No delivery is left that would restart a held clock, so it is restarted here.
        await release_clock(unit, game.id, now)


async def _mailed(
    unit: Unit, game_id: int, seq: int | None, person_id: int
) -> Literal["waiting", "done"] | None:
    """The state of the mail that tells a player of the same turn: it shows all that the card does.

    None: there is none.
    """
    sitting = await unit.games.seat_with_person(game_id, person_id)
    by_mail = sitting and notice_settings_of(sitting.player.notices, sitting.notices).by == doors.MAIL
    if not by_mail or doors.MAIL not in await doors.open_doors(unit, person_id):
        return None
    waiting = await unit.outbox.waiting(notice_partition(person_id), "notice")
    if any(one.game_id == game_id and (one.seq or 0) >= (seq or 0) for one in waiting):
        return "waiting"
    return "done" if person_partition(person_id) in await unit.outbox.noticed(game_id, seq or 0) else None


async def _played(
    unit: Unit, row: OutboxRow, summary: GameSummary, refusal: RefusalRow | None
) -> list[payloads.TurnNotice]:
    """A notice to the mover, if the refusal was unknown when they moved."""
    if refusal is None or refusal.probe_at is None or row.created_at > refusal.since:
        return []
    actor = await unit.events.actor(summary.id, row.seq)
    seat = next((seat for seat in summary.seats if seat.person and seat.person.id == actor), None)
    if actor is None or seat is None or seat.seat in {*summary.to_act, *summary.mentioned, *summary.asked}:
        return []
    return [payloads.TurnNotice(actor, "played", summary, refusal=refusal.code)]


async def post_again(unit: Unit, game: GameRow, now: datetime) -> None:
    """Have the newest card, which is gone with the game's place, posted again."""
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if game.status == "active" and card is not None and card.status == "done":
        unit.outbox.add_again(card, secrets.token_hex(12), now)
    await unit.outbox.reschedule_blocked(now, partition_key=game_partition(game.id))


async def notify_managers(
    unit: Unit, game: GameRow, refusal: RefusalRow, now: datetime, *, paused: bool = False
) -> None:
    """Notify a server's managers of a refused place, or that the game is paused for it, if that is due."""
    if game.channel_id is not None and await place_refusals.mark_notified(unit, refusal, now, again=paused):
        thread_id = game.thread_id if refusal.place_id == game.thread_id else None
        whole = thread_id is not None or refusal.place_id == refusal.guild_id
        notice = payloads.ManagerNotice(
            refusal.guild_id,
            game.channel_id if whole else refusal.place_id,
            thread_id,
            refusal.code,
            gone=refusal.probe_at is None,
            code=game.code,
            paused=paused,
        )
        enqueue_without_event(unit, notice, now, game_id=game.id)


async def release_clock(unit: Unit, game_id: int, now: datetime) -> None:
    """Restart a held clock once the newest card is posted or all pending players were notified."""
    seen = await unit.games.bare(game_id)
    if seen is None or seen.clock_stopped_at is None:
        return
    game = await unit.games.locked(game_id)
    if game is None or game.status != "active" or game.clock_stopped_at is None:
        return
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if card is not None and card.status != "done":
        summary = msgspec.json.decode(card.payload, type=payloads.PostCard).summary
        pending = {person_partition(notice.person_id) for notice in _unposted(summary)}
        if not pending <= await unit.outbox.noticed(game_id, card.seq or 0):
            return
    deadlines.release(game, now)
    await unit.games.decide_notices(game_id, now)
    # A standing order that waits for an answer is played shortly before the deadline, which is known again.
    await unit.orders.wake(game_id, now)
    unit.set_alarm(now)


def _unposted(summary: GameSummary, refusal: str | None = None) -> list[payloads.TurnNotice]:
    """A notice with a play button for each publicly pending player."""
    label = summary.off_turn_prompt or summary.button
    acting = {*summary.to_act, *summary.mentioned}
    return [
        payloads.TurnNotice(
            seat.person.id,
            "unposted" if seat.seat in acting else "asked",
            summary,
            refusal=refusal,
            button=payloads.PanelButton(label, summary.code, summary.public_version, seat.seat)
            if seat.seat in acting
            else None,
        )
        for seat in summary.seats
        if seat.person is not None and seat.person.level is None and seat.seat in acting | {*summary.asked}
    ]


async def close_door(unit: Unit, person_id: int, kind: str, now: datetime) -> bool:
    """Close a person's door, where deliveries fail permanently; returns whether another one is open.

    For mail they are notified at the other door or, without one, the managers of the servers they play in.
    """
    closes = await unit.persons.close_door(person_id, kind, now)
    another = bool(await doors.open_doors(unit, person_id))
    if not another:
        await unit.persons.close_dms(person_id, now)
    if closes and kind == doors.MAIL:
        if another:
            await unit.persons.prefer_no_door(person_id)
            enqueue_without_event(unit, payloads.DoorClosed(person_id), now)
        else:
            await _notify_of_unreachable(unit, person_id, now)
        log.warning("mail_came_back", person=person_id, another_door=another)
    return another


async def _notify_of_unreachable(unit: Unit, person_id: int, now: datetime) -> None:
    """Notify the managers of each server in which a player, whose mail bounces, plays."""
    person, notified = await unit.persons.get(person_id), set[int]()
    for game in await unit.game_lists.listed(statuses=RUNNING, player_id=person_id):
        if game.guild_id is None or game.channel_id is None or game.guild_id in notified or person is None:
            continue
        notified.add(game.guild_id)
        notice = payloads.ManagerNotice(
            game.guild_id,
            game.channel_id,
            game.thread_id,
            "mail",
            gone=False,
            code=game.code,
            unreachable=person_of(person),
        )
        enqueue_without_event(unit, notice, now, game_id=game.id)
