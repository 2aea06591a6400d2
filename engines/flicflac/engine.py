"""The rules of Flic Flac behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.contract import (
    Answer,
    Engine,
    Event,
    Extend,
    IllegalAction,
    IllegalOptions,
    MetaAction,
    Outcome,
    Pick,
    Question,
    Seat,
    Step,
    TimeUp,
    format_meta,
)
from engines.flicflac.actions import ACTIONS, End, FlicFlacAction
from engines.flicflac.apply import apply, end
from engines.flicflac.info import INFO
from engines.flicflac.legal_moves import forced_end, legal, to_act
from engines.flicflac.naming import NAMES, TELLERS
from engines.flicflac.narration import narrate
from engines.flicflac.notation import read, write
from engines.flicflac.offering import describe, paths
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.outcome import outcome
from engines.flicflac.phase_end import end_game
from engines.flicflac.questions import QUESTIONS, AskHealth, AskReach, all_questions, tell_health, tell_reach
from engines.flicflac.state import FlicFlacState
from engines.flicflac.view import FlicFlacView
from engines.flicflac.view_builder import build_view, clock_period
from engines.meta import meta_event


class FlicFlacEngine(Engine[FlicFlacState, FlicFlacAction, FlicFlacView, FlicFlacOptions]):
    """Seat 0 has the cylinders and begins, seat 1 the blocks. A phase is staged until its mover ends it."""

    info = INFO
    state_type = FlicFlacState
    action_types = ACTIONS
    question_types = QUESTIONS
    view_type = FlicFlacView
    options_type = FlicFlacOptions

    def start(self, options: FlicFlacOptions, seats: int, seed: str) -> FlicFlacState:
        """All pieces at home, normal side up."""
        if seats != len(NAMES):
            raise IllegalOptions(f"{INFO.title} is a game for two.")
        return FlicFlacState(options=options, chance=Chance(check_seed(seed)))

    def to_act(self, state: FlicFlacState) -> tuple[Seat, ...]:
        """The side whose phase it is."""
        return to_act(state)

    def legal(self, state: FlicFlacState, seat: Seat) -> Iterator[FlicFlacAction]:
        """Moves by piece and cell, retractions, reset, end."""
        yield from legal(state, seat)

    def table(self, state: FlicFlacState, seat: Seat) -> Iterator[MetaAction]:
        """Resigning and drawing at any time; claims by the house rule of section 11."""
        if state.ending is None:
            yield from state.meta.actions(seat)

    def play(self, state: FlicFlacState, seat: Seat, action: FlicFlacAction) -> Step[FlicFlacState]:
        """Codes: `engines.flicflac.validation`."""
        return apply(state, seat, action)

    def at_table(self, state: FlicFlacState, seat: Seat, action: MetaAction) -> Step[FlicFlacState]:
        """Codes: those of `engines.meta`. The clock ends the phase with the moves made so far."""
        if isinstance(action, TimeUp):
            if seat not in self.to_act(state):
                raise IllegalAction("not_late", "No deadline of that seat is running.")
            return end(state, by_clock=True)
        if state.ending is not None:
            raise IllegalAction("game_over", "The game is over.")
        meta, ending = state.meta.apply(seat, action, self.to_act(state), TELLERS)
        after = replace(state, meta=meta)
        if isinstance(action, Extend):
            after = replace(after, missed=(state.missed[0], 0) if seat == 0 else (0, state.missed[1]))
        return Step(
            state=after if ending is None else end_game(after, ending),
            notation=format_meta(action),
            events=(meta_event(seat, action),),
        )

    def outcome(self, state: FlicFlacState) -> Outcome | None:
        """Reasons: captures, resignation, agreement; by house rules timeout and idle."""
        return outcome(state)

    def view(self, state: FlicFlacState, seat: Seat | None) -> FlicFlacView:
        """The mover sees the staged moves, everybody else the position when the phase began."""
        return build_view(state, seat)

    def automatic(self, state: FlicFlacState) -> tuple[Seat, FlicFlacAction] | None:
        """The end of an extra phase in which no captor can move (section 8)."""
        return forced_end(state)

    def on_timeout(self, state: FlicFlacState, seat: Seat) -> FlicFlacAction | MetaAction:  # noqa: ARG002
        """The phase ends with the moves made so far (ruling 30); it is a `TimeUp` where those are counted."""
        return TimeUp() if state.options.claim_after else End()

    def clock_period(self, state: FlicFlacState) -> str:
        """A deadline covers one phase."""
        return clock_period(state)

    def period_factor(self, state: FlicFlacState) -> float:
        """An extra phase has the option's share of a turn's deadline."""
        return state.options.extra_time / 100 if state.extra else 1.0

    def questions(self, state: FlicFlacState, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """Health and reach of every piece."""
        yield from all_questions()

    def ask(self, state: FlicFlacState, seat: Seat | None, question: Question) -> Answer:
        """Answer from the position that the asker sees."""
        match question:
            case AskHealth(piece=piece):
                return tell_health(state, seat, piece)
            case AskReach(piece=piece):
                return tell_reach(state, seat, piece)
        return super().ask(state, seat, question)

    def write(self, action: FlicFlacAction) -> str:
        """Section 15 of the rules: ``CB C1``."""
        return write(action)

    def read(self, state: FlicFlacState, seat: Seat, text: str) -> FlicFlacAction:
        """Case and blanks do not matter; an end may say what it captures."""
        return read(state, seat, text)

    def narrate(self, event: Event) -> str:
        """A clause such as ``BR is captured on D5 and goes home``."""
        return narrate(event)

    def describe(self, state: FlicFlacState, seat: Seat, action: FlicFlacAction) -> str:
        """Such as ``CB to C1, flips: BR −21, CB +1``."""
        return describe(state, seat, action)

    def paths(self, state: FlicFlacState, seat: Seat, action: FlicFlacAction) -> tuple[tuple[Pick, ...], ...]:
        """A piece, then a cell or back; the end and the reset of the phase at once."""
        return paths(state, seat, action)
