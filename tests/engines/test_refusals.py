"""Why what cannot be done is refused is what was looked at and found good."""

import pytest

from engines.registry import ENGINES
from tests.engines.refusals import LISTS, numbers, refusals


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ENGINES)
def test_refusals_are_written_down(game: str, every: bool) -> None:
    file = LISTS / f"{game}.txt"
    written = file.read_text() if file.exists() else ""
    assert refusals(game, None if every else numbers(written)) == written, (
        "look at the change; `python -m tests.engines.refusals` writes it"
    )
