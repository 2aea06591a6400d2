"""The rules of Guerre des Deux Roses behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import (
    Answer,
    Engine,
    Event,
    IllegalAction,
    IllegalOptions,
    MetaAction,
    Outcome,
    Pick,
    Question,
    Seat,
    Step,
    format_meta,
)
from engines.meta import meta_event
from engines.roses.actions import ACTIONS, RosesAction
from engines.roses.apply import apply
from engines.roses.board import NAMES, SOLDIERS
from engines.roses.info import INFO
from engines.roses.legal_moves import forced_pass, legal, to_act
from engines.roses.narration import narrate
from engines.roses.notation import read, write
from engines.roses.offering import describe, paths
from engines.roses.options import RosesOptions
from engines.roses.outcome import outcome
from engines.roses.questions import QUESTIONS, Attacks, Position, attacks, position
from engines.roses.state import RosesState
from engines.roses.validation import validate
from engines.roses.view import RosesView
from engines.roses.view_builder import build_view


class RosesEngine(Engine[RosesState, RosesAction, RosesView, RosesOptions]):
    """Seat 0 is White, seat 1 is Black. Nothing is hidden and nothing is drawn by chance."""

    info = INFO
    state_type = RosesState
    action_types = ACTIONS
    question_types = QUESTIONS
    view_type = RosesView
    options_type = RosesOptions

    def start(self, options: RosesOptions, seats: int, seed: str) -> RosesState:  # noqa: ARG002
        """The empty board. The seed is not used: the game has no chance in it."""
        if seats != len(NAMES):
            raise IllegalOptions(f"{INFO.title} is a game for two.")
        if options.repetition == 1:
            raise IllegalOptions(
                "repetition is 0 (never) or at least 2: every position occurs for a first time."
            )
        turn = ("white", "black").index(options.first)
        return RosesState(options=options, turn=turn, soldiers=(0, 0), reserves=(SOLDIERS, SOLDIERS))

    def to_act(self, state: RosesState) -> tuple[Seat, ...]:
        """The side to move."""
        return to_act(state)

    def legal(self, state: RosesState, seat: Seat) -> Iterator[RosesAction]:
        """By kind, then by text; a forced pass alone."""
        yield from legal(state, seat)

    def table(self, state: RosesState, seat: Seat) -> Iterator[MetaAction]:
        """Resigning and drawing at any time, in or out of turn; claims against a late opponent."""
        if state.ending is None:
            yield from state.meta.actions(seat)

    def play(self, state: RosesState, seat: Seat, action: RosesAction) -> Step[RosesState]:
        """Codes: section 7 of the rules."""
        return apply(state, seat, action)

    def at_table(self, state: RosesState, seat: Seat, action: MetaAction) -> Step[RosesState]:
        """Codes: ``game_over`` and those of `engines.meta`."""
        if state.ending is not None:
            raise IllegalAction("game_over", "The game is over.")
        meta, ending = state.meta.apply(seat, action, self.to_act(state), NAMES)
        return Step(
            state=replace(state, meta=meta, ending=ending),
            notation=format_meta(action),
            events=(meta_event(seat, action),),
        )

    def outcome(self, state: RosesState) -> Outcome | None:
        """Ranks (1, 2), (2, 1) or (1, 1); reasons of section 10."""
        return outcome(state)

    def view(self, state: RosesState, seat: Seat | None) -> RosesView:
        """The same for everybody but for who looks."""
        return build_view(state, seat)

    def automatic(self, state: RosesState) -> tuple[Seat, RosesAction] | None:
        """The forced pass (ruling 12)."""
        return forced_pass(state)

    def questions(self, state: RosesState, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """Both, at any time."""
        yield from (Attacks(), Position())

    def ask(self, state: RosesState, seat: Seat | None, question: Question) -> Answer:
        """The attacks of both sides, or the position string."""
        match question:
            case Attacks():
                return attacks(state)
            case Position():
                return position(state)
            case _:
                return super().ask(state, seat, question)

    def write(self, action: RosesAction) -> str:
        """Section 7 of the rules: ``d4e5+ne``."""
        return write(action)

    def read(self, state: RosesState, seat: Seat, text: str) -> RosesAction:
        """Canonical, display and group forms, case and blanks ignored."""
        return read(state, seat, text)

    def narrate(self, event: Event) -> str:
        """A clause such as ``the soldier on f6 is pushed over the edge``."""
        return narrate(event)

    def describe(self, state: RosesState, seat: Seat, action: RosesAction) -> str:
        """Such as ``push d4 to d5 with d3``."""
        return describe(validate(state, seat, action))

    def paths(self, state: RosesState, seat: Seat, action: RosesAction) -> tuple[tuple[Pick, ...], ...]:
        """A soldier, then what it does; a drop by its cell alone."""
        return paths(validate(state, seat, action))
