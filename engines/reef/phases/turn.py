"""A player's turn (rules/reef-encounter.md section 7)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.reef.actions import Collect, Eat, ReefAction
from engines.reef.components import CORALS, HAND_TILES, LARVA_PLAYS, WORDS, name
from engines.reef.counts import count
from engines.reef.phases.collecting import CollectRule
from engines.reef.phases.exchanges import CubeRule, PlayAlgaRule, TakeTileRule
from engines.reef.phases.larva_play import CancelRule, EndLarvaRule, LarvaRule, PlaceRule, cancel
from engines.reef.phases.meals import EatRule
from engines.reef.phases.phase import Effect, Phase
from engines.reef.phases.progress import pass_on
from engines.reef.phases.shrimps import IntroduceRule, MoveRule
from engines.reef.state import ReefState
from engines.wording import counted, listed


class Turn(Phase):
    """The actions of a turn in any order, but eating first and collecting last."""

    def problem(self, state: ReefState, seat: Seat, action: ReefAction) -> str | None:
        """A larva play with no tile yet must first get one, or be cancelled."""
        rule, play = self.rules[type(action)], state.turn.play
        if play is not None and not play.laid and not rule.within_larva_play:
            return "no_tile_placed"
        return rule.problem(state, seat, action)

    def apply(self, state: ReefState, seat: Seat, action: ReefAction) -> Effect:
        """Another action closes an open larva play."""
        rule = self.rules[type(action)]
        if not rule.within_larva_play:
            state = state.with_turn(play=None)
        return rule.apply(state, seat, action)

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        return (state.active,)

    def clock_period(self, state: ReefState) -> str:
        return f"turn {state.number}"

    def prompt(self, state: ReefState) -> str:
        who, play = name(state.seats[state.active]), state.turn.play
        if play is None:
            return f"{who} takes a turn and collects a space to end it"
        word = WORDS[play.colour]
        more = "another" if play.laid else "an" if word[0] in "aeiou" else "a"
        return f"{who} lays {more} {word} tile, or goes on"

    def not_your_turn(self, state: ReefState) -> str:
        return f"It is {name(state.seats[state.active])}'s turn."

    def tidy(self, state: ReefState, seat: Seat) -> ReefState:
        """A larva play without a tile is cancelled, and shrimps on bare rock are taken back."""
        if seat != state.active:
            return state
        play, bare = state.turn.play, state.bare_posts(seat)
        if play is not None and not play.laid:
            state = cancel(state, seat)
        shrimps = {cell: owner for cell, owner in state.shrimps.items() if cell not in bare}
        state = replace(state, shrimps=shrimps).with_turn(play=None)
        return state.with_marks(shrimps=tuple((post, None) for post in bare))

    def timeout(self, state: ReefState, seat: Seat) -> Collect:
        """The space with the most tiles is collected, of several the first one clockwise from white."""
        return Collect(max(CORALS, key=lambda space: sum(state.open_sea.tiles_on(space))))

    def without(self, state: ReefState, seat: Seat) -> Effect:
        """A turn under way ends without collecting."""
        return (pass_on(self.tidy(state, seat)) if seat == state.active else state), ()

    def hints(self, state: ReefState, seat: Seat) -> Iterator[str]:
        """A line for each thing that is still open, and what hinders the end of the turn."""
        if seat != state.active:
            return
        turn, player = state.turn, state.players[seat]
        if any(isinstance(action, Eat) for action in self.legal(state, seat)):
            yield "Eat a coral: now or not in this turn"
        if (play := turn.play) is not None:
            hand = min(count(player.hand, play.colour), HAND_TILES - play.from_hand)
            front = count(player.front, play.colour)
            yield f"**Laying {WORDS[play.colour]}**: {hand} more from the hand, {front} from the front"
        left = LARVA_PLAYS - turn.larva_plays
        yield f"Larva plays: {left or 'none'} left, each takes a cube"
        shrimps = counted(state.shrimps_left(seat), "shrimp")
        yield f"New shrimp: {'used' if turn.introduced else f'once, {shrimps} behind your screen'}"
        if sum(player.front):
            lock = f"; a lock: {'used' if turn.locked else 'once'}" if player.eaten else ""
            yield f"Cubes and algae: a tile of your front each, {sum(player.front)} there{lock}"
        if sum(player.cubes):
            yield f"Tiles from the bag: a cube each, {sum(player.cubes)} there"
        bare = state.bare_posts(seat)
        if bare:
            yield f"⚠️ Before you collect: the shrimp on {listed(bare)} must leave bare rock"
        else:
            yield "Collect a space: ends your turn"


TURN = Turn(
    EatRule(),
    LarvaRule(),
    PlaceRule(),
    EndLarvaRule(),
    CancelRule(),
    IntroduceRule(),
    MoveRule(),
    CubeRule(),
    PlayAlgaRule(),
    TakeTileRule(),
    CollectRule(),
)
