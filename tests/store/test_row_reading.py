"""A row that is found by its key is what the ORM would have found, and as much the session's own."""

from datetime import UTC, datetime

from bot.store.columns import Base
from bot.store.database import Database
from bot.store.models import IdentityRow, PersonRow
from tests.service.actors import ACCOUNTS, ANN, EVE

_AT = datetime(2026, 1, 2, tzinfo=UTC)


def _values(row: Base) -> dict[str, object]:
    return {one.key: getattr(row, one.key) for one in row.__mapper__.column_attrs}


async def test_it_is_what_the_orm_finds(database: Database) -> None:
    async with database.reading() as unit:
        expected = await unit._session.get(PersonRow, ANN.id)
        assert expected is not None
        values = _values(expected)
    async with database.reading() as unit:
        found = await unit.persons.get(ANN.id)
        assert found is not None
        assert _values(found) == values
        assert await unit._session.get(PersonRow, ANN.id) is found
        assert await unit.persons.get(ANN.id) is found
        assert await unit.persons.known_as("discord", str(ACCOUNTS[ANN.id])) is found
        assert not unit._session.dirty
        assert await unit.persons.get(1_000) is None


async def test_what_the_session_has_stays_as_it_is(database: Database) -> None:
    async with database.dry_run() as unit:
        ann = await unit.persons.get(ANN.id)
        assert ann is not None
        ann.name = "Anna"
        assert await unit.persons.known_as("discord", str(ACCOUNTS[ANN.id])) is ann
        assert ann.name == "Anna"


async def test_a_change_of_it_is_stored(database: Database) -> None:
    async with database.transaction() as unit:
        ann = await unit.persons.get(ANN.id)
        assert ann is not None
        ann.name, ann.active_at = "Anna", _AT
    async with database.reading() as unit:
        again = await unit.persons.get(ANN.id)
        assert again is not None
        assert (again.name, again.active_at) == ("Anna", _AT)


async def test_what_is_pending_is_written_first(database: Database) -> None:
    async with database.dry_run() as unit:
        unit.add(IdentityRow(kind="mail", external_id="eve@mail.example", person_id=EVE.id))
        found = await unit.persons.known_as("mail", "eve@mail.example")
        assert found is not None
        assert found.id == EVE.id
        unit._session.append(PersonRow(id=1_000, name="New", created_at=_AT))
        added = await unit.persons.get(1_000)
        assert added is not None
        assert added.name == "New"
