"""The kinds of test vectors of this game (tests/vectors/README.md)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engines.chance import NO_SEED
from engines.conformance.contract import Mismatch, Vector, differing
from engines.contract import AnyEngine, IllegalAction, Outcome, parse_meta
from engines.roses.conformance.perft import count_sequences
from engines.roses.conformance.position import read_position
from engines.roses.notation import write_position

Result: TypeAlias = Literal["white", "black", "draw"]
Options: TypeAlias = dict[str, bool | int | str]

_DEAD = "neither side has two soldiers"
"""The words of vectors for the reason ``dead``."""


class RosesVector(Vector, frozen=True, kw_only=True):
    """What all kinds share."""

    options: Options = msgspec.field(default_factory=dict)
    """The options that are not at their defaults."""


class PositionVector(RosesVector, frozen=True, kw_only=True):
    """A vector about one position."""

    position: str

    def load(self, engine: AnyEngine) -> Any:
        """The state of the position. Raises ValueError or IllegalOptions."""
        return read_position(self.position, engine.options(self.options))


class Perft(PositionVector, frozen=True, kw_only=True, tag="perft"):
    """The number of action sequences of each depth."""

    counts: Annotated[dict[Annotated[int, Meta(ge=0)], int], Meta(min_length=1)]

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare the counts of all depths."""
        state = self.load(engine)
        return differing(self.counts, {depth: count_sequences(state, depth) for depth in self.counts})


class Moves(PositionVector, frozen=True, kw_only=True, tag="moves"):
    """The canonical texts of all legal actions, in any order."""

    moves: tuple[str, ...]

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare the texts as multisets: a text given twice is a fault."""
        state = self.load(engine)
        return differing(sorted(self.moves), sorted(_texts(engine, state)))


class Legal(PositionVector, frozen=True, kw_only=True, tag="legal"):
    """Each legal action with the position after it."""

    legal: dict[str, str]

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare actions and positions."""
        state = self.load(engine)
        came = {
            engine.format(action): write_position(engine.apply(state, seat, action).state)
            for seat in engine.to_act(state)
            for action in engine.legal(state, seat)
        }
        return differing(self.legal, came)


class Terminal(PositionVector, frozen=True, kw_only=True, tag="terminal"):
    """Whether and how a position ends the game."""

    result: Result | None
    why: str | UnsetType | None = UNSET

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare result and reason."""
        return _differing_result(self.result, self.why, engine.outcome(self.load(engine)))


class Option(PositionVector, frozen=True, kw_only=True, tag="option"):
    """Actions that are legal only without, and only with, an option that is off by default."""

    option: str
    only_default: tuple[str, ...]
    only_option: tuple[str, ...]

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare both differences."""
        options = engine.options(self.options)
        value = getattr(options, self.option, None)
        if not isinstance(value, bool):
            raise ValueError(f"“{self.option}” is not an option that is on or off")  # noqa: TRY004
        switched = engine.options({**self.options, self.option: not value})
        without = set(_texts(engine, read_position(self.position, options)))
        with_it = set(_texts(engine, read_position(self.position, switched)))
        return differing(
            {"only_default": sorted(self.only_default), "only_option": sorted(self.only_option)},
            {"only_default": sorted(without - with_it), "only_option": sorted(with_it - without)},
        )


class Game(RosesVector, frozen=True, kw_only=True, tag="game"):
    """A game from the start: positions after each action or the last one, and the final status."""

    moves: Annotated[tuple[str, ...], Meta(min_length=1)]
    positions: tuple[str, ...] | None = None
    final: str | None = None
    result: Result | UnsetType | None = UNSET
    why: str | UnsetType | None = UNSET

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Play every action; compare every given position, the result and the reason."""
        if self.positions is None and self.final is None:
            raise ValueError("a game has the positions after its moves or the final one")
        state = engine.start(engine.options(self.options), 2, NO_SEED)
        reached = []
        for text in self.moves:
            if not engine.to_act(state):
                return Mismatch(f"“{text}” to be legal", "the game is over before it")
            (seat,) = engine.to_act(state)
            action = engine.parse(state, seat, text)
            if engine.format(action) != text:
                return Mismatch(f"“{text}” in canonical form", engine.format(action))
            state = engine.apply(state, seat, action).state
            reached.append(write_position(state))
        return (
            (differing(list(self.positions), reached) if self.positions is not None else None)
            or (differing(self.final, reached[-1]) if self.final is not None else None)
            or _differing_result(self.result, self.why, engine.outcome(state))
        )


class Notation(PositionVector, frozen=True, kw_only=True, tag="notation"):
    """Texts that are accepted, with their canonical form, and texts that are refused."""

    accept: tuple[tuple[str, str], ...] = ()
    reject: tuple[str, ...] = ()

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Read every text, and compare its canonical form or refusal."""
        if not self.accept and not self.reject:
            raise ValueError("a vector of notation accepts or refuses something")
        state = self.load(engine)
        expected = [*self.accept, *((text, None) for text in self.reject)]
        return differing(expected, [(text, _canonical(engine, state, text)) for text, _ in expected])


VECTORS: tuple[type[Vector], ...] = (Perft, Moves, Legal, Terminal, Option, Game, Notation)


def _texts(engine: AnyEngine, state: Any) -> Iterator[str]:
    for seat in engine.to_act(state):
        for action in engine.legal(state, seat):
            yield engine.format(action)


def _canonical(engine: AnyEngine, state: Any, text: str) -> str | None:
    """The canonical form of a text as an action of the side to move; None if it is refused."""
    if not engine.to_act(state) or parse_meta(text) is not None:
        return None
    try:
        return engine.format(engine.parse(state, engine.to_act(state)[0], text))
    except IllegalAction:
        return None


def _differing_result(
    result: str | UnsetType | None, why: str | UnsetType | None, outcome: Outcome | None
) -> Mismatch | None:
    came = None if outcome is None else "draw" if outcome.drawn else ("white", "black")[outcome.winners[0]]
    reason = None if outcome is None else outcome.why
    if why == _DEAD and reason == "dead":
        why = reason
    expected = {"result": result, "why": why}
    return differing(
        {key: value for key, value in expected.items() if value is not UNSET},
        {key: value for key, value in (("result", came), ("why", reason)) if expected[key] is not UNSET},
    )
