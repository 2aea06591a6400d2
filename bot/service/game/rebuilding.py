"""A game's snapshot and derived columns, made from its log again."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.column_values import OVER
from bot.service.game import deadlines, logged
from bot.service.game.integrity import examine
from bot.service.game.summarizing import seat_clocks_of
from bot.service.log import event_types, replay
from bot.service.log.event_types import EventType
from bot.service.log.replay import BrokenLog
from bot.service.values.seat_clocks import SeatClocks
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine

_OF_THE_LOG = frozenset(
    {"snapshot", "unreadable", "columns", "replay", "promise", "unknown_event", "numbering"}
)
"""Problems that show that a game's log is unreliable."""


def rebuild(engine: AnyEngine, row: GameRow, events: Sequence[EventRow], now: datetime) -> None:
    """Change a game's row to what its log says.

    Raises BrokenLog where the log itself is wrong: then only the snapshot may be right, and what was changed
    must not be stored.
    """
    if row.rules_version != engine.info.rules_version:
        raise BrokenLog(f"Game {row.code} was played under version {row.rules_version} of its rules.")
    try:
        replayed = replay.replay_log(engine, row, events)
        state = replayed.state
        undo, hours = logged.undo_request_of(engine, events), logged.hours_of(events, row.deadline_hours)
        clocks = _clocks(row, events)
    except BrokenLog:
        raise
    except Exception as error:  # A damaged log may fail in any way, with secrets in the text.
        raise BrokenLog(f"Its log cannot be read ({type(error).__name__}).") from None
    row.state = engine.codec.encode(state).decode()
    row.ply = engine.view(state, None).ply
    row.status = logged.status_of(events, over=engine.outcome(state) is not None)
    row.undo = None if undo is None else msgspec.json.encode(undo).decode()
    row.undo_asked_at = None if undo is None else logged.undo_asked_at(events)
    row.waits_for_players = logged.waits_for_players(events)
    row.clock = msgspec.json.encode(clocks).decode()
    row.pause_asked_at = logged.pause_asked_at(events)
    row.deadline_hours = hours
    row.public_version = logged.public_version_of(events, replayed) or min(row.public_version, row.last_seq)
    row.created_at = logged.moment_of(events, EventType.CREATED) or row.created_at
    row.started_at = logged.moment_of(events, EventType.STARTED) or row.started_at
    over = row.status in OVER
    row.finished_at = (row.finished_at or now) if over else None
    if over:
        deadlines.clear(row)
    for problem in examine(engine, row, events):
        if problem.code in _OF_THE_LOG:
            raise BrokenLog(problem.sentence)


def _clocks(row: GameRow, events: Sequence[EventRow]) -> SeatClocks:
    """The clock's state of each seat by the log; the rest of it stays, or is new where it is unreadable."""
    try:
        stored = seat_clocks_of(row)
    except msgspec.DecodeError:
        stored = SeatClocks()
    if (banks := event_types.banks_after(events)) is not None:
        stored = replace(stored, left=banks.left, granted=stored.granted or banks.granted)
    return replace(
        stored,
        ending=logged.ending_of(events) or (),
        pausing=logged.pausing_of(events),
        open=logged.open_seats_of(events, stored.back),
    )
