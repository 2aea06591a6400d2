"""A move leaves what it has loaded not to the garbage collector, which stops everything else meanwhile."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.service.facade import Service
from bot.service.game.live import LiveGame
from bot.service.values.terms import Terms
from bot.store.columns import Base
from bot.store.session import RowSession
from bot.store.unit import Unit
from tests.service.actors import SAMPLE, play_through, running


@contextmanager
def without_collections() -> Iterator[None]:
    """Nothing is collected within, and nothing from before is there to be collected."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def loaded() -> list[object]:
    """The rows, and what holds them, that are there."""
    return [one for one in gc.get_objects() if isinstance(one, LiveGame | Unit | RowSession | Base)]


@pytest.mark.slow
@pytest.mark.parametrize("terms", [Terms(), Terms(bank_days=3, increment_hours=6)])
async def test_a_move_frees_what_it_has_loaded(service: Service, terms: Terms) -> None:
    game = await running(service, deadline_hours=48, terms=terms)
    await play_through(service, game.code, SAMPLE[:2])
    with without_collections():
        before = loaded()
        await play_through(service, game.code, SAMPLE[2:4])
        known = {id(one) for one in before}
        assert [one for one in loaded() if id(one) not in known] == []
