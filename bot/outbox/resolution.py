"""Resolving a claimed delivery: where it goes now, and whether it is still worth delivering."""

from datetime import datetime

from msgspec.structs import replace

from bot.outbox.card_resolution import (
    check_newest,
    resolve_card,
    resolve_lobby,
    resolve_refresh,
    resolve_removal,
)
from bot.outbox.chat_resolution import chat_message_view, resolve_chat
from bot.outbox.delivery import Delivery
from bot.outbox.notice_resolution import (
    REFUSED_OCCASIONS,
    is_on_server,
    resolve_follow_notice,
    resolve_invitation,
    resolve_notice,
    seat_of,
    settings_for,
)
from bot.outbox.rows import NotYet, Obsolete, delivery_of, read_payload
from bot.service.game import deadlines
from bot.service.notices import chat_deliveries, turn_notices
from bot.service.notices.notice_rules import Recipient
from bot.service.notices.place_refusals import Address
from bot.service.people.doors import MAIL, DoorsHere
from bot.service.people.notice_settings import NoticeSettings, zone_of
from bot.service.people.servers import settings_of
from bot.service.values import payloads
from bot.store.models import GameRow, OutboxRow
from bot.store.repositories.mails import invitation_hashes
from bot.store.repositories.partitions import FOLLOWED, GATHERED_CHAT, LATER
from bot.store.unit import Unit


async def resolve(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
    """Resolve a claimed row. Raises Obsolete and NotYet."""
    payload = read_payload(row.payload)
    if isinstance(payload, payloads.Mailed):
        if MAIL not in doors.kinds:
            raise Obsolete("there is no mail here")
        return delivery_of(row, None, payload, MAIL, NoticeSettings())
    door, settings = doors.main, NoticeSettings()
    if isinstance(payload, payloads.Direct):
        settings = await settings_for(unit, row.game_id, payload.person_id)
        refused = isinstance(payload, payloads.TurnNotice) and payload.occasion in REFUSED_OCCASIONS
        if refused or row.partition_key.endswith((LATER, FOLLOWED, *GATHERED_CHAT)):
            await _check_quiet(unit, payload.person_id, settings, now)
        on_server = isinstance(payload, payloads.FollowNotice) and await is_on_server(unit, row.game_id)
        by = NoticeSettings() if on_server or _stays(payload) else settings
        door = await doors.door_of(unit, payload.person_id, by)
        asks = isinstance(payload, payloads.InvitationNotice) and payload.purpose == "ask"
        if asks and door == MAIL and await _wants_no_invitations(unit, payload.person_id):
            door = await doors.door_of(unit, payload.person_id, replace(settings, by=None))
            if door == MAIL:
                raise Obsolete("they want no invitations by mail")
        if on_server and door != doors.main:
            raise Obsolete("only there is known who is still a member of the server")
        if door == MAIL and settings.where == "none" and _is_stopped(payload):
            if isinstance(payload, payloads.DirectChat):
                await chat_deliveries.chat_undelivered(unit, payload, now)
            elif isinstance(payload, payloads.TurnNotice):
                # The gathered notices are of other games, of which they may still want mails.
                await turn_notices.decide_anew(unit, payload.others, now)
            raise Obsolete("they want no such mails")
    if isinstance(payload, payloads.DoorClosed):
        return delivery_of(row, None, payload, door, settings)
    # A card needs the people at its table as well.
    read = unit.games.by_id if isinstance(payload, payloads.PostCard) else unit.games.bare
    game = None if row.game_id is None else await read(row.game_id)
    if game is None:
        raise Obsolete("there is no such game")
    plain = delivery_of(row, game, payload, door, settings)
    delivery = await _addressed(unit, row, game, plain, now, doors=doors)
    if isinstance(payload, payloads.PostReport | payloads.ManagerNotice):
        # They can also go to the server's owner, so a refusal of their channel does not hold them back.
        return delivery
    new_post = game.forum and delivery.channel_id == game.channel_id
    return replace(delivery, address=Address.of(game, delivery.channel_id), new_post=new_post)


async def _wants_no_invitations(unit: Unit, person_id: int) -> bool:
    """Whether a person has refused all invitations to their address."""
    mine = await unit.persons.identity(person_id, MAIL)
    return mine is not None and await unit.mails.invited(invitation_hashes(mine.external_id), "refused")


async def _check_quiet(unit: Unit, person_id: int, settings: NoticeSettings, now: datetime) -> None:
    """Raises NotYet in a person's quiet time."""
    person = await unit.persons.get(person_id)
    zone = zone_of(None if person is None else person.time_zone)
    until = Recipient(settings, zone).quiet_until(now)
    if until is not None and until > now:
        raise NotYet(until)


def _stays(payload: payloads.Direct) -> bool:
    """Whether a delivery belongs to a message at the main door, which it updates or answers."""
    receipt = isinstance(payload, payloads.DirectChat) and payload.purpose == "receipt"
    return receipt or isinstance(payload, payloads.ShowHand | payloads.ClearHand)


def _is_stopped(payload: payloads.Direct) -> bool:
    """Whether a person who wants no mails does not get this: a notice, or what others said to them."""
    heard = isinstance(payload, payloads.DirectChat) and payload.purpose == "hear"
    return heard or isinstance(payload, payloads.TurnNotice | payloads.FollowNotice)


async def _addressed(
    unit: Unit, row: OutboxRow, game: GameRow, plain: Delivery, now: datetime, *, doors: DoorsHere
) -> Delivery:
    """The delivery with its present address. Raises Obsolete."""
    where = game.thread_id or game.channel_id
    match payload := plain.payload:
        case payloads.TurnNotice():
            return await resolve_notice(unit, row, game, plain, payload, now=now, doors=doors)
        case payloads.FollowNotice():
            return await resolve_follow_notice(unit, row, plain, payload, now)
        case payloads.ShowHand():
            seat = await seat_of(unit, game, payload.person_id)
            await check_newest(unit, row, seat.hand_message_id)
            return replace(plain, message_id=seat.hand_message_id)
        case payloads.ClearHand():
            # Everything before it in its partition is done, so the last hand that was posted is the message.
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
            return replace(plain, invitation=await resolve_invitation(unit, game, payload, now))
        case payloads.PostChat():
            return replace(
                plain,
                channel_id=where,
                chat_message=await chat_message_view(unit, game, payload.chat_message_id),
            )
        case payloads.PostLobby():
            return await resolve_lobby(unit, row, game, plain, payload, now=now)
        case payloads.OpenThread():
            if game.thread_id is not None or game.forum:
                raise Obsolete("the game has a thread, or gets one with its first card")
            return replace(plain, channel_id=game.channel_id, message_id=game.lobby_message_id)
        case payloads.PostCard():
            return await resolve_card(unit, row, game, plain, payload, now=now)
        case payloads.RefreshCard():
            return await resolve_refresh(unit, row, game, plain, payload)
        case payloads.PostNote():
            return replace(plain, channel_id=where)
        case payloads.PostReport() | payloads.ManagerNotice():
            settings = await settings_of(unit, payload.guild_id)
            return replace(plain, channel_id=settings.reports_channel_id)
        case payloads.ReopenThread(thread_id=thread_id):
            if where != thread_id or not deadlines.outlasts_archiving(game, now):
                raise Obsolete("there is no need any more")
            return replace(plain, channel_id=thread_id)
        case payloads.RemoveButtons():
            return await resolve_removal(unit, game, plain, payload)
        case (
            payloads.DoorClosed() | payloads.MailAnswer() | payloads.AddressCode() | payloads.MailInvitation()
        ):
            raise Obsolete("it is about no game")


def people_of(delivery: Delivery) -> set[int]:
    """The people a delivery is addressed to or may mention."""
    payload = delivery.payload
    if delivery.door == MAIL and isinstance(payload, payloads.Direct):
        # A mail is given no address except its reader's.
        return {payload.person_id}
    if (asked := delivery.invitation) is not None:
        return {asked.person.id} if asked.inviter is None else {asked.person.id, asked.inviter.id}
    if isinstance(payload, payloads.Direct):
        return {payload.person_id}
    if delivery.invited:
        return {person.id for person in delivery.invited}
    card = payload if isinstance(payload, payloads.PostCard) else delivery.card
    return set() if card is None else {seat.person.id for seat in card.summary.seats if seat.person}
