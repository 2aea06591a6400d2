"""Pictures in these tests have notes of the texts written on them."""

import pytest

from tests.render.labels import note_labels


@pytest.fixture(scope="session", autouse=True)
def _noted() -> None:
    note_labels()
