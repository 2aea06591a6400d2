"""Pairs of states that differ only in facts that some viewers must not know.

A game that hides something (`GameInfo.hidden`) brings a generator, listed in `tests.engines.hidden_games`.
The same pairs serve the tests of pictures and messages.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engines.contract import Action, AnyEngine, Engine, Offer, Seat, SeatEvent, Step, Value

StateT = TypeVar("StateT", bound=Value)


class Pair(NamedTuple, Generic[StateT]):
    """Two states that must look the same to the viewers."""

    one: StateT
    other: StateT
    viewers: tuple[Seat | None, ...]
    """The seats that must not be able to tell the states apart; None is the public."""


PairMaker: TypeAlias = Callable[[AnyEngine, random.Random], Iterator[Pair[Any]]]


def shown(offer: Offer[Any]) -> tuple[str, list[list[tuple[str, str, str]]]]:
    """Everything that a player reads of an offer."""
    return offer.words, [[(pick.value, pick.label, pick.note) for pick in path] for path in offer.paths]


def told(engine: AnyEngine, step: Step[Any], seat: Seat, viewer: Seat | None) -> tuple[object, ...]:
    """Everything that a step of this seat tells a viewer, except the view of the state after it."""
    secret = viewer != seat and step.public_notation is None
    clauses = [
        engine.narrate(event)
        for event in step.events
        if (
            not secret
            if event.audience == "public"
            else isinstance(event, SeatEvent) and event.seat == viewer
        )
    ]
    if secret:
        return (clauses,)
    line = step.notation if viewer == seat else step.public_notation
    return clauses, line, step.summary, step.marks_only, step.anonymous


SAMPLED = 10
"""How many legal actions of a position are compared with everything that is said about them."""


def check_own_turn(engine: Engine[StateT, Any, Any, Any], pair: Pair[StateT], viewer: Seat) -> None:
    """Check that planning ahead tells a viewer nothing."""
    ahead = engine.own_turn(pair.one, viewer), engine.own_turn(pair.other, viewer)
    assert (ahead[0] is None) == (ahead[1] is None)
    if ahead[0] is None or ahead[1] is None:
        return
    assert viewer in engine.to_act(ahead[0])
    one, other = (engine.codec.encode(engine.view(state, viewer)) for state in ahead if state is not None)
    assert one == other
    assert engine.panel.hints(ahead[0], viewer) == engine.panel.hints(ahead[1], viewer)
    legal = list(engine.legal(ahead[0], viewer))
    assert legal == list(engine.legal(ahead[1], viewer))
    for action in legal[:: 1 + len(legal) // SAMPLED]:
        assert shown(engine.offer(ahead[0], viewer, action)) == shown(engine.offer(ahead[1], viewer, action))
        steps = [engine.apply(state, viewer, action) for state in ahead if state is not None]
        if not steps[0].reveals:
            views = [engine.codec.encode(engine.view(step.state, viewer)) for step in steps]
            assert views[0] == views[1]


def check_told(engine: Engine[StateT, Any, Any, Any], pair: Pair[StateT], viewer: Seat | None) -> None:
    """Check that steps after which the viewer sees the same tell the viewer the same.

    Only those of the same action where it is the viewer's own, or reveals something.
    """
    for seat in range(len(engine.view(pair.one, None).chips)):
        known: dict[tuple[Action | None, bytes], tuple[object, ...]] = {}
        for state in (pair.one, pair.other):
            legal = list(engine.legal(state, seat))
            for action in legal[:: 1 + len(legal) // SAMPLED]:
                step = engine.apply(state, seat, action)
                seen = engine.codec.encode(engine.view(step.state, viewer))
                alike = action if seat == viewer or step.reveals else None
                words = told(engine, step, seat, viewer)
                assert words == known.setdefault((alike, seen), words)


def check_pair(engine: Engine[StateT, Any, Any, Any], pair: Pair[StateT]) -> None:
    assert engine.codec.encode(pair.one) != engine.codec.encode(pair.other)
    rules = engine.clock
    for public in (rules.factor, rules.off_turn_prompt, engine.outcome):
        assert public(pair.one) == public(pair.other)
    for viewer in pair.viewers:
        one, other = (engine.view(state, viewer) for state in (pair.one, pair.other))
        assert engine.codec.encode(one) == engine.codec.encode(other)
        check_told(engine, pair, viewer)
        questions = list(engine.questions.suggest(pair.one, viewer))
        assert questions == list(engine.questions.suggest(pair.other, viewer))
        for question in questions:
            answers = [engine.questions.answer(state, viewer, question) for state in (pair.one, pair.other)]
            assert answers[0] == answers[1]
        if viewer is not None:
            if engine.hand is not None:
                assert engine.hand(pair.one, viewer) == engine.hand(pair.other, viewer)
            legal = list(engine.legal(pair.one, viewer))
            assert legal == list(engine.legal(pair.other, viewer))
            for action in legal[:: 1 + len(legal) // SAMPLED]:
                offer, same = (engine.offer(state, viewer, action) for state in (pair.one, pair.other))
                assert shown(offer) == shown(same)
                for tell in (engine.preview.show, engine.preview.needs_confirmation):
                    assert tell(pair.one, viewer, action) == tell(pair.other, viewer, action)
            assert engine.panel.staged(pair.one, viewer) == engine.panel.staged(pair.other, viewer)
            check_own_turn(engine, pair, viewer)
            assert list(engine.legal_meta(pair.one, viewer)) == list(engine.legal_meta(pair.other, viewer))
