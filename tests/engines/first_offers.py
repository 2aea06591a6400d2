"""What players are offered and told first, and how it is put: ``python -m tests.engines.first_offers``.

In every golden game from time to time: a line names the game, how many actions stand, and the seat. Then come
those offers of each kind that rank highest, best first: notation, words, and picks with their notes. Last
comes how every kind of event is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from engines.contract import Action, AnyEngine, Offer, Seat, Value
from engines.record import Replay, read, replay
from engines.registry import ENGINES
from tests.records import FOLDER

LISTS: Final = Path(__file__).with_name("first_offers")
_PARTS: Final = 8
"""A game is looked at between as many parts of it."""
_OFFERS: Final = 3
"""Of each kind of action."""
_TOLD: Final = 6
"""Of each kind of event, with words that no other begins with."""


def first_offers(game: str) -> str:
    """All of a game, as text."""
    records = sorted(path for path in (FOLDER / game).glob("*.json") if not path.stem.endswith(".state"))
    replays = [(path.stem, replay(read(path.read_bytes()))) for path in records]
    offered = (line for name, played in replays for line in _of(ENGINES[game], name, played))
    return "\n".join((*offered, *_told(ENGINES[game], [played for _, played in replays]))) + "\n"


def _told(engine: AnyEngine, replays: Iterable[Replay]) -> Iterator[str]:
    told: dict[str, dict[str, str]] = defaultdict(dict)
    events = (event for played in replays for one in played.played for event in one.step.events)
    for event in events:
        words, of_kind = engine.narrate(event), told[str(event.__struct_config__.tag)]
        start = " ".join(words.split()[1:4])
        if len(of_kind) < _TOLD:
            of_kind.setdefault(start, words)
    return (f"{kind}: {words}" for kind in sorted(told) for words in told[kind].values())


def _of(engine: AnyEngine, name: str, played: Replay) -> Iterator[str]:
    states = [played.start, *(one.step.state for one in played.played)]
    for moment in sorted({len(states) * part // _PARTS for part in range(1, _PARTS)}):
        for seat in engine.to_act(states[moment])[:1]:
            yield f"{name} {moment} {seat}"
            yield from (f"  {_line(offer)}" for offer in _first(engine, states[moment], seat))


def _first(engine: AnyEngine, state: Value, seat: Seat) -> list[Offer[Any]]:
    offers = [engine.offer(state, seat, action) for action in engine.legal(state, seat)]
    first, of_kind = [], Counter[type[Action]]()
    for offer in sorted(offers, key=lambda offer: -offer.rank):
        of_kind[type(offer.action)] += 1
        if of_kind[type(offer.action)] <= _OFFERS:
            first.append(offer)
    return first


def _line(offer: Offer[Any]) -> str:
    ways = (
        "; ".join(f"{pick.label} ({pick.note})".removesuffix(" ()") for pick in path) for path in offer.paths
    )
    return " | ".join((offer.notation, offer.words, *ways))


if __name__ == "__main__":
    LISTS.mkdir(exist_ok=True)
    for game in ENGINES:
        (LISTS / f"{game}.txt").write_text(first_offers(game))
