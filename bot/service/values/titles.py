"""Games by their titles: how a list shows each, and which one a typed text names."""

from collections.abc import Iterable, Mapping

from bot.service.values.refused import Refused
from bot.service.values.typed import quoted
from engines.contract import AnyEngine, GameInfo


def table_words(info: GameInfo) -> str:
    """How many play, and how long: ``2 to 4 players · 15 to 20 turns each``."""
    least, most = info.min_seats, len(info.seats)
    players = f"{most} players" if least == most else f"{least} to {most} players"
    return " · ".join(filter(None, (players, info.length)))


def pitch_line(info: GameInfo) -> str:
    """The pitch in one line."""
    return info.pitch.splitlines()[0]


def matching_titles(engines: Mapping[str, AnyEngine], typed: str) -> list[GameInfo]:
    """The games that a typed text may name, titles that begin with it first. Raises Refused."""
    fitting = [engine.info for engine in _fitting(engines, typed)]
    if not fitting:
        raise _not_one(engines.values(), typed)
    return fitting


def resolve_engine(engines: Mapping[str, AnyEngine], typed: str) -> AnyEngine:
    """The game named by its key, its title or a part of it. Raises Refused."""
    wanted = typed.strip().lower()
    fitting = _fitting(engines, typed)
    exact = [one for one in fitting if wanted in {one.info.key, one.info.title.lower()}] or fitting
    if len(exact) != 1:
        raise _not_one(fitting or engines.values(), typed)
    return exact[0]


def _fitting(engines: Mapping[str, AnyEngine], typed: str) -> list[AnyEngine]:
    wanted = typed.strip().lower()
    found = [
        engine
        for key, engine in engines.items()
        if wanted in f"{key} {engine.info.title} {engine.info.designer} {engine.info.pitch}".lower()
    ]
    return sorted(found, key=lambda engine: not engine.info.title.lower().startswith(wanted))


def _not_one(engines: Iterable[AnyEngine], typed: str) -> Refused:
    titles = ", ".join(engine.info.title for engine in engines)
    return Refused("no_such_rules", f"Which game is {quoted(typed)}? There are: {titles}.")
