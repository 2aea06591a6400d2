"""Eating corals, in a turn and in the final feeding (docs/rules/reef-encounter.md sections 7.1 and 10)."""

from collections.abc import Iterator
from typing import TypeVar

from engines.contract import Seat
from engines.reef.actions import Decline, Eat, Feed
from engines.reef.components import MEAL_MINIMUM, SHRIMPS_PER_PLAYER, Cell, name
from engines.reef.counts import plus
from engines.reef.events import Ate, Did
from engines.reef.phases.phase import Effect, Phase, Rule
from engines.reef.phases.progress import feed, finish
from engines.reef.state import ReefState
from engines.wording import spelled

MealT = TypeVar("MealT", bound=Eat | Feed)

_MEAL_TO_BAG = 4
"""How many tiles of a meal go back to the bag. It is one more in the final feeding, and one more in the
advanced game.
"""


def meal_gain(state: ReefState, size: int) -> int:
    """How many tiles of a coral of this size go into the fish."""
    return max(size - _returned(state), 0)


def _returned(state: ReefState) -> int:
    return _MEAL_TO_BAG + (state.phase == "final") + state.options.advanced


class MealRule(Rule[MealT]):
    """A guarded coral is eaten, if it is large enough. Any of its cells names it; its shrimp's is listed."""

    def legal(self, state: ReefState, seat: Seat) -> Iterator[MealT]:
        meals = map(self.action, state.posts(seat))
        return (meal for meal in meals if self.problem(state, seat, meal) is None)

    def problem(self, state: ReefState, seat: Seat, action: MealT) -> str | None:
        if not state.is_rock(action.cell):
            return "not_rock"
        if state.corals.owner(action.cell) != seat:
            return "eat_not_yours"
        return "eat_too_small" if len(state.corals.at(action.cell)) < MEAL_MINIMUM else None


class EatRule(MealRule[Eat]):
    """Once a turn, before anything else; a larva play that has been cancelled does not count."""

    action = Eat
    within_larva_play = True
    """So that the refusal says that it is too late to eat, not that a tile must be laid first."""

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        return "eat_not_first" if state.turn.acted or state.turn.play is not None else None

    def apply(self, state: ReefState, seat: Seat, action: Eat) -> Effect:
        """Eat the coral; the fourth shrimp eaten ends the game at once."""
        state, happened = _eat(state.with_turn(acted=True), seat, action.cell)
        if state.players[seat].eaten < SHRIMPS_PER_PLAYER:
            return state, (happened,)
        return finish(state, "shrimps", seat, happened)


class FeedRule(MealRule[Feed]):
    """One last meal; then the next player feeds."""

    action = Feed

    def apply(self, state: ReefState, seat: Seat, action: Feed) -> Effect:
        state, happened = _eat(state, seat, action.cell)
        return feed(state, state.pending[1:]), (happened,)


class DeclineRule(Rule[Decline]):
    """Declining the last meal."""

    action = Decline

    def apply(self, state: ReefState, seat: Seat, action: Decline) -> Effect:
        return feed(state, state.pending[1:]), (Did(state.seats[seat], "declined"),)


def _eat(state: ReefState, seat: Seat, cell: Cell) -> tuple[ReefState, Ate]:
    """A coral and its shrimp leave the board; polyps beyond the bag's share go into the fish."""
    coral, post, colour = state.corals.at(cell), state.corals.post(cell), state.polyps[cell]
    gained = meal_gain(state, len(coral))
    player = state.players[seat]
    shrimps = {near: owner for near, owner in state.shrimps.items() if near != post}
    state = state.with_polyps({}, coral).having(shrimps=shrimps)
    state = state.with_player(seat, eaten=player.eaten + 1, fish=plus(player.fish, colour, gained))
    state = state.with_open_sea(state.open_sea.with_tiles(colour, len(coral) - gained))
    return state.with_marks(eaten=tuple(sorted(coral))), Ate(state.seats[seat], colour, len(coral), gained)


class FinalFeeding(Phase):
    """The others may eat one last coral each."""

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        return state.pending[:1]

    def clock_period(self, state: ReefState) -> str:
        return f"feeding {state.seats[state.pending[0]]}"

    def prompt(self, state: ReefState) -> str:
        return f"{name(state.seats[state.pending[0]])} may eat one last coral"

    def hints(self, state: ReefState, seat: Seat) -> Iterator[str]:
        """A line about the last meal, if a coral can be eaten."""
        if seat == state.pending[0] and self.may(state, seat, Feed):
            returned = spelled(_returned(state))
            yield f"Eat one last coral: {returned} tiles go back to the bag, the rest into your fish"

    def not_your_turn(self, state: ReefState) -> str:
        return f"It is {name(state.seats[state.pending[0]])}'s final feeding."

    def on_timeout(self, state: ReefState, seat: Seat) -> Decline:
        return Decline()

    def resign(self, state: ReefState, seat: Seat) -> Effect:
        """The feeding goes on without the player; with nobody left to feed the game is over."""
        if state.pending[0] == seat:
            return feed(state, state.pending[1:]), ()
        return state.having(pending=tuple(other for other in state.pending if other != seat)), ()


FINAL_FEEDING = FinalFeeding(FeedRule(), DeclineRule())
