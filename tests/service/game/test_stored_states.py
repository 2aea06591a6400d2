"""Stored states: what is written is read as the same object, as long as it is among the newest."""

import msgspec
import pytest

from bot.service.game import states
from bot.service.game.states import decoded, encoded
from engines.contract import Value
from engines.registry import ENGINES

TAE = ENGINES["tae"]


def start(number: int) -> Value:
    state: Value = TAE.start(TAE.options({}), 4, f"{number:064x}")
    return state


@pytest.mark.parametrize("key", ENGINES)
def test_who_reads_a_state_gets_the_one_that_was_written(key: str) -> None:
    engine = ENGINES[key]
    state = engine.start(engine.options({}), engine.info.min_seats, "5" * 64)
    text = encoded(engine, state)
    assert text == engine.codec.encode(state).decode()
    assert decoded(engine, text) is state
    assert engine.codec.decode_state(text) == state


def test_a_state_is_decoded_once() -> None:
    text = TAE.codec.encode(start(1)).decode()
    assert decoded(TAE, text) is decoded(TAE, text)
    assert decoded(TAE, text) == start(1)


def test_other_text_is_another_state() -> None:
    text = encoded(TAE, start(2))
    changed = text.replace('"ply":0', '"ply":7')
    assert decoded(TAE, changed) == msgspec.structs.replace(start(2), ply=7)
    assert decoded(TAE, text) == start(2)


def test_text_that_is_no_state_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(msgspec.MsgspecError):
            decoded(TAE, "{}")


def test_those_that_were_read_last_are_kept() -> None:
    first, *others = (encoded(TAE, start(number)) for number in range(100))
    known = decoded(TAE, first)
    for text in others:
        assert decoded(TAE, first) is known
        decoded(TAE, text)
    assert len(states._kept) == states._KEPT
