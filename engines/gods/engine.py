"""The rules of Battle of the Four Gods behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.chance import check_seed
from engines.contract import (
    Answer,
    ChatMessage,
    Engine,
    Event,
    IllegalOptions,
    MetaAction,
    Outcome,
    Pick,
    Question,
    Seat,
    StagedPanel,
    Step,
)
from engines.gods import chat
from engines.gods.actions import ACTIONS, GodsAction
from engines.gods.apply import apply, at_table
from engines.gods.colours import SEATS
from engines.gods.info import INFO
from engines.gods.legal_moves import legal, meta_actions
from engines.gods.narration import narrate
from engines.gods.notation import read, write
from engines.gods.offering import describe, paths
from engines.gods.options import PRESETS, GodsOptions
from engines.gods.outcome import outcome
from engines.gods.questions import QUESTIONS, AskHistory, all_questions, tell_history
from engines.gods.staged_panel import build_staged_panel
from engines.gods.state import God, GodsState
from engines.gods.view import GodsView
from engines.gods.view_builder import build_view, clock_period


class GodsEngine(Engine[GodsState, GodsAction, GodsView, GodsOptions]):
    """All living gods choose at once; the step that leaves nobody to be waited for settles the round."""

    info = INFO
    state_type = GodsState
    action_types = ACTIONS
    question_types = QUESTIONS
    view_type = GodsView
    options_type = GodsOptions

    def options(self, values: Mapping[str, object]) -> GodsOptions:
        """Options from untrusted values: single ones override their preset's. Raises IllegalOptions."""
        preset = values.get("preset")
        figures = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
        return super().options({**figures, **values})

    def start(self, options: GodsOptions, seats: int, seed: str) -> GodsState:
        """Everybody with the same energy. Nothing is left to chance, so the seed is only checked."""
        if seats != len(SEATS):
            raise IllegalOptions(f"{INFO.title} is a game for four.")
        check_seed(seed)
        return GodsState(options=options, gods=(God(ep=options.start),) * len(SEATS))

    def to_act(self, state: GodsState) -> tuple[Seat, ...]:
        """The living gods that are not ready; the view tells of them only what its viewer may know."""
        return state.awaited

    def legal(self, state: GodsState, seat: Seat) -> Iterator[GodsAction]:
        """Plans, taking one back, the ready mark; of ready gods as well, until the round is settled."""
        yield from legal(state, seat)

    def table(self, state: GodsState, seat: Seat) -> Iterator[MetaAction]:
        """Asking for a draw (Ruling 15) and resigning (Ruling 16). Nobody claims anything."""
        yield from meta_actions(state, seat)

    def play(self, state: GodsState, seat: Seat, action: GodsAction) -> Step[GodsState]:
        """Codes: `engines.gods.validation`."""
        return apply(state, seat, action)

    def at_table(self, state: GodsState, seat: Seat, action: MetaAction) -> Step[GodsState]:
        """Codes: `engines.gods.apply.at_table`."""
        return at_table(state, seat, action)

    def outcome(self, state: GodsState) -> Outcome | None:
        """Reasons: last_standing, highest_of_fallen, tie, consent, none."""
        return outcome(state)

    def view(self, state: GodsState, seat: Seat | None) -> GodsView:
        """Nobody sees another's plan before the round is settled."""
        return build_view(state, seat)

    def clock_period(self, state: GodsState) -> str:
        """A deadline covers one round."""
        return clock_period(state)

    def seconds_per_period(self, options: GodsOptions) -> float | None:
        """Live rounds have the option's seconds, whatever deadline was asked for."""
        return options.timer if options.mode == "live" else None

    def mentioned(self, state: GodsState) -> tuple[Seat, ...]:
        """All the living, where nobody may know which of them are ready."""
        return super().mentioned(state) if state.options.show_ready or state.result else state.living

    def questions(self, state: GodsState, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """Every round that is settled."""
        yield from all_questions(state)

    def ask(self, state: GodsState, seat: Seat | None, question: Question) -> Answer:
        """A settled round in words, and its diagram."""
        if isinstance(question, AskHistory):
            return tell_history(state, seat, question.round)
        return super().ask(state, seat, question)

    def read_talk(self, seat: Seat, text: str) -> ChatMessage:
        """``-bg strike`` is for BLUE and GREEN alone."""
        return chat.read_talk(seat, text)

    def judge_talk(self, state: GodsState, seat: Seat, to: tuple[Seat, ...] | None) -> None:
        """Ruling 14 and the option `eliminated_talk`."""
        chat.judge_talk(state, seat, to)

    def reveals_talk(self, state: GodsState) -> bool:
        """The option `reveal_messages`."""
        return chat.reveals_talk(state)

    def write(self, action: GodsAction) -> str:
        """Section 7 of the rules: ``Ab Ag Do``."""
        return write(action)

    def read(self, state: GodsState, seat: Seat, text: str) -> GodsAction:
        """Canonical or free: ``attack blue green defend orange``."""
        return read(state, seat, text)

    def narrate(self, event: Event) -> str:
        """A clause such as ``RED hit GREEN``."""
        return narrate(event)

    def describe(self, state: GodsState, seat: Seat, action: GodsAction) -> str:
        """Such as ``attack BLUE and GREEN, defend against ORANGE: price 5``."""
        return describe(state, seat, action)

    def paths(self, state: GodsState, seat: Seat, action: GodsAction) -> tuple[tuple[Pick, ...], ...]:
        """Whom to attack, then whom to defend against."""
        return paths(state, seat, action)

    def staged_panel(self, state: GodsState, seat: Seat) -> StagedPanel | None:
        """Attack and defence for each opponent, ready, clear."""
        return build_staged_panel(state, seat)
