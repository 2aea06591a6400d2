"""The processor time of a move: until it is committed, to notify of it, and in all, with its picture."""

import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import structlog
from sqlalchemy import select

from bot.collector import tune_collector
from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.posts.cards import card_frame
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.values.request import Place
from bot.store.columns import Base
from bot.store.database import Database
from bot.store.models import EventRow, GameRow, OutboxRow, ReceivedMailRow
from bot.store.session import RowSession
from engines.registry import ENGINES
from render.registry import draw_png
from tests.bench import Figure
from tests.bench._client import DiscordInMemory, execute, logged_in, move_typed
from tests.databases import finish, postgres_server, prepare
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, HERE, SAMPLE, new_cause, newest_card, running

_PROMISED: Final = 5.0
"""The most processor milliseconds until a move is committed and answered."""
_WHOLE: Final = 30.0
"""The most processor milliseconds of a move with everything that follows, drawing included."""
_STORED: Final = 0.6
"""The least speed of the store's part of a move, in that of a bare transaction with the same rows."""
_GAMES: Final = 8
_WARM: Final = 10
"""Moves that are not counted: statements are compiled and tables made once in a process."""
_PAYLOAD: Final = 3_000
"""The characters of a delivery's payload, as many as those of a notice with a game's summary."""


class _InStore:
    """The processor time that this process has spent in the store: from each call of a session to its answer.

    Making rows and deciding on their contents is not counted.
    """

    _CALLS: Final = ("execute", "scalars", "scalar", "get", "stream", "flush", "write", "commit", "close")

    def __init__(self) -> None:
        self.seconds = 0.0
        self._under_way = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count the time spent in the store within the block."""
        with ExitStack() as stack:
            for name in self._CALLS:
                stack.enter_context(patch.object(RowSession, name, self._counted(getattr(RowSession, name))))
            yield

    def _counted(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        @wraps(call)
        async def counted(*args: Any, **options: Any) -> Any:
            if self._under_way:
                return await call(*args, **options)
            self._under_way, begun = True, time.process_time()
            try:
                return await call(*args, **options)
            finally:
                self._under_way = False
                self.seconds += time.process_time() - begun

        return counted


def run() -> list[Figure]:
    """Measure games of Roses on both databases."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures: list[Figure] = []
    tune_collector()
    for part in (_moves, _whole):
        with tempfile.TemporaryDirectory() as folder:
            finish(part(figures, "SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"))
        with postgres_server() as server:
            finish(part(figures, "PostgreSQL", server))
    return figures


async def _moves(figures: list[Figure], name: str, address: str) -> None:
    database, clock = Database(address), ManualClock()
    await prepare(database)
    service = Service(database, ENGINES, clock, Random(1))
    outbox = Outbox(database, FakeSender(), clock, concurrency=1)
    # It has a scheduler as well.
    database.on_clocks(lambda _: None)
    until_answered, stored, result, codes = [], [], [], []
    store = _InStore()
    try:
        for thread in range(_GAMES):
            game = await running(service, deadline_hours=48)
            codes.append(game.code)
            async with database.transaction() as unit:
                await unit.games.set_columns(game.id, thread_id=1_000 + thread)
            place = Place(HERE.guild_id, 1_000 + thread)
            for number, move in enumerate(SAMPLE[:-1]):
                await outbox.drain()
                clock.advance(timedelta(minutes=5))
                person = (ANN, BOB)[number % 2]
                begun = time.process_time()
                with store.watching():
                    asked = store.seconds
                    await service.play.attempt(
                        person, GameRef(None, place, person, "running"), move, cause=new_cause()
                    )
                    stored.append(store.seconds - asked)
                until_answered.append(time.process_time() - begun)
                begun = time.process_time()
                await outbox.drain()
                result.append(time.process_time() - begun)
        rows = _mean(await rows_alone(database, codes[0], len(stored)))
        with store.watching():
            bare = _mean(await rows_alone(database, codes[1], len(stored), spent=lambda: store.seconds))
    finally:
        await database.close()
    for what, took, floor, wanted in (
        ("a move found and committed", until_answered, rows, _PROMISED),
        ("what a move asks of the store", stored, bare, bare / _STORED),
        ("its card and the buttons of the old one", result, rows, None),
    ):
        figures.append(
            Figure(f"{name}: {what}", _mean(took), "ms of processor", floor, "its rows alone", "less", wanted)
        )


async def _whole(figures: list[Figure], name: str, address: str) -> None:
    """Measure moves typed on Discord, with answer, new card, and the removal of the old card's buttons."""
    database, clock, pictures = Database(address), ManualClock(), DiscordPictures(2)
    await prepare(database)
    service, web = Service(database, ENGINES, clock, Random(1)), DiscordInMemory()
    database.on_clocks(lambda _: None)
    answered, took, drawing = [], [], []
    try:
        async with logged_in(web, service, pictures, clock) as client:
            sender = DiscordSender(client, service, pictures, client.invalid_requests)
            outbox = Outbox(database, sender, clock)
            for thread in range(_GAMES):
                game = await running(service, deadline_hours=48)
                place = Place(HERE.guild_id, 1_000 + thread)
                async with database.transaction() as unit:
                    await unit.games.set_columns(game.id, thread_id=place.channel_id)
                for number, move in enumerate(SAMPLE[:-1]):
                    await outbox.drain()
                    clock.advance(timedelta(minutes=5))
                    web.requests.clear()
                    typed = move_typed(client, (ANN, BOB)[number % 2], place, move)
                    begun = time.process_time() - web.spent
                    await execute(client, typed)
                    answered.append(web.last - begun)
                    await outbox.drain()
                    took.append(time.process_time() - web.spent - begun)
                    assert [one.split()[0] for one in web.requests] == ["POST", "PATCH"] * 2, web.requests
                    card = await newest_card(database, game.code)
                    view = ENGINES["roses"].codec.decode_view(card.view)
                    begun = time.process_time()
                    draw_png("roses", view, card_frame(card))
                    drawing.append(time.process_time() - begun)
    finally:
        pictures.close()
        await database.close()
    picture = _mean(drawing)
    for what, spent, wanted in (
        ("a move typed and answered", answered, _PROMISED),
        ("a whole move, with its answer and its card", took, _WHOLE),
    ):
        took_all = _mean(spent)
        figures.append(
            Figure(
                f"{name}: {what}", took_all, "ms of processor", picture, "its picture alone", "less", wanted
            )
        )


async def rows_alone(
    database: Database,
    code: str,
    times: int,
    *,
    answered: bool = False,
    spent: Callable[[], float] = time.process_time,
) -> list[float]:
    """The processor seconds in which the rows of a move are written, and nothing else.

    `answered`: also the rows of the answer to a mail. `spent`: reads the time that counts.
    """
    async with database.reading() as unit:
        game = await unit.games.by_code(code)
        assert game is not None
        newest = [
            select(kind).filter_by(game_id=game.id).order_by(kind.id.desc()).limit(1)
            for kind in (EventRow, OutboxRow)
        ]
        event, sent = [_values((await unit._session.scalars(query)).one()) for query in newest]
        state, sent = game.state, sent | {"payload": "x" * _PAYLOAD}
    took = []
    for number in range(times):
        own = {"seq": 10_000 + number, "cause": f"bench:{code}:{number}"}
        received = {
            "cause": f"bench:{code}:{number}",
            "sender_hash": "",
            "received_at": event["at"],
            "answered": True,
        }
        begun = spent()
        async with database.transaction() as unit:
            row = await unit._session.get(GameRow, game.id)
            assert row is not None
            row.state, row.ply, row.last_seq = f"{state}{' ' * number}", row.ply + 1, row.last_seq + 1
            unit.add(EventRow(**event | own))
            unit.add(OutboxRow(**sent | {"nonce": f"move {code} {number}"}))
            unit.add(OutboxRow(**sent | {"nonce": f"{'answer' if answered else 'strip'} {code} {number}"}))
            if answered:
                unit.add(ReceivedMailRow(**received))
        took.append(spent() - begun)
    return took


def _values(row: Base) -> dict[str, Any]:
    """The values of a row, except its id."""
    return {one.key: getattr(row, one.key) for one in row.__mapper__.column_attrs if one.key != "id"}


def _mean(took: list[float]) -> float:
    """The mean in milliseconds, without the first ones, which warm up."""
    counted = took[_WARM:]
    return sum(counted) / len(counted) * 1000
