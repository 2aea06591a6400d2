"""Breaking databases, and checking that a repair refuses."""

from typing import Any

from sqlalchemy import text

from bot.service.facade import Service
from bot.service.game.integrity import Problem
from bot.store.database import Database
from tests.service.admin.operators import audited


async def execute(database: Database, statement: str, **values: Any) -> None:
    """Execute a statement that changes the database behind the bot's back."""
    async with database.transaction() as unit:
        await unit._session.execute(text(statement), values)


def codes(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


async def repaired_nothing(service: Service, database: Database, code: str) -> None:
    """Check that a repair refuses, as its dry run does, and leaves the game's row unchanged."""

    async def whole_row() -> tuple[Any, ...]:
        async with database.reading() as unit:
            return tuple((await unit._session.execute(text("SELECT * FROM games"))).one())

    found, before = (await service.doctor.everything()).problems, await whole_row()
    assert code in codes(found)
    for dry_run in (True, False):
        (done,) = await service.repair.repair(found, dry_run=dry_run)
        assert done.sentence.startswith("nothing can be done: ")
        assert await whole_row() == before
    assert await audited(database) == []
