"""States as text in the database, and back: the newest ones are kept as objects.

What was found out about a position, as its regions, then serves all who read it: the transaction that led to
it, the mails about it, and the answers to these. They may ask in several threads at once.
"""

from collections import OrderedDict
from typing import Any, Final

from engines.contract import AnyEngine, Codec, Value

_KEPT: Final = 64
_kept: OrderedDict[tuple[Codec[Any, Any, Any], str], Value] = OrderedDict()
"""States, which never change, by what they are stored as. Each step is atomic, so threads need no lock."""


def encoded(engine: AnyEngine, state: Value) -> str:
    """A state as it is stored."""
    text = engine.codec.encode(state).decode()
    _keep((engine.codec, text), state)
    return text


def decoded(engine: AnyEngine, text: str) -> Value:
    """The state that was stored. Raises as `Codec.decode_state`."""
    key = engine.codec, text
    state = _kept.pop(key, None)
    if state is None:
        state = engine.codec.decode_state(text)
    _keep(key, state)
    return state


def _keep(key: tuple[Codec[Any, Any, Any], str], state: Value) -> None:
    _kept[key] = state
    if len(_kept) > _KEPT:
        _kept.popitem(last=False)
