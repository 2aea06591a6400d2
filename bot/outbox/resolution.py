"""Resolving a claimed delivery: where it goes now, and whether it is still worth delivering."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.outbox.chat_resolution import (
    CHAT_KIND,
    chat_message_view,
    other_messages,
    put_back,
    readable_messages,
    resolve_chat,
)
from bot.outbox.delivery import Delivery, FollowedCard
from bot.outbox.rows import NotYet, Obsolete, delivery_of, read_payload, up_to_date
from bot.service import deadlines, notice_rules, payloads, summarizing, turn_notices
from bot.service.answers import Invitation
from bot.service.doors import MAIL, door_of
from bot.service.game_scope import RUNNING
from bot.service.notice_settings import NoticeSettings, notice_settings_of, zone_of
from bot.service.place_refusals import Address
from bot.service.servers import settings_of
from bot.store.models import GameRow, OutboxRow, PersonRow, SeatRow
from bot.store.outbox import SUPERSEDED, gathered_note
from bot.store.partitions import (
    FOLLOWED,
    GATHERED_CHAT,
    LATER,
    NOTICES,
    game_partition,
)
from bot.store.unit import Unit
from engines.contract import LONGEST_SUMMARY, StepSummary

STALE = timedelta(seconds=30)
"""After waiting this long a card is dropped if a newer one waits behind it."""


_GATHERED = frozenset({"called", "turn", "reminder"})
"""Occasions that may be gathered in one message."""
_PLANNED = _GATHERED | {"asked"}
"""Occasions that end when the person acts: then they are not notified."""
_REFUSED = frozenset({"unposted", "played"})
"""Occasions of a card that cannot be posted."""


async def resolve(
    unit: Unit, row: OutboxRow, now: datetime, doors: Collection[str] = (), main: str = "discord"
) -> Delivery:
    """Resolve a claimed row; `main` is the door of what goes to places. Raises Obsolete and NotYet."""
    payload = read_payload(row.payload)
    if isinstance(payload, payloads.Mailed):
        if MAIL not in doors:
            raise Obsolete("there is no mail here")
        return replace(delivery_of(row, None, payload), door=MAIL)
    door, settings = main, NoticeSettings()
    if isinstance(payload, payloads.Direct):
        settings = await _settings(unit, row.game_id or 0, payload.person_id)
        refused = isinstance(payload, payloads.TurnNotice) and payload.occasion in _REFUSED
        if refused or row.partition_key.endswith((LATER, FOLLOWED, *GATHERED_CHAT)):
            await _check_quiet(unit, payload.person_id, settings, now)
        on_server = isinstance(payload, payloads.FollowNotice) and await _on_server(unit, row.game_id)
        by = NoticeSettings() if on_server or _stays(payload) else settings
        door = await door_of(unit, payload.person_id, by, doors, main)
        if on_server and door != main:
            raise Obsolete("only there is known who is still a member of the server")
    if isinstance(payload, payloads.DoorClosed):
        return replace(delivery_of(row, None, payload), door=door, settings=settings)
    # A card needs the people at its table as well.
    read = unit.games.by_id if isinstance(payload, payloads.PostCard) else unit.games.bare
    game = None if row.game_id is None else await read(row.game_id)
    if game is None:
        raise Obsolete("there is no such game")
    plain = replace(delivery_of(row, game, payload), door=door, settings=settings)
    delivery = replace(await _addressed(unit, row, game, plain, now), door=door, settings=settings)
    if isinstance(payload, payloads.PostReport):
        # It can also go to the server's owner, so a refusal of its channel does not hold it back.
        return delivery
    if isinstance(payload, payloads.ManagerNotice):
        # It reports refusals, so they do not hold it back.
        return delivery
    new_post = game.forum and delivery.channel_id == game.channel_id
    return replace(delivery, address=Address.of(game, delivery.channel_id), new_post=new_post)


async def _on_server(unit: Unit, game_id: int | None) -> bool:
    """Whether a game is played on a server."""
    game = None if game_id is None else await unit.games.bare(game_id)
    return game is not None and game.guild_id is not None


async def _settings(unit: Unit, game_id: int, person_id: int) -> NoticeSettings:
    """A person's notice preferences for a game that they play or follow."""
    person, seat = await unit.persons.get(person_id), await unit.games.seat(game_id, person_id)
    return notice_settings_of(
        "{}" if person is None else person.notices, "{}" if seat is None else seat.notices
    )


async def _check_quiet(unit: Unit, person_id: int, settings: NoticeSettings, now: datetime) -> None:
    """Raises NotYet in a person's quiet time."""
    person = await unit.persons.get(person_id)
    zone = zone_of(None if person is None else person.time_zone)
    until = notice_rules.quiet_until(settings, zone, now)
    if until is not None and until > now:
        raise NotYet(until)


def _stays(payload: payloads.Direct) -> bool:
    """Whether it belongs to a message at the main door, which it updates or answers."""
    receipt = isinstance(payload, payloads.DirectChat) and payload.purpose == "receipt"
    return receipt or isinstance(payload, payloads.ShowHand | payloads.ClearHand)


async def _addressed(unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, now: datetime) -> Delivery:
    """The delivery with its present address. Raises Obsolete."""
    where = game.thread_id or game.channel_id
    match payload := plain.payload:
        case payloads.TurnNotice():
            return await _noticed(unit, row, game, plain, payload, now=now)
        case payloads.FollowNotice():
            return await _followed(unit, row, game, payload, now)
        case payloads.ShowHand():
            seat = await _seat_of(unit, game, payload.person_id)
            await _check_newest(unit, row, seat.hand_message_id)
            return replace(plain, message_id=seat.hand_message_id)
        case payloads.ClearHand():
            # Everything before it in its partition is done, so the last one posted is the message.
            shown = await unit.outbox.posted(game.id, row.partition_key, "hand", up_to=row.id)
            if shown is None:
                raise Obsolete("no hand was ever shown")
            return replace(plain, message_id=shown.message_id)
        case payloads.DirectChat():
            if payload.others or row.partition_key.endswith(GATHERED_CHAT):
                return await resolve_chat(unit, row, game, plain, payload, now=now)
            reader = payload.person_id if payload.purpose == "hear" else None
            return replace(
                plain, chat_message=await chat_message_view(unit, game, payload.chat_message_id, reader)
            )
        case payloads.InvitationNotice():
            return replace(plain, invitation=await _invitation(unit, game, payload, now))
        case payloads.PostChat():
            return replace(
                plain,
                channel_id=where,
                chat_message=await chat_message_view(unit, game, payload.chat_message_id),
            )
        case payloads.PostLobby():
            return await _lobby(unit, row, payload, game, now)
        case payloads.OpenThread():
            if game.thread_id is not None or game.forum:
                raise Obsolete("the game has a thread, or gets one with its first card")
            return replace(plain, channel_id=game.channel_id, message_id=game.lobby_message_id)
        case payloads.PostCard():
            await _check_fresh_card(unit, row, payload, now)
            card = _timed(up_to_date(payload, game), row, game, now)
            quiet = (await settings_of(unit, game.guild_id)).quiet
            unpinged = await _unpinged(unit, row, game, card, now)
            return replace(plain, payload=card, channel_id=where, quiet=quiet, unpinged=unpinged)
        case payloads.RefreshCard():
            return await _refresh(unit, row, payload, game)
        case payloads.PostNote():
            return replace(plain, channel_id=where)
        case payloads.PostReport() | payloads.ManagerNotice():
            settings = await settings_of(unit, payload.guild_id)
            return replace(plain, channel_id=settings.reports_channel_id)
        case payloads.ReopenThread(thread_id=thread_id):
            if game.thread_id != thread_id or not deadlines.outlasts_archiving(game, now):
                raise Obsolete("there is no need any more")
            return replace(plain, channel_id=thread_id)
        case payloads.RemoveButtons():
            return await _strip(unit, row, payload, game)
        case (
            payloads.DoorClosed() | payloads.MailAnswer() | payloads.AddressCode() | payloads.MailInvitation()
        ):
            raise Obsolete("it is about no game")


def people_of(delivery: Delivery) -> set[int]:
    """The people a delivery is addressed to or may mention."""
    payload = delivery.payload
    if delivery.door == MAIL and isinstance(payload, payloads.Direct):
        # Only its owner sees an address.
        return {payload.person_id}
    if (asked := delivery.invitation) is not None:
        return {asked.person.id} if asked.inviter is None else {asked.person.id, asked.inviter.id}
    if isinstance(payload, payloads.Direct):
        return {payload.person_id}
    if delivery.invited:
        return {person.id for person in delivery.invited}
    card = payload if isinstance(payload, payloads.PostCard) else delivery.card
    return set() if card is None else {seat.person.id for seat in card.summary.seats if seat.person}


async def _noticed(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, notice: payloads.TurnNotice, *, now: datetime
) -> Delivery:
    """A notice, with the others that are gathered in the same message. Raises Obsolete."""
    by_mail, digest = plain.door == MAIL, plain.settings.when == "digest"
    try:
        await _check_notice(unit, row, game, notice, now)
    except Obsolete:
        await turn_notices.decide_anew(unit, notice.others, now)
        if not notice.chat_message_ids:
            raise
        # An earlier attempt may have sent them: the same mail is recognized by its id.
        row.kind = CHAT_KIND
        first, *others = notice.chat_message_ids
        direct = payloads.DirectChat(notice.person_id, first, "hear", others=tuple(others))
        return await resolve_chat(unit, row, game, plain, direct, now=now)
    if row.attempts == 1:
        # Each game is a mail thread of its own.
        if not by_mail or digest:
            notice = await _gathered(unit, row, notice, now)
        if by_mail and not notice.others and plain.settings.where != "none":
            notice = replace(notice, chat_message_ids=await other_messages(unit, row, notice.person_id, now))
    else:
        told = [one for one in notice.others if await _still_holds(unit, row, one, now)]
        notice = replace(notice, others=tuple(told))
        if not by_mail and notice.chat_message_ids:
            await put_back(unit, row, notice.person_id, now)
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
    sitting = await _seat_of(unit, game, notice.person_id)
    if notice.until is not None and now >= notice.until:
        raise Obsolete("it comes too late")
    if notice.occasion in _REFUSED:
        await _check_unposted(unit, row, game, sitting, now)
    clocks = summarizing.seat_clocks_of(game)
    wished = clocks.ending, () if clocks.pausing is None else clocks.pausing.seats
    if notice.occasion == "asked" and row.partition_key.endswith(LATER):
        if not any(seats and sitting.seat not in seats for seats in wished):
            raise Obsolete("nothing is asked of them any more")
        return
    # Notices enqueued by earlier releases carry no moment to compare.
    if notice.occasion not in _PLANNED or not row.partition_key.endswith(NOTICES):
        return
    if not turn_notices.holds(game, sitting, notice, notice.promised_at or row.created_at, now):
        unit.set_alarm(sitting.notice_at)
        raise Obsolete("they have acted, or are told later")


async def _check_unposted(unit: Unit, row: OutboxRow, game: GameRow, sitting: SeatRow, now: datetime) -> None:
    """Raises Obsolete if the card was posted after all, or another one follows: the turn is told anew."""
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if card is None or (card.status != "done" and card.seq == row.seq):
        return
    if sitting.notified_at == row.created_at:
        sitting.notified_at, sitting.notice_at = None, now
        unit.set_alarm(now)
    raise Obsolete("the card was posted, or another one follows")


async def _gathered(
    unit: Unit, row: OutboxRow, notice: payloads.TurnNotice, now: datetime
) -> payloads.TurnNotice:
    """The notice with the waiting ones of other games for the same person, as one message."""
    others = list[payloads.TurnNotice]()
    if notice.occasion not in _GATHERED:
        return notice
    for other in await unit.outbox.waiting(row.partition_key, row.kind, after=row.id):
        game, of_other = await unit.games.bare(other.game_id or 0), read_payload(other.payload)
        if (
            game is None
            or not isinstance(of_other, payloads.TurnNotice)
            or of_other.occasion not in _GATHERED
        ):
            continue
        try:
            await _check_notice(unit, other, game, of_other, now)
        except Obsolete as reason:
            note = str(reason)
        else:
            note = gathered_note(row)
            others.append(replace(of_other, promised_at=other.created_at))
        other.close("dropped", now, note)
    return replace(notice, others=tuple(others)) if others else notice


async def _still_holds(unit: Unit, row: OutboxRow, other: payloads.TurnNotice, now: datetime) -> bool:
    """Whether a notice that an earlier attempt has gathered may still be sent."""
    if other.summary is None or not other.promised_at:
        return True
    game = await unit.games.bare(other.summary.id)
    with suppress(Obsolete):
        if game is not None:
            await _check_notice(unit, row, game, other, now)
            return True
    return False


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


async def _seat_of(unit: Unit, game: GameRow, person_id: int) -> SeatRow:
    """The seat of a direct message's reader. Raises Obsolete where they get none."""
    if await unit.persons.dms_closed(person_id):
        raise Obsolete("the user takes no direct messages")
    seat = await unit.games.sitting(game.id, person_id)
    if seat is None:
        raise Obsolete("somebody else plays in that seat")
    return seat


async def _followed(
    unit: Unit, row: OutboxRow, game: GameRow, notice: payloads.FollowNotice, now: datetime
) -> Delivery:
    """The card for a follower: the newest of several that wait.

    Those of other games that are due soon are gathered in the same message, if they may go by the same doors.
    """
    follower = await unit.persons.get(notice.person_id)
    if follower is None or follower.dms_closed_at is not None:
        raise Obsolete("the user takes no direct messages")
    if row.attempts == 1:
        own = await _on_server(unit, row.game_id)
        waiting = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
        alike = [one for one in waiting if await _on_server(unit, one.game_id) == own]
        notice = _with_others(notice, row, alike, now)
        row.payload = msgspec.json.encode(notice).decode()
    cards = [await _card_followed(unit, one) for one in (notice, *notice.others)]
    shown = [card for card in cards if card is not None]
    if not shown:
        raise Obsolete("they follow the game no more")
    return replace(delivery_of(row, game, notice), followed=tuple(shown))


def _with_others(
    notice: payloads.FollowNotice, row: OutboxRow, waiting: Sequence[OutboxRow], now: datetime
) -> payloads.FollowNotice:
    """The notice with those that are due soon, the newest of each game; these are closed."""
    newest: dict[int | None, payloads.FollowNotice] = {row.game_id: notice}
    for one in waiting:
        other = read_payload(one.payload)
        if one.not_before > now + notice_rules.GATHER or not isinstance(other, payloads.FollowNotice):
            continue
        newest[one.game_id] = _following(newest.get(one.game_id), other)
        one.close("dropped", now, gathered_note(row))
    own = newest.pop(row.game_id)
    return replace(own, others=tuple(newest.values()))


def _following(older: payloads.FollowNotice | None, newer: payloads.FollowNotice) -> payloads.FollowNotice:
    """The newer of two notices of a game, which also covers what the older one covered."""
    return newer if older is None else replace(newer, after=min(older.after, newer.after))


async def _card_followed(unit: Unit, notice: payloads.FollowNotice) -> FollowedCard | None:
    """What a notice shows; None where it is no longer wanted."""
    card = notice.card or await _card_posted(unit, notice.outbox_id)
    if card is None:
        return None
    game = await unit.games.bare(card.summary.id)
    if game is None or not await unit.followers.follows(game.id, notice.person_id):
        return None
    return FollowedCard(up_to_date(card, game), notice.after, notice.until)


async def _card_posted(unit: Unit, outbox_id: int) -> payloads.PostCard | None:
    """The card of this delivery; the game's newest one where it was emptied."""
    stored = await unit.outbox.get(outbox_id)
    if stored is not None and not stored.payload:
        number = stored.game_id or 0
        stored = await unit.outbox.posted(number, game_partition(number), "card")
    card = None if stored is None else read_payload(stored.payload)
    return card if isinstance(card, payloads.PostCard) else None


async def _invitation(
    unit: Unit, game: GameRow, payload: payloads.InvitationNotice, now: datetime
) -> Invitation:
    """Inviter and invited person. Raises Obsolete where the invitation is closed."""
    if await unit.persons.dms_closed(payload.person_id):
        raise Obsolete("the user takes no direct messages")
    row = await unit.invitations.get(payload.invitation_id)
    asks = payload.purpose != "tell"
    open_still = row is not None and row.status == "open" and row.expires_at > now
    over = row is None or game.status not in ({"lobby"} if row.seat < 0 else RUNNING)
    if row is None or over or (asks and not open_still):
        raise Obsolete("the invitation does not hold any more")
    return summarizing.invitation(row, game, payload.title, payload.seat_name)


async def _lobby(
    unit: Unit, row: OutboxRow, payload: payloads.PostLobby, game: GameRow, now: datetime
) -> Delivery:
    """The lobby's card; in a forum it is the first message of the game's post."""
    gone = game.forum and game.thread_id is None
    if gone and game.status != "lobby":
        raise Obsolete("nobody is invited any more")
    message_id = None if gone else game.lobby_message_id
    await _check_newest(unit, row, message_id)
    asked = await unit.invitations.of_game(game.id, now) if game.status == "lobby" else ()
    quiet = [one for one in asked if _is_quiet(one.player, now)]
    return replace(
        delivery_of(row, game, up_to_date(payload, game)),
        channel_id=game.thread_id if game.forum and not gone else game.channel_id,
        message_id=message_id,
        invited=tuple(summarizing.person(one.player) for one in asked),
        unpinged=frozenset(one.player_id for one in quiet),
        quiet=bool(asked) and (await settings_of(unit, game.guild_id)).quiet,
    )


def _is_quiet(person: PersonRow, now: datetime) -> bool:
    return notice_rules.quiet(notice_settings_of(person.notices), zone_of(person.time_zone), now)


async def _check_newest(unit: Unit, row: OutboxRow, message_id: int | None) -> None:
    """Show only the newest state of a lobby or a hand. Raises Obsolete.

    A first post that was attempted may have arrived: posting a newer one would leave two messages.
    """
    if row.attempts == 1 or row.blocked_at is not None or message_id is not None:
        newer = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
        if any(one.game_id == row.game_id for one in newer):
            raise Obsolete(SUPERSEDED)


async def _refresh(unit: Unit, row: OutboxRow, payload: payloads.RefreshCard, game: GameRow) -> Delivery:
    """The newest posted card, brought up to date; posted anew where it is gone or was given up.

    Only the last of several waiting refreshes matters, and none behind a new card.
    """
    for kind in ("refresh", "card"):
        if newer := await unit.outbox.waiting(row.partition_key, kind, after=row.id):
            _merge_into_newer(payload.summary_lines, newer[0])
            raise Obsolete(SUPERSEDED)
    card = await unit.outbox.get(payload.outbox_id)
    if card is None or card.status != "done":
        posted = await unit.outbox.posted(game.id, row.partition_key, "card", up_to=payload.outbox_id)
        card = posted or card
    before = None if card is None else read_payload(card.payload)
    if card is None or not isinstance(before, payloads.PostCard):
        raise Obsolete("there is no card")
    where = game.thread_id or game.channel_id
    message_id = card.message_id if card.channel_id == where else None
    summary = payload.summary
    summary = replace(summary, deadline=None if summary.computers_alone else deadlines.shown(game))
    summary_lines = (*before.summary_lines, *payload.summary_lines)
    shown = replace(
        before,
        summary=summary,
        view=payload.view,
        summary_lines=summary_lines,
        first_picks=payload.first_picks,
    )
    return replace(
        delivery_of(row, game, replace(payload, outbox_id=card.id)),
        channel_id=where,
        message_id=message_id,
        card=up_to_date(shown, game),
    )


async def _strip(unit: Unit, row: OutboxRow, payload: payloads.RemoveButtons, game: GameRow) -> Delivery:
    """The only card that still has buttons: the newest posted one up to the one named.

    It keeps them where the card after it was given up: people must have buttons to press.
    """
    found = await unit.outbox.posted_card(game.id, game_partition(game.id), up_to=payload.outbox_id)
    if found is None:
        raise Obsolete("the old card was never posted")
    card, newer, stripped = found
    if not newer:
        raise Obsolete("no newer card was posted")
    if stripped is not None and stripped == card.message_id:
        raise Obsolete("the old card has no buttons any more")
    original = read_payload(card.payload)
    return replace(
        delivery_of(row, game, payloads.RemoveButtons(card.id)),
        channel_id=card.channel_id or game.thread_id or game.channel_id,
        message_id=card.message_id,
        card=up_to_date(original, game) if isinstance(original, payloads.PostCard) else None,
    )


def _timed(card: payloads.PostCard, row: OutboxRow, game: GameRow, now: datetime) -> payloads.PostCard:
    """The card with the deadline that follows if the clock waits for this card."""
    if game.clock_card_id != row.id or card.summary.computers_alone:
        return card
    return replace(card, summary=replace(card.summary, deadline=deadlines.if_posted(game, now)))


async def _check_fresh_card(unit: Unit, row: OutboxRow, card: payloads.PostCard, now: datetime) -> None:
    """After a long outage post one card for all that waited, rather than a flood. Raises Obsolete.

    Normally every card is posted. One that was attempted is attempted again in any case: it may have arrived.
    """
    tried_or_fresh = row.attempts > 1 or now - row.created_at < STALE
    if tried_or_fresh and row.blocked_at is None:
        return
    newer = await unit.outbox.waiting(row.partition_key, row.kind, after=row.id)
    if newer:
        _merge_into_newer(card.summary_lines, newer[0], card)
        for sitting in await unit.games.sittings(row.game_id or 0):
            if sitting.notified_at == row.created_at:
                # The newer card pings them instead.
                sitting.notified_at = newer[0].created_at
        raise Obsolete(SUPERSEDED)


def _merge_into_newer(
    summary_lines: tuple[str, ...], row: OutboxRow, card: payloads.PostCard | None = None
) -> None:
    """Add to a waiting card the lines and mentions of the one that it supersedes."""
    newer_card = read_payload(row.payload)
    if not isinstance(newer_card, payloads.PostCard | payloads.RefreshCard):
        return
    newer_card = replace(newer_card, summary_lines=(*summary_lines, *newer_card.summary_lines))
    if isinstance(newer_card, payloads.PostCard):
        newer_card = _merged(card, newer_card)
    row.payload = msgspec.json.encode(newer_card).decode()


def _merged(card: payloads.PostCard | None, newer_card: payloads.PostCard) -> payloads.PostCard:
    if card is None:
        return newer_card
    asked = {*(card.called or ())} & {*newer_card.summary.asked}
    called = newer_card.called if newer_card.called is None else tuple(sorted({*newer_card.called, *asked}))
    return replace(newer_card, called=called, step_summary=_both(card.step_summary, newer_card.step_summary))


def _both(older: StepSummary | None, newer: StepSummary | None) -> StepSummary | None:
    """Both summaries in one; that of the newer where there is no room for both."""
    if older is None or newer is None:
        return newer or older
    text = f"{older.text}\n{newer.text}"
    return replace(newer, text=text) if len(text) <= LONGEST_SUMMARY else newer
