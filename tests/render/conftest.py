"""Pictures in these tests tell what is written on them."""

from __future__ import annotations

import pytest

from tests.render.labels import note_labels


@pytest.fixture(scope="session", autouse=True)
def _noted() -> None:
    note_labels()
