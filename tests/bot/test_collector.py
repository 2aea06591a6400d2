"""The garbage collector of a process that serves."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.collector import tune_collector


class Server:
    """One of the client's cache, which refers to itself by its channels."""

    def __init__(self) -> None:
        self.channels = [self]


@pytest.fixture(autouse=True)
def _untouched() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_what_was_loaded_is_collected_the_next_time_alone_and_young_objects_are_less_often() -> None:
    """As the servers of a connection that ended are: to look through everything takes a second here."""
    gc.unfreeze()
    gc.set_threshold(700, 11, 13)
    server = Server()
    tune_collector()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 10_000
    # A full collection comes after a million new containers, as by default it would with 10,000 young ones.
    assert gc.get_threshold() == (2_000, 11, 50)
    gone = weakref.ref(server)
    del server
    gc.collect()
    assert gone() is not None
    tune_collector()
    assert gone() is None
