"""The rules of Reef Encounter behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import (
    Answer,
    Engine,
    Event,
    MetaAction,
    Outcome,
    Pick,
    Question,
    Seat,
    Step,
    TimeUp,
)
from engines.reef import apply, dealing, legal_moves, narration, offering, preview
from engines.reef.actions import ACTIONS, ReefAction
from engines.reef.info import INFO
from engines.reef.notation import read, write
from engines.reef.outcome import outcome
from engines.reef.phases import phase_of
from engines.reef.questions import (
    QUESTIONS,
    AskCoral,
    AskValues,
    all_questions,
    tell_coral,
    tell_hand,
    tell_values,
)
from engines.reef.state import ReefOptions, ReefState
from engines.reef.turn_hints import turn_hints
from engines.reef.view import ReefView
from engines.reef.view_builder import build_view


class ReefEngine(Engine[ReefState, ReefAction, ReefView, ReefOptions]):
    """Seats are in clockwise order; who begins is drawn."""

    info = INFO
    state_type = ReefState
    action_types = ACTIONS
    question_types = QUESTIONS
    view_type = ReefView
    options_type = ReefOptions

    def start(self, options: ReefOptions, seats: int, seed: str) -> ReefState:
        """Boards, coral tiles, open sea, hands and the start player are drawn (section 6)."""
        return dealing.start(options, seats, seed)

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        """In set-up all who have not chosen, then one."""
        return legal_moves.to_act(state)

    def legal(self, state: ReefState, seat: Seat) -> Iterator[ReefAction]:
        """By kinds, in the order of the commands."""
        yield from legal_moves.legal(state, seat)

    def table(self, state: ReefState, seat: Seat) -> Iterator[MetaAction]:
        """Giving up at any time: there is nothing to agree on or to claim."""
        yield from legal_moves.meta_actions(state, seat)

    def play(self, state: ReefState, seat: Seat, action: ReefAction) -> Step[ReefState]:
        """Codes: `engines.reef.validation`."""
        return apply.apply(state, seat, action)

    def at_table(self, state: ReefState, seat: Seat, action: MetaAction) -> Step[ReefState]:
        """Codes: ``GAME_OVER``, ``not_late``, ``not_seated`` and ``not_here``."""
        return apply.apply_meta(state, seat, action)

    def outcome(self, state: ReefState) -> Outcome | None:
        """Reasons: locks, shrimps, no_room, no_refill, resignation; position if it was over."""
        return outcome(state)

    def view(self, state: ReefState, seat: Seat | None) -> ReefView:
        """Hand, cubes and fish are in their owner's view alone."""
        return build_view(state, seat)

    def automatic(self, state: ReefState) -> tuple[Seat, ReefAction] | None:
        """Declining the final feeding where no coral can be eaten (Ruling 10)."""
        return legal_moves.automatic(state)

    def on_timeout(self, state: ReefState, seat: Seat) -> ReefAction | MetaAction:  # noqa: ARG002
        """The clock chooses, ends the turn or declines: `engines.reef.apply.time_up`."""
        return TimeUp()

    def clock_period(self, state: ReefState) -> str:
        """The set-up, a turn, a feeding."""
        return phase_of(state).clock_period(state)

    def questions(self, state: ReefState, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """The values, every coral."""
        yield from all_questions(state)

    def ask(self, state: ReefState, seat: Seat | None, question: Question) -> Answer:
        """Answer with what the asker may know."""
        match question:
            case AskValues():
                return tell_values(state, seat)
            case AskCoral(cell=cell):
                return tell_coral(state, seat, cell)
        return super().ask(state, seat, question)

    def preview(self, state: ReefState, seat: Seat, action: ReefAction) -> Answer | None:
        """What a choice, a collection or a last meal brings, without what is drawn."""
        return preview.preview(state, seat, action)

    def turn_hints(self, state: ReefState, seat: Seat) -> str:
        """What is left of the turn: `engines.reef.turn_hints`."""
        return turn_hints(state, seat)

    def hand(self, state: ReefState, seat: Seat) -> str:
        """Tiles, cubes and shrimps behind the screen, the fish and its score."""
        return tell_hand(state, seat)

    def write(self, action: ReefAction) -> str:
        """``place B2:E4 front``, ``alga red Y GW`` (`engines.reef.notation`)."""
        return write(action)

    def read(self, state: ReefState, seat: Seat, text: str) -> ReefAction:
        """Case, colons and little words do not matter."""
        return read(state, seat, text)

    def narrate(self, event: Event) -> str:
        """A clause such as ``Red attacks yellow on B2:C4 with white``."""
        return narration.narrate(event)

    def describe(self, state: ReefState, seat: Seat, action: ReefAction) -> str:
        """Such as ``B2:D4 attacks white, 2 tiles in your front``."""
        return offering.picks(state, seat, action)[-1].label

    def paths(self, state: ReefState, seat: Seat, action: ReefAction) -> tuple[tuple[Pick, ...], ...]:
        """What to do, then with what, then where: board and cell."""
        return (offering.picks(state, seat, action),)
