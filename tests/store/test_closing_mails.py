"""What is to be known when a mail is closed, asked for at the beginning of its transaction or at the end."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.store.database import Database
from bot.store.models import ReceivedMailRow
from tests.plans import counted

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_HOUR = timedelta(hours=1)


@pytest.mark.parametrize("begun", [None, "new", "other"])
@pytest.mark.parametrize(("cause", "told"), [("new", (False, 2)), ("known", (True, 2))])
async def test_it_is_the_same_whenever_it_is_asked_for(
    database: Database, begun: str | None, cause: str, told: tuple[bool, int]
) -> None:
    async with database.transaction() as unit:
        for number, (ago, answered) in enumerate([(2, True), (0, True), (0, True), (0, False)]):
            sent = f"c{number}" if number else "known"
            unit.mails.close(
                ReceivedMailRow(
                    cause=sent, sender_hash="h", received_at=_NOW - ago * _HOUR, answered=answered
                )
            )
    with counted(database) as asked:
        async with database.dry_run() as unit:
            if begun is not None:
                await unit.mails.begin_closing(cause if begun == "new" else begun, "h", _NOW - _HOUR)
            person = await unit.persons.get(1)
            assert person is not None
            person.theme = "light"
            said = len(asked)
            assert await unit.mails.closing(cause, "h", _NOW - _HOUR) == told
            assert not [one for one in asked if one.startswith("UPDATE")], "it is written with the answer"
    spared = begun == "new" and database.file is not None
    assert (len(asked) == said) == spared
