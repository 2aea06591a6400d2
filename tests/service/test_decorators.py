"""What every use case begins with: the clock, and another try where somebody else came first."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

import bot.service
from bot.service.facade import Service
from bot.service.usecases import _TRIES, Dependencies, UseCases, retried
from bot.service.values.refused import Refused
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, running

_TRIED_BY_WHO_CALLS = {
    "admin/usecases.py": {"_note_plan"},
    "clock/timeouts.py": {"heartbeat"},
    "jobs/queue.py": {"release", "claim", "purge"},
    "people/notes.py": {"_change_notes"},
    "usecases.py": {"_changing"},
}
_WHATEVER_THE_TIME = {"listed", "undo_range", "resume"}


def _methods() -> Iterator[tuple[str, ast.ClassDef, ast.AsyncFunctionDef, list[str]]]:
    """Of all classes of the service, with the file, and the names of what decorates them."""
    folder = Path(bot.service.__file__).parent
    for file in sorted(folder.rglob("*.py")):
        classes = [one for one in ast.parse(file.read_text()).body if isinstance(one, ast.ClassDef)]
        for one in classes:
            for method in one.body:
                if isinstance(method, ast.AsyncFunctionDef):
                    decorators = [ast.unparse(decorator) for decorator in method.decorator_list]
                    yield str(file.relative_to(folder)), one, method, decorators


def test_what_begins_a_transaction_is_tried_again() -> None:
    missing = [
        (file, method.name)
        for file, _, method, decorators in _methods()
        if any(begins in ast.unparse(method) for begins in ("_database.transaction()", "self._changing("))
        if "retried" not in decorators
        if method.name not in _TRIED_BY_WHO_CALLS.get(file, ())
    ]
    assert missing == []


def test_what_a_person_does_in_a_game_finds_its_clock_up_to_date() -> None:
    missing = [
        (file, method.name)
        for file, one, method, decorators in _methods()
        if "TimedUseCases" in map(ast.unparse, one.bases) and not method.name.startswith("_")
        if [argument.arg for argument in method.args.args[1:3]] == ["person", "code"]
        if "clock_first" not in decorators and method.name not in _WHATEVER_THE_TIME
    ]
    assert missing == []


class Overtaken(UseCases):
    """A use case that others overtake so many times."""

    others: int

    @retried
    async def write(self, code: str) -> None:
        async with self._database.transaction() as unit:
            game = await unit.games.by_code(code)
            assert game is not None
            if self.others:
                self.others -= 1
                # Stands for a writer that took no lock.
                await unit._session.execute(text("UPDATE games SET version = version + 1"))
            game.last_seq += 1


async def test_who_was_overtaken_is_tried_again_some_times(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    overtaken = Overtaken(Dependencies(database, ALL, clock, Random(1)))
    overtaken.others = _TRIES - 1
    await overtaken.write(game.code)
    overtaken.others = _TRIES
    with pytest.raises(Refused, match="Too many people"):
        await overtaken.write(game.code)
