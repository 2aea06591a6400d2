"""Checks of the contract that every game must pass, whatever its rules.

A check takes an engine and hypothesis's source of choices. `CHECKS` is run over every registered game by
`test_contract`, and over the example of docs/adding-a-game.md by `test_documents`.
"""

import random
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any, TypeAlias, get_args

import msgspec
import pytest
from hypothesis import strategies as st

from engines.chance import seed_hash
from engines.conformance.perft import perft
from engines.conformance.registry import conformance_of
from engines.contract import (
    Action,
    AnyEngine,
    Claim,
    Draw,
    Engine,
    Extend,
    IllegalAction,
    Pick,
    Question,
    Resign,
    Seat,
    TimeUp,
    Toggle,
)
from engines.record import Entry, Made, Record, Undo, read, replay, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.engines.playouts import WRONG, StateT, a_value, a_walk, every_choice, field_values, fields_of

Check: TypeAlias = Callable[[AnyEngine, st.DataObject], None]

SAMPLED = 20
"""How many legal actions of a position are previewed: that takes long, and there may be hundreds."""

TABLE: tuple[Action, ...] = (
    Resign(),
    *(Draw(answer) for answer in ("offer", "accept", "decline", "withdraw")),
    TimeUp(),
    Claim(),
    Extend(),
)


class Foreign(Action, frozen=True, tag="foreign"):
    """An action of no game."""

    cell: str = "d3"


class ForeignQuestion(Question, frozen=True, tag="foreign_question"):
    """A question of no game."""


def refused(
    engine: Engine[StateT, Any, Any, Any], state: StateT, seat: Seat, action: Action
) -> IllegalAction:
    """The refusal of an action, which must leave the state unchanged and have a sentence."""
    before = engine.codec.encode(state)
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, seat, action)
    assert engine.codec.encode(state) == before
    assert caught.value.code
    assert 1 < len(caught.value.sentence) <= 300
    return caught.value


def refused_or_listed(
    engine: Engine[StateT, Any, Any, Any], state: StateT, seat: Seat, action: Action
) -> None:
    """Check that the action is refused, or has the effect of a listed one of its kind in another spelling."""
    try:
        after = engine.apply(state, seat, action).state
    except IllegalAction:
        refused(engine, state, seat, action)
        return
    alike = [other for other in engine.legal(state, seat) if type(other) is type(action)]
    texts = {engine.format(other) for other in alike}
    if engine.format(action) not in texts:
        assert any(engine.apply(state, seat, other).state == after for other in alike), (
            f"{action} is not listed"
        )


def random_playouts_end(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data, whole=True, defaults=True)
    outcome = engine.outcome(walk.state)
    assert outcome is not None, f"not over after {engine.info.playout_bound} actions"
    assert engine.to_act(walk.state) == ()
    assert len(outcome.ranks) == walk.seats
    assert min(outcome.ranks) == 1
    assert outcome.why
    assert outcome.text.endswith(".")
    assert outcome.scores is None or len(outcome.scores) == walk.seats
    assert engine.view(walk.state, None).outcome == outcome
    for seat in range(walk.seats):
        assert list(engine.legal(walk.state, seat)) == []
        assert list(engine.legal_meta(walk.state, seat)) == []
        assert engine.own_turn(walk.state, seat) is None
        for action in TABLE:
            refused(engine, walk.state, seat, action)
        for made in walk.made[-5:]:
            with pytest.raises(IllegalAction):
                engine.parse(walk.state, seat, made.text)


def somebody_is_to_act_until_the_end(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    for state in walk.states:
        to_act = engine.to_act(state)
        assert (to_act == ()) == (engine.outcome(state) is not None)
        assert list(to_act) == sorted(set(to_act))
        assert all(0 <= seat < walk.seats for seat in to_act)
        assert engine.clock.period(state)
        assert 0 < engine.clock.factor(state) <= 1


def legal_actions_apply(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = walk.state
    before = engine.codec.encode(state)
    for seat in range(walk.seats):
        actions = list(engine.legal(state, seat))
        assert actions or seat not in engine.to_act(state), "a seat that is to act has an action"
        assert actions == list(engine.legal(state, seat))
        assert len(set(actions)) == len(actions)
        for action in actions:
            assert isinstance(action, engine.action_types)
            step = engine.apply(state, seat, action)
            assert engine.codec.encode(step.state) != before
            assert 0 < len(step.notation) <= 200
            if step.marks_only:
                assert engine.clock.period(step.state) == engine.clock.period(state), "only marks changed"
            if step.public_notation is None:
                assert not any(event.audience == "public" for event in step.events), "nobody else is told"
                assert step.summary is None
            if step.summary is not None:
                assert 0 < len(step.summary.headline) <= 80
                assert 0 < len(step.summary.text) <= 1_500
            for event in step.events:
                clause = engine.narrate(event)
                assert 0 < len(clause) <= 120
                assert not clause.endswith(".")
    assert engine.codec.encode(state) == before
    forced = engine.forced(state)
    assert forced is None or forced in set(every_choice(engine, state))


def actions_are_offered_readably(engine: AnyEngine, data: st.DataObject) -> None:
    state = a_walk(engine, data).state
    for seat in engine.to_act(state):
        ways: set[tuple[str, ...]] = set()
        legal = list(engine.legal(state, seat))
        for action in legal:
            offer = engine.offer(state, seat, action)
            assert (offer.action, offer.notation) == (action, engine.format(action))
            assert 0 < len(offer.words) <= 80
            assert offer.paths
            for path in offer.paths:
                assert path
                assert offer.first in ("", path[0].value)
                for pick in path:
                    assert 0 < len(pick.value) <= 80
                    assert 0 < len(pick.label) <= 80
                    assert len(pick.note) <= 100
                way = tuple(pick.value for pick in path)
                assert way not in ways, "a path leads to one action"
                ways.add(way)
        for action in legal[:: 1 + len(legal) // SAMPLED]:
            result = engine.preview.show(state, seat, action)
            if result is not None:
                assert 0 < len(result.text) <= 1_900
                assert result.view is None or result.view.viewer == seat
        for way in ways:
            assert not any(way[:length] in ways for length in range(1, len(way))), "a path ends where it ends"
        if engine.panel.beginnings is not None:
            begun = list(engine.panel.beginnings(state, seat))
            assert begun == [action for action in legal if action in set(begun)], "in their order"
            assert _first_picks(engine, state, seat, begun) == _first_picks(engine, state, seat, legal)


def _first_picks(engine: AnyEngine, state: Any, seat: Seat, actions: list[Any]) -> list[tuple[str, ...]]:
    """Every first pick as it is shown, from the first action that begins with it."""
    picks: dict[str, Pick] = {}
    for action in actions:
        for path in engine.offer(state, seat, action).paths:
            picks.setdefault(path[0].value, path[0])
    return [(one.value, one.label, one.note, one.at, one.group, one.then) for one in picks.values()]


def other_seats_are_refused(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    choices = set(every_choice(engine, walk.state))
    for action in {action for _, action in choices}:
        for seat in range(walk.seats):
            if action not in set(engine.legal(walk.state, seat)):
                refused(engine, walk.state, seat, action)


def other_moments_are_refused(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    now = {seat: set(engine.legal(walk.state, seat)) for seat in range(walk.seats)}
    for state in (walk.states[0], *walk.states[-4:-1]):
        for seat, action in every_choice(engine, state):
            if action not in now[seat]:
                refused_or_listed(engine, walk.state, seat, action)


def mangled_actions_are_refused(engine: AnyEngine, data: st.DataObject) -> None:
    """Whatever its fields hold, an action is refused, or has the effect of a listed one."""
    state = a_walk(engine, data).state
    for kind in engine.action_types:
        values = [
            data.draw(a_value(field.type) | WRONG | field_values(engine, state)) for field in fields_of(kind)
        ]
        action = kind(*values)
        for seat in (0, 1):
            refused_or_listed(engine, state, seat, action)
    for seat in range(engine.info.min_seats):
        refused(engine, state, seat, Foreign())


def text_never_crashes_the_reader(engine: AnyEngine, data: st.DataObject) -> None:
    state = a_walk(engine, data).state
    known = [engine.format(action) for _, action in every_choice(engine, state)] or ["x"]
    texts = [
        data.draw(st.text(max_size=30)),
        "".join(data.draw(st.lists(st.sampled_from("".join(known) + " >*#+-:"), max_size=12))),
        "x" * 100_000,
        known[0] + "9" * 1_000,
    ]
    for seat in range(engine.info.min_seats):
        for text in texts:
            try:
                action = engine.parse(state, seat, text)
            except IllegalAction as refusal:
                complaint = refusal.sentence
            else:
                assert isinstance(action, get_args(engine.codec.any_action))
                continue
            assert len(complaint) <= 300, "a refusal does not repeat whatever was sent"


def values_survive_encoding(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = walk.state
    encoded = engine.codec.encode(state)
    assert engine.codec.decode_state(encoded) == state
    assert engine.codec.encode(engine.codec.decode_state(encoded)) == encoded
    for _, action in every_choice(engine, state):
        assert engine.codec.decode_action(engine.codec.encode(action)) == action
    for meta_action in TABLE:
        assert engine.codec.decode_action(engine.codec.encode(meta_action)) == meta_action
    for viewer in (None, *range(walk.seats)):
        view = engine.view(state, viewer)
        assert isinstance(view, engine.view_type)
        assert engine.codec.decode_view(engine.codec.encode(view)) == view


def notation_survives_reading(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = walk.state
    for seat in engine.to_act(state):
        texts = []
        for action in engine.legal(state, seat):
            text = engine.format(action)
            assert 0 < len(text) <= 200
            assert text == text.strip()
            assert engine.parse(state, seat, text) == action
            texts.append(text)
        assert len(set(texts)) == len(texts)
    for seat in range(walk.seats):
        for meta_action in engine.legal_meta(state, seat):
            assert engine.parse(state, seat, engine.format(meta_action)) == meta_action


def views_say_what_cards_need(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = walk.state
    public = engine.view(state, None)
    for viewer in (None, *range(walk.seats)):
        view = engine.view(state, viewer)
        assert view.viewer == viewer
        assert 0 < len(view.turn) <= 20
        assert 0 < len(view.prompt) <= 100
        assert not view.prompt.endswith(".")
        if view.outcome is None:
            names = engine.info.seat_names(walk.seats)
            named = [seat for seat, name in enumerate(names) if re.search(rf"\b{name}\b", view.prompt)]
            assert named == list(view.to_act if view.names_pending else ())
        assert len(view.chips) == walk.seats
        assert all(len(chip) <= 60 for chip in view.chips)
        assert set(view.to_act) <= set(engine.to_act(state))
        if not engine.info.hidden:
            assert msgspec.structs.replace(view, viewer=None) == public


def toggles_play_legal_actions(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    for state in walk.states[-3:]:
        for seat in range(walk.seats):
            board = engine.panel.staged(state, seat)
            if board is None:
                continue
            toggles = [toggle for row in board.rows for toggle in row]
            assert 0 < len(board.text) <= 1_000
            assert 0 < len(board.rows) <= 4
            assert all(0 < len(row) <= 5 for row in board.rows)
            assert len({toggle.key for toggle in toggles}) == len(toggles)
            assert any(toggle.notation for toggle in toggles)
            for toggle in toggles:
                assert 0 < len(toggle.label) <= 40
                assert 0 < len(toggle.key) <= 12
                assert "/" not in toggle.key
                if toggle.notation is not None:
                    _check_toggle(engine, state, seat, toggle)


def _check_toggle(engine: Engine[StateT, Any, Any, Any], state: StateT, seat: Seat, toggle: Toggle) -> None:
    """Check that a button's action is legal and, if it is a toggle, changes its state."""
    action = engine.parse(state, seat, toggle.notation or "")
    assert action in engine.legal(state, seat)
    after = engine.apply(state, seat, action).state
    then = engine.panel.staged(after, seat)
    same_period = engine.clock.period(after) == engine.clock.period(state)
    if toggle.on is not None and then is not None and same_period:
        states = {one.key: one.on for row in then.rows for one in row}
        assert states[toggle.key] is not toggle.on


def questions_are_answered_and_change_nothing(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    before = engine.codec.encode(walk.state)
    for viewer in (None, *range(walk.seats)):
        for question in engine.questions.suggest(walk.state, viewer):
            assert isinstance(question, engine.questions.types)
            answer = engine.questions.answer(walk.state, viewer, question)
            assert 0 < len(answer.text) <= 1_900
            assert answer.view is None or isinstance(answer.view, engine.view_type)
        with pytest.raises(IllegalAction):
            engine.questions.answer(walk.state, viewer, ForeignQuestion())
    assert engine.codec.encode(walk.state) == before


def hands_are_told_where_there_are_such(engine: AnyEngine, data: st.DataObject) -> None:
    if engine.hand is None:
        return
    walk = a_walk(engine, data)
    before = engine.codec.encode(walk.state)
    for seat in range(walk.seats):
        held = engine.hand(walk.state, seat)
        if held is None:
            assert not engine.to_act(walk.state)
            continue
        assert 0 < len(held) <= 1_900
    assert engine.codec.encode(walk.state) == before


def talk_is_read_or_refused(engine: AnyEngine, data: st.DataObject) -> None:
    if engine.chat is None:
        return
    walk = a_walk(engine, data)
    seat = data.draw(st.integers(0, walk.seats - 1))
    text = data.draw(st.text(alphabet=[*"-–\\ rbgoxRB,\n\u200b\x00", "é"], max_size=12))
    assert not engine.chat.reveals(walk.state) or engine.outcome(walk.state) is not None
    try:
        shown = engine.chat.read(seat, text)
        engine.chat.check(walk.state, seat, shown.to)
    except IllegalAction as illegal:
        complaint = illegal.sentence
    else:
        assert shown.body in text
        if shown.to is not None:
            assert engine.chat.private
            assert list(shown.to) == sorted(set(shown.to) - {seat})
            assert set(shown.to) <= set(range(len(engine.info.seats)))
        return
    assert 1 < len(complaint) <= 300


def meta_actions_are_what_is_listed(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = walk.state
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    for _ in range(6):
        for seat in range(walk.seats):
            listed = list(engine.legal_meta(state, seat))
            assert not any(action.host_only for action in listed)
            for action in TABLE:
                if action in listed:
                    step = engine.apply(state, seat, action)
                    assert all(engine.narrate(event) for event in step.events)
                elif not isinstance(action, TimeUp):
                    refused(engine, state, seat, action)
        moves = [(seat, action) for seat in range(walk.seats) for action in engine.legal_meta(state, seat)]
        moves += [(seat, engine.clock.on_timeout(state, seat)) for seat in engine.to_act(state)]
        if not moves:
            break
        seat, action = rng.choice(moves)
        try:
            state = engine.apply(state, seat, action).state
        except IllegalAction:
            assert isinstance(action, TimeUp), "only a deadline that has passed already may be refused"


def time_runs_out_for_those_to_act(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    for seat in range(walk.seats):
        if seat in engine.to_act(walk.state):
            action = engine.clock.on_timeout(walk.state, seat)
            step = engine.apply(walk.state, seat, action)
            assert engine.codec.encode(step.state) != engine.codec.encode(walk.state)
            text = engine.format(action)
            assert engine.parse(walk.state, seat, text) == action
        else:
            refused(engine, walk.state, seat, TimeUp())


def banks_tell_nothing_and_periods_come_once(engine: AnyEngine, data: st.DataObject) -> None:
    """Where seats may have banks of time all know the pending seats, and no clock period comes twice."""
    if not engine.clock.banks:
        return
    states = a_walk(engine, data).states
    entered = [period for period, _ in groupby(map(engine.clock.period, states))]
    assert len(entered) == len(set(entered))
    for state in states:
        assert engine.view(state, None).to_act == engine.to_act(state)


def records_replay_to_the_byte(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    entries: list[Entry] = []
    states = [walk.states[0]]
    for made in walk.made:
        state = states[-1]
        if engine.format(engine.parse(state, made.seat, made.text)) == made.text:
            entries.append(made)
            states.append(engine.apply(state, made.seat, engine.parse(state, made.seat, made.text)).state)
        if rng.random() < 0.2 and engine.to_act(states[-1]):
            asides = [
                Made(seat, engine.format(action))
                for seat in range(walk.seats)
                for action in engine.legal_meta(states[-1], seat)
                if not isinstance(action, Resign)
            ]
            if asides:
                aside = rng.choice(asides)
                after = engine.apply(
                    states[-1], aside.seat, engine.parse(states[-1], aside.seat, aside.text)
                ).state
                if engine.to_act(after):
                    entries.append(aside)
                    states.append(after)
    if len(states) > 1 and data.draw(st.booleans(), label="undo"):
        to = rng.randrange(len(states) - 1)
        entries.append(Undo(to))
        del states[to + 1 :]
    outcome = engine.outcome(states[-1])
    record = Record(
        game=engine.info.key,
        rules_version=engine.info.rules_version,
        options=msgspec.to_builtins(walk.options),
        seats=tuple(f"player {seat}" for seat in range(walk.seats)),
        tags={"code": "K7QX"},
        seed=walk.seed if outcome or engine.info.hidden else None,
        seed_hash=seed_hash(walk.seed),
        entries=tuple(entries),
        outcome=outcome,
    )
    assert engine.codec.encode(replay(record).state) == engine.codec.encode(states[-1])
    verify(record)
    data_bytes = write(record)
    assert read(data_bytes) == record
    assert write(read(data_bytes)) == data_bytes
    assert read_sheet(write_sheet(record)) == record
    assert write(read_sheet(write_sheet(record))) == data_bytes


def another_seed_changes_only_what_nobody_knows(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    if not engine.draws(walk.options):
        return
    reseeded = engine.reseed(walk.state, "0" * 64)
    assert engine.reseed(walk.state, "0" * 64) == reseeded
    for viewer in (None, *range(walk.seats)):
        assert engine.view(reseeded, viewer) == engine.view(walk.state, viewer)
    for seat in engine.to_act(walk.state):
        assert list(engine.legal(reseeded, seat)) == list(engine.legal(walk.state, seat))


def nothing_is_drawn_unless_the_game_says_so(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    if engine.draws(walk.options):
        return
    state = engine.start(walk.options, walk.seats, "0" * 64)
    for made in walk.made:
        state = engine.apply(state, made.seat, engine.parse(state, made.seat, made.text)).state
    for viewer in (None, *range(walk.seats)):
        assert engine.view(state, viewer) == engine.view(walk.state, viewer)


def what_is_imagined_looks_and_plays_the_same(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state, rng = walk.state, random.Random(data.draw(st.integers(0, 1 << 32)))
    if engine.imagine is None or engine.outcome(state) is not None:
        return
    for viewer in (None, *range(walk.seats)):
        view = engine.view(state, viewer)
        imagined = engine.imagine(view, rng)
        assert engine.view(imagined, viewer) == view
        if viewer in engine.to_act(state):
            assert list(engine.legal(imagined, viewer)) == list(engine.legal(state, viewer))


def positions_load_again(engine: AnyEngine, data: st.DataObject) -> None:
    walk = a_walk(engine, data)
    state = next(state for state in reversed(walk.states) if engine.to_act(state))
    position = conformance_of(engine).write_position(state)
    assert msgspec.json.decode(msgspec.json.encode(position)) == position, "lists, not tuples"
    loaded = conformance_of(engine).read_position(position, walk.options)
    assert conformance_of(engine).write_position(loaded) == position
    assert list(every_choice(engine, loaded)) == list(every_choice(engine, state))


def counting_agrees_with_playing(engine: AnyEngine, data: st.DataObject) -> None:
    state = a_walk(engine, data).state
    assert perft(engine, state, 0) == 1
    assert perft(engine, state, 1) == len(list(every_choice(engine, state)))
    if perft(engine, state, 1) <= 40:
        expected = sum(
            len(list(every_choice(engine, engine.apply(state, seat, action).state)))
            for seat, action in every_choice(engine, state)
        )
        assert perft(engine, state, 2) == expected


CHECKS: tuple[Check, ...] = (
    random_playouts_end,
    somebody_is_to_act_until_the_end,
    legal_actions_apply,
    actions_are_offered_readably,
    other_seats_are_refused,
    other_moments_are_refused,
    mangled_actions_are_refused,
    text_never_crashes_the_reader,
    values_survive_encoding,
    notation_survives_reading,
    views_say_what_cards_need,
    toggles_play_legal_actions,
    questions_are_answered_and_change_nothing,
    hands_are_told_where_there_are_such,
    talk_is_read_or_refused,
    meta_actions_are_what_is_listed,
    time_runs_out_for_those_to_act,
    banks_tell_nothing_and_periods_come_once,
    records_replay_to_the_byte,
    nothing_is_drawn_unless_the_game_says_so,
    another_seed_changes_only_what_nobody_knows,
    what_is_imagined_looks_and_plays_the_same,
    positions_load_again,
    counting_agrees_with_playing,
)
