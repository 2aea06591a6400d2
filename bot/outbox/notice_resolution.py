"""Resolves notices, followed cards and invitations: whether they still hold, and what one message gathers."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.outbox.chat_resolution import CHAT_KIND, other_messages, readable_messages, resolve_chat
from bot.outbox.delivery import Delivery, FollowedCard
from bot.outbox.rows import Obsolete, read_payload, up_to_date
from bot.service.game import summarizing
from bot.service.game.seating import invitation_holds
from bot.service.notices import notice_rules, turn_notices
from bot.service.people.blocks import is_blocked
from bot.service.people.doors import MAIL, DoorsHere
from bot.service.people.notice_settings import NoticeSettings, notice_settings_of
from bot.service.values import payloads
from bot.service.values.answers import Invitation
from bot.store.models import GameRow, OutboxRow, SeatRow
from bot.store.repositories.partitions import LATER, NOTICES, chat_partitions, game_partition
from bot.store.unit import Unit

_GATHERED = frozenset({"called", "turn", "reminder"})
"""Occasions that may be gathered in one message."""
_UNTIL_ACTED = _GATHERED | {"asked"}
"""Occasions that pass when the person acts: they are not notified afterwards."""
REFUSED_OCCASIONS = frozenset({"unposted", "played"})
"""Occasions of a card that cannot be posted."""


async def settings_for(unit: Unit, game_id: int | None, person_id: int) -> NoticeSettings:
    """A person's notice preferences for a game that they play or follow."""
    person, seat = await unit.persons.get(person_id), await unit.games.seat(game_id, person_id)
    return notice_settings_of(
        "{}" if person is None else person.notices, "{}" if seat is None else seat.notices
    )


async def resolve_notice(
    unit: Unit,
    row: OutboxRow,
    game: GameRow,
    plain: Delivery,
    notice: payloads.TurnNotice,
    *,
    now: datetime,
    doors: DoorsHere,
) -> Delivery:
    """A notice, with the others that are gathered in the same message. Raises Obsolete."""
    by_mail, digest = plain.door == MAIL, plain.settings.when == "digest"
    try:
        await _check_notice(unit, row, game, notice, now)
    except Obsolete:
        await turn_notices.decide_anew(unit, notice.others, now)
        if not notice.chat_message_ids:
            raise
        # An earlier attempt may have sent these messages: the same mail is recognized by its id.
        row.kind = CHAT_KIND
        first, *others = notice.chat_message_ids
        direct = payloads.DirectChat(notice.person_id, first, "hear", others=tuple(others))
        return await resolve_chat(unit, row, game, plain, direct, now=now)
    if row.attempts == 1:
        # Each game is a mail thread of its own.
        if not by_mail or digest:

            async def goes_along(other: OutboxRow) -> bool:
                """Whether the preferences for another game let its notice come in the same message."""
                settings = await settings_for(unit, other.game_id, notice.person_id)
                door = await doors.door_of(unit, notice.person_id, settings)
                return door == plain.door and (not by_mail or settings.when == "digest")

            notice = await _gathered(unit, row, notice, goes_along, now)
        if by_mail and not notice.others:
            messages = await other_messages(unit, row, game, notice.person_id, now)
            notice = replace(notice, chat_message_ids=messages)
    else:
        told = [one for one in notice.others if await _still_valid(unit, row, one, now)]
        notice = replace(notice, others=tuple(told))
        if not by_mail and notice.chat_message_ids:
            await unit.outbox.put_back(chat_partitions(notice.person_id), row, now)
            notice = replace(notice, chat_message_ids=())
    row.payload = msgspec.json.encode(notice).decode()
    return replace(
        plain,
        payload=notice,
        more_messages=await readable_messages(unit, game, notice.chat_message_ids, notice.person_id),
    )


async def _check_notice(
    unit: Unit, row: OutboxRow, game: GameRow, notice: payloads.TurnNotice, now: datetime
) -> None:
    """Raises Obsolete where a notice is not sent, or not now; in that case it is decided anew."""
    if notice.occasion == "replaced":
        await _check_seatless(unit, game, notice.person_id)
        return
    sitting = await seat_of(unit, game, notice.person_id)
    if notice.until is not None and now >= notice.until:
        raise Obsolete("it comes too late")
    if notice.occasion in REFUSED_OCCASIONS:
        await _check_unposted(unit, row, game, sitting, now)
    if notice.occasion == "undone":
        again = sitting.notice_at or sitting.notified_at not in {None, row.created_at}
        if again or game.status != "active":
            raise Obsolete("it is their turn again, or nobody's")
    clocks = summarizing.seat_clocks_of(game)
    wished = clocks.ending, () if clocks.pausing is None else clocks.pausing.seats
    if notice.occasion == "asked" and row.partition_key.endswith(LATER):
        if not any(seats and sitting.seat not in seats for seats in wished):
            raise Obsolete("nothing is asked of them any more")
        return
    # Notices enqueued by earlier releases carry no moment to compare.
    if notice.occasion not in _UNTIL_ACTED or not row.partition_key.endswith(NOTICES):
        return
    if not turn_notices.still_valid(game, sitting, notice, notice.enqueued_at or row.created_at, now):
        unit.set_alarm(sitting.notice_at)
        raise Obsolete("they have acted, or are told later")


async def _check_unposted(unit: Unit, row: OutboxRow, game: GameRow, sitting: SeatRow, now: datetime) -> None:
    """Raises Obsolete if the card was posted after all, or another one follows; the turn is notified anew."""
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if card is None or (card.status != "done" and card.seq == row.seq):
        return
    if sitting.notified_at == row.created_at:
        sitting.notified_at, sitting.notice_at = None, now
        unit.set_alarm(now)
    raise Obsolete("the card was posted, or another one follows")


async def _gathered(
    unit: Unit,
    row: OutboxRow,
    notice: payloads.TurnNotice,
    goes_along: Callable[[OutboxRow], Awaitable[bool]],
    now: datetime,
) -> payloads.TurnNotice:
    """The notice with the waiting ones of other games for the same person, as one message."""
    others = list[payloads.TurnNotice]()
    if notice.occasion not in _GATHERED:
        return notice
    for other in await unit.outbox.waiting(row.partition_key, row.kind, after=row.id):
        game, of_other = await unit.games.bare(other.game_id), read_payload(other.payload)
        if (
            game is None
            or not isinstance(of_other, payloads.TurnNotice)
            or of_other.occasion not in _GATHERED
            or not await goes_along(other)
        ):
            continue
        try:
            await _check_notice(unit, other, game, of_other, now)
        except Obsolete as reason:
            other.drop(reason.why, now, str(reason))
        else:
            other.gather(row, now)
            others.append(replace(of_other, enqueued_at=other.created_at))
    return replace(notice, others=tuple(others)) if others else notice


async def _still_valid(unit: Unit, row: OutboxRow, other: payloads.TurnNotice, now: datetime) -> bool:
    """Whether a notice that an earlier attempt has gathered may still be sent."""
    if other.summary is None or not other.enqueued_at:
        return True
    game = await unit.games.bare(other.summary.id)
    with suppress(Obsolete):
        if game is not None:
            await _check_notice(unit, row, game, other, now)
            return True
    return False


async def seat_of(unit: Unit, game: GameRow, person_id: int) -> SeatRow:
    """The seat of a direct message's reader. Raises Obsolete where they take no messages or have no seat."""
    if await unit.persons.dms_closed(person_id):
        raise Obsolete("the user takes no direct messages")
    seat = await unit.games.seat_with_person(game.id, person_id)
    if seat is None:
        raise Obsolete("somebody else plays in that seat")
    return seat


async def _check_seatless(unit: Unit, game: GameRow, person_id: int) -> None:
    """Raises Obsolete for a person who takes no messages or has a seat again."""
    if await unit.persons.dms_closed(person_id):
        raise Obsolete("the user takes no direct messages")
    if await unit.games.seat_with_person(game.id, person_id) is not None:
        raise Obsolete("they have a seat again")


async def resolve_follow_notice(
    unit: Unit, row: OutboxRow, plain: Delivery, notice: payloads.FollowNotice, now: datetime
) -> Delivery:
    """The card for a follower: the newest of several that wait.

    The notices of other games that are due soon are gathered in the same message, if all the games are on
    servers or none is: only then may they go by the same doors.
    """
    follower = await unit.persons.get(notice.person_id)
    if follower is None or follower.dms_closed_at is not None:
        raise Obsolete("the user takes no direct messages")
    if row.attempts == 1:
        own = await is_on_server(unit, row.game_id)
        waiting = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
        alike = [one for one in waiting if await is_on_server(unit, one.game_id) == own]
        notice = _with_others(notice, row, alike, now)
        row.payload = msgspec.json.encode(notice).decode()
    cards = [await _card_followed(unit, one) for one in (notice, *notice.others)]
    shown = [card for card in cards if card is not None]
    if not shown:
        raise Obsolete("they follow the game no more")
    return replace(plain, payload=notice, followed=tuple(shown))


def _with_others(
    notice: payloads.FollowNotice, row: OutboxRow, waiting: Sequence[OutboxRow], now: datetime
) -> payloads.FollowNotice:
    """The notice with the waiting ones that are due soon, only the newest of each game, which then covers the
    events of the older ones as well. The deliveries of all these are closed.
    """
    newest: dict[int | None, payloads.FollowNotice] = {row.game_id: notice}
    for one in waiting:
        other = read_payload(one.payload)
        if one.not_before > now + notice_rules.GATHERING_DELAY or not isinstance(
            other, payloads.FollowNotice
        ):
            continue
        older = newest.get(one.game_id, other)
        newest[one.game_id] = replace(other, after=min(older.after, other.after))
        one.gather(row, now)
    own = newest.pop(row.game_id)
    return replace(own, others=tuple(newest.values()))


async def _card_followed(unit: Unit, notice: payloads.FollowNotice) -> FollowedCard | None:
    """The card that a notice shows; None where it is no longer wanted."""
    card = notice.card or await _card_posted(unit, notice)
    if card is None:
        return None
    game = await unit.games.bare(card.summary.id)
    if game is None or not await unit.followers.follows(game.id, notice.person_id):
        return None
    return FollowedCard(up_to_date(card, game), notice.after, notice.until)


async def _card_posted(unit: Unit, notice: payloads.FollowNotice) -> payloads.PostCard | None:
    """The card of this notice; the game's newest card where that one was emptied or deleted."""
    stored = await unit.outbox.get(notice.outbox_id)
    if stored is None or not stored.payload:
        game_id = (stored and stored.game_id) or notice.game_id
        stored = await unit.outbox.posted(game_id, game_partition(game_id), "card")
    card = None if stored is None else read_payload(stored.payload)
    return card if isinstance(card, payloads.PostCard) else None


async def resolve_invitation(
    unit: Unit, game: GameRow, payload: payloads.InvitationNotice, now: datetime
) -> Invitation:
    """Inviter and invited person. Raises Obsolete where the invitation is closed, or its inviter blocked."""
    if await unit.persons.dms_closed(payload.person_id):
        raise Obsolete("the user takes no direct messages")
    row = await unit.invitations.get(payload.invitation_id)
    asks = payload.purpose != "tell"
    open_still = row is not None and row.status == "open" and row.expires_at > now
    if row is None or not invitation_holds(row, game) or (asks and not open_still):
        raise Obsolete("the invitation is no longer valid")
    asked = summarizing.invitation(row, game, payload.title, payload.seat_name)
    if asks and asked.inviter is not None and await is_blocked(unit, asked.inviter, by=payload.person_id):
        raise Obsolete("the invited person has blocked the inviter")
    return asked


async def is_on_server(unit: Unit, game_id: int | None) -> bool:
    """Whether a game is played on a server."""
    game = await unit.games.bare(game_id)
    return game is not None and game.guild_id is not None
