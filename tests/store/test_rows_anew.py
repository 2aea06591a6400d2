"""A row that is read for what others have made of it is as it is stored, not as it was read before."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Update, insert, update
from sqlalchemy.exc import InvalidRequestError

from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import GameRow, InvitationRow, JobRow, RefusalRow, SeatRow
from bot.store.unit import Unit
from tests.service.actors import ANN
from tests.store.bounds import GAME, JOB, TO_ANN

AT = datetime(2026, 1, 2, tzinfo=UTC)

Read: TypeAlias = Callable[[Unit], Awaitable[Any]]


async def _examined(unit: Unit) -> Any:
    return (await unit.inspection.games([9], ["alarm_at"]))[9].game


_CASES: Mapping[str, tuple[Read, Update, str, object]] = {
    "a game": (lambda unit: unit.games.locked(9), update(GameRow).values(ply=7), "ply", 7),
    "a game that is examined": (_examined, update(GameRow).values(ply=7), "ply", 7),
    "a job": (lambda unit: unit.jobs.get(1), update(JobRow).values(seat=7), "seat", 7),
    "an invitation": (lambda unit: unit.invitations.get(1), update(InvitationRow).values(seat=7), "seat", 7),
    "a refusal": (
        lambda unit: unit.refusals.get_or_add(11, 12, "shut", AT),
        *(update(RefusalRow).values(count=7), "count", 7),
    ),
}


async def _fill(unit: Unit) -> None:
    for table, values in (
        (GameRow, {**GAME, "id": 9, "code": "NINE"}),
        (InvitationRow, {**TO_ANN, "id": 1, "seat": 0}),
        (JobRow, {**JOB, "id": 1, "seat": 0}),
    ):
        await unit._session.execute(insert(table_of(table)).values(**values))


@pytest.mark.parametrize("what", _CASES)
async def test_what_others_have_changed_is_read_anew(database: Database, what: str) -> None:
    read, change, name, value = _CASES[what]
    async with database.dry_run() as unit:
        await _fill(unit)
        before = await read(unit)
        assert getattr(before, name) != value
        # As another process does, without this session's knowledge.
        await unit._session.execute(change.execution_options(synchronize_session=False))
        after = await read(unit)
        assert getattr(after, name) == value


async def test_what_is_not_read_of_a_game_cannot_be_asked_for(database: Database) -> None:
    async with database.transaction() as unit:
        await _fill(unit)
        seat = {"game_id": 9, "player_id": ANN.id, "joined_at": AT}
        await unit._session.execute(insert(table_of(SeatRow)).values(**seat))
    choice: Any = {"prefix": "", "statuses": ["abandoned"], "unseated": False, "first": [], "limit": 9}
    async with database.reading() as unit:
        (offered,) = await unit.game_lists.offered(ANN.id, None, **choice)
        with pytest.raises(InvalidRequestError, match="raiseload"):
            _ = offered.state
    async with database.reading() as unit:
        examined = await _examined(unit)
        with pytest.raises(InvalidRequestError, match="raiseload"):
            _ = examined.channel_id
