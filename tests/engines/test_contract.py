"""Every registered game keeps the contract."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.contract import ChatMessage, ChatRules, IllegalAction, Value
from engines.registry import ENGINES
from tests.engines.contract_suite import CHECKS, Check
from tests.examples import examples

_OPEN: ChatRules[Value] = ChatRules()


def test_talk_is_in_the_open_unless_a_game_says_otherwise() -> None:
    assert not _OPEN.private
    assert _OPEN.read(0, " hello -b\n") == ChatMessage(None, "hello -b")
    for dashed in ("-b hello", " \u200b– hello"):
        with pytest.raises(IllegalAction, match="no_private"):
            _OPEN.read(0, dashed)
    assert _OPEN.read(0, " \\-b hello\n") == ChatMessage(None, "-b hello")
    with pytest.raises(IllegalAction, match="empty"):
        _OPEN.read(0, "\u200b")
    _OPEN.check(Value(), 0, (1,))
    assert not _OPEN.reveals(Value())


EXAMPLES = examples(25, 4)
"""Games a check and game: few for every change, more with the slow tests."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("key", ENGINES)
@given(data=st.data())
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
def test_contract(key: str, check: Check, data: st.DataObject) -> None:
    check(ENGINES[key], data)
