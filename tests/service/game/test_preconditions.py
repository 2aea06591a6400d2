"""What a game does not allow now is refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.game.preconditions import check_rules
from bot.service.values.refused import Refused
from bot.store.models import GameRow
from engines.registry import ENGINES


def test_a_game_under_other_rules_does_not_go_on() -> None:
    engine = ENGINES["roses"]
    present = engine.info.rules_version
    for seed, version in ((None, present + 1), ("5eed", present)):
        live: Any = SimpleNamespace(engine=engine, row=GameRow(seed=seed, rules_version=version))
        check_rules(live)
    other: Any = SimpleNamespace(
        engine=engine, row=GameRow(code="K7QX", seed="5eed", rules_version=present + 1)
    )
    with pytest.raises(Refused, match="Game K7QX was started under other rules of "):
        check_rules(other)
