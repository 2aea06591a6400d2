"""A player's turn (docs/rules/reef-encounter.md section 7)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from engines.contract import Event, Seat
from engines.reef import actions
from engines.reef.actions import SCREEN, ReefAction
from engines.reef.components import CORALS, HAND_TILES, LARVA_PLAYS, WORDS, name, place
from engines.reef.counts import count
from engines.reef.phases.collecting import CollectRule
from engines.reef.phases.exchanges import CubeRule, PlayAlgaRule, TakeTileRule
from engines.reef.phases.larva_play import CancelRule, EndLarvaRule, LarvaRule, PlaceRule
from engines.reef.phases.meals import EatRule
from engines.reef.phases.phase import Effect, Phase, Rule
from engines.reef.phases.progress import pass_on
from engines.reef.phases.shrimps import IntroduceRule, MoveRule
from engines.reef.state import ReefState
from engines.reef.view import LarvaPlay
from engines.wording import listed, spelled


class TurnPhase(Phase):
    """The actions of a turn in any order, except that eating comes first and collecting last."""

    def hindrance(self, state: ReefState, seat: Seat, rule: Rule[Any]) -> str | None:
        """As `Phase.hindrance`; a larva play with no tile yet must first get one, or be cancelled."""
        play = state.turn.play
        if play is not None and not play.laid and not rule.within_larva_play:
            return "no_tile_placed"
        return rule.hindrance(state, seat)

    def apply(self, state: ReefState, seat: Seat, action: ReefAction) -> Effect:
        """Do a legal action; it closes an open larva play to which it does not belong."""
        rule = self.rules[type(action)]
        if state.turn.play is not None and not rule.within_larva_play:
            state = state.with_turn(play=None)
        return rule.apply(state, seat, action)

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        return (state.active,)

    def clock_period(self, state: ReefState) -> str:
        return f"turn {state.number}"

    def prompt(self, state: ReefState) -> str:
        turn = f"{name(state.seats[state.active])}'s turn"
        return turn if state.turn.play is None else f"{turn}: laying {WORDS[state.turn.play.colour]}"

    def not_your_turn(self, state: ReefState) -> str:
        return f"It is {name(state.seats[state.active])}'s turn."

    def tidy(self, state: ReefState, seat: Seat) -> Effect:
        """A larva play without a tile is cancelled, and shrimps on bare rock are taken back."""
        happened: tuple[Event, ...] = ()
        if seat != state.active:
            return state, happened
        if self.may(state, seat, actions.Cancel):
            state, happened = self.apply(state, seat, actions.Cancel())
        state = state.with_turn(play=None)
        for post in state.bare_posts(seat):
            state, moved = self.apply(state, seat, actions.Move(post, SCREEN))
            happened += moved
        return state, happened

    def on_timeout(self, state: ReefState, seat: Seat) -> actions.Collect:
        """The space with the most tiles is collected, of several the first one clockwise from white."""
        return actions.Collect(max(CORALS, key=lambda space: sum(state.open_sea.tiles_on(space))))

    def resign(self, state: ReefState, seat: Seat) -> Effect:
        """A turn under way ends without collecting."""
        state, happened = self.tidy(state, seat)
        return (pass_on(state) if seat == state.active else state), happened

    def hints(self, state: ReefState, seat: Seat) -> Iterator[str]:
        """A line for each kind of action that is legal now, and what hinders the end of the turn."""
        if seat != state.active:
            return
        turn, player = state.turn, state.players[seat]
        may = partial(self.may, state, seat)
        if may(actions.Eat):
            yield "Eat a coral: now or not in this turn"
        if (play := turn.play) is not None:
            yield self._laying(state, seat, play)
        if may(actions.Larva):
            plays = LARVA_PLAYS - turn.larva_plays
            more = f"{spelled(plays)} more {'play' if plays == 1 else 'plays'}"
            yield f"Larva: a cube, then tiles of its colour; {more}"
        if may(actions.Introduce):
            yield f"New shrimp: one a turn, to guard a coral; {state.shrimps_left(seat)} behind your screen"
        if may(actions.Cube) or may(actions.PlayAlga):
            lock = ", which may lock" if player.eaten and not turn.locked else ""
            yield f"Exchange: a tile in front (of {sum(player.front)}) for a cube or an alga{lock}"
        if may(actions.TakeTile):
            yield f"Exchange: a cube (of {sum(player.cubes)}) for a tile from the bag"
        bare = state.bare_posts(seat)
        if state.posts(seat) and not bare:
            yield "Move a shrimp or take it back: as often as you like, also while you lay tiles"
        if bare:
            shrimps = "shrimp" if len(bare) == 1 else "shrimps"
            yield f"⚠️ Before you collect: the {shrimps} on {listed(map(place, bare))} must leave bare rock"
        elif may(actions.Collect):
            yield "Collect a space: ends your turn"

    def _laying(self, state: ReefState, seat: Seat, play: LarvaPlay) -> str:
        """How many tiles of the open larva play are left, and what else one may do about it."""
        player, word = state.players[seat], WORDS[play.colour]
        hand = min(count(player.hand, play.colour), HAND_TILES - play.from_hand)
        front = count(player.front, play.colour)
        where = f"{hand} from your hand" + (f", {front} from your front" if front else "")
        if not hand + front:
            if count(player.hand, play.colour):
                return (
                    f"{spelled(HAND_TILES).capitalize()} tiles from your hand are laid, the most of one play"
                )
            return f"No {word} tile is left to lay"
        if not self.may(state, seat, actions.Place):
            return f"No cell takes a {word} tile now{'' if play.laid else ': take the cube back'}"
        return f"**Lay {word}** ({where}) or {'go on' if play.laid else 'take the cube back'}"


TURN = TurnPhase(
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
