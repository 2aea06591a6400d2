"""What players are offered and told first is what was looked at and found good."""

import pytest

from engines.registry import ENGINES
from tests.engines.first_offers import LISTS, first_offers


@pytest.mark.parametrize("game", ENGINES)
def test_first_offers_are_written_down(game: str) -> None:
    file = LISTS / f"{game}.txt"
    assert first_offers(game) == (file.read_text() if file.exists() else ""), (
        "look at the change; `python -m tests.engines.first_offers` writes it"
    )
