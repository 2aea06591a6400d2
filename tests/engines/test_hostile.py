"""Whatever is written to an engine, it answers with a code and a sentence, in time."""

import json
from collections.abc import Callable
from functools import cache, partial

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import record
from engines.contract import IllegalAction, IllegalOptions, Question, Value
from engines.registry import ENGINES
from engines.sheet import read_sheet, write_sheet
from tests.engines.playouts import random_game
from tests.examples import examples
from tests.hostile import TEXTS, VALUES, changed
from tests.records import golden_records

pytestmark = pytest.mark.thorough

FUZZ = settings(max_examples=examples(60, 20), suppress_health_check=list(HealthCheck))
ALL = pytest.mark.parametrize("key", ENGINES)


@cache
def golden(key: str) -> record.Record:
    """A golden game, or a random one where the game has none yet."""
    return next(iter(golden_records(key).values()), None) or random_game(ENGINES[key])


@cache
def positions(key: str) -> list[Value]:
    """The first state, one in the middle and the last of that game."""
    replayed = record.replay(golden(key))
    return [replayed.start, replayed.played[len(replayed.played) // 2].step.state, replayed.state]


def refused(operation: Callable[[], object], *, longest: int = 1900) -> bool:
    """Whether it is refused, with a sentence that a player can be shown; any other fault is one."""
    try:
        operation()
    except IllegalAction as illegal:
        sentence = illegal.sentence
    except (IllegalOptions, ValueError) as illegal:
        sentence = str(illegal)
    else:
        return False
    assert 0 < len(sentence) <= longest
    assert "Traceback" not in sentence
    return True


@ALL
@FUZZ
@given(data=st.data())
def test_notation(key: str, data: st.DataObject) -> None:
    engine = ENGINES[key]
    known = [entry.text for entry in golden(key).entries if isinstance(entry, record.Made)]
    text = data.draw(st.one_of(TEXTS, changed(known)))
    for state in positions(key):
        for seat in (0, 1):
            if not refused(partial(engine.parse, state, seat, text)):
                action = engine.parse(state, seat, text)
                refused(partial(engine.apply, state, seat, action))
                assert engine.parse(state, seat, engine.format(action)) == action


@ALL
@FUZZ
@given(data=st.data())
def test_actions_with_any_fields(key: str, data: st.DataObject) -> None:
    engine = ENGINES[key]
    kind = data.draw(st.sampled_from([*engine.action_types, *engine.questions.types]))
    drawn = {field.name: data.draw(VALUES) for field in msgspec.structs.fields(kind)}
    plain = {name: value for name, value in drawn.items() if data.draw(st.booleans())}
    try:
        done = msgspec.convert(plain | {"kind": kind.__struct_config__.tag}, kind)
    except (msgspec.ValidationError, UnicodeEncodeError):
        typed = {
            field.name: data.draw(st.from_type(field.type) if field.type is not str else TEXTS)
            for field in msgspec.structs.fields(kind)
        }
        done = kind(**typed)
    for state in positions(key):
        if not isinstance(done, Question):
            refused(partial(engine.apply, state, 0, done))
        elif not refused(partial(engine.questions.answer, state, 0, done)):
            assert len(engine.questions.answer(state, 0, done).text) <= 1900


@ALL
def test_half_a_character_is_refused_in_a_sentence(key: str) -> None:
    engine = ENGINES[key]
    name = engine.options_type.__struct_fields__[0]
    with pytest.raises(IllegalOptions, match=r"does not fit"):
        engine.options({name: "\ud800"})


@ALL
@FUZZ
@given(data=st.data())
def test_options(key: str, data: st.DataObject) -> None:
    engine = ENGINES[key]
    names = st.one_of(TEXTS, st.sampled_from([*engine.options_type.__struct_fields__, "x"]))
    values = data.draw(st.dictionaries(names, st.one_of(VALUES, st.integers(-5, 50)), max_size=4))
    seats = data.draw(st.integers(-1, 9))
    if not refused(lambda: engine.start(engine.options(values), seats, "5eed" * 16), longest=10_000_000):
        assert engine.info.min_seats <= seats <= len(engine.info.seats)


@ALL
@FUZZ
@given(data=st.data())
def test_records_and_sheets(key: str, data: st.DataObject) -> None:
    """A golden game in which something was changed is refused in a sentence, or is a game still."""
    game = golden(key)
    document = json.loads(record.write(game))
    field = data.draw(st.sampled_from(sorted(document)))
    document[field] = data.draw(st.one_of(VALUES, st.just(document[field])))
    entries = document.get("entries")
    if isinstance(entries, list) and entries and data.draw(st.booleans()):
        entries[data.draw(st.integers(0, len(entries) - 1))] = data.draw(
            st.one_of(VALUES, st.tuples(st.integers(-1, 3), TEXTS), st.just({"undo_to": 0}))
        )
    text = json.dumps(document, allow_nan=True).encode()
    refused(lambda: record.verify(record.read(text)), longest=10_000_000)
    sheet = data.draw(changed([write_sheet(game)]))
    refused(lambda: record.verify(read_sheet(sheet)), longest=10_000_000)


def test_a_record_that_is_too_large_is_not_read() -> None:
    with pytest.raises(ValueError, match="at most"):
        record.read(b" " * (record.MAX_BYTES + 1))
    deep = b'{"a":' * 100_000
    with pytest.raises(ValueError, match="not a game record"):
        record.read(deep)
