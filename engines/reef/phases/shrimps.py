"""Introducing, moving and taking back shrimps (docs/rules/reef-encounter.md sections 7.5, 7.6 and 8)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engines.contract import Seat
from engines.reef.actions import SCREEN, Introduce, Move
from engines.reef.components import BOARDS, COUNTRY, SHRIMPS_PER_BOARD, Cell, board_of
from engines.reef.events import ShrimpMoved
from engines.reef.phases.phase import Effect, Rule
from engines.reef.state import ReefState

_INTRODUCTIONS = {cell: Introduce(cell) for cell in COUNTRY}


@lru_cache(512)
def _moves(origin: Cell, boards: tuple[str, ...]) -> dict[str, Move]:
    """The moves of a shrimp to the other cells of some boards, and behind the screen, by where it goes."""
    cells = (cell for board in boards for cell in BOARDS[board].cells if cell != origin)
    return {to: Move(origin, to) for to in (*cells, SCREEN)}


def with_room(boards: Iterable[str], others: Iterable[Cell]) -> tuple[str, ...]:
    """The boards to which a shrimp may come, given the places of its owner's other shrimps."""
    taken = [board_of(post) for post in others]
    return tuple([board for board in boards if taken.count(board) < SHRIMPS_PER_BOARD])


class IntroduceRule(Rule[Introduce]):
    """Once a turn a shrimp comes from behind the screen onto a coral that has none."""

    action = Introduce

    def legal(self, state: ReefState, seat: Seat) -> Iterator[Introduce]:
        polyps, guards, posts = state.polyps, state.corals.guards, state.posts(seat)
        for board in with_room(state.boards, posts):
            for cell in BOARDS[board].cells:
                if cell in polyps and cell not in guards:
                    yield _INTRODUCTIONS[cell]

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        if state.turn.introduced:
            return "introduce_limit"
        return None if state.shrimps_left(seat) else "no_shrimp_left"

    def problem(self, state: ReefState, seat: Seat, action: Introduce) -> str | None:
        if not state.is_rock(action.cell):
            return "not_rock"
        if action.cell not in state.polyps:
            return "shrimp_needs_polyp"
        if action.cell in state.corals.guards:
            return "coral_has_shrimp"
        return None if with_room((board_of(action.cell),), state.posts(seat)) else "rock_limit"

    def apply(self, state: ReefState, seat: Seat, action: Introduce) -> Effect:
        state = state.having(shrimps={**state.shrimps, action.cell: seat})
        state = state.with_turn(acted=True, introduced=True).with_marks(shrimps=((None, action.cell),))
        return state, (ShrimpMoved(state.seats[seat], None, action.cell),)


class MoveRule(Rule[Move]):
    """A shrimp moves, or goes behind the screen, at any time: an open larva play goes on."""

    action = Move
    within_larva_play = True

    def legal(self, state: ReefState, seat: Seat) -> list[Move]:
        guards, posts, found = state.corals.guards, state.posts(seat), list[Move]()
        for origin in posts:
            others = [post for post in posts if post != origin]
            moves = _moves(origin, with_room(state.boards, others)).copy()
            for cell, post in guards.items():
                if post != origin:
                    moves.pop(cell, None)
            found += moves.values()
        return found

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
        if state.corals.guards.get(to, origin) != origin:
            return "coral_has_shrimp" if to in state.polyps else "cell_taken"
        others = [post for post in state.posts(seat) if post != origin]
        return None if with_room((board_of(to),), others) else "rock_limit"

    def apply(self, state: ReefState, seat: Seat, action: Move) -> Effect:
        to = None if action.to == SCREEN else action.to
        shrimps = {cell: owner for cell, owner in state.shrimps.items() if cell != action.origin}
        if to is not None:
            shrimps[to] = seat
        state = state.having(shrimps=shrimps).with_turn(acted=True)
        state = state.with_marks(shrimps=((action.origin, to),))
        return state, (ShrimpMoved(state.seats[seat], action.origin, to),)
