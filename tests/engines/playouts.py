"""Random games, and random values for the fields that a game declares: the material of the contract suite."""

import random
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from hypothesis import assume
from hypothesis import strategies as st
from msgspec import inspect

from engines.chance import seed_hash
from engines.contract import Action, AnyEngine, Engine, IllegalOptions, Seat, Value
from engines.record import Entry, Made, Record

StateT = TypeVar("StateT", bound=Value)
ActionT = TypeVar("ActionT", bound=Action)
OptionsT = TypeVar("OptionsT", bound=Value)


LONGEST = 400
"""The most actions of a random game that is not played to its end."""
_KEPT = 8
"""How many random games are cached and played on: most checks of a game begin with the same ones."""


class Walk(NamedTuple, Generic[StateT, OptionsT]):
    """A random game, played up to some point."""

    options: OptionsT
    seats: int
    seed: str
    states: list[StateT]
    made: list[Made]

    @property
    def state(self) -> StateT:
        return self.states[-1]


class _Game(Generic[StateT, ActionT]):
    """A random game that is played on as far as it is asked for."""

    def __init__(self, engine: Engine[StateT, ActionT, Any, Any], start: StateT, dice: int) -> None:
        self.states, self.made = [start], list[Made]()
        self._engine, self._rng = engine, random.Random(dice)

    def play(self, plies: int) -> None:
        """Play until the game has this many actions, or is over."""
        engine = self._engine
        while len(self.made) < plies and engine.to_act(self.states[-1]):
            seat, action = a_choice(engine, self.states[-1], self._rng)
            self.made.append(Made(seat, engine.format(action)))
            self.states.append(engine.apply(self.states[-1], seat, action).state)


_games = dict[tuple[object, ...], _Game[Any, Any]]()


def a_seed(data: st.DataObject) -> str:
    return data.draw(st.binary(min_size=32, max_size=32)).hex()


def some_options(engine: Engine[Any, Any, Any, OptionsT], data: st.DataObject) -> OptionsT:
    """The defaults, or random values within the declared ranges."""
    if data.draw(st.booleans()):
        return engine.options({})
    described = inspect.type_info(engine.options_type)
    assert isinstance(described, inspect.StructType)
    values = {
        field.encode_name: data.draw(a_value(field.type), label=field.encode_name)
        for field in described.fields
        if data.draw(st.booleans())
    }
    return engine.options(values)


def a_value(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """A value of a declared type, within its range."""
    match kind:
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            low = 0 if kind.ge is None else int(kind.ge)
            high = low + 1_000 if kind.le is None else int(kind.le)
            return st.integers(low, high)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.StrType():
            return st.text(max_size=8)
        case inspect.UnionType():
            return st.one_of([a_value(part) for part in kind.types])
        case inspect.NoneType():
            return st.none()
        case inspect.Metadata():
            return a_value(kind.type)
    raise AssertionError(f"{kind} is no type of an option or of an action's field")


def a_walk(
    engine: Engine[StateT, Any, Any, OptionsT],
    data: st.DataObject,
    *,
    whole: bool = False,
    defaults: bool = False,
) -> Walk[StateT, OptionsT]:
    """A random game: up to a random point, or to its end."""
    options = engine.options({}) if defaults else some_options(engine, data)
    seats = data.draw(st.integers(engine.info.min_seats, len(engine.info.seats)), label="seats")
    seed = a_seed(data)
    try:
        state = engine.start(options, seats, seed)
    except IllegalOptions:
        assume(False)
    bound = engine.info.playout_bound
    plies = bound if whole else data.draw(st.integers(0, min(bound, LONGEST)), label="plies")
    dice = data.draw(st.integers(0, 1 << 32), label="dice")
    # A cached game keeps its engine alive, so that no other engine gets the same id.
    key = id(engine), options, seats, seed, dice
    game = _games.pop(key, None) or _Game(engine, state, dice)
    game.play(plies)
    _games[key] = game
    if len(_games) > _KEPT:
        del _games[next(iter(_games))]
    if not whole and len(game.made) < plies < LONGEST:
        # The game was over before that point: take any other point.
        plies %= len(game.made) + 1
    return Walk(options, seats, seed, game.states[: plies + 1], game.made[:plies])


def random_game(engine: AnyEngine) -> Record:
    """The record of a random game with default options, played to its end; always the same one."""
    rng, seats, seed = random.Random(1), engine.info.min_seats, "5eed" * 16
    state = engine.start(engine.options({}), seats, seed)
    entries: list[Entry] = []
    while engine.to_act(state):
        seat, action = a_choice(engine, state, rng)
        entries.append(Made(seat, engine.format(action)))
        state = engine.apply(state, seat, action).state
    return Record(
        game=engine.info.key,
        rules_version=engine.info.rules_version,
        options=msgspec.to_builtins(engine.options({})),
        seats=tuple(f"P{number}" for number in range(seats)),
        seed=seed,
        seed_hash=seed_hash(seed),
        entries=tuple(entries),
        outcome=engine.outcome(state),
    )


def a_choice(
    engine: Engine[StateT, ActionT, Any, Any], state: StateT, rng: random.Random
) -> tuple[Seat, ActionT]:
    """A random legal action of a random seat to act: first a kind, so that rare kinds are drawn as well."""
    seat = rng.choice(engine.to_act(state))
    kinds: dict[type[ActionT], list[ActionT]] = {}
    for action in engine.legal(state, seat):
        kinds.setdefault(type(action), []).append(action)
    return seat, rng.choice(rng.choice(list(kinds.values())))


def every_choice(engine: Engine[StateT, ActionT, Any, Any], state: StateT) -> Iterator[tuple[Seat, ActionT]]:
    for seat in engine.to_act(state):
        for action in engine.legal(state, seat):
            yield seat, action


WRONG: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10**30, 1.5, "", "x" * 10_000, "\x00", "ª", [], {}, b"d3"]
)


def fields_of(kind: type[Action]) -> tuple[inspect.Field, ...]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return described.fields


def field_values(engine: Engine[StateT, Any, Any, Any], state: StateT) -> st.SearchStrategy[Any]:
    """Values that fields of legal actions have now."""
    values = {
        value
        for _, action in every_choice(engine, state)
        for value in msgspec.structs.asdict(action).values()
    }
    return st.sampled_from(sorted(values, key=str)) if values else st.nothing()
