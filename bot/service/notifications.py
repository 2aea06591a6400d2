"""Enqueues the cards, hands and notices that a change requires, in its own transaction."""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final, Literal, TypeGuard, cast

import msgspec
import structlog

from bot.service import computers, deadlines, doors, messages, refusals, turn_notices
from bot.service.game_scope import RUNNING
from bot.service.game_summary import GameSummary
from bot.service.insiders import drop_identity_hashes
from bot.service.live import Changes, LiveGame
from bot.service.picking import card_picks, hand_picks, token_of
from bot.service.request import Person
from bot.service.servers import settings_of
from bot.service.summarizing import names_of, summarize
from bot.service.summarizing import person as person_of
from bot.store.models import ChatMessageRow, GameRow, InvitationRow, OutboxRow, RefusalRow, ReportRow
from bot.store.outbox import (
    DAILY_WORDS,
    FOLLOWED,
    LATER,
    NOTICES,
    STRIPS,
    WORDS,
    game_partition,
    mail_partition,
)
from bot.store.unit import Unit
from engines.contract import AnyEngine, Pick, Seat

log = structlog.get_logger(__name__)


_REOPENING: Final = ":reopen"


def strip_partition(game_id: int) -> str:
    """The partition that removes buttons from a game's old cards, apart from its new cards."""
    return game_partition(game_id) + STRIPS


def reopening_partition(game_id: int) -> str:
    """The partition in which a game's thread is unarchived."""
    return game_partition(game_id) + _REOPENING


def person_partition(person_id: int) -> str:
    """The partition of a person's direct messages."""
    return f"user:{person_id}"


def notice_partition(person_id: int) -> str:
    """The partition of a person's notices, which may wait for others without holding up anything else."""
    return person_partition(person_id) + NOTICES


def words_partitions(person_id: int) -> tuple[str, ...]:
    """The partitions in which public messages wait to be gathered into one mail to a person."""
    return tuple(person_partition(person_id) + end for end in (WORDS, DAILY_WORDS))


def followed_partition(person_id: int) -> str:
    """The partition of a person's followed games, which holds up nothing else."""
    return person_partition(person_id) + FOLLOWED


def lobby_changed(live: LiveGame) -> None:
    """Post or update the lobby card."""
    _post_in_place(live, messages.PostLobby(live.summary()))


def started(live: LiveGame) -> None:
    """Open the game's thread, before its first card."""
    if live.row.threaded:
        _post_in_place(live, messages.OpenThread(live.summary()))


async def conclude(
    live: LiveGame, actor: Person | None = None, *, expired: bool = False
) -> tuple[Changes, GameSummary]:
    """End a unit of work on a running game: update the snapshot, enqueue the card and the notices.

    Returns the changes and the public facts after them.
    """
    changes = live.conclude(expired=expired)
    if live.row.status == "finished":
        await drop_identity_hashes(live)
    return changes, await tell(live, changes, actor)


async def tell(live: LiveGame, changes: Changes, actor: Person | None = None) -> GameSummary:
    """Enqueue the card, hands and notices that these changes require; the present public facts."""
    summary = await moved(live, changes, actor)
    hands(live)
    return summary


def _called(live: LiveGame, summary: GameSummary, changes: Changes, actor: Person | None) -> tuple[Seat, ...]:
    """The seats that a card pings: those that must answer a new request, else those whose turn it is.

    A player who has answered, offered, asked or taken back is not pinged for it. Who acted in turn may be
    secret.
    """
    own = live.seat_of(actor.id) if actor is not None and (changes.off_turn or changes.took_back) else None
    return changes.newly_asked or (*summary.absent, *(seat for seat in summary.mentioned if seat != own))


async def moved(live: LiveGame, changes: Changes, actor: Person | None = None) -> GameSummary:
    """Enqueue the new card, the removal of the previous card's buttons, and the notices.

    The newest card is refreshed instead where only marks changed or a turn of many actions goes on. Without
    a public change there is no card. Returns the public facts that they show.
    """
    await live.wake_orders()
    await computers.call(live)
    summary, newest = live.summary(), live.row.card_outbox_id
    shown = changes.public and live.row.channel_id is not None
    refreshes = newest is not None and (not changes.posts_card or changes.extends_card)
    called = _called(live, summary, changes, actor) if shown and not refreshes else ()
    due, called = turn_notices.plan(live, changes, called, actor)
    if shown:
        await _show(live, changes, summary, called, refreshes=refreshes)
    live.set_alarm()
    await _notify(live, due)
    if live.row.status != live.status_before:
        notified = {live.player_in(seat).id for seat, *_ in due}
        _tell_table(live, "table", [*notified, *([] if actor is None else [actor.id])])
    return summary


def notify_lobby(live: LiveGame, actor_id: int | None, *, host_alone: bool) -> None:
    """Notify players in a lobby who see no card that somebody joined or left."""
    host, people = live.row.host_id, [sitting.player_id for sitting in live.row.seats]
    others = [person_id for person_id in people if person_id != host] if host_alone else []
    _tell_table(live, "joined", [*others, *([] if actor_id is None else [actor_id])])


def _tell_table(live: LiveGame, occasion: Literal["joined", "table"], but: Collection[int]) -> None:
    """Notify the players who see no card, except some, of their game's state."""
    summary = live.summary()
    for sitting in live.row.seats:
        unknown = sitting.player_id in but or sitting.player.dms_closed_at is not None
        if not unknown and turn_notices.sees_no_card(live.row, sitting):
            _post(live, messages.TurnNotice(sitting.player_id, occasion, summary))


async def _show(
    live: LiveGame, changes: Changes, summary: GameSummary, called: tuple[Seat, ...], *, refreshes: bool
) -> None:
    view = msgspec.Raw(live.engine.codec.encode(live.engine.view(live.state, None)))
    newest = live.row.card_outbox_id
    if newest is not None and refreshes:
        lines = changes.lines if changes.posts_card else ()
        _post(live, messages.RefreshCard(newest, summary, view, lines, first_picks(live)))
        return
    # Deliveries that are refused in this place hold the card up: attempt them now, so that the pending
    # players are notified.
    if (await live.around()).kept:
        await live.unit.outbox.reschedule_blocked(live.now, partition_key=game_partition(live.row.id))
    happened = changes.other_lines, changes.step_summary
    # The game's row refers to its card: get the card's id before the row is written.
    card = messages.PostCard(summary, view, *happened, called, first_picks(live))
    promised = [_row_about(live, card)]
    if newest is not None:
        promised.append(_row_about(live, messages.RemoveButtons(newest)))
    number = await live.unit.outbox.number(promised)
    live.row.card_outbox_id = number
    await _tell_followers(live, number, newest)
    if changes.starts_period and live.seconds_per_period is not None:
        # A period of seconds starts when its card is posted.
        deadlines.await_card(live.row, number)


async def _tell_followers(live: LiveGame, card: int, before: int | None) -> None:
    """Enqueue a new card for the game's followers; `before`: the delivery of the previous card."""
    if not (await live.around()).followers:
        return
    followers = await live.unit.followers.of_game(live.row.id)
    earlier = await live.unit.outbox.get(before) if followers and before is not None else None
    after = 0 if earlier is None or earlier.seq is None else earlier.seq
    for follower in followers:
        notice = messages.FollowNotice(follower.id, card, after, live.seq_before)
        _post(live, notice).not_before = turn_notices.follower_notified_at(follower, live.now)


def first_picks(live: LiveGame) -> tuple[messages.FirstPick, ...]:
    """The first picks for the card of a running game; none where only computers are to act."""
    people = live.row.status == "active" and not live.computers.issuperset(live.engine.to_act(live.state))
    return _as_buttons(card_picks(live.engine, live.state) if people else ())


def _as_buttons(picks: Iterable[Pick]) -> tuple[messages.FirstPick, ...]:
    return tuple(messages.FirstPick(token_of(pick.value), pick.label) for pick in picks)


def restore_card(live: LiveGame) -> None:
    """Refresh the newest card; where it was deleted, it is posted anew."""
    newest = live.row.card_outbox_id
    if newest is not None and live.row.channel_id is not None:
        view = msgspec.Raw(live.engine.codec.encode(live.engine.view(live.state, None)))
        _post(live, messages.RefreshCard(newest, live.summary(), view, (), first_picks(live)))


async def remind(live: LiveGame) -> None:
    """Enqueue due notices: of turns that began in quiet time, and reminders of deadlines.

    On a quiet server only those are reminded who asked for it. A notice is not an event: who is to act may be
    secret.
    """
    quiet = (await settings_of(live.unit, live.row.guild_id)).quiet
    await _notify(live, turn_notices.decide_due(live, quiet_server=quiet))
    live.set_alarm()


async def unposted(unit: Unit, row: OutboxRow, refusal: RefusalRow | None, now: datetime) -> None:
    """Notify the pending players directly of a card that cannot be posted.

    The clock is stopped until all of them were notified (`told`). The mover is notified as well, unless their
    answer has said so (`Played.refusal`).
    """
    card = msgspec.json.decode(row.payload, type=messages.PostCard)
    notices = _unposted(card.summary, None if refusal is None else refusal.code)
    for notice in [*notices, *await _played(unit, row, card.summary, refusal)]:
        promised = _row(card.summary.id, row.seq, notice, now)
        sitting = await unit.games.sitting(card.summary.id, notice.person_id)
        if sitting is not None:
            # Instead of the notice of their turn, and outside quiet time.
            promised.not_before = turn_notices.quiet_until(sitting, now)
            if sitting.player.dms_closed_at is None:
                sitting.notified_at, sitting.notice_at = now, None
        unit.outbox.add(promised)
    game = await unit.games.locked(card.summary.id)
    if game is not None and game.status == "active" and game.card_outbox_id == row.id and notices:
        deadlines.hold(game, now)
        unit.set_alarm(game.alarm_at)


async def _played(
    unit: Unit, row: OutboxRow, summary: GameSummary, refusal: RefusalRow | None
) -> list[messages.TurnNotice]:
    """A notice to the mover, if the refusal was unknown at that time."""
    if refusal is None or refusal.probe_at is None or row.created_at > refusal.since:
        return []
    actor = await unit.events.actor(summary.id, row.seq or 0)
    seat = next((seat for seat in summary.seats if seat.person and seat.person.id == actor), None)
    if actor is None or seat is None or seat.seat in {*summary.to_act, *summary.mentioned, *summary.asked}:
        return []
    return [messages.TurnNotice(actor, "played", summary, refusal=refusal.code)]


async def unplaced(unit: Unit, game: GameRow, now: datetime) -> None:
    """A game's place is gone, and its newest card with it: mark the card to be posted anew."""
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if game.status == "active" and card is not None and card.status == "done":
        unit.outbox.add_again(card, secrets.token_hex(12), now)
    await unit.outbox.reschedule_blocked(now, partition_key=game_partition(game.id))


async def managers(unit: Unit, game: GameRow, refusal: RefusalRow, now: datetime) -> None:
    """Notify a server's managers of what is refused there, if that is due."""
    if game.channel_id is not None and await refusals.tell_managers(unit, refusal, now):
        thread_id = game.thread_id if refusal.place_id == game.thread_id else None
        whole = thread_id is not None or refusal.place_id == refusal.guild_id
        notice = messages.ManagerNotice(
            refusal.guild_id,
            game.channel_id if whole else refusal.place_id,
            thread_id,
            refusal.code,
            gone=refusal.probe_at is None,
            code=game.code,
        )
        unit.outbox.add(_row(game.id, None, notice, now))


async def everybody_notified(unit: Unit, game_id: int, now: datetime) -> None:
    """Restart a held clock once the newest card is posted or all pending players were notified."""
    seen = await unit.games.bare(game_id)
    if seen is None or seen.clock_stopped_at is None:
        return
    game = await unit.games.locked(game_id)
    if game is None or game.status != "active" or game.clock_stopped_at is None:
        return
    card = None if game.card_outbox_id is None else await unit.outbox.get(game.card_outbox_id)
    if card is not None and card.status != "done":
        summary = msgspec.json.decode(card.payload, type=messages.PostCard).summary
        pending = {person_partition(notice.person_id) for notice in _unposted(summary)}
        if not pending <= await unit.outbox.noticed(game_id, card.seq or 0):
            return
    deadlines.everybody_notified(game, now)
    await unit.games.decide_notices(game_id, now)
    unit.set_alarm(now)


def _unposted(summary: GameSummary, refusal: str | None = None) -> list[messages.TurnNotice]:
    """A notice with a play button for each publicly pending player."""
    label = summary.off_turn_prompt or summary.button
    acting = {*summary.to_act, *summary.mentioned}
    return [
        messages.TurnNotice(
            seat.person.id,
            "unposted" if seat.seat in acting else "asked",
            summary,
            refusal=refusal,
            call=messages.Call(label, summary.code, summary.public_version, seat.seat)
            if seat.seat in acting
            else None,
        )
        for seat in summary.seats
        if seat.person is not None and seat.person.level is None and seat.seat in acting | {*summary.asked}
    ]


async def _notify(live: LiveGame, due: Iterable[turn_notices.Due]) -> None:
    """Enqueue these direct messages."""
    row = live.row
    for seat, occasion, not_before, previously_notified_at in due:
        summary = summarize(live.engine, row, live.state, seat)
        prompt = summary.off_turn_prompt if occasion != "asked" else None
        call = None if prompt is None else messages.Call(prompt, row.code, row.public_version, seat)
        until = row.deadline_at if occasion == "reminder" else None
        notice = messages.TurnNotice(
            live.player_in(seat).id,
            occasion,
            summary,
            until=until,
            call=call,
            previously_notified_at=previously_notified_at,
        )
        if not_before <= live.now:
            await live.unit.outbox.bring_forward(notice_partition(notice.person_id), live.now)
        _post(live, notice).not_before = not_before


def hands(live: LiveGame) -> None:
    """Send changed hands to their owners."""
    for seat, held in live.changed_hands():
        _show_hand(live, seat, held)


async def orders_fell(live: LiveGame, person_id: int, orders: tuple[tuple[str, str], ...]) -> None:
    """Tell a person which of their standing orders were dropped, each with an `order_verdict.Fall`."""
    if not await live.unit.persons.dms_closed(person_id):
        notice = messages.TurnNotice(person_id, "fallen", live.summary(), orders=orders)
        # Not about the newest card, which its owner may not have seen.
        live.unit.outbox.add(_row(live.row.id, None, notice, live.now))


def taken_over(live: LiveGame, seat: Seat) -> None:
    """Send a newcomer the hand of their seat."""
    hand = live.engine.hand
    held = None if hand is None else hand(live.state, seat)
    if held is not None:
        _show_hand(live, seat, held)


def warned(live: LiveGame, seat: Seat, opens_at: datetime) -> None:
    """Ask a seat's owner whether they still play, before somebody else may take the seat."""
    sitting = live.sitting_in(seat)
    if sitting.player.dms_closed_at is None:
        summary = summarize(live.engine, live.row, live.state, seat)
        must_play = seat in live.clocks.back
        notice = messages.TurnNotice(
            sitting.player.id, "warning", summary, until=opens_at, must_play=must_play
        )
        _post(live, notice)


def hand_left(live: LiveGame, seat: Seat, player_id: int) -> None:
    """Clear the hand message of a person who has left a seat."""
    if live.engine.hand is not None:
        text = f"Somebody else plays {live.seat_name(seat)} now, and holds what was shown here."
        _post(live, messages.ClearHand(player_id, live.summary(), text))


def _show_hand(live: LiveGame, seat: Seat, held: str) -> None:
    player = live.player_in(seat)
    if player.dm_hands and player.dms_closed_at is None:
        view: Any = live.engine.codec.encode(live.engine.view(live.state, seat))
        theme = cast("Literal['dark', 'light']", player.theme)
        picks = _as_buttons(hand_picks(live.engine, live.state, seat))
        _post(live, messages.ShowHand(player.id, live.summary(), held, msgspec.Raw(view), theme, picks))


def invited(
    unit: Unit,
    game: GameRow,
    invitation: InvitationRow,
    names: tuple[str, str],
    now: datetime,
    *,
    purpose: Literal["ask", "return"] = "ask",
) -> None:
    """Invite a person to a seat. `names`: as `summarizing.names_of`."""
    notice = messages.InvitationNotice(invitation.player_id, invitation.id, purpose, *names)
    unit.outbox.add(_row(game.id, game.last_seq, notice, now))


def not_taken(unit: Unit, engine: AnyEngine, game: GameRow, invitation: InvitationRow, now: datetime) -> None:
    """Tell an inviter that the invitation was declined or expired."""
    if invitation.inviter_id is not None:
        names = names_of(engine, game, invitation.seat)
        notice = messages.InvitationNotice(invitation.inviter_id, invitation.id, "tell", *names)
        unit.outbox.add(_row(game.id, None, notice, now))


def mailed(unit: Unit, payload: messages.Mailed, now: datetime) -> None:
    """Send something to an address."""
    unit.outbox.add(_row(None, None, payload, now))


async def door_closed(unit: Unit, person_id: int, kind: str, now: datetime) -> bool:
    """Close a person's door, where nothing can be delivered any more; whether another one is open.

    For mail they are notified at the other door or, without one, the managers of the servers they play in.
    """
    closes = await unit.persons.close_door(person_id, kind, now)
    another = bool(await doors.open_doors(unit, person_id))
    if not another:
        await unit.persons.close_dms(person_id, now)
    if closes and kind == doors.MAIL:
        if another:
            await unit.persons.forget_wish(person_id, "by")
            unit.outbox.add(_row(None, None, messages.DoorClosed(person_id), now))
        else:
            await _tell_of_unreachable(unit, person_id, now)
        log.warning("mail_came_back", person=person_id, another_door=another)
    return another


async def _tell_of_unreachable(unit: Unit, person_id: int, now: datetime) -> None:
    """Notify the managers of each server in which a player, whose mail bounces, plays."""
    person, notified = await unit.persons.get(person_id), set[int]()
    for game in await unit.games.listed(statuses=RUNNING, player_id=person_id):
        if game.guild_id is None or game.channel_id is None or game.guild_id in notified or person is None:
            continue
        notified.add(game.guild_id)
        notice = messages.ManagerNotice(
            game.guild_id,
            game.channel_id,
            game.thread_id,
            "mail",
            gone=False,
            code=game.code,
            unreachable=person_of(person),
        )
        unit.outbox.add(_row(game.id, None, notice, now))


async def reopen_thread(live: LiveGame) -> None:
    """Unarchive the game's thread, at most once a week, during a period of a week or more."""
    row, partition = live.row, reopening_partition(live.row.id)
    if row.thread_id is None or row.status != "active" or not deadlines.outlasts_archiving(row, live.now):
        return
    last = await live.unit.outbox.posted(row.id, partition, "reopen")
    opened_at = None if last is None else last.done_at
    recently = opened_at is not None and live.now - opened_at < deadlines.WEEK
    if not recently and not await live.unit.outbox.count_waiting(partition):
        _post(live, messages.ReopenThread(row.thread_id, opened_at))


def announced(unit: Unit, game_id: int, text: str, now: datetime) -> None:
    """Post an announcement in the place of a game."""
    unit.outbox.add(_row(game_id, None, messages.PostNote(text), now))


async def post_chat(live: LiveGame, message: ChatMessageRow) -> None:
    """Post a public message in its game's place, and relay it by direct message.

    It is relayed to those who chose so and, unless they chose otherwise, to those who do not see that place.
    By mail it waits to be gathered with others.
    """
    _post_in_place(live, messages.PostChat(message.id))
    unseen = {
        sitting.player_id: True
        for sitting in live.row.seats
        if sitting.player.dms_closed_at is None and turn_notices.sees_no_card(live.row, sitting)
    }
    relayed = {**unseen, **await live.unit.chat.relayed(live.row.id), message.player_id: False}
    sittings = {sitting.player_id: sitting for sitting in live.row.seats}
    for person_id in (reader for reader, hears in relayed.items() if hears):
        row = _post(live, messages.DirectChat(person_id, message.id, "hear"))
        waits = turn_notices.words_wait(live, sittings[person_id])
        if waits is not None:
            row.partition_key, row.not_before = f"{row.partition_key}{waits[0]}", waits[1]
            if row.not_before <= live.now:
                await live.unit.outbox.bring_forward(row.partition_key, live.now)


def send_chat(live: LiveGame, message: ChatMessageRow, people: Iterable[int]) -> None:
    """Send a message to these people by direct message."""
    for person_id in people:
        _post(live, messages.DirectChat(person_id, message.id, "hear"))


def send_receipt(live: LiveGame, message: ChatMessageRow, *, shown_in: int | None = None) -> None:
    """Send the speaker a receipt by direct message.

    `shown_in`: the message that a door turns into the receipt, so that it counts as delivered.
    """
    row = _post(live, messages.DirectChat(message.player_id, message.id, "receipt"))
    if shown_in is not None:
        row.status, row.message_id, row.done_at = "done", shown_in, live.now


async def chat_undelivered(unit: Unit, delivery: messages.DirectChat, now: datetime) -> None:
    """Record that a private message could not be delivered to a reader, and tell the speaker."""
    message = await unit.chat.get(delivery.chat_message_id)
    if message is None:
        return
    for reader in message.readers:
        if reader.player_id == delivery.person_id:
            reader.refused_at = now
            notice = messages.DirectChat(message.player_id, message.id, "refused", reader.seat)
            unit.outbox.add(_row(message.game_id, None, notice, now))


async def chat_unposted(unit: Unit, delivery: messages.PostChat, now: datetime) -> None:
    """Tell the speaker that a public message could not be posted."""
    message = await unit.chat.get(delivery.chat_message_id)
    if message is not None:
        notice = messages.DirectChat(message.player_id, message.id, "refused")
        unit.outbox.add(_row(message.game_id, None, notice, now))


def reported(live: LiveGame, report: ReportRow) -> None:
    """Notify a server's managers of a report."""
    _post(live, messages.PostReport(report.guild_id, report.id))


def _post_in_place(live: LiveGame, payload: messages.Payload) -> None:
    """Enqueue a public post, if the game has a place."""
    if live.row.channel_id is not None:
        _post(live, payload)


def _post(live: LiveGame, payload: messages.Payload) -> OutboxRow:
    row = _row_about(live, payload)
    live.unit.outbox.add(row)
    return row


def _row_about(live: LiveGame, payload: messages.Payload) -> OutboxRow:
    return _row(live.row.id, live.row.last_seq, payload, live.now)


_LATER: Final = frozenset({"warning", "fallen", "joined", "table"})


def _waits(payload: messages.Payload) -> TypeGuard[messages.TurnNotice | messages.InvitationNotice]:
    """Whether it waits for the end of its reader's quiet time without holding up anything else."""
    if isinstance(payload, messages.TurnNotice):
        paused = payload.summary is not None and payload.summary.status == "paused"
        return payload.occasion in _LATER or (payload.occasion == "asked" and paused)
    return isinstance(payload, messages.InvitationNotice)


def _row(game_id: int | None, seq: int | None, payload: messages.Payload, now: datetime) -> OutboxRow:
    partition_key = "" if game_id is None else game_partition(game_id)
    if isinstance(payload, messages.Mailed):
        partition_key = mail_partition(payload.address)
    elif isinstance(payload, messages.FollowNotice):
        partition_key = followed_partition(payload.person_id)
    elif _waits(payload):
        partition_key = f"{person_partition(payload.person_id)}{LATER}"
    elif isinstance(payload, messages.TurnNotice):
        partition_key = notice_partition(payload.person_id)
    elif isinstance(payload, messages.Direct):
        partition_key = person_partition(payload.person_id)
    elif isinstance(payload, messages.RemoveButtons):
        partition_key += STRIPS
    elif isinstance(payload, messages.PostReport):
        partition_key = f"reports:{payload.guild_id}"
    elif isinstance(payload, messages.ReopenThread):
        partition_key += _REOPENING
    elif isinstance(payload, messages.ManagerNotice):
        partition_key = f"server:{payload.guild_id}"
    return OutboxRow(
        game_id=game_id,
        seq=seq,
        partition_key=partition_key,
        kind=str(payload.__struct_config__.tag),
        payload=msgspec.json.encode(payload).decode(),
        nonce=secrets.token_hex(12),
        status="pending",
        attempts=0,
        not_before=now,
        created_at=now,
    )
