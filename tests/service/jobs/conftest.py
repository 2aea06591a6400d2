"""Fixtures of the tests of jobs: computer players answer by jobs."""

import pytest

from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.service.jobs.computers import GODS, NIM, ROSES, SEALED
from tests.tinygames import TINY


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    """The games, with computer players that this process never asks."""
    return {**ENGINES, **TINY, "roses": ROSES, "nim": NIM, "sealed": SEALED, "gods": GODS}
