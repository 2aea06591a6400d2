"""The rules of Reef Encounter behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from engines.chance import check_seed
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
    Resign,
    Seat,
    Step,
    TimeUp,
)
from engines.reef import legal_moves, narration, preview
from engines.reef.actions import ACTIONS, Decline, Feed, ReefAction
from engines.reef.apply import apply, give_up, time_up
from engines.reef.info import INFO
from engines.reef.notation import read, write
from engines.reef.questions import (
    QUESTIONS,
    AskCoral,
    AskValues,
    all_questions,
    tell_coral,
    tell_hand,
    tell_values,
)
from engines.reef.scoring import outcome
from engines.reef.setup import set_up
from engines.reef.state import ReefOptions, ReefState
from engines.reef.turn_hints import turn_hints
from engines.reef.validation import validate
from engines.reef.view import ReefView
from engines.reef.view_builder import build_view, clock_period, to_act


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
        if not INFO.min_seats <= seats <= len(INFO.seats):
            raise IllegalOptions(f"{INFO.title} is a game for two to four.")
        return set_up(options, seats, check_seed(seed))

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        """In set-up all who have not chosen, then one."""
        return to_act(state)

    def legal(self, state: ReefState, seat: Seat) -> Iterator[ReefAction]:
        """By kinds, in the order of the commands."""
        if seat in to_act(state):
            yield from legal_moves.legal(state, seat)

    def table(self, state: ReefState, seat: Seat) -> Iterator[MetaAction]:
        """Giving up at any time: there is nothing to agree on or to claim."""
        if state.phase != "over" and seat in range(len(state.players)) and seat not in state.resigned:
            yield Resign()

    def play(self, state: ReefState, seat: Seat, action: ReefAction) -> Step[ReefState]:
        """Codes: `engines.reef.validation`."""
        return apply(state, seat, validate(state, seat, action))

    def at_table(self, state: ReefState, seat: Seat, action: MetaAction) -> Step[ReefState]:
        """Codes: ``GAME_OVER``, ``not_late``, ``not_seated`` and ``not_here``."""
        if state.phase == "over":
            raise IllegalAction("GAME_OVER", "The game is over.")
        if isinstance(action, TimeUp):
            if seat not in to_act(state):
                raise IllegalAction("not_late", "No deadline of that seat is running.")
            return time_up(state, seat)
        if action not in tuple(self.table(state, seat)):
            if not isinstance(action, Resign):
                raise IllegalAction("not_here", f"{INFO.title} knows no draws and no claims on time.")
            raise IllegalAction("not_seated", "That seat is not, or no longer, in this game.")
        return give_up(state, seat)

    def outcome(self, state: ReefState) -> Outcome | None:
        """Reasons: locks, shrimps, no_room, no_refill, resignation; position if it was over."""
        return outcome(state)

    def view(self, state: ReefState, seat: Seat | None) -> ReefView:
        """Hand, cubes and fish are in their owner's view alone."""
        return build_view(state, seat)

    def automatic(self, state: ReefState) -> tuple[Seat, ReefAction] | None:
        """Declining the final feeding where no coral can be eaten (Ruling 10)."""
        if state.phase != "final":
            return None
        seat = state.pending[0]
        if any(isinstance(action, Feed) for action in legal_moves.legal(state, seat)):
            return None
        return seat, Decline()

    def on_timeout(self, state: ReefState, seat: Seat) -> ReefAction | MetaAction:  # noqa: ARG002
        """The clock chooses, ends the turn or declines: `engines.reef.apply.time_up`."""
        return TimeUp()

    def clock_period(self, state: ReefState) -> str:
        """The set-up, a turn, a feeding."""
        return clock_period(state)

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
        return preview.preview(state, seat, validate(state, seat, action))

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
        return legal_moves.describe(state, seat, action)

    def paths(self, state: ReefState, seat: Seat, action: ReefAction) -> tuple[tuple[Pick, ...], ...]:
        """What to do, then with what, then where: board and cell."""
        return legal_moves.paths(state, seat, action)
