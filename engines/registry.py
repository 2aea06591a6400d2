"""The one list of all games. Adding a game adds a line here."""

from engines.contract import AnyEngine
from engines.flicflac.engine import FLICFLAC
from engines.gods.engine import GODS
from engines.reef.engine import REEF
from engines.roses.engine import ROSES
from engines.tae.engine import TAE

_ENGINES: tuple[AnyEngine, ...] = (ROSES, FLICFLAC, GODS, REEF, TAE)

ENGINES: dict[str, AnyEngine] = {engine.info.key: engine for engine in _ENGINES}
"""Every game by its key, in the order in which lists show them."""


def engine_for(key: str) -> AnyEngine:
    """The game with this key or slug. Raises KeyError with a sentence that lists the games."""
    for engine in _ENGINES:
        if key in (engine.info.key, engine.info.slug):
            return engine
    raise KeyError(f"There is no game “{key}”; there are: {', '.join(ENGINES)}.")
