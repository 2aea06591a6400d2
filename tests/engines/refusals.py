"""Recordings of refusals: ``python -m tests.engines.refusals`` writes them, of the games named or of all.

In positions of the golden games and of the vectors all seats try actions that are legal in other positions:
as they were, with each field exchanged, and misspelt. Of each reason and each wording the first refusals
are recorded: the tried text, the code, ``public`` if the refusal tells nothing that others must not know,
and the sentence. Seats beyond the table try a few texts too. The first line has the numbers of the
positions that brought something new: these positions alone give the same list, in a fifth of the time.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from engines.contract import Action, AnyEngine, IllegalAction, Seat, Value
from engines.record import replay
from engines.registry import ENGINES
from tests.engines import vectors
from tests.records import golden_records

LISTS: Final = Path(__file__).with_name("refusals")
_PARTS: Final = 5
"""The number of parts of a golden game; refusals are recorded between them."""
_OF_VECTORS: Final = 40
"""How many positions of the vectors are looked at as well."""
_OF_A_KIND: Final = 4
"""How many actions of each kind are taken from one position to be tried."""
_OUT_OF_TURN: Final = 30
"""How many actions seats try that are not to act."""
_OTHERS: Final = 5
"""How many other values of each field are tried."""
_SHOWN: Final = 2
"""Examples that are recorded of each wording of a refusal."""
_META: Final = (
    "resign",
    "draw",
    "draw accept",
    "draw decline",
    "draw withdraw",
    "claim",
    "extend",
    "time up",
)
_WRONG: Final[Sequence[str | int]] = ("", "x", "Z99", "a1", "none", 0, 1, 99, -1)


def numbers(text: str) -> list[int]:
    """The numbers of the positions that the first line of a recording names."""
    return list(map(int, text.partition("\n")[0].split()))


def refusals(game: str, only: Collection[int] | None = None) -> str:
    """The recording of a game as text, or the part found in the positions `only`."""
    engine, found, telling = ENGINES[game], defaultdict[str, list[str]](list), dict[str, None]()
    states = list(_states(engine, game))
    actions = list(_actions(engine, states))
    texts = list(dict.fromkeys(_texts(engine.format(action) for action in actions)))
    actions = list(dict.fromkeys(altered for action in actions for altered in _altered(action, actions)))
    for number, state in enumerate(states):
        if only is not None and number not in only:
            continue
        for seat in range(-1, len(engine.view(state, None).chips) + 1):
            most = None if seat in engine.to_act(state) else _OUT_OF_TURN
            for tried, refused in _tried(engine, state, seat, texts[:most], actions[:most]):
                examples = found[f"{refused.code} {_way(refused.sentence, tried)}"]
                public = "public " if refused.public else ""
                line = f"{public}{refused.code} | {tried} | {refused.sentence}"
                if len(examples) < _SHOWN and line not in examples:
                    examples.append(line)
                    telling[str(number)] = None
    return "\n".join((" ".join(telling), *(line for way in sorted(found) for line in found[way]))) + "\n"


def _states(engine: AnyEngine, game: str) -> Iterator[Value]:
    for record in golden_records(game).values():
        played = replay(record)
        states = [played.start, *(one.step.state for one in played.played)]
        yield from (states[(len(states) - 1) * part // _PARTS] for part in range(_PARTS + 1))
    of_vectors = vectors.states(game)
    yield from (state for _, state in of_vectors[:: 1 + len(of_vectors) // _OF_VECTORS])


def _actions(engine: AnyEngine, states: Iterable[Value]) -> Iterator[Action]:
    """Legal actions of these positions, a few of each kind."""
    for state in states:
        for seat in engine.to_act(state):
            of_kind = defaultdict[type[Action], list[Action]](list)
            for action in engine.legal(state, seat):
                of_kind[type(action)].append(action)
            for same in of_kind.values():
                yield from same[:: 1 + len(same) // _OF_A_KIND]


def _texts(notations: Iterable[str]) -> Iterator[str]:
    yield from ("", "?", "hello", "x" * 300, *_META)
    for notation in notations:
        yield notation
        yield notation[:-1]
        yield f"{notation} x"
        yield f"{notation} {notation.rpartition(' ')[2]}"
        yield notation.partition(" ")[0]


def _tried(
    engine: AnyEngine, state: Value, seat: Seat, texts: Sequence[str], actions: Sequence[Action]
) -> Iterator[tuple[str, IllegalAction]]:
    for text in texts:
        try:
            engine.apply(state, seat, engine.parse(state, seat, text))
        except IllegalAction as refused:
            yield text[:40], refused
    for action in actions:
        try:
            engine.apply(state, seat, action)
        except IllegalAction as refused:
            yield " ".join(map(repr, msgspec.to_builtins(action).values())), refused


def _altered(action: Action, actions: Iterable[Action]) -> Iterator[Action]:
    """The action with each field replaced by values of other actions, and by values that are mostly wrong."""
    fields = msgspec.to_builtins(action)
    for name in sorted(fields.keys() - {"kind"}):
        others = islice(dict.fromkeys(one for each in actions if (one := getattr(each, name, None))), _OTHERS)
        for value in (*_WRONG, *others):
            with suppress(msgspec.ValidationError):
                yield msgspec.convert({**fields, name: value}, type(action))


def _way(sentence: str, tried: str) -> str:
    """The wording of a refusal: its first words, without tried words, names of places and numbers."""
    words = (word for word in re.findall(r"[a-z]{2,}", sentence) if word not in tried)
    return " ".join(islice(words, 6))


if __name__ == "__main__":
    LISTS.mkdir(exist_ok=True)
    for key in sys.argv[1:] or ENGINES:
        (LISTS / f"{key}.txt").write_text(refusals(key))
