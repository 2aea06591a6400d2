"""Pictures in these tests tell what is written on them."""

import pytest

from tests.render.labels import note_labels


@pytest.fixture(scope="session", autouse=True)
def _noted() -> None:
    note_labels()
