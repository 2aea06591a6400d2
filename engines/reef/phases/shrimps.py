"""Introducing, moving and taking back shrimps (rules/reef-encounter.md sections 7.5, 7.6 and 8)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.reef.actions import SCREEN, Introduce, Move
from engines.reef.components import SHRIMPS_PER_BOARD, board_of
from engines.reef.events import ShrimpMoved
from engines.reef.phases.phase import Effect, Rule
from engines.reef.state import ReefState


class IntroduceRule(Rule[Introduce]):
    """Once a turn a shrimp comes from behind the screen onto a coral that has none."""

    action = Introduce

    def candidates(self, state: ReefState, seat: Seat) -> Iterator[Introduce]:
        return (Introduce(cell) for cell in state.cells if cell in state.polyps)

    def problem(self, state: ReefState, seat: Seat, action: Introduce) -> str | None:
        if state.turn.introduced:
            return "introduce_limit"
        if not state.shrimps_left(seat):
            return "no_shrimp_left"
        if not state.is_rock(action.cell):
            return "not_rock"
        if action.cell not in state.polyps:
            return "shrimp_needs_polyp"
        if state.corals.post(action.cell) is not None:
            return "coral_has_shrimp"
        return "rock_limit" if state.standing[seat, board_of(action.cell)] >= SHRIMPS_PER_BOARD else None

    def apply(self, state: ReefState, seat: Seat, action: Introduce) -> Effect:
        state = replace(state, shrimps={**state.shrimps, action.cell: seat})
        state = state.with_turn(acted=True, introduced=True).with_marks(shrimps=((None, action.cell),))
        return state, (ShrimpMoved(state.seats[seat], None, action.cell),)


class MoveRule(Rule[Move]):
    """A shrimp goes elsewhere, or behind the screen, at any time: an open larva play goes on."""

    action = Move
    within_larva_play = True

    def candidates(self, state: ReefState, seat: Seat) -> Iterator[Move]:
        for origin in state.posts(seat):
            for cell in state.cells:
                yield Move(origin, cell)
            yield Move(origin, SCREEN)

    def problem(self, state: ReefState, seat: Seat, action: Move) -> str | None:
        """The shrimp is lifted first; then the limits are tested where it goes."""
        origin, to = action.origin, action.to
        if state.shrimps.get(origin) != seat:
            return "not_your_shrimp"
        if to == SCREEN:
            return None
        if not state.is_rock(to):
            return "not_rock"
        if to == origin:
            return "no_move"
        if to not in state.polyps:
            if to in state.shrimps:
                return "cell_taken"
        elif state.corals.post(to) not in (None, origin):
            return "coral_has_shrimp"
        stays = board_of(to) == board_of(origin)
        others = state.standing[seat, board_of(to)] - stays
        return "rock_limit" if others >= SHRIMPS_PER_BOARD else None

    def apply(self, state: ReefState, seat: Seat, action: Move) -> Effect:
        to = None if action.to == SCREEN else action.to
        shrimps = {cell: owner for cell, owner in state.shrimps.items() if cell != action.origin}
        if to is not None:
            shrimps[to] = seat
        state = replace(state, shrimps=shrimps).with_turn(acted=True)
        state = state.with_marks(shrimps=((action.origin, to),))
        return state, (ShrimpMoved(state.seats[seat], action.origin, to),)
