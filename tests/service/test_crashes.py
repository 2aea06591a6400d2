"""The process dies in the middle of a use case: repeated, the command is carried out once."""

from collections.abc import Awaitable, Callable
from random import Random

from bot.service.facade import Service
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, cause_of, opened, running, sound


async def survive(fuse: Fuse, operation: Callable[[], Awaitable[object]]) -> int:
    """Let the request die at its first, second, third ... point, and be repeated, until it dies no more."""
    for point in range(1, 50):
        fuse.set(point)
        try:
            await operation()
        except Crash:
            pass
        else:
            fuse.clear()
            return point - 1
    raise AssertionError("it never comes through")


async def test_a_move(fragile: FragileDatabase, database: Database, clock: ManualClock) -> None:
    service = Service(fragile, ALL, clock, Random(1))
    game = await running(service)
    deaths = await survive(fragile.fuse, lambda: act(service, ANN, game.code, "@d3", cause=cause_of(7)))
    assert deaths >= 3
    assert [line.text for line in await service.reading.history(game.code, None)] == ["@d3"]
    await sound(database, game.code)


async def test_a_whole_game_in_which_every_command_dies_three_times(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    service = Service(fragile, ALL, clock, Random(1))
    code = ""

    async def create() -> None:
        nonlocal code
        code = (await opened(service, cause=cause_of(1))).code

    await survive(fragile.fuse, create)
    await survive(fragile.fuse, lambda: service.lobby.join(BOB, code, cause=cause_of(2)))
    await survive(fragile.fuse, lambda: act(service, ANN, code, "@d3", cause=cause_of(3)))
    await survive(fragile.fuse, lambda: service.undo.request_undo(ANN, code, cause=cause_of(4)))
    await survive(fragile.fuse, lambda: service.undo.answer_undo(BOB, code, True, cause=cause_of(5)))
    await survive(fragile.fuse, lambda: act(service, ANN, code, "@e4", cause=cause_of(6)))
    await survive(fragile.fuse, lambda: act(service, BOB, code, "resign", cause=cause_of(7)))
    texts = [line.text for line in await service.reading.history(code, None)]
    assert [texts[0], texts[-2], texts[-1]] == ["@d3", "@e4", "resign"]
    assert len(texts) == 6
    assert len(await service.reading.server_games(11, ["finished"])) == 1
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        waiting = await unit.outbox.waiting(f"game:{row.id}", "card")
    # The start, a drop, the request, its answer, another drop, the end: a card each.
    assert len(waiting) == 6
    await sound(database, code)
