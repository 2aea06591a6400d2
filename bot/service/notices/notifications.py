"""Enqueues the cards, hands and notices that a change requires, in its own transaction."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bot.service.game import deadlines
from bot.service.game.act_limits import check_acts
from bot.service.game.insiders import drop_identity_hashes
from bot.service.game.live import LiveGame
from bot.service.game.open_requests import playing
from bot.service.game.picking import card_picks, hand_picks, token_of
from bot.service.notices import turn_notices
from bot.service.notices.computer_jobs import enqueue_jobs
from bot.service.notices.enqueuing import (
    delivery_row,
    delivery_row_about,
    enqueue,
    enqueue_in_place,
    enqueue_without_event,
)
from bot.service.notices.order_delays import wake_orders
from bot.service.people.servers import settings_of
from bot.service.values import payloads
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from bot.store.models import PersonRow, SeatRow
from bot.store.repositories.partitions import LOBBY_CARD, REOPENING, game_partition, notice_partition
from engines.contract import Pick, Seat, Value
from engines.wording import capital


def show_lobby(live: LiveGame) -> None:
    """Post or update the lobby card."""
    enqueue_in_place(live, payloads.PostLobby(live.summary()))


def unlink_lobby(live: LiveGame) -> None:
    """Update the lobby's card, which links to the thread of a game that is gone."""
    enqueue(live, payloads.PostLobby(live.summary())).partition_key += LOBBY_CARD


def open_thread(live: LiveGame) -> None:
    """Open the game's thread, before its first card."""
    if live.row.threaded:
        enqueue_in_place(live, payloads.OpenThread(live.summary()))


async def conclude(live: LiveGame, actor: Person | None = None, *, expired: bool = False) -> GameSummary:
    """End a unit of work on a running or paused game: update the snapshot, enqueue the card and the notices.

    This is needed also where only players or the state of a seat's clock changed: the game's clock depends on
    both. Returns the public facts after it. Raises Refused for an actor who acts too often.
    """
    if actor is not None and live.seat_of(actor.id) not in live.computers:
        await check_acts(live, actor.id)
    live.update_snapshot(expired=expired)
    if live.row.status == "finished":
        await drop_identity_hashes(live)
    return await publish_with_hands(live, actor)


async def publish_with_hands(live: LiveGame, actor: Person | None = None) -> GameSummary:
    """As `publish`, and enqueue the hands that have changed."""
    summary = await publish(live, actor)
    _show_changed_hands(live, summary)
    return summary


def _pinged(live: LiveGame, summary: GameSummary, actor: Person | None) -> tuple[Seat, ...]:
    """The seats that a card without a new request pings: those whose turn it is.

    A player who has answered, offered, asked or taken back is not pinged for it. Who acted in turn may be
    secret.
    """
    beside = live.changes.off_turn or bool(live.changes.took_back)
    own = live.seat_of(actor.id) if actor is not None and beside else None
    return (*summary.absent, *(seat for seat in summary.mentioned if seat != own))


async def publish(live: LiveGame, actor: Person | None = None) -> GameSummary:
    """Enqueue a new card, the removal of the previous card's buttons, and the notices.

    The newest card is refreshed instead where only marks changed or a turn of many actions goes on. Without
    a public change there is no card. Returns the public facts that they show.
    """
    await wake_orders(live)
    await enqueue_jobs(live)
    summary, changes, requests = live.summary(), live.changes, live.requests.made()
    shown = changes.public and live.row.channel_id is not None
    extends = not changes.off_turn and not requests and live.keeps_card()
    refreshes = live.row.card_outbox_id is not None and (not changes.card_tells or extends)
    pinged = tuple(sorted({seat for seat, _ in requests})) or _pinged(live, summary, actor)
    recalled = await turn_notices.recalled(live)
    due, pinged = turn_notices.decide_all(live, requests, pinged if shown and not refreshes else (), actor)
    if shown:
        await _show(live, summary, pinged, refreshes=refreshes)
    elif changes.card_tells:
        await _notify_followers(live, summary, 0, None)
    live.set_alarm()
    await _notify(live, due, summary)
    informed = [live.player_in(seat).id for seat, *_ in due] + ([] if actor is None else [actor.id])
    if live.row.status != live.status_before:
        # Who pauses a game, or lets it go on, is not said by its state.
        paused = {live.row.status, live.status_before} == {"active", "paused"} and not summary.absent
        why = _sentence(live) if changes.lines and (changes.refused or paused) else ""
        _notify_without_card(live, "table", informed, why)
    elif changes.off_turn and live.requests.closed:
        # A move closes requests as well, and its notices are those of a move.
        informed += _notified_lately(live, informed)
        _notify_without_card(live, "answered", informed, _sentence(live))
    elif recalled:
        others = [one.player_id for one in live.row.seats if one.seat not in recalled]
        _notify_without_card(live, "undone", informed + others, _sentence(live))
    return summary


def _sentence(live: LiveGame) -> str:
    return f"{capital('; '.join(live.changes.lines))}."


def _notified_lately(live: LiveGame, but: Collection[int]) -> list[int]:
    """The players, except some, who see no card and were notified lately that the same requests are closed.

    Those who waited for an answer are notified each time. Others would get a mail whenever somebody asks and
    withdraws.
    """
    waited, closed = {*live.playing} - live.requests.before.asked, sorted(live.requests.closed)
    notified = list[int]()
    for sitting in _without_card(live, but):
        if sitting.seat is not None and sitting.seat not in waited:
            lately = [live.clock.ping(sitting.seat, f"{what} closed") for what in closed]
            notified += [] if None in lately else [sitting.player_id]
    return notified


def notify_lobby(live: LiveGame, actor_id: int | None, *, host_alone: bool) -> None:
    """Notify players in a lobby who see no card that somebody joined or left."""
    host, people = live.row.host_id, [sitting.player_id for sitting in live.row.seats]
    others = [person_id for person_id in people if person_id != host] if host_alone else []
    _notify_without_card(live, "joined", [*others, *([] if actor_id is None else [actor_id])])


def _notify_without_card(
    live: LiveGame,
    occasion: Literal["joined", "table", "answered", "undone"],
    but: Collection[int],
    text: str = "",
) -> None:
    """Notify the players who see no card, except some, of their game's state."""
    summary = live.summary()
    for sitting in _without_card(live, but):
        enqueue(live, payloads.TurnNotice(sitting.player_id, occasion, summary, text))


def _without_card(live: LiveGame, but: Collection[int]) -> list[SeatRow]:
    """The seats of players who see no card and can be notified, except some."""
    there = (one for one in live.row.seats if one.player_id not in but and one.player.dms_closed_at is None)
    refused = live.changes.refused
    return [sitting for sitting in there if turn_notices.sees_no_card(live.row, sitting, refused=refused)]


async def _show(live: LiveGame, summary: GameSummary, pinged: tuple[Seat, ...], *, refreshes: bool) -> None:
    newest = live.row.card_outbox_id
    if newest is not None and refreshes:
        changes = live.changes
        lines, retracted = tuple(changes.lines) if changes.card_tells else (), tuple[str, ...]()
        if changes.took_back:
            # The card says what stands, and says once that something was taken back.
            lines, retracted = (changes.took_back,), (*changes.retracted, changes.took_back)
        shown = summary, _public_view(live), lines, first_picks(live), tuple(changes.head_lines)
        enqueue(live, payloads.RefreshCard(newest, *shown, retracted))
        return
    # Deliveries that are refused in this place hold the card up: attempt them now, so that the pending
    # players are notified.
    extras = await live.extras()
    if extras.postponed:
        await live.unit.outbox.reschedule_blocked(live.now, partition_key=game_partition(live.row.id))
    card = _card(live, summary, pinged)
    # The game's row refers to its card: get the card's id before the row is written.
    rows = [delivery_row_about(live, card)]
    if newest is not None:
        rows.append(delivery_row_about(live, payloads.RemoveButtons(newest)))
    number = await live.unit.outbox.add_numbered(rows, next_delivery=extras.next_delivery)
    live.row.card_outbox_id = number
    await _notify_followers(live, summary, number, newest)
    if live.changes.starts_period and live.clock.seconds_per_period is not None:
        # A period of seconds starts when its card is posted.
        deadlines.await_card(live.row, number)


def _card(live: LiveGame, summary: GameSummary, pinged: tuple[Seat, ...] = ()) -> payloads.PostCard:
    happened = live.changes.other_lines, live.changes.step_summary
    shown = summary, _public_view(live), *happened, pinged, first_picks(live)
    return payloads.PostCard(*shown, tuple(live.changes.head_lines))


def _public_view(live: LiveGame) -> msgspec.Raw:
    return msgspec.Raw(live.engine.codec.encode(live.public_view(live.state)))


async def _notify_followers(live: LiveGame, summary: GameSummary, posted: int, before: int | None) -> None:
    """Enqueue a new card for the game's followers who do not play.

    `posted`: its delivery; 0: it is not posted, as the game has no place. `before`: the delivery of the
    previous card.
    """
    if not (await live.extras()).followers:
        return
    out = _out_by_now(live)
    followers = [
        one
        for one in await live.unit.followers.of_game(live.row.id)
        if not live.has_seat(one.id) or live.seat_of(one.id) in out
    ]
    earlier = await live.unit.outbox.get(before) if followers and before is not None else None
    until = live.log.seq_before
    after = until if earlier is None or earlier.seq is None else earlier.seq
    card = None if posted else _card(live, summary)
    for follower in followers:
        notice = payloads.FollowNotice(follower.id, posted, after, until, card=card, game_id=live.row.id)
        enqueue(live, notice).not_before = turn_notices.follower_notified_at(follower, live.now)


def first_picks(live: LiveGame) -> tuple[payloads.FirstPick, ...]:
    """The first picks for the card of a running game; none where only computers are to act."""
    people = live.row.status == "active" and not live.computers.issuperset(live.engine.to_act(live.state))
    return _as_buttons(card_picks(live.engine, live.state, live.public_view(live.state)) if people else ())


def _as_buttons(picks: Iterable[Pick]) -> tuple[payloads.FirstPick, ...]:
    return tuple(payloads.FirstPick(token_of(pick.value), pick.label) for pick in picks)


def restore_card(live: LiveGame) -> None:
    """Refresh the newest card; where it was deleted, it is posted anew."""
    newest = live.row.card_outbox_id
    if newest is not None and live.row.channel_id is not None:
        enqueue(live, payloads.RefreshCard(newest, live.summary(), _public_view(live), (), first_picks(live)))


async def post_below(live: LiveGame) -> bool:
    """Post anew the newest card, which nobody can reach now; return whether it was posted.

    Once the new post is there, the first one loses its buttons.
    """
    newest, outbox = live.row.card_outbox_id, live.unit.outbox
    card = None if newest is None else await outbox.get(newest)
    if card is None or card.status != "done":
        return False
    present = {"summary": live.summary(), "view": _public_view(live), "first_picks": first_picks(live)}
    shown = replace(msgspec.json.decode(card.payload, type=payloads.PostCard), **present)
    # Everybody whom the first has pinged is pinged by this one as well.
    again = delivery_row(live.row.id, card.seq, shown, card.created_at)
    again.not_before = live.now
    rows = [again, delivery_row_about(live, payloads.RemoveButtons(card.id))]
    live.row.card_outbox_id = await outbox.add_numbered(rows, next_delivery=None)
    await outbox.reschedule_blocked(live.now, partition_key=game_partition(live.row.id))
    return True


async def remind(live: LiveGame) -> None:
    """Enqueue due notices: of turns that began in quiet time, and reminders of deadlines.

    On a quiet server only those are reminded who asked for it. A notice is not an event: who is to act may be
    secret.
    """
    quiet = (await settings_of(live.unit, live.row.guild_id)).quiet
    await _notify(live, turn_notices.decide_due(live, quiet_server=quiet), live.summary())
    live.set_alarm()


async def _notify(live: LiveGame, due: Iterable[turn_notices.DueNotice], public: GameSummary) -> None:
    """Enqueue these direct messages. `public`: the present public facts."""
    row = live.row
    for seat, occasion, not_before, previously_notified_at in due:
        summary = live.seen_by(seat, public)
        prompt = summary.off_turn_prompt if occasion != "asked" else None
        button = None if prompt is None else payloads.PanelButton(prompt, row.code, row.public_version, seat)
        until = row.deadline_at if occasion == "reminder" else None
        notice = payloads.TurnNotice(
            live.player_in(seat).id,
            occasion,
            summary,
            until=until,
            button=button,
            previously_notified_at=previously_notified_at,
        )
        if not_before <= live.now:
            await live.unit.outbox.bring_forward(notice_partition(notice.person_id), live.now)
        enqueue(live, notice).not_before = not_before


def _show_changed_hands(live: LiveGame, summary: GameSummary) -> None:
    """Send changed hands to their owners, and clear those of who is out now. `summary`: the present public
    facts.
    """
    hand, before = live.engine.hand, live.states.before
    if hand is None:
        return
    out, were_out = _out_by_now(live), set[Seat]() if before is None else _out(live, before)
    for seat in range(len(live.row.seats)):
        held = hand(live.state, seat)
        known = None if before is None or seat in were_out else hand(before, seat)
        if seat in out:
            if known is not None:
                _clear_hand_of_out(live, seat, summary)
        elif held is not None and held != known:
            _enqueue_hand(live, seat, held, summary)


def _clear_hand_of_out(live: LiveGame, seat: Seat, summary: GameSummary) -> None:
    text = "You are out of this game: nothing of what was shown here can be played any more."
    enqueue(live, payloads.ClearHand(live.player_in(seat).id, summary, text))


def _out_by_now(live: LiveGame) -> set[Seat]:
    """The seats that are out of the game; where it has just ended, those that were before."""
    ended = live.engine.outcome(live.state) is not None
    state = live.states.before if ended else live.state
    return set() if state is None else _out(live, state)


def _out(live: LiveGame, state: Value) -> set[Seat]:
    """The seats that are out of the game while it goes on."""
    if live.engine.outcome(state) is not None:
        return set()
    seats = len(live.row.seats)
    return set(range(seats)) - set(playing(live.engine, state, seats))


async def tell_dropped_orders(live: LiveGame, person_id: int, orders: tuple[tuple[str, str], ...]) -> None:
    """Tell a person which of their standing orders were dropped, each with a `DropReason`."""
    if not await live.unit.persons.dms_closed(person_id):
        notice = payloads.TurnNotice(person_id, "fallen", live.summary(), orders=orders)
        # The notice is not about the newest card, which its owner may not have seen.
        enqueue_without_event(live.unit, notice, live.now, game_id=live.row.id)


def show_hand(live: LiveGame, seat: Seat) -> None:
    """Send a newcomer the hand of their seat."""
    hand = live.engine.hand
    held = None if hand is None else hand(live.state, seat)
    if held is not None:
        _enqueue_hand(live, seat, held, live.summary())


def warn(live: LiveGame, seat: Seat, opens_at: datetime) -> None:
    """Ask a seat's owner whether they still play, before somebody else may take the seat."""
    sitting = live.sitting_in(seat)
    if sitting.player.dms_closed_at is None:
        summary = live.seen_by(seat, live.summary())
        must_play = live.clock.seats.must_play(seat)
        notice = payloads.TurnNotice(
            sitting.player.id, "warning", summary, until=opens_at, must_play=must_play
        )
        enqueue(live, notice)


def tell_replaced(live: LiveGame, seat: Seat, former: PersonRow) -> None:
    """Tell a person who is still here that somebody else has their seat now."""
    if former.forgotten_at is None and former.dms_closed_at is None:
        text = f"You do not play {live.seat_name(seat)} any more: another player has the seat now."
        enqueue(live, payloads.TurnNotice(former.id, "replaced", live.summary(), text))


def tell_seated(live: LiveGame, seat: Seat) -> None:
    """Tell a newcomer whom nobody asked that they have a seat, unless they are told that it is their turn."""
    sitting = live.sitting_in(seat)
    if sitting.player.dms_closed_at is None and seat not in live.engine.to_act(live.state):
        text = f"You have been given a seat: you play {live.seat_name(seat)} now."
        enqueue(live, payloads.TurnNotice(sitting.player_id, "seated", live.summary(), text))


def repeat_hand(live: LiveGame, player_id: int, shown: GameSummary) -> None:
    """Show once more what a person holds, on the message that `shown` was part of; nothing if they are out or
    have left their seat since.
    """
    now, then = live.seat_of(player_id), shown.seat_of(player_id)
    if now in _out_by_now(live):
        _clear_hand_of_out(live, now, live.summary())
    elif now is not None:
        show_hand(live, now)
    elif then is not None:
        clear_hand(live, then, player_id)


def clear_hand(live: LiveGame, seat: Seat, player_id: int) -> None:
    """Clear the hand message of a person who has left a seat."""
    if live.engine.hand is not None:
        text = f"Somebody else plays {live.seat_name(seat)} now, and holds what was shown here."
        enqueue(live, payloads.ClearHand(player_id, live.summary(), text))


def _enqueue_hand(live: LiveGame, seat: Seat, held: str, summary: GameSummary) -> None:
    player = live.player_in(seat)
    if player.dm_hands and player.dms_closed_at is None:
        view: Any = live.engine.codec.encode(live.engine.view(live.state, seat))
        picks = _as_buttons(hand_picks(live.engine, live.state, seat))
        enqueue(live, payloads.ShowHand(player.id, summary, held, msgspec.Raw(view), player.theme, picks))


async def reopen_thread(live: LiveGame) -> bool:
    """Unarchive the thread in which the game is played, at most once a week, during a period of a week or
    more. Returns whether it was time.
    """
    row, partition = live.row, game_partition(live.row.id) + REOPENING
    thread_id = row.thread_id or row.channel_id
    if thread_id is None or row.status != "active" or not deadlines.outlasts_archiving(row, live.now):
        return False
    # Perhaps for another game in the same thread: whoever closes it again closes it for all of them.
    opened_at = await live.unit.outbox.reopened_at(thread_id)
    recently = opened_at is not None and live.now - opened_at < deadlines.WEEK
    due = not recently and not await live.unit.outbox.count_waiting(partition)
    if due:
        enqueue(live, payloads.ReopenThread(thread_id, opened_at))
    return due
