"""The kinds of test vectors of this game (tests/vectors/README.md)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from engines.chance import NO_SEED
from engines.conformance.contract import Mismatch, Vector, differing
from engines.contract import AnyEngine, IllegalAction, Outcome, Seat, Value
from engines.flicflac.actions import Move
from engines.flicflac.conformance.position import read_position, write_stand
from engines.flicflac.pieces import CODES, OWNER, SHAPES
from engines.flicflac.state import Stand
from engines.flicflac.view import FlicFlacView

Side: TypeAlias = Literal["C", "B"]
Phase: TypeAlias = Literal["main", "extra"]
Pieces: TypeAlias = dict[str, str]


class Score(Value, frozen=True):
    """Captures of each side."""

    C: int
    B: int


class Captors(Value, frozen=True):
    """The captors if it were the phase of one side or of the other."""

    C: list[str]
    B: list[str]


class FlicFlacVector(Vector, frozen=True, kw_only=True):
    """What all kinds share."""

    size: int


class Health(FlicFlacVector, frozen=True, kw_only=True, tag="health"):
    """The healths of a position, and who would be captured by whom if a phase ended."""

    pieces: Pieces
    health: dict[str, int]
    captives: list[str]
    captors: Captors

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare with the forecast in a phase of either side."""
        options = engine.options({"size": self.size})
        for side, captors in (("C", self.captors.C), ("B", self.captors.B)):
            view = engine.view(read_position({"pieces": self.pieces, "side": side}, options), None)
            came = {
                "health": _healths(view),
                "captives": sorted(piece.code for piece in view.pieces if piece.doomed),
                "captors": sorted(piece.code for piece in view.pieces if piece.captor),
            }
            expected = {
                "health": _complete(self.health, 0),
                "captives": sorted(self.captives),
                "captors": sorted(captors),
            }
            if mismatch := differing(expected, came):
                return mismatch
        return None


class Reach(FlicFlacVector, frozen=True, kw_only=True, tag="reach"):
    """Where a piece may go, and where it flips."""

    side: Side
    pieces: Pieces
    piece: str
    reach: list[str]
    flips: list[str] | UnsetType = UNSET

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare with the piece's legal moves and their effects."""
        seat = SHAPES.index(self.side)
        if OWNER.get(self.piece) != seat:
            raise ValueError(f"{self.piece} is not a piece of the side {self.side}")
        state = read_position({"pieces": self.pieces, "side": self.side}, engine.options({"size": self.size}))
        before = _piece(engine.view(state, seat), self.piece).flipped
        came = {
            move.to: _piece(engine.view(engine.apply(state, seat, move).state, seat), self.piece).flipped
            for move in engine.legal(state, seat)
            if isinstance(move, Move) and move.piece == self.piece
        }
        mismatch = differing(sorted(self.reach), sorted(came))
        if mismatch is None and self.flips is not UNSET:
            flipping = sorted(cell for cell, flipped in came.items() if flipped != before)
            mismatch = differing(sorted(self.flips), flipping)
        return mismatch


class Then(Value, frozen=True):
    """The state after a phase; only the winner when the game is over."""

    winner: Side | None
    side: Side | None
    phase: Phase | None
    free: list[str]

    def expected(self) -> dict[str, object]:
        """The fields as they are compared: `free` sorted."""
        return {"winner": self.winner, "side": self.side, "phase": self.phase, "free": sorted(self.free)}


class Resolved(Value, frozen=True, kw_only=True):
    """What the end of a phase must have brought."""

    captives: list[str]
    captors: list[str]
    score: Score
    then: Then

    def against(self, view: FlicFlacView) -> Mismatch | None:
        """Compare with the public view after the end of the phase."""
        assert view.last is not None  # noqa: S101 -- a phase has just ended
        running = view.outcome is None
        came = {
            "captives": sorted(capture.piece for capture in view.last.captures),
            "captors": sorted(view.last.captors),
            "score": list(view.score),
            "winner": _winner(view.outcome),
            "side": SHAPES[view.side] if running else None,
            "phase": view.phase if running else None,
            "free": sorted(piece.code for piece in view.pieces if piece.free),
        }
        expected = {
            "captives": sorted(self.captives),
            "captors": sorted(self.captors),
            "score": [self.score.C, self.score.B],
            **self.then.expected(),
        }
        return differing(expected, came)


class Try(Value, frozen=True, kw_only=True):
    """A step of a script: the action, whether it is legal, all pieces after it.

    The other fields are given exactly where a phase is ended.
    """

    do: str
    ok: bool
    pieces: Pieces
    captives: list[str] | UnsetType = UNSET
    captors: list[str] | UnsetType = UNSET
    score: Score | UnsetType = UNSET
    winner: Side | UnsetType | None = UNSET
    side: Side | UnsetType | None = UNSET
    phase: Phase | UnsetType | None = UNSET
    free: list[str] | UnsetType = UNSET

    def resolved(self) -> Resolved | None:
        """The required effects of the end of a phase; None if there are none. Raises ValueError."""
        given = {name: value for name in _RESOLVED if (value := getattr(self, name)) is not UNSET}
        if not given:
            return None
        if len(given) < len(_RESOLVED):
            raise ValueError(f"“{self.do}”: what comes of the end of a phase is told in full or not at all")
        then = Then(*(given.pop(name) for name in Then.__struct_fields__))
        return Resolved(**given, then=then)


_RESOLVED = ("captives", "captors", "score", *Then.__struct_fields__)


class Script(FlicFlacVector, frozen=True, kw_only=True, tag="script"):
    """Steps from a position, legal or not."""

    target: int
    lead: int
    score: tuple[int, int]
    side: Side
    pieces: Pieces
    steps: Annotated[tuple[Try, ...], Meta(min_length=1)]
    why: str | None = None
    """A comment for readers."""

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Play step by step, and compare after each."""
        position = {
            "pieces": self.pieces,
            "side": self.side,
            "score": dict(zip(SHAPES, self.score, strict=True)),
        }
        state = read_position(
            position, engine.options({"size": self.size, "target": self.target, "lead": self.lead})
        )
        for step in self.steps:
            seat = engine.view(state, None).side
            ended = False
            try:
                after = engine.apply(state, seat, engine.parse(state, seat, step.do)).state
            except IllegalAction as refusal:
                if step.ok:
                    return Mismatch(f"“{step.do}” to be legal", str(refusal))
            else:
                if not step.ok:
                    return Mismatch(f"“{step.do}” to be refused", "it is legal")
                ended = engine.view(after, None).ply > engine.view(state, None).ply
                state = after
            if mismatch := _differing_pieces(engine, state, seat, step.pieces):
                return mismatch
            resolved = step.resolved()
            if ended != (resolved is not None):
                raise ValueError(f"“{step.do}”: what comes of it is told if, and only if, it ends a phase")
            if resolved is not None and (mismatch := resolved.against(engine.view(state, None))):
                return mismatch
        return None


class Turn(Resolved, frozen=True, kw_only=True):
    """A phase of a game: its actions, the healths before its end, all pieces after it."""

    side: Side
    phase: Phase
    do: tuple[str, ...]
    health: dict[str, int]
    pieces: Pieces


class Game(FlicFlacVector, frozen=True, kw_only=True, tag="game"):
    """A whole game from the set-up, phase by phase."""

    target: int
    lead: int
    turns: Annotated[tuple[Turn, ...], Meta(min_length=1)]

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Play phase by phase, and compare at the end of each."""
        options = engine.options({"size": self.size, "target": self.target, "lead": self.lead})
        state = engine.start(options, 2, NO_SEED)
        for turn in self.turns:
            view = engine.view(state, None)
            if mismatch := differing([turn.side, turn.phase], [SHAPES[view.side], view.phase]):
                return mismatch
            for text in turn.do:
                state = _done(engine, state, view.side, text)
            if mismatch := differing(_complete(turn.health, 0), _healths(engine.view(state, view.side))):
                return mismatch
            state = _done(engine, state, view.side, "end")
            if mismatch := turn.against(engine.view(state, None)) or _differing_pieces(
                engine, state, view.side, turn.pieces
            ):
                return mismatch
        return None


VECTORS: tuple[type[Vector], ...] = (Health, Reach, Script, Game)


def _done(engine: AnyEngine, state: Any, seat: Seat, text: str) -> Any:
    return engine.apply(state, seat, engine.parse(state, seat, text)).state


def _complete(values: Mapping[str, object], rest: object) -> dict[str, object]:
    """The values with a default for unnamed pieces; an unknown name remains, and so makes a difference."""
    return {**dict.fromkeys(CODES, rest), **values}


def _healths(view: FlicFlacView) -> dict[str, int]:
    return {piece.code: piece.health for piece in view.pieces}


def _piece(view: FlicFlacView, code: str) -> Any:
    return next(piece for piece in view.pieces if piece.code == code)


def _differing_pieces(engine: AnyEngine, state: Any, seat: Seat, expected: Pieces) -> Mismatch | None:
    view = engine.view(state, seat)
    came = {piece.code: write_stand(Stand(piece.cell, piece.flipped)) for piece in view.pieces}
    return differing(_complete(expected, "home"), came)


def _winner(outcome: Outcome | None) -> str | None:
    return None if outcome is None or outcome.drawn else SHAPES[outcome.winners[0]]
