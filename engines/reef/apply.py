"""Carrying an action out: the new state and what happened."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat, Step, TimeUp, format_meta
from engines.reef import effects
from engines.reef.actions import (
    Cancel,
    Choose,
    Collect,
    Cube,
    Decline,
    Eat,
    EndLarva,
    Feed,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    ReefAction,
    TakeTile,
)
from engines.reef.components import CORALS, Coral
from engines.reef.counts import NUMBER, count, letters, plus
from engines.reef.endgame import Effect, collect, fed, resign, settle_choices, tidy
from engines.reef.events import Announced, Chose, Declined
from engines.reef.final import final_summary
from engines.reef.notation import write
from engines.reef.scoring import values
from engines.reef.setup import clockwise
from engines.reef.state import ReefState, with_player


def apply(state: ReefState, seat: Seat, action: ReefAction) -> Step[ReefState]:
    """Do a legal action."""
    return _step(state, _done(state, seat, action), write(action), _public(action))


def give_up(state: ReefState, seat: Seat) -> Step[ReefState]:
    """A player resigns (see `engines.reef.endgame.resign`)."""
    return _step(state, resign(state, seat), "resign")


def time_up(state: ReefState, seat: Seat) -> Step[ReefState]:
    """The clock ends what a late seat has to do, in the way that harms it least.

    In set-up it chooses as `_modest_choice`. A turn ends with what has been done in it: a larva play without
    a tile is cancelled, shrimps on bare rock go back behind the screen, and the space with the most tiles
    is collected, of several the first one clockwise from white. In the final feeding it declines.
    """
    late = format_meta(TimeUp())
    if state.phase == "setup":
        choice = _modest_choice(state, seat)
        return _step(
            state, _done(state, seat, choice), f"{late}, {write(choice)}", f"{late}, {_public(choice)}"
        )
    action: ReefAction = Decline()
    after = state
    if state.phase == "turn":
        action = Collect(max(clockwise("W"), key=lambda space: sum(state.sea[NUMBER[space]])))
        after = tidy(state, seat)
    return _step(state, _done(after, seat, action), f"{late}, {write(action)}")


def _step(before: ReefState, upshot: Effect, notation: str, public: str = "") -> Step[ReefState]:
    state, events = upshot
    announced = [event for event in events if isinstance(event, Announced)]
    if announced:
        cubes = ", ".join(f"{event.player} {letters(event.cubes)}" for event in announced)
        notation = f"{notation}; cubes: {cubes}"
        public = public and f"{public}; cubes: {cubes}"
    return Step(
        state=replace(state, ply=before.ply + 1),
        notation=notation,
        events=events,
        public=public,
        summary=final_summary(state, events) if state.phase == "over" else None,
        # Undo goes back to the beginning of a turn: it must neither cross a draw nor another's choice,
        # and no preview may show the final table.
        reveals=state.chance != before.chance or state.phase == "over" or before.phase == "setup",
    )


def _public(action: ReefAction) -> str:
    return "choose" if isinstance(action, Choose) else ""


def _done(state: ReefState, seat: Seat, action: ReefAction) -> Effect:
    if not isinstance(action, Place | EndLarva | Cancel | Move):
        state = effects.close_play(state)
    match action:
        case Choose():
            return _choose(state, seat, action)
        case Eat(cell=cell):
            return effects.eat(state, seat, cell)
        case Larva(colour=colour):
            return effects.larva(state, seat, colour)
        case Place():
            return effects.place(state, seat, action)
        case EndLarva():
            return effects.end_larva(state, seat)
        case Cancel():
            return effects.take_back(state, seat)
        case Introduce(cell=cell):
            return effects.introduce(state, seat, cell)
        case Move():
            return effects.move(state, seat, action)
        case Cube(colour=colour):
            return effects.cube(state, seat, colour)
        case PlayAlga():
            return effects.alga(state, seat, action)
        case TakeTile(colour=colour):
            return effects.tile(state, seat, colour)
        case Collect(space=space):
            return collect(state, seat, space)
        case Feed(cell=cell):
            state, told = effects.eat(state, seat, cell)
            return fed(state), told
        case Decline():
            return fed(state), (Declined(state.seats[seat]),)


def _choose(state: ReefState, seat: Seat, action: Choose) -> Effect:
    player = state.players[seat]
    state = with_player(
        state,
        seat,
        hand=plus(player.hand, action.fish, -1),
        fish=plus(player.fish, action.fish),
        choice=action.cubes,
    )
    state, told = settle_choices(state)
    return state, (Chose(state.seats[seat]), *told)


def _modest_choice(state: ReefState, seat: Seat) -> Choose:
    """Two cubes of the colour of which the hand has most; into the fish the tile that is worth most now,
    of several the one of which the hand has fewest.
    """
    hand = state.players[seat].hand
    worth = values(state)

    def rating(colour: Coral) -> tuple[int, int]:
        return worth[NUMBER[colour]], -count(hand, colour)

    fish = max((colour for colour in CORALS if count(hand, colour)), key=rating)
    rest = plus(hand, fish, -1)
    most = max(CORALS, key=lambda colour: count(rest, colour))
    return Choose(fish, most * 2)
