"""The kinds of test vectors of this game (tests/vectors/README.md)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from engines.chance import NO_SEED
from engines.conformance.contract import Mismatch, Vector, differing
from engines.contract import AnyEngine, IllegalAction, Seat, Value
from engines.gods.actions import Plan, Ready
from engines.gods.chat import read_message
from engines.gods.colours import LETTERS, SEATS
from engines.gods.conformance.error_codes import rules_code
from engines.gods.conformance.position import read_position
from engines.gods.selection import NONE, read_selection
from engines.gods.view import GodsView, Ledger

Letter: TypeAlias = Literal["r", "b", "g", "o"]
How: TypeAlias = Literal["last_standing", "highest_of_fallen", "tie", "consent", "none"]
Selections: TypeAlias = dict[str, tuple[str, ...]]
"""The actions that each god chose, by the letter of its colour. Exactly the living gods must be named."""


class Energies(Value, frozen=True):
    """Energy of all four, those who are out included."""

    r: int
    b: int
    g: int
    o: int


class Ended(Value, frozen=True):
    """How a game ended."""

    winners: list[Letter]
    how: How


class Ruled(Vector, frozen=True, kw_only=True):
    """What vectors with options share."""

    preset: str
    overrides: dict[str, Any]

    def options(self, engine: AnyEngine) -> Any:
        """The preset with what overrides it. Raises IllegalOptions."""
        return engine.options({**self.overrides, "preset": self.preset})


class Round(Ruled, frozen=True, kw_only=True, tag="round"):
    """One round from a position."""

    ep: Energies
    alive: str
    quiet: int
    actions: Selections
    ep_after: Energies
    eliminated: list[Letter]
    alive_after: str
    quiet_after: int
    ledger: dict[str, Ledger]
    result: Ended | None

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Save all selections, mark everybody ready, and compare the settled round."""
        position = {"ep": _energies(self.ep), "alive": self.alive, "quiet": self.quiet}
        state = read_position(position, self.options(engine))
        view = _played(engine, state, self.actions)
        assert view.shown is not None  # noqa: S101 -- a round has just been settled
        expected = {
            "ep": _energies(self.ep_after),
            "eliminated": sorted(self.eliminated),
            "alive": self.alive_after,
            "quiet": self.quiet_after,
            "ledger": self.ledger,
            "result": _ending(self.result),
        }
        came = {
            "ep": _energy_of(view),
            "eliminated": sorted(_fallen(view)),
            "alive": "".join(LETTERS[seat] for seat in SEATS if view.gods[seat].alive),
            "quiet": view.quiet,
            "ledger": {LETTERS[god.seat]: god.ledger for god in view.shown.gods},
            "result": _outcome(view),
        }
        return differing(expected, came)


class GameRound(Value, frozen=True, kw_only=True):
    """A round of a game."""

    round: int
    actions: Selections
    ep_after: Energies
    eliminated: list[Letter]
    quiet_after: int


class Game(Ruled, frozen=True, kw_only=True, tag="game"):
    """A game from its start, round by round."""

    rounds: Annotated[tuple[GameRound, ...], Meta(min_length=1)]
    result: Ended | None

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Play round by round; after the last one the game must be over exactly if there is a result."""
        state = engine.start(self.options(engine), len(SEATS), NO_SEED)
        view: GodsView = engine.view(state, None)
        for one in self.rounds:
            if mismatch := differing(one.round, view.round):
                return mismatch
            state = _settled(engine, state, one.actions)
            view = engine.view(state, None)
            expected = {
                "round": one.round,
                "ep": _energies(one.ep_after),
                "eliminated": sorted(one.eliminated),
                "quiet": one.quiet_after,
            }
            came = {
                "round": view.shown.number if view.shown else None,
                "ep": _energy_of(view),
                "eliminated": sorted(_fallen(view)),
                "quiet": view.quiet,
            }
            if mismatch := differing(expected, came):
                return mismatch
        return differing(_ending(self.result), _outcome(view))


class Talk(Vector, frozen=True, kw_only=True, tag="talk"):
    """The result of a chat message."""

    sender: Letter
    text: str
    expect: tuple[Literal["public", "private", "error"], str | None, str | None]

    def check(self, engine: AnyEngine) -> Mismatch | None:  # noqa: ARG002 -- no position matters
        """Compare readers and body of the message, or the code of the error."""
        return differing(list(self.expect), list(self._came()))

    def _came(self) -> tuple[str, str | None, str | None]:
        try:
            message = read_message(LETTERS.index(self.sender), self.text)
        except IllegalAction as illegal:
            return "error", illegal.code, None
        if message.to is None:
            return "public", None, message.body
        return "private", "".join(LETTERS[seat] for seat in message.to), message.body


class Selection(Vector, frozen=True, kw_only=True, tag="selection"):
    """Whether a god may choose these actions now."""

    ep: Energies
    alive: str
    me: str
    actions: tuple[str, ...]
    limit: Literal["count", "cost"]
    error: str | None

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Compare the code of the refusal, or its absence."""
        state = read_position(
            {"ep": _energies(self.ep), "alive": self.alive}, engine.options({"limit": self.limit})
        )
        seat = LETTERS.index(self.me) if self.me in tuple(LETTERS) else -1
        return differing(self.error, _refusal(engine, state, seat, self.actions))


VECTORS: tuple[type[Vector], ...] = (Round, Game, Talk, Selection)


def _text(actions: tuple[str, ...]) -> str:
    """The selection as one text; an unreadable text unless each of the strings is one action."""
    if not all(len(read_selection(action) or ()) == 1 for action in actions):
        return "?"
    return ", ".join(actions) or NONE


def _refusal(engine: AnyEngine, state: Any, seat: Seat, actions: tuple[str, ...]) -> str | None:
    try:
        engine.apply(state, seat, Plan(_text(actions)))
    except IllegalAction as illegal:
        return rules_code(illegal.code)
    return None


def _settled(engine: AnyEngine, state: Any, chosen: Selections) -> Any:
    """The state after a round with these choices. Raises IllegalAction, or ValueError for absent choices."""
    living = engine.to_act(state)
    if sorted(chosen) != sorted(LETTERS[seat] for seat in living):
        raise ValueError(f"exactly the living choose: {', '.join(LETTERS[seat] for seat in living)}")
    for seat in living:
        state = engine.apply(state, seat, Plan(_text(chosen[LETTERS[seat]]))).state
    for seat in living:
        state = engine.apply(state, seat, Ready()).state
    return state


def _played(engine: AnyEngine, state: Any, chosen: Selections) -> GodsView:
    view: GodsView = engine.view(_settled(engine, state, chosen), None)
    return view


def _energies(energies: Energies) -> dict[str, int]:
    return {"r": energies.r, "b": energies.b, "g": energies.g, "o": energies.o}


def _energy_of(view: GodsView) -> dict[str, int]:
    return {LETTERS[seat]: view.gods[seat].ep for seat in SEATS}


def _fallen(view: GodsView) -> list[str]:
    return [LETTERS[god.seat] for god in view.shown.gods if god.fell] if view.shown else []


def _ending(result: Ended | None) -> object:
    return None if result is None else {"winners": sorted(result.winners), "how": result.how}


def _outcome(view: GodsView) -> object:
    over = view.outcome
    if over is None:
        return None
    winners = [] if over.why == "none" else [LETTERS[seat] for seat in over.winners]
    return {"winners": sorted(winners), "how": over.why}
