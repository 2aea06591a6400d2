"""A move asks the database little: what it asks for is counted, whatever the machine."""

from datetime import timedelta

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.values.answers import Played
from bot.service.values.request import Person, Place
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.plans import counted
from tests.service.actors import ANN, HERE, SAMPLE, account, new_cause, play_through, running

UP_TO_THE_COMMIT = {"sqlite": 6, "postgresql": 4}
"""Of a move in its thread that names no game: finding it and who plays, weighing it, doing it."""
AFTER_IT = 16
"""Of the outbox: the new card, and the old one's buttons."""


async def test_a_move_takes_few_statements(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=48)
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, thread_id=13)
    outbox = Outbox(database, FakeSender(), clock)
    # As a process that serves: one without a scheduler of its own tells others besides.
    database.on_clocks(lambda _: None)
    await play_through(service, game.code, SAMPLE[:4])
    await outbox.drain()
    clock.advance(timedelta(hours=1))
    with counted(database) as asked:
        # Who it is, is found on the way.
        ann = Person.of(account(ANN))
        ref = GameRef(None, Place(HERE.guild_id, 13), ann, scope="running")
        played = await service.play.attempt(ann, ref, SAMPLE[4], cause=new_cause())
        assert isinstance(played, Played)
        assert played.seat == 0
    assert len(asked) <= UP_TO_THE_COMMIT[database.dialect], asked
    assert sum("UPDATE games" in statement for statement in asked) == 1
    with counted(database) as asked:
        await outbox.drain()
    assert len(asked) <= AFTER_IT, asked
