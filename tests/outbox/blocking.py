"""Games in whose channels the bot cannot write, and the notices about that."""

from datetime import timedelta

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import TurnNotice
from bot.store.database import Database
from bot.store.models import GameRow
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import running

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
JITTER = 1.25


def notices(sender: FakeSender, occasion: str = "unposted") -> list[int]:
    return [
        one.payload.person_id
        for one in sender.delivered
        if isinstance(one.payload, TurnNotice) and one.payload.occasion == occasion
    ]


async def row_of(database: Database, game: GameSummary) -> GameRow:
    async with database.reading() as unit:
        row = await unit.games.bare(game.id)
    assert row is not None
    return row


async def begun(service: Service, outbox: Outbox, sender: FakeSender, **arguments: object) -> GameSummary:
    """A game whose first card is posted, and in whose channel the bot cannot write after that."""
    fault, sender.fault = sender.fault, lambda _: None
    game = await running(service, "nim", seats=2, threaded=False, **arguments)
    await outbox.drain()
    sender.fault = fault
    sender.tried.clear()
    sender.delivered.clear()
    return game
