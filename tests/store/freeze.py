"""Keeps the schema of a release, with games in it, for `test_released`: ``python -m tests.store.freeze``.

To be run once for each new revision, before it is released; what it wrote is never written again.
"""

import tempfile
from datetime import timedelta
from pathlib import Path
from random import Random

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.schema import head
from engines.contract import Draw
from engines.registry import ENGINES
from tests.databases import Postgres, Sqlite, finish, postgres_server
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    act,
    new_cause,
    opened,
    play_through,
    running,
)

RELEASED = Path(__file__).parent / "released"


async def populate(address: str) -> None:
    """Fill a database with games in every state, some with open deliveries."""
    database = Database(address)
    clock = ManualClock()
    service = Service(database, ENGINES, clock, Random(1))
    await service.preferences.change(BOB, theme="light", time_zone="Europe/Paris")
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    over = await running(service)
    await play_through(service, over.code, SAMPLE)
    called_off = await opened(service)
    await service.lobby.cancel(ANN, called_off.code, cause=new_cause())
    await Outbox(database, FakeSender(), clock).drain()
    await opened(service, seat=None)
    went_back = await running(service, options={"first": "white", "quiet_limit": 50}, threaded=False)
    await play_through(service, went_back.code, SAMPLE[:4])
    await service.undo.request_undo(ANN, went_back.code, cause=new_cause())
    await service.undo.answer_undo(BOB, went_back.code, True, cause=new_cause())
    await act(service, BOB, went_back.code, Draw())
    asks = await running(service, deadline_hours=24)
    await act(service, ANN, asks.code, "@d3")
    await service.undo.request_undo(ANN, asks.code, cause=new_cause())
    await service.admin.apply(Operator(), asks.code, Replace(1, CLEO))
    await service.blocks.block(CLEO, BOB)
    await service.vacations.plan(BOB, (clock.now() + timedelta(days=3)).date())
    await database.close()


def freeze(source: Sqlite | Postgres, kind: str) -> None:
    """Write the dump of one kind of database. Raises FileExistsError if there is one."""
    with source.fresh() as address:
        finish(populate(address))
        with (RELEASED / f"{head()}.{kind}.sql").open("x", encoding="utf-8") as file:
            file.write(source.dump(address))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        freeze(Sqlite(Path(folder)), "sqlite")
    with postgres_server() as server:
        freeze(Postgres(server), "postgresql")
