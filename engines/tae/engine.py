"""The rules of TaE behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from engines.chance import Chance, check_seed
from engines.contract import (
    Answer,
    Engine,
    Event,
    IllegalOptions,
    MetaAction,
    Outcome,
    Pick,
    Question,
    Resign,
    Seat,
    Step,
)
from engines.tae import apply, clock, legal_moves, narration, offering, preview, questions
from engines.tae.actions import ACTIONS, TaeAction
from engines.tae.info import INFO
from engines.tae.notation import read, write
from engines.tae.outcome import outcome
from engines.tae.setup import deal
from engines.tae.state import TaeOptions, TaeState
from engines.tae.view import TaeView
from engines.tae.view_builder import build_view


class TaeEngine(Engine[TaeState, TaeAction, TaeView, TaeOptions]):
    """Seats 0 to 3 are bow, pot, lion and bull. Combats are turns of their own, with sealed commitments."""

    info = INFO
    state_type = TaeState
    action_types = ACTIONS
    question_types = questions.QUESTIONS
    view_type = TaeView
    options_type = TaeOptions

    def start(self, options: TaeOptions, seats: int, seed: str) -> TaeState:
        """Ten science colonies with artifacts, six ships each; the seed says who begins."""
        if not INFO.min_seats <= seats <= len(INFO.seats):
            raise IllegalOptions(f"{INFO.title} is a game for {INFO.min_seats} to {len(INFO.seats)}.")
        return deal(options, seats, Chance(check_seed(seed)))

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        """The active player; in a combat everybody involved who has not committed."""
        return legal_moves.to_act(state)

    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:
        """Section 14 of the rules, enumerating legal actions."""
        yield from legal_moves.legal(state, seat)

    def table(self, state: TaeState, seat: Seat) -> Iterator[MetaAction]:
        """Resigning at any time (R27)."""
        if state.ending is None and seat in state.playing:
            yield Resign()

    def play(self, state: TaeState, seat: Seat, action: TaeAction) -> Step[TaeState]:
        """Codes: `engines.tae.validation`."""
        return apply.play(state, seat, action)

    def at_table(self, state: TaeState, seat: Seat, action: MetaAction) -> Step[TaeState]:
        """Codes: ``GAME_OVER``, ``NOT_SEATED``, ``NOT_HERE``."""
        return apply.at_table(state, seat, action)

    def outcome(self, state: TaeState) -> Outcome | None:
        """Reasons: artifacts, bag, stalemate, resignation."""
        return outcome(state)

    def view(self, state: TaeState, seat: Seat | None) -> TaeView:
        """Hands, commitments and totals are their owner's."""
        return build_view(state, seat)

    def on_timeout(self, state: TaeState, seat: Seat) -> TaeAction | MetaAction:
        """The defaults of R28."""
        return clock.on_timeout(state, seat)

    def clock_period(self, state: TaeState) -> str:
        """A deadline covers a turn, a combat of it, or what is left of the turn after a combat."""
        return clock.clock_period(state)

    def period_factor(self, state: TaeState) -> float:
        """A combat has the option's share of a turn's deadline."""
        return clock.period_factor(state)

    def off_turn_prompt(self, state: TaeState) -> str | None:
        """A combat calls everybody involved, whose turn it may not be."""
        return clock.off_turn_prompt(state)

    def questions(self, state: TaeState, seat: Seat | None) -> Iterator[Question]:
        """Scores, every region, and a preview of what the seat may do."""
        yield from questions.questions(state, seat)

    def ask(self, state: TaeState, seat: Seat | None, question: Question) -> Answer:
        """Answer with what the asker may know."""
        return questions.ask(state, seat, question)

    def preview(self, state: TaeState, seat: Seat, action: TaeAction) -> Answer:
        """Joinings, combats with both sides' strength and what could be lost; never what would be drawn."""
        return preview.preview(state, seat, action)

    def needs_confirmation(self, state: TaeState, seat: Seat, action: TaeAction) -> bool:
        """Whatever changes more than the cell that is named."""
        return preview.needs_confirmation(state, seat, action)

    def hand(self, state: TaeState, seat: Seat) -> str | None:
        """Ships, bombs, leaders and points, and what is committed; who has left holds nothing."""
        return questions.hand(state, seat)

    def write(self, action: TaeAction) -> str:
        """Such as ``colony settler I5``."""
        return write(action)

    def read(self, state: TaeState, seat: Seat, text: str) -> TaeAction:
        """Case does not matter, and kinds may be letters."""
        return read(state, seat, text)

    def narrate(self, event: Event) -> str:
        """A clause such as ``Bow scores 2 Money``."""
        return narration.narrate(event)

    def describe(self, state: TaeState, seat: Seat, action: TaeAction) -> str:
        """Such as ``settler colony on I5: joins 2 regions, merchant combat Bow 0 : Pot 1``."""
        return offering.describe(state, seat, action)

    def paths(self, state: TaeState, seat: Seat, action: TaeAction) -> tuple[tuple[Pick, ...], ...]:
        """What to do, then the column and the cell."""
        return offering.paths(state, seat, action)
