"""What is looked for from time to time is found exactly where it is due."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import pytest
from sqlalchemy import Executable, Update, insert, update

from bot.store.columns import Base, table_of
from bot.store.database import Database
from bot.store.models import AuditRow, EventRow, GameRow, InvitationRow, OutboxRow, RefusalRow, SeatRow
from bot.store.unit import Unit
from tests.service.actors import ANN

_AT = datetime(2026, 1, 2, tzinfo=UTC)
_LATER = _AT + timedelta(microseconds=1)
_EARLIER = _AT - timedelta(microseconds=1)

Found: TypeAlias = tuple[bool, Sequence[Executable]]
"""Whether a game is still found after these changes."""


def _game(**values: object) -> Update:
    return update(GameRow).values(**values)


def _seat(**values: object) -> Update:
    return update(SeatRow).values(**values)


def _row(table: type[Base], /, **values: object) -> Executable:
    return insert(table_of(table)).values(**values)


def _event(at: datetime) -> Executable:
    return _row(EventRow, game_id=1, seq=1, first_seq=1, kind="x", at=at, reveals=False)


def _delivery(kind: str, at: datetime, **values: object) -> Executable:
    given = {
        "game_id": 1,
        "lane": "game:1",
        "payload": "{}",
        "nonce": "n",
        "status": "pending",
        "attempts": 0,
    }
    return _row(OutboxRow, kind=kind, not_before=at, created_at=at, **given | values)


def _invitation(status: str, closed_at: datetime | None) -> Executable:
    given = {"game_id": 1, "seat": 1, "player_id": ANN.id, "created_at": _AT, "expires_at": _LATER}
    return _row(InvitationRow, status=status, closed_at=closed_at, **given)


def _refusal(place_id: int, guild_id: int = 11, probe_at: datetime | None = None) -> Executable:
    given = {"code": "gone", "count": 1, "since": _AT, "probe_at": probe_at}
    return _row(RefusalRow, guild_id=guild_id, place_id=place_id, **given)


def _acted() -> Executable:
    return _row(AuditRow, game_id=1, actor="1", act="pause", at=_AT)


_QUIET = _game(status="active", thread_id=13, deadline_at=_LATER, moved_at=_EARLIER)
_GONE = _game(status="abandoned", finished_at=_EARLIER)

Query: TypeAlias = Callable[[Unit], Awaitable[object]]
_CASES: Mapping[str, tuple[Query, Sequence[Found]]] = {
    "due": (
        lambda unit: unit.due_games.due(_AT, limit=2),
        [
            (False, ()),
            (True, [_game(alarm_at=_AT)]),
            (False, [_game(alarm_at=_LATER)]),
            (True, [_seat(notice_at=_AT)]),
            (False, [_seat(notice_at=_LATER)]),
            (True, [_game(alarm_at=_AT), _seat(notice_at=_AT)]),
        ],
    ),
    "ending": (
        lambda unit: unit.due_games.ending(_AT),
        [
            (True, [_game(alarm_at=_AT, deadline_at=_AT)]),
            (False, [_game(alarm_at=_EARLIER, deadline_at=_LATER)]),
            (False, [_game(alarm_at=None, deadline_at=_AT)]),
        ],
    ),
    "next alarm": (
        lambda unit: unit.due_games.next_alarm(_AT),
        [
            (True, [_game(alarm_at=_LATER)]),
            (False, [_game(alarm_at=_AT)]),
            (True, [_seat(notice_at=_LATER)]),
            (False, [_seat(notice_at=_AT)]),
        ],
    ),
    "silent lobbies": (
        lambda unit: unit.due_games.silent_lobbies(_AT, limit=2),
        [
            (True, ()),
            (True, [_game(status="paused", waits_for_players=True)]),
            (False, [_game(status="paused")]),
            (False, [_game(status="active", waits_for_players=True)]),
            (True, [_event(_AT)]),
            (False, [_event(_LATER)]),
            (False, [_invitation("open", None)]),
            (False, [_invitation("expired", _LATER)]),
            (True, [_invitation("expired", _AT)]),
        ],
    ),
    "this silent lobby": (
        lambda unit: unit.due_games.silent_lobbies(_AT, limit=2, code="K7QX"),
        [(True, ())],
    ),
    "another silent lobby": (
        lambda unit: unit.due_games.silent_lobbies(_AT, limit=2, code="NONE"),
        [(False, ())],
    ),
    "quiet threads": (
        lambda unit: unit.due_games.quiet_threads(_AT, _AT, limit=2),
        [
            (False, ()),
            (True, [_QUIET]),
            (False, [_QUIET, _game(status="paused")]),
            (False, [_QUIET, _game(thread_id=None)]),
            (False, [_QUIET, _game(deadline_at=_AT)]),
            (False, [_QUIET, _game(clock_stopped_at=_AT)]),
            (False, [_QUIET, _game(moved_at=_AT)]),
            (False, [_QUIET, _delivery("reopen", _LATER)]),
            (True, [_QUIET, _delivery("reopen", _AT, status="done")]),
            (False, [_QUIET, _delivery("reopen", _AT)]),
            (True, [_QUIET, _delivery("card", _LATER)]),
        ],
    ),
    "more quiet threads": (
        lambda unit: unit.due_games.quiet_threads(_AT, _AT, limit=2, offset=1),
        [(False, [_QUIET])],
    ),
    "with computers": (
        lambda unit: unit.due_games.with_computers(limit=2),
        [
            (False, ()),
            (True, [_game(status="active", has_computer=True)]),
            (False, [_game(status="paused", has_computer=True)]),
            (False, [_game(status="active")]),
        ],
    ),
    "without a thread": (
        lambda unit: unit.due_games.without_thread(11, ["lobby"]),
        [
            (False, [_game(thread_id=13)]),
            (True, [_game(thread_id=13), _refusal(13)]),
            (False, [_game(thread_id=13), _refusal(12)]),
            (False, [_game(thread_id=13), _refusal(13, guild_id=12)]),
            (False, [_game(thread_id=13), _refusal(13, probe_at=_AT)]),
            (False, [_game(thread_id=13, status="active"), _refusal(13)]),
            (False, [_game(thread_id=13, guild_id=12), _refusal(13)]),
            (False, [_game(thread_id=13, channel_id=None), _refusal(13)]),
        ],
    ),
    "pauses asked for": (
        lambda unit: unit.due_games.pause_asked(_AT, limit=2),
        [
            (True, [_game(pause_asked_at=_EARLIER)]),
            (False, [_game(pause_asked_at=_AT)]),
            (False, [_game(pause_asked_at=_EARLIER, finished_at=_AT)]),
        ],
    ),
    "undo asked for": (
        lambda unit: unit.due_games.undo_asked(_AT, limit=2, code="K7QX"),
        [
            (True, [_game(status="active", undo_asked_at=_EARLIER)]),
            (False, [_game(status="active", undo_asked_at=_AT)]),
            (False, [_game(status="active", undo_asked_at=_EARLIER, finished_at=_AT)]),
            (False, [_game(status="paused", undo_asked_at=_EARLIER)]),
            (False, [_game(code="NONE", status="active", undo_asked_at=_EARLIER)]),
        ],
    ),
    "never started": (
        lambda unit: unit.due_games.purge_unstarted(_AT, limit=2),
        [
            (True, [_GONE]),
            (False, [_GONE, _game(finished_at=_AT)]),
            (False, [_GONE, _game(started_at=_AT)]),
            (False, [_GONE, _game(status="finished")]),
            (False, [_GONE, _acted()]),
            (False, [_GONE, _invitation("declined", _AT)]),
            (True, [_GONE, _invitation("expired", _AT)]),
            (False, [_GONE, _delivery("lobby", _AT)]),
            (True, [_GONE, _delivery("lobby", _AT, blocked_at=_AT)]),
            (True, [_GONE, _delivery("lobby", _AT, status="done")]),
        ],
    ),
}


async def _add_lobby(unit: Unit, number: int, code: str) -> None:
    lobby = {"id": number, "code": code, "key": "roses", "options": "{}", "rules_version": 1}
    facts = {"min_seats": 2, "max_seats": 2, "ply": 0, "version": 0, "edition": 0, "threaded": True}
    place = {"guild_id": 11, "channel_id": 12, "host_id": ANN.id, "created_at": _AT, "status": "lobby"}
    await unit._session.execute(_row(GameRow, **lobby, **facts, **place))
    await unit._session.execute(_row(SeatRow, game_id=number, player_id=ANN.id, joined_at=_AT))


async def test_the_longest_due_comes_first_whether_by_an_alarm_or_a_notice(database: Database) -> None:
    async with database.transaction() as unit:
        await _add_lobby(unit, 1, "K7QX")
        await _add_lobby(unit, 2, "M4RT")
        await unit._session.execute(_game(alarm_at=_AT).where(GameRow.id == 1))
        await unit._session.execute(_seat(notice_at=_EARLIER).where(SeatRow.game_id == 2))
    async with database.reading() as unit:
        assert await unit.due_games.due(_LATER, limit=2) == ["M4RT", "K7QX"]
        assert await unit.due_games.due(_LATER, limit=1) == ["M4RT"]


@pytest.mark.parametrize("name", _CASES)
async def test_games_are_found_where_something_is_due(database: Database, name: str) -> None:
    query, cases = _CASES[name]
    async with database.transaction() as unit:
        await _add_lobby(unit, 1, "K7QX")
    for number, (found, changes) in enumerate(cases):
        async with database.dry_run() as unit:
            for change in changes:
                await unit._session.execute(change)
            assert bool(await query(unit)) is found, number
