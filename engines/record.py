"""A game as data: a header and every entry of its log, from which the game can be replayed.

Nothing is ever removed from a log. An undo or rollback is an entry that says how many of the effective
entries before it remain.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from engines.chance import NO_SEED, check_seed, mix, noting, seed_hash
from engines.contract import Action, AnyEngine, IllegalAction, IllegalOptions, Outcome, Seat, Step, Value
from engines.excerpt import Excerpt
from engines.registry import engine_for

FORMAT: Final = "turnpost-record/1"

MAX_BYTES = 1 << 20
"""Size of the largest record that is read, in bytes."""

MAX_ENTRIES = 20_000

MAX_DRAWS = 100_000

MAX_DEPTH = 16
"""Levels of nesting in a record that is read, at most."""

_JSON_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)
"""A string, or a bracket. The expression does not backtrack."""
_DEPTH = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_HASH = re.compile(r"[0-9a-f]{64}")


class Made(NamedTuple):
    """Entry: a seat did something; the action in canonical notation."""

    seat: Annotated[Seat, Meta(ge=0)]
    text: Annotated[str, Meta(max_length=200)]


class Undo(Value, frozen=True):
    """Entry: the game went back to the position after its first ``undo_to`` effective entries."""

    undo_to: Annotated[int, Meta(ge=0)]
    seed: str | msgspec.UnsetType = msgspec.UNSET
    """The seed of all later draws; such an entry is effective itself."""


Entry: TypeAlias = Made | Undo


class Origin(Value, frozen=True):
    """What a seed was made of (`engines.chance.mix`)."""

    commitment: str
    """Published when the game was opened: the hash of the secret."""
    words: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=1000)]
    """What everybody who joined has added."""
    secret: str | msgspec.UnsetType = msgspec.UNSET
    """Published with the seed."""


class Drawn(NamedTuple):
    """A number that was drawn (`engines.chance.Draw`), and when."""

    entry: Annotated[int, Meta(ge=0)]
    """The entry that drew it, counted from 1; 0: the set-up."""
    first: Annotated[int, Meta(ge=0)]
    below: Annotated[int, Meta(ge=1)]
    result: Annotated[int, Meta(ge=0)]


class Record(Value, frozen=True, kw_only=True):
    """A whole game, finished or not. docs/engine-protocol.md shows one."""

    format: Literal["turnpost-record/1"] = FORMAT
    game: str
    """The game's key."""
    rules_version: int
    options: dict[str, Any]
    """Every option with its value."""
    seats: tuple[Annotated[str, Meta(max_length=100)], ...]
    """The name of the person in each seat, in the game's order of seats."""
    tags: Annotated[dict[str, Annotated[str, Meta(max_length=200)]], Meta(max_length=20)] = msgspec.field(
        default_factory=dict
    )
    """What else the host knows: its code of the game, dates."""
    seed: str | None
    """None while the game runs."""
    seed_hash: str
    """Published when the game started (`engines.chance.seed_hash`)."""
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MAX_ENTRIES)] = ()
    outcome: Outcome | None = None
    origin: Origin | msgspec.UnsetType = msgspec.UNSET
    """How the seed came about. Unset for games from before commitments."""
    reseeds: Annotated[tuple[Origin, ...], Meta(max_length=1000)] | msgspec.UnsetType = msgspec.UNSET
    """What the seeds of `entries` that went back with a new one were made of."""
    draws: Annotated[tuple[Drawn, ...], Meta(max_length=MAX_DRAWS)] | msgspec.UnsetType = msgspec.UNSET
    """All draws, those of undone actions included. Unset where there are none or the seed is still secret,
    and in older records."""

    @property
    def later_origins(self) -> tuple[Origin, ...]:
        """`reseeds`; empty where it is unset."""
        return () if self.reseeds is msgspec.UNSET else self.reseeds


class Played(NamedTuple):
    """An effective entry at the end of a replay, with its step."""

    seat: Seat
    text: str
    action: Action
    step: Step[Value]


class Replay(NamedTuple):
    """A record played again."""

    start: Value
    played: tuple[Played, ...]
    """Every effective action, in order."""
    state: Value
    draws: tuple[Drawn, ...]
    """All draws, those of undone actions included."""


def write(record: Record | Excerpt) -> bytes:
    """The record as canonical JSON: equal records give equal bytes."""
    return msgspec.json.encode(record, order="deterministic") + b"\n"


def read(data: bytes) -> Record:
    """A record from untrusted bytes. Raises ValueError in one clear sentence.

    Checks everything but the entries' legality and the outcome; those are `verify`'s.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"A record has at most {MAX_BYTES:,} bytes; this one has {len(data):,}.")
    _check_depth(data)
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.MsgspecError as error:
        raise ValueError(f"That is not a game record: {error}.") from error
    except UnicodeDecodeError as error:
        raise ValueError("That is not a game record: it is not UTF-8 text.") from error
    return check(record)


def _check_depth(data: bytes) -> None:
    """Raises ValueError for JSON with more levels of nesting than decoders and rules can follow."""
    depth = 0
    for token in _JSON_TOKEN.finditer(data):
        depth += _DEPTH.get(token[0], 0)
        if depth > MAX_DEPTH:
            raise ValueError(f"That is not a game record: it has more than {MAX_DEPTH} levels.")


def check(record: Record) -> Record:
    """The record with its options complete. Raises ValueError if its header cannot be that of a game here."""
    engine = engine_of(record)
    try:
        options = engine.options(record.options)
    except IllegalOptions as error:
        raise ValueError(str(error)) from error
    info = engine.info
    if not info.min_seats <= len(record.seats) <= len(info.seats):
        raise ValueError(f"{info.title} is not a game for {len(record.seats)}.")
    if not _HASH.fullmatch(record.seed_hash):
        raise ValueError("The hash of the seed is 64 hexadecimal digits in lower case.")
    if record.seed is not None and seed_hash(record.seed) != record.seed_hash:
        raise ValueError("The seed does not belong to the hash that was published when the game started.")
    _check_origins(record)
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, Made) and entry.seat >= len(record.seats):
            raise ValueError(f"Entry {number} is by seat {entry.seat}, which nobody holds.")
    return msgspec.structs.replace(record, options=msgspec.to_builtins(options))


def _check_origins(record: Record) -> None:
    """Raises ValueError where a seed does not come from its published sources."""
    reseeds = record.later_origins
    undone = (entry.seed for entry in record.entries if isinstance(entry, Undo))
    later = [seed for seed in undone if seed is not msgspec.UNSET]
    if len(later) != len(reseeds) or any(origin.secret is msgspec.UNSET for origin in reseeds):
        raise ValueError("Not every new seed of the record says what it was made of.")
    for origin, seed in zip([record.origin, *reseeds], [record.seed, *later], strict=True):
        if origin is msgspec.UNSET or (seed is None and origin.secret is msgspec.UNSET):
            continue
        if origin.secret is msgspec.UNSET:
            raise ValueError("The record has a seed, but not the secret from which it comes.")
        if seed_hash(origin.secret) != origin.commitment:
            raise ValueError("The secret does not have the hash that was published before the draws.")
        if mix(origin.secret, origin.words) != seed:
            raise ValueError("The seed does not come from the secret and what the players added.")


def engine_of(record: Record) -> AnyEngine:
    """The rules under which the record was played. Raises ValueError if this release does not have them."""
    try:
        engine = engine_for(record.game)
    except KeyError as error:
        raise ValueError(str(error.args[0])) from error
    if record.rules_version != engine.info.rules_version:
        raise ValueError(
            f"This game was played under version {record.rules_version} of the rules of {engine.info.title}; "
            f"here is version {engine.info.rules_version}."
        )
    return engine


def replay(record: Record) -> Replay:
    """Play a record again. Raises ValueError where an entry is impossible or a needed seed is missing."""
    engine = engine_of(record)
    if record.seed is None and engine.info.hidden:
        raise ValueError("This game can be replayed when it is over and its seed is published.")
    draws: list[Drawn] = []
    try:
        with _noting(draws, 0):
            start = engine.start(engine.options(record.options), len(record.seats), record.seed or NO_SEED)
    except IllegalOptions as error:
        raise ValueError(str(error)) from error
    effective: list[tuple[Value, Played | None]] = [(start, None)]
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, Undo):
            here = len(effective) - 1
            # With a new seed the entry may undo nothing.
            if entry.undo_to > here or (entry.undo_to == here and entry.seed is msgspec.UNSET):
                raise ValueError(f"Entry {number} goes back to {entry.undo_to}, but only {here} stand there.")
            del effective[entry.undo_to + 1 :]
            if entry.seed is not msgspec.UNSET:
                with _noting(draws, number):
                    effective.append((engine.reseed(effective[-1][0], check_seed(entry.seed)), None))
            continue
        state = effective[-1][0]
        try:
            action = engine.parse(state, entry.seat, entry.text)
            with _noting(draws, number):
                step = engine.apply(state, entry.seat, action)
        except IllegalAction as error:
            raise ValueError(f"Entry {number}, “{entry.text}”, is not legal there: {error}") from error
        if engine.format(action) != entry.text:
            raise ValueError(
                f"Entry {number}, “{entry.text}”, is not in canonical notation: {engine.format(action)}."
            )
        effective.append((step.state, Played(entry.seat, entry.text, action, step)))
    return Replay(start, tuple(played for _, played in effective if played), effective[-1][0], tuple(draws))


@contextmanager
def _noting(draws: list[Drawn], entry: int) -> Iterator[None]:
    """Add to the list all draws made within the block, as draws of this entry."""
    with noting() as found:
        yield
    draws += [Drawn(entry, *draw) for draw in found]


def with_draws(record: Record) -> Record:
    """The record with everything that was drawn, if its seed is published. Raises ValueError, as `replay`.

    To play a long game again takes a good part of a second.
    """
    engine = engine_of(record)
    if record.seed is None or not engine.draws(engine.options(record.options)):
        return record
    return msgspec.structs.replace(record, draws=replay(record).draws or msgspec.UNSET)


def verify(record: Record) -> Replay:
    """Check a record through: seed, every entry, outcome. Raises ValueError for the first flaw."""
    check(record)
    replayed = replay(record)
    outcome = engine_of(record).outcome(replayed.state)
    if _result(outcome) != _result(record.outcome):
        raise ValueError(
            f"By its entries the game is {_outcome_text(outcome)}, "
            f"but the record says: {_outcome_text(record.outcome)}."
        )
    if record.draws is not msgspec.UNSET and record.draws != replayed.draws:
        raise ValueError("The draws that the record lists are not those of its seed.")
    if outcome is not None and record.seed is None:
        raise ValueError("The game is over, but its seed is missing.")
    return replayed


def _result(outcome: Outcome | None) -> object:
    # The sentence is for people and may be rephrased.
    return None if outcome is None else (outcome.ranks, outcome.why, outcome.scores)


def _outcome_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "not over"
    return f"over ({outcome.why}, ranks {'-'.join(map(str, outcome.ranks))})"
