"""The list of all games. Adding a game adds a line here."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Final

from engines.contract import AnyEngine

_KEYS: Final = ("roses", "flicflac", "gods", "reef", "tae")
"""The keys of all games, in the order in which lists show them. A game's rules are in
``engines/KEY/engine.py``, under its key in capitals.
"""


@cache
def _loaded(key: str) -> AnyEngine:
    """The rules of a game. Raises KeyError."""
    if key not in _KEYS:
        raise KeyError(key)
    engine: AnyEngine = getattr(import_module(f"engines.{key}.engine"), key.upper())
    return engine


class _Engines(Mapping[str, AnyEngine]):
    """Loads a game's rules when they are first asked for: most commands of the command line need none."""

    def __getitem__(self, key: str) -> AnyEngine:
        return _loaded(key)

    def __iter__(self) -> Iterator[str]:
        return iter(_KEYS)

    def __len__(self) -> int:
        return len(_KEYS)


ENGINES: Final[Mapping[str, AnyEngine]] = _Engines()
"""Every game by its key, in the order in which lists show them."""


def engine_for(key: str) -> AnyEngine:
    """The game with this key or slug. Raises KeyError with a sentence that lists the games."""
    if key in ENGINES:
        return ENGINES[key]
    for engine in ENGINES.values():
        if key == engine.info.slug:
            return engine
    raise KeyError(f"There is no game “{key}”; there are: {', '.join(ENGINES)}.")
