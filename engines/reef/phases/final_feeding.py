"""The final feeding (rules/reef-encounter.md section 10)."""

from msgspec.structs import replace

from engines.contract import Seat
from engines.reef.actions import Decline
from engines.reef.components import name
from engines.reef.phases.meals import DeclineRule, FeedRule
from engines.reef.phases.phase import Effect, Phase
from engines.reef.phases.progress import feed
from engines.reef.state import ReefState


class FinalFeeding(Phase):
    """The others may eat one last coral each."""

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        return state.pending[:1]

    def clock_period(self, state: ReefState) -> str:
        return f"feeding {state.seats[state.pending[0]]}"

    def prompt(self, state: ReefState) -> str:
        return f"{name(state.seats[state.pending[0]])} may eat one last coral"

    def not_your_turn(self, state: ReefState) -> str:
        return f"It is {name(state.seats[state.pending[0]])}'s final feeding."

    def timeout(self, state: ReefState, seat: Seat) -> Decline:
        return Decline()

    def without(self, state: ReefState, seat: Seat) -> Effect:
        """The next one feeds, or nobody is left to."""
        if state.pending[0] == seat:
            return feed(state, state.pending[1:]), ()
        return replace(state, pending=tuple(other for other in state.pending if other != seat)), ()


FINAL_FEEDING = FinalFeeding(FeedRule(), DeclineRule())
