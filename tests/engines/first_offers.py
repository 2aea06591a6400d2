"""Recordings of the first offers to players and of other texts: ``python -m tests.engines.first_offers``
writes them, of the games named or of all.

First come figures and options. Then, at several points of every golden game, a line with the game, the
number of actions so far, and the seat; and the offers of highest rank of each kind, the best first:
notation, words, and picks with their notes. Lines after a ``=`` have other texts of the position, the hand,
the previews of those offers and the answers to questions; lines after a ``!`` have the refusals of actions
that were legal somewhat earlier. Then comes the end of the game. After the games come the same lines for
positions of the vectors that have an offer not seen before, digests of the score sheets with all draws, and
the narration of every kind of event.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec.structs import replace

from engines.contract import (
    Action,
    Answer,
    AnyEngine,
    IllegalAction,
    Offer,
    Question,
    Seat,
    StepSummary,
    Value,
)
from engines.record import Replay, replay
from engines.registry import ENGINES
from engines.sheet import write_sheet
from tests.engines import vectors
from tests.records import golden_records

LISTS: Final = Path(__file__).with_name("first_offers")
_TEXTS: Final = ("rules", "pitch", "guide")
"""Facts that are in the games' own pages."""
_PARTS: Final = 8
"""The number of parts of a golden game; offers are recorded between them."""
_OFFERS: Final = 3
"""Offers that are recorded of each kind of action."""
_ASKED: Final = 3
"""Questions that are recorded of each kind."""
_REFUSED: Final = 6
"""Refusals that are recorded at a time, each for another reason."""
_OFFERS_SHOWN: Final = 6
"""Narrations that are recorded of each kind of event, with different beginnings."""


def first_offers(game: str) -> str:
    """The whole recording of a game, as text."""
    engine, records = ENGINES[game], golden_records(game)
    replays = {name: replay(record) for name, record in records.items()}
    offered_kinds = set[type[Action]]()
    offered = (line for name, played in replays.items() for line in _of(engine, name, played, offered_kinds))
    rare = _of_vectors(engine, game, offered_kinds)
    sheets = (
        f"{name} sheet {crc32(write_sheet(replace(record, draws=replays[name].draws)).encode()):08x}"
        for name, record in records.items()
    )
    return "\n".join((*_facts(engine), *offered, *rare, *sheets, *_lines_of(engine, replays.values()))) + "\n"


def _facts(engine: AnyEngine) -> Iterator[str]:
    """The facts of a game: figures, options with their choices, and optional parts."""
    info = {name: getattr(engine.info, name) for name in engine.info.__struct_fields__ if name not in _TEXTS}
    yield " ".join(f"{name}={value}" for name, value in info.items())
    usual, clock = engine.options({}), engine.clock
    absent_after = clock.absent_after(usual)
    yield f"draws={engine.draws(usual)} seconds={clock.seconds(usual)} absent_after={absent_after}"
    yield f"{clock.at_zero} {clock.on_timeout_words} banks={clock.banks} tells_timeout={clock.tells_timeout}"
    for kind in (engine.options_type, *engine.action_types, *engine.questions.types):
        (schema,) = msgspec.json.schema_components([kind])[1].values()
        for name, described in schema.get("properties", {}).items():
            result = {key: value for key, value in described.items() if key != "description"}
            yield f"{kind.__name__}.{name} {result}"
            for value in described.get("enum", ()) if kind is engine.options_type else ():
                yield f"  {value}: {engine.options({name: value})}"


def _lines_of(engine: AnyEngine, replays: Iterable[Replay]) -> Iterator[str]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    events = (event for played in replays for one in played.played for event in one.step.events)
    for event in events:
        words, of_kind = engine.narrate(event), found[str(event.__struct_config__.tag)]
        start = " ".join(words.split()[1:4])
        if len(of_kind) < _OFFERS_SHOWN:
            of_kind.setdefault(start, words)
    return (f"{kind}: {words}" for kind in sorted(found) for words in found[kind].values())


def _of(engine: AnyEngine, name: str, played: Replay, kinds: set[type[Action]]) -> Iterator[str]:
    states = [played.start, *(one.step.state for one in played.played)]
    before: list[Offer[Any]] = []
    for moment in sorted({len(states) * part // _PARTS for part in range(1, _PARTS)}):
        state = states[moment]
        for seat in engine.to_act(state)[:1]:
            first = _first(engine, state, seat)
            kinds.update(type(offer.action) for offer in first)
            yield from _told(engine, f"{name} {moment}", state, seat, first)
            yield from (f"  ! {words}" for words in _refused(engine, state, seat, before))
            before = first
    yield from (f"{name} {words}" for words in _ends(engine, played))


def _of_vectors(engine: AnyEngine, game: str, kinds: set[type[Action]]) -> Iterator[str]:
    shown = Counter[type[Action]]()
    for name, state in vectors.states(game):
        for seat in engine.to_act(state)[:1]:
            first = _first(engine, state, seat)
            rare = {type(offer.action) for offer in first} - kinds
            if any(shown[kind] < _OFFERS for kind in rare):
                shown.update(rare)
                yield from _told(engine, name, state, seat, first)


def _told(
    engine: AnyEngine, name: str, state: Value, seat: Seat, first: Sequence[Offer[Any]]
) -> Iterator[str]:
    yield f"{name} {seat}"
    yield from (f"  {_line(offer)}" for offer in first)
    yield from (f"  = {words}" for words in _shown(engine, state, seat, first))


def _ends(engine: AnyEngine, played: Replay) -> Iterator[str]:
    """How the game ended, and how it would have ended if all had resigned, in either order of seats."""
    yield from _over(engine, played.state, played.played[-1].step.summary if played.played else None)
    middle = [played.start, *(one.step.state for one in played.played)][(len(played.played) + 1) // 2]
    seats = range(len(engine.view(middle, None).chips))
    for order in (reversed(seats), seats):
        given_up, summary = middle, None
        for seat in order:
            with suppress(IllegalAction):
                step = engine.apply(given_up, seat, engine.parse(given_up, seat, "resign"))
                given_up, summary = step.state, step.summary
        yield from _over(engine, given_up, summary)


def _over(engine: AnyEngine, state: Value, summary: StepSummary | None) -> Iterator[str]:
    if (over := engine.outcome(state)) is not None:
        yield f"over: {over.why} {over.ranks} {over.scores} {over.text}"
        if summary is not None:
            yield f"over: {summary.headline} | {_on_one_line(summary.text)}"


def _shown(engine: AnyEngine, state: Value, seat: Seat, offers: Sequence[Offer[Any]]) -> Iterator[str]:
    view = engine.view(state, seat)
    yield " | ".join((view.turn, view.prompt, *view.chips, *view.notes))
    yield f"{engine.clock.period(state)} {engine.clock.factor(state)} {engine.clock.off_turn_prompt(state)}"
    if hints := engine.panel.hints(state, seat):
        yield _on_one_line(hints)
    if engine.hand is not None and (held := engine.hand(state, seat)) is not None:
        yield _on_one_line(held)
    for offer in offers:
        if (shown := engine.preview.show(state, seat, offer.action)) is not None:
            sure = engine.preview.needs_confirmation(state, seat, offer.action)
            yield f"{offer.notation}{' (sure?)' if sure else ''}: {_answer(engine, shown)}"
    questions: dict[type[Question], list[Question]] = defaultdict(list)
    for question in engine.questions.suggest(state, seat):
        questions[type(question)].append(question)
    for of_kind in questions.values():
        for question in of_kind[:: 1 + len(of_kind) // _ASKED]:
            asked = " ".join(str(value) for value in msgspec.structs.astuple(question))
            answer = _answer(engine, engine.questions.answer(state, seat, question))
            yield f"{question.__struct_config__.tag} {asked}".rstrip() + f": {answer}"


def _answer(engine: AnyEngine, answer: Answer) -> str:
    """An answer in words, and a digest of its view."""
    drawn = "" if answer.view is None else f" [{crc32(engine.codec.encode(answer.view)):08x}]"
    return f"{_on_one_line(answer.text)}{drawn}"


def _on_one_line(text: str) -> str:
    return " / ".join(text.splitlines())


def _refused(engine: AnyEngine, state: Value, seat: Seat, offers: Sequence[Offer[Any]]) -> Iterator[str]:
    reasons = dict[str, str]()
    for offer in offers:
        try:
            engine.apply(state, seat, engine.parse(state, seat, offer.notation))
        except IllegalAction as illegal:
            reasons.setdefault(illegal.code, f"{offer.notation}: {illegal.sentence}")
    return islice((f"{code}, {words}" for code, words in reasons.items()), _REFUSED)


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
    for game in sys.argv[1:] or ENGINES:
        (LISTS / f"{game}.txt").write_text(first_offers(game))
