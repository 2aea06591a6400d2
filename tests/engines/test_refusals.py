"""Why what cannot be done is refused is what was looked at and found good."""

import pytest

from engines.registry import ENGINES
from tests.engines.refusals import LISTS, refusals


@pytest.mark.parametrize("game", ENGINES)
def test_refusals_are_written_down(game: str) -> None:
    file = LISTS / f"{game}.txt"
    assert refusals(game) == (file.read_text() if file.exists() else ""), (
        "look at the change; `python -m tests.engines.refusals` writes it"
    )
