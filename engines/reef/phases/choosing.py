"""The set-up: all choose a fish tile and two cubes in secret (docs/rules/reef-encounter.md section 6)."""

from itertools import combinations_with_replacement

from engines.contract import Seat
from engines.reef.actions import Choose
from engines.reef.components import CORALS
from engines.reef.counts import count, from_letters, less, plus, together
from engines.reef.events import Announced, Chose, Did
from engines.reef.phases.phase import Effect, Phase, Rule
from engines.reef.phases.progress import next_after
from engines.reef.state import ReefState
from engines.reef.view import Marks


class ChooseRule(Rule[Choose]):
    """One choice, in secret and for good: a tile goes into the fish, two cubes come when all have chosen."""

    action = Choose
    fields = (CORALS, tuple(map("".join, combinations_with_replacement(CORALS, 2))))

    def problem(self, state: ReefState, seat: Seat, action: Choose) -> str | None:
        if not count(state.players[seat].hand, action.fish):
            return "no_tile"
        return None if len(action.cubes) == 2 else "two_cubes"

    def apply(self, state: ReefState, seat: Seat, action: Choose) -> Effect:
        player = state.players[seat]
        hand, fish = plus(player.hand, action.fish, -1), plus(player.fish, action.fish)
        state, happened = _begin(state.with_player(seat, hand=hand, fish=fish, choice=action.cubes))
        own = Chose(seat, action.fish, from_letters(action.cubes))
        return state, (own, Did(state.seats[seat], "chose"), *happened)


class Choosing(Phase):
    """All choose at the same time."""

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        return tuple(
            seat
            for seat, player in enumerate(state.players)
            if player.choice is None and seat not in state.resigned
        )

    def clock_period(self, state: ReefState) -> str:
        return "set-up"

    def prompt(self, state: ReefState) -> str:
        return "Choose in secret: one fish tile, two cubes"

    def not_your_turn(self, state: ReefState) -> str:
        return "The players are still choosing a fish tile and two cubes; nobody has a turn yet."

    def on_timeout(self, state: ReefState, seat: Seat) -> Choose:
        """Two cubes of the most frequent colour in the hand; into the fish the tile of the greatest present
        value, of several the least frequent one in the hand.
        """
        hand, values = state.players[seat].hand, state.open_sea.values
        held = [colour for colour in CORALS if count(hand, colour)]
        fish = max(held, key=lambda colour: (count(values, colour), -count(hand, colour)))
        rest = plus(hand, fish, -1)
        return Choose(fish, max(CORALS, key=lambda colour: count(rest, colour)) * 2)

    def resign(self, state: ReefState, seat: Seat) -> Effect:
        return _begin(state)


def _begin(state: ReefState) -> Effect:
    """If the last choice is in, announce the cubes and begin the start player's turn; else do nothing."""
    if CHOOSING.to_act(state):
        return state, ()
    happened = []
    for seat, player in enumerate(state.players):
        if player.choice is not None:
            cubes = from_letters(player.choice)
            happened.append(Announced(state.seats[seat], cubes))
            state = state.with_player(seat, cubes=together(player.cubes, cubes), choice=None)
            state = state.having(cubes=less(state.cubes, cubes))
    first = state.first if state.first not in state.resigned else next_after(state, state.first)
    return state.having(phase="turn", number=1, active=first, current=Marks(seat=first)), tuple(happened)


CHOOSING = Choosing(ChooseRule())
