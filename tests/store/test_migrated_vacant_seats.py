"""That a pseudonym is of a vacant seat is carried over from schemas that told it by the name alone."""

from sqlalchemy import text

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Import
from bot.service.facade import Service
from bot.service.values.request import FORMER, VACANT
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import BOB, CLEO, DAN, new_cause, opened, play_through, running, stranger
from tests.service.admin.operators import HELD


async def test_only_the_pseudonym_of_a_vacant_seat_is_vacant(
    migrating: Database, served: Service, clock: ManualClock
) -> None:
    played = await running(served)
    await play_through(served, played.code, ["@d3", "@c5"])
    record = await served.archive.record(played.code, secrets=True)
    await served.admin.apply(HELD, None, Import(record, (CLEO, DAN), 11, 12), cause=new_cause())
    of_a_namesake = await opened(served, "nim", seats=2)
    await served.lobby.join(stranger(977, VACANT), of_a_namesake.code, cause=new_cause())
    await served.privacy.forget(BOB.id)
    seated = {
        ("Ann", False, False),
        (FORMER, True, False),
        (VACANT, True, True),
        (VACANT, False, False),
    }
    assert await _seated(migrating) == seated
    assert await _with_new_fields(migrating) > 0
    await migrating.migrate("0032")
    assert await _with_new_fields(migrating) == 0
    await migrating.migrate()
    assert await _seated(migrating) == seated
    await Outbox(migrating, FakeSender(), clock).drain()
    assert (await served.doctor.everything()).problems == ()


async def _seated(database: Database) -> set[tuple[str, bool, bool]]:
    """The name of each person in a seat, whether it is a pseudonym, and whether of a vacant seat."""
    query = "SELECT name, forgotten_at, vacant FROM players WHERE id IN (SELECT player_id FROM seats)"
    async with database.reading() as unit:
        found = await unit._session.execute(text(query))
        return {(name, gone is not None, bool(vacant)) for name, gone, vacant in found}


async def _with_new_fields(database: Database) -> int:
    """How many deliveries an earlier release cannot read."""
    query = r"""SELECT count(*) FROM outbox WHERE payload LIKE '%"vacant"\:true%'"""
    async with database.reading() as unit:
        return int(await unit._session.scalar(text(query)) or 0)
