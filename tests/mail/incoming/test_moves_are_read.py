"""What may be commanded is never taken for a greeting, a signature or a quotation."""

from itertools import islice
from random import Random

import pytest

from bot.mail.commands.command_table import general, of_game
from bot.mail.commands.interpreting import Interpreter
from bot.mail.incoming.parsing import read
from engines.contract import AnyEngine
from engines.registry import ENGINES


def _read(text: str) -> str:
    raw = f"From: ann@players.example\r\n\r\n{text}\r\n\r\nOn 23 Nov 2026, Turnpost wrote:\r\n> resign\r\n"
    return read(raw.encode(), "turn@games.example").text


def _notations(engine: AnyEngine) -> set[str]:
    """How the moves of a game at random are written."""
    rng, found = Random(1), set()
    state = engine.start(engine.options({}), len(engine.info.seats), "1" * 64)
    for _ in range(60):
        seats = engine.to_act(state)
        if not seats:
            break
        seat = rng.choice(seats)
        legal = list(islice(engine.legal(state, seat), 200))
        found |= {engine.format(action) for action in legal}
        state = engine.apply(state, seat, rng.choice(legal)).state
    return found


def test_there_are_moves_of_many_kinds_to_read() -> None:
    assert sum(len(_notations(engine)) for engine in ENGINES.values()) > 20 * len(ENGINES)


@pytest.mark.parametrize("key", ENGINES)
def test_every_move_is_read_as_it_is_written(key: str) -> None:
    notations = _notations(ENGINES[key])
    assert notations
    assert [one for one in notations if _read(one) != one] == []


@pytest.mark.parametrize("key", ENGINES)
def test_no_move_is_refused_as_a_command_that_begins_like_it(key: str) -> None:
    interpreter = Interpreter(ENGINES)
    for notation in _notations(ENGINES[key]):
        is_move = {notation}.__contains__
        assert len(interpreter.steps_of(notation, key, is_move, is_move)) == 1


@pytest.mark.parametrize("key", ENGINES)
def test_every_command_is_read(key: str) -> None:
    names = {name for command in (*general(), *of_game(ENGINES[key])) for name in command.names}
    assert len(names) > 30
    assert [one for one in sorted(names) if _read(one) != one] == []
