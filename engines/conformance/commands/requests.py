"""The requests of the line protocol: docs/engine-protocol.md."""

from abc import abstractmethod
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from engines.chance import NO_SEED, check_seed, seed_hash
from engines.conformance.registry import conformance_of
from engines.contract import Action, AnyEngine, IllegalAction, IllegalOptions, Seat, Value

Body: TypeAlias = dict[str, Any]
"""An answer, ready for JSON."""


class Complaint(Exception):  # noqa: N818
    """Why a request is refused: a stable code and one sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence


class Session:
    """A running game, with the states that ``undo`` returns to."""

    def __init__(self, engine: AnyEngine) -> None:
        self.engine = engine
        self.over = False
        self.states: list[Value] = []

    @property
    def state(self) -> Value:
        """The present state. Raises Complaint if there is none."""
        if not self.states:
            raise Complaint("no_game", "There is no game yet: start one or load a position.")
        return self.states[-1]

    def seat(self, seat: Seat) -> Seat:
        """Return the given seat. Raises Complaint if the game does not have it."""
        seats = len(self.engine.view(self.state, None).chips)
        if seat >= seats:
            raise Complaint("no_seat", f"The seats of this game are 0 to {seats - 1}.")
        return seat

    def status(self) -> Body:
        """The seats to act, and the outcome."""
        return {
            "to_act": self.engine.to_act(self.state),
            "outcome": msgspec.to_builtins(self.engine.outcome(self.state)),
        }

    def options(self, values: dict[str, Any]) -> Value:
        """The game's options. Raises Complaint."""
        try:
            chosen: Value = self.engine.options(values)
        except IllegalOptions as error:
            raise Complaint("bad_options", str(error)) from error
        return chosen


class Ask(Value, frozen=True, kw_only=True, tag_field="do"):
    """A request; ``id`` is repeated in its answer."""

    id: str | int | None = None

    @abstractmethod
    def answer(self, session: Session) -> Body:
        """Carry it out. Raises Complaint."""


class Info(Ask, frozen=True, tag="info"):
    """What game this is."""

    def answer(self, session: Session) -> Body:
        """Its facts, seats, options with defaults, and kinds of actions with their fields."""
        engine = session.engine
        kinds = {
            kind.__struct_config__.tag: list(kind.__struct_encode_fields__) for kind in engine.action_types
        }
        return {
            "game": engine.info.key,
            "title": engine.info.title,
            "rules_version": engine.info.rules_version,
            "seats": [seat.key for seat in engine.info.seats],
            "min_seats": engine.info.min_seats,
            "options": msgspec.to_builtins(engine.options({})),
            "actions": kinds,
        }


class Start(Ask, frozen=True, kw_only=True, tag="start"):
    """Begin a game. By default with the fewest seats, the default options and a seed of zeros."""

    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: int | None = None
    seed: str = NO_SEED

    def answer(self, session: Session) -> Body:
        """The hash of the seed, and the seats to act."""
        options = session.options(self.options)
        seats = session.engine.info.min_seats if self.seats is None else self.seats
        try:
            state = session.engine.start(options, seats, check_seed(self.seed))
        except ValueError as error:
            raise Complaint("bad_seed", str(error)) from error
        except IllegalOptions as error:
            raise Complaint("bad_options", str(error)) from error
        session.states = [state]
        return {"seed_hash": seed_hash(self.seed), **session.status()}


class Load(Ask, frozen=True, kw_only=True, tag="load"):
    """Begin at a position."""

    position: Any
    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def answer(self, session: Session) -> Body:
        """The seats to act."""
        options = session.options(self.options)
        try:
            session.states = [conformance_of(session.engine).read_position(self.position, options)]
        except ValueError as error:
            raise Complaint("bad_position", str(error)) from error
        return session.status()


class Position(Ask, frozen=True, tag="position"):
    """The position, hidden parts included."""

    def answer(self, session: Session) -> Body:
        """In the form of the game's rules."""
        return {"position": conformance_of(session.engine).write_position(session.state)}


class Legal(Ask, frozen=True, kw_only=True, tag="legal"):
    """The legal actions, of one seat or of all that are to act."""

    seat: Annotated[Seat, Meta(ge=0)] | None = None

    def answer(self, session: Session) -> Body:
        """Each action as text, in words and with its fields."""
        engine, state = session.engine, session.state
        seats = engine.to_act(state) if self.seat is None else (session.seat(self.seat),)
        return {
            "actions": [
                {
                    "seat": seat,
                    "text": engine.format(action),
                    "words": engine.offer(state, seat, action).words,
                    "action": msgspec.to_builtins(action),
                }
                for seat in seats
                for action in engine.legal(state, seat)
            ]
        }


class MetaActions(Ask, frozen=True, kw_only=True, tag="table"):
    """The meta actions that a seat may make: resign, draw, claim, extend."""

    seat: Annotated[Seat, Meta(ge=0)]

    def answer(self, session: Session) -> Body:
        """The texts of the actions."""
        engine = session.engine
        actions = engine.legal_meta(session.state, session.seat(self.seat))
        return {"actions": [engine.format(action) for action in actions]}


class Apply(Ask, frozen=True, kw_only=True, tag="apply"):
    """Make an action, given as text or as an object with its kind and fields."""

    seat: Annotated[Seat, Meta(ge=0)]
    text: str | None = None
    action: dict[str, Any] | None = None

    def answer(self, session: Session) -> Body:
        """Canonical text, the lines of the history, the events, and the seats to act."""
        engine, state, seat = session.engine, session.state, session.seat(self.seat)
        try:
            action = self._action(engine, state)
            step = engine.apply(state, seat, action)
        except IllegalAction as error:
            code = conformance_of(session.engine).rules_code(error.code)
            raise Complaint(code, error.sentence) from error
        session.states.append(step.state)
        return {
            "text": engine.format(action),
            "notation": step.notation,
            "public": step.public_notation,
            "happened": [engine.narrate(event) for event in step.events],
            "reveals": step.reveals,
            **session.status(),
        }

    def _action(self, engine: AnyEngine, state: Value) -> Action:
        if self.text is not None and self.action is None:
            return engine.parse(state, self.seat, self.text)
        if self.action is None or self.text is not None:
            raise Complaint("bad_request", "Give either the text or the action.")
        try:
            made: Action = msgspec.convert(self.action, engine.codec.any_action)
        except msgspec.ValidationError as error:
            raise Complaint("bad_action", f"That is not an action of this game: {error}.") from error
        return made


class Undo(Ask, frozen=True, tag="undo"):
    """Go back by one action."""

    def answer(self, session: Session) -> Body:
        """The seats to act."""
        if len(session.states) < 2:
            raise Complaint("nothing_to_undo", "No action has been made.")
        session.states.pop()
        return session.status()


class ViewOf(Ask, frozen=True, kw_only=True, tag="view"):
    """What a seat, or without one the public, may know."""

    seat: Annotated[Seat, Meta(ge=0)] | None = None

    def answer(self, session: Session) -> Body:
        """The view of the game, of which fields with their defaults may be left out."""
        seat = None if self.seat is None else session.seat(self.seat)
        return {"view": msgspec.to_builtins(session.engine.view(session.state, seat))}


class OutcomeOf(Ask, frozen=True, tag="outcome"):
    """How the game ended, if it did."""

    def answer(self, session: Session) -> Body:
        """Ranks, reason, sentence and scores, or null."""
        return session.status()


class Quit(Ask, frozen=True, tag="quit"):
    """End the conversation."""

    def answer(self, session: Session) -> Body:
        """Empty."""
        session.over = True
        return {"bye": True}


Request: TypeAlias = (
    Info | Start | Load | Position | Legal | MetaActions | Apply | Undo | ViewOf | OutcomeOf | Quit
)
