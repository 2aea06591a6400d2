"""The registry knows this game in these tests, whether or not it is listed there yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines import registry
from tests.engines.reef.table import ENGINE


@pytest.fixture(scope="package", autouse=True)
def listed() -> Iterator[None]:
    """The game in the registry."""
    with pytest.MonkeyPatch.context() as patch:
        if ENGINE.info.key not in registry.ENGINES:
            patch.setattr(registry, "_ENGINES", (*registry.ENGINES.values(), ENGINE))
            patch.setitem(registry.ENGINES, ENGINE.info.key, ENGINE)
        yield
