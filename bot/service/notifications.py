"""What must be told to whom, put into the outbox within the transaction that made it true."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal, cast

import msgspec

from bot.service import deadlines
from bot.service.live import Changes, LiveGame
from bot.service.messages import (
    Call,
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
from bot.service.summaries import Person
from bot.service.summarizing import summarize
from bot.store.models import ChatMessageRow, OutboxRow
from bot.store.unit import Unit
from engines.contract import Seat


def game_partition(game_id: int) -> str:
    """The partition of everything that is posted about a game."""
    return f"game:{game_id}"


def person_partition(person_id: int) -> str:
    """The partition of a person's direct messages."""
    return f"user:{person_id}"


def lobby_changed(live: LiveGame) -> None:
    """Show the lobby card as it now is."""
    _post_in_place(live, PostLobby(live.summary()))


def started(live: LiveGame) -> None:
    """Open the game's thread; the first card follows."""
    if live.row.threaded:
        _post_in_place(live, OpenThread(live.summary()))


async def conclude(live: LiveGame, actor: Person | None = None, *, expired: bool = False) -> Changes:
    """End a unit of work that changed a running game: the snapshot, the new card, the notices."""
    changes = live.conclude(expired=expired)
    await tell(live, changes, actor)
    return changes


async def tell(live: LiveGame, changes: Changes, actor: Person | None = None) -> None:
    """Promise the card, the hands and the notices that these changes call for."""
    await moved(live, changes)
    hands(live)
    awaited(live, changes.newly_awaited, actor)


async def moved(live: LiveGame, changes: Changes) -> None:
    """Post the new card, and only then take the buttons off the one before.

    Where only marks changed the newest card shows them, and where a turn of many actions goes on, what was
    done in it; where nothing was public there is nothing to show.
    """
    if not changes.public or live.row.channel_id is None:
        return
    view = msgspec.Raw(live.engine.codec.encode(live.engine.view(live.state, None)))
    partition_key = game_partition(live.row.id)
    if live.row.card_outbox_id is not None and (not changes.posts_card or changes.extends_card):
        lines = changes.lines if changes.posts_card else ()
        _post(live, partition_key, RefreshCard(live.row.card_outbox_id, live.summary(), view, lines))
        return
    card = _post(
        live, partition_key, PostCard(live.summary(), view, changes.other_lines, changes.step_summary)
    )
    if live.row.card_outbox_id is not None:
        _post(live, partition_key, RemoveButtons(live.row.card_outbox_id))
    # Numbers the deliveries, in the order in which they were put in.
    await live.unit.flush()
    live.row.card_outbox_id = card.id
    if changes.starts_period and live.seconds_per_period is not None:
        # Where seconds count, nobody's begin before there is something to see.
        deadlines.await_card(live.row, card.id)


def awaited(live: LiveGame, seats: Iterable[Seat], actor: Person | None = None) -> None:
    """Tell those who asked for it that it is their turn; whoever has just acted can see so.

    Where play comes to people out of their turn, all of them are told (`ClockRules.off_turn_prompt`).
    """
    out_of_turn = live.engine.clock.off_turn_prompt(live.state) is not None
    for seat in sorted(seats):
        player = live.player_in(seat)
        if out_of_turn:
            _notify(live, seat, "called")
        elif player.dm_turns and not (actor and player.id == actor.id):
            _notify(live, seat, "turn")


def reminded(live: LiveGame) -> None:
    """Remind those who are awaited, each alone, of the deadline that comes near, and note that it was done.

    No event tells of it: who is awaited may be a secret.
    """
    deadline = live.row.deadline_at
    for seat in live.engine.to_act(live.state):
        if deadline is not None and live.player_in(seat).dm_reminders:
            _notify(live, seat, "reminder", deadline)
    deadlines.reminded(live.row, live.now)
    live.unit.clocks_set = True


def _notify(
    live: LiveGame,
    seat: Seat,
    occasion: Literal["called", "turn", "reminder"],
    until: datetime | None = None,
) -> None:
    """Tell the person in a seat what is awaited of them, in a direct message, unless they take none."""
    row, player = live.row, live.player_in(seat)
    if player.dms_closed_at is not None:
        return
    summary = summarize(live.engine, row, live.state, seat)
    prompt = summary.off_turn_prompt
    call = None if prompt is None else Call(prompt, row.code, row.public_version, seat)
    notice = TurnNotice(player.id, occasion, summary, until=until, call=call)
    _post(live, person_partition(player.id), notice)


def hands(live: LiveGame) -> None:
    """Bring the hands that have changed to their owners, and to nobody else."""
    for seat, held in live.changed_hands():
        _show_hand(live, seat, held)


def taken_over(live: LiveGame, seat: Seat) -> None:
    """Bring whoever is new in a seat what it holds, and tell them if they are awaited."""
    hand = live.engine.hand
    held = None if hand is None else hand(live.state, seat)
    if held is not None:
        _show_hand(live, seat, held)
    awaited(live, {seat} & set(live.engine.to_act(live.state)))


def hand_left(live: LiveGame, seat: Seat, player_id: int) -> None:
    """Take the hand out of the direct message of whoever has left a seat to somebody else."""
    if live.engine.hand is not None:
        text = f"Somebody else plays {live.seat_name(seat)} now, and holds what was shown here."
        _post(live, person_partition(player_id), ClearHand(player_id, live.summary(), text))


def _show_hand(live: LiveGame, seat: Seat, held: str) -> None:
    player = live.player_in(seat)
    if player.dm_hands and player.dms_closed_at is None:
        view: Any = live.engine.codec.encode(live.engine.view(live.state, seat))
        theme = cast("Literal['dark', 'light']", player.theme)
        shown = ShowHand(player.id, live.summary(), held, msgspec.Raw(view), theme)
        _post(live, person_partition(player.id), shown)


def announced(unit: Unit, game_id: int, text: str, now: datetime) -> None:
    """Say something in the place of a game."""
    unit.outbox.add(_row(game_id, None, game_partition(game_id), PostNote(text), now))


def post_chat(live: LiveGame, message: ChatMessageRow, followers: Iterable[int]) -> None:
    """Show it where the game is played, and relay it to those who follow by direct message."""
    _post_in_place(live, PostChat(message.id))
    send_chat(live, message, (follower for follower in followers if follower != message.player_id))


def send_chat(live: LiveGame, message: ChatMessageRow, people: Iterable[int]) -> None:
    """Bring it to these alone."""
    for person_id in people:
        _post(live, person_partition(person_id), DirectChat(person_id, message.id, "hear"))


def send_receipt(live: LiveGame, message: ChatMessageRow, *, shown_in: int | None = None) -> None:
    """Tell the speaker by direct message that it was heard.

    `shown_in`: a message that a door makes the receipt, so that nothing is left to deliver.
    """
    row = _post(
        live, person_partition(message.player_id), DirectChat(message.player_id, message.id, "receipt")
    )
    if shown_in is not None:
        row.status, row.message_id, row.done_at = "done", shown_in, live.now


async def chat_undelivered(unit: Unit, delivery: DirectChat, now: datetime) -> None:
    """What was said in private could not be brought to its reader: it waits, and the speaker is told."""
    message = await unit.chat.get(delivery.chat_message_id)
    reader = (
        next((one for one in message.readers if one.player_id == delivery.person_id), None)
        if message
        else None
    )
    if message is None or reader is None:
        return
    await unit.chat.refused(message.id, reader.player_id, now)
    notice = DirectChat(message.player_id, message.id, "refused", reader.seat)
    unit.outbox.add(_row(message.game_id, None, person_partition(message.player_id), notice, now))


def _post_in_place(live: LiveGame, payload: Payload) -> None:
    """Promise what all may see, if the game has a place where it is posted."""
    if live.row.channel_id is not None:
        _post(live, game_partition(live.row.id), payload)


def _post(live: LiveGame, partition_key: str, payload: Payload) -> OutboxRow:
    row = _row(live.row.id, live.row.last_seq, partition_key, payload, live.now)
    live.unit.outbox.add(row)
    return row


def _row(game_id: int, seq: int | None, partition_key: str, payload: Payload, now: datetime) -> OutboxRow:
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
