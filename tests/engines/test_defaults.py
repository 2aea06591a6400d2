"""A field that stored positions may lack has the value with which every game begins."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from engines.registry import ENGINES

_SET_UP: Final = {"active", "artifacts", "drawn", "flipped", "hand", "miner", "scientist", "settler"}
"""Fields with another value after the set-up: what is drawn, dealt or laid out there."""


@pytest.mark.parametrize("game", ENGINES)
def test_what_a_stored_position_lacks_is_as_at_the_beginning(game: str) -> None:
    engine = ENGINES[game]
    state = engine.start(engine.options({}), engine.info.min_seats, "ab" * 32)
    for part in (*_parts(state), *_parts(engine.view(state, 0))):
        for field in msgspec.structs.fields(type(part)):
            if field.default is not msgspec.NODEFAULT and field.name not in _SET_UP:
                assert getattr(part, field.name) == field.default, f"{type(part).__name__}.{field.name}"


def _parts(value: Any) -> Iterator[msgspec.Struct]:
    """All structs in a position."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
