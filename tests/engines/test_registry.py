"""Every registered game says what hosts show of it before anybody has played it."""

import pytest

from engines.contract import AnyEngine
from engines.registry import ENGINES


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_a_game_says_how_long_it_is_and_guides_a_first_turn(engine: AnyEngine) -> None:
    info = engine.info
    assert 0 < len(info.length) <= 30
    for names in zip(*((seat.key, seat.name, seat.emblem) for seat in info.seats), strict=True):
        assert len(set(names)) == len(names)
    assert info.guide is not None
    for text in (info.guide.goal, info.guide.picture, info.guide.turn, info.guide.press):
        assert text.endswith(".")
        assert len(text) <= 300
    assert f"**{info.button}**" in info.guide.press
    assert "**" not in info.guide.turn, "is said where nothing is pressed"
