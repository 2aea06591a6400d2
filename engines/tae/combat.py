"""Combats: their beginning and their results (docs/rules/tae.md sections 8 to 10)."""

from msgspec.structs import replace

from engines.contract import Seat
from engines.tae import events
from engines.tae.board import EMPTY, leaders_in, support, unsupported
from engines.tae.board_masks import cells_of
from engines.tae.constants import COLONY_TYPES, FALLBACK, SCIENTIST, by_column, cell_name
from engines.tae.state import Combat, Side, TaeState
from engines.tae.turn_context import TurnContext
from engines.tae.view import ResultView


def joined_regions(state: TaeState) -> tuple[int, ...]:
    """The regions that a connecting colony joins: the connected parts around it, on the board without it."""
    if state.connecting is None:
        return ()
    return tuple(state.board.partition.beside(state.connecting))


def conflicts(state: TaeState) -> tuple[int, ...]:
    """The kinds of which the united region holds two or more leaders, in the order of R28."""
    if state.connecting is None:
        return ()
    united = sum(joined_regions(state))
    kinds = [kind for _, kind, _ in leaders_in(state.board, united)]
    return tuple(kind for kind in FALLBACK if kinds.count(kind) > 1)


def side_region(state: TaeState, leader: int) -> int:
    """The region of a side of an external combat: the joined one that holds its leader (section 10.3)."""
    return next(region for region in joined_regions(state) if region >> leader & 1)


def external(state: TaeState, kind: int) -> Combat:
    """The combat of this kind in the united region."""
    colonies = state.board.colonies(kind)
    sides = [
        Side(seat, cell, (colonies & side_region(state, cell)).bit_count())
        for seat, of, cell in leaders_in(state.board, sum(joined_regions(state)))
        if of == kind
    ]
    return _combat(state, internal=False, kind=kind, sides=sides)


def internal(state: TaeState, kind: int, cells: dict[Seat, int]) -> Combat:
    """The combat of these leaders in one region."""
    sides = [Side(seat, cell, support(state.board, cell).bit_count()) for seat, cell in cells.items()]
    return _combat(state, internal=True, kind=kind, sides=sides)


def _combat(state: TaeState, *, internal: bool, kind: int, sides: list[Side]) -> Combat:
    # A leaving player has no further say (R27), and so commits no ships.
    settled = [replace(side, ships=0) if side.seat in state.leaving else side for side in sides]
    settled.sort(key=lambda side: (side.seat - state.active) % state.seats)
    return Combat(internal, kind, tuple(settled))


def open_combat(state: TaeState) -> Combat:
    """The combat under way. Raises AssertionError if there is none."""
    assert state.combat is not None, "a combat is open"  # noqa: S101
    return state.combat


def commit(combat: Combat, seat: Seat, ships: int) -> Combat:
    """The combat with a player's sealed commitment in it."""
    sides = tuple(replace(side, ships=ships) if side.seat == seat else side for side in combat.sides)
    return replace(combat, sides=sides)


def begin(context: TurnContext, combat: Combat) -> None:
    """Open a combat turn."""
    context.change(phase="reinforce", combat=combat, busy=True, combats=context.state.combats + 1)
    context.tell(events.CombatBegins(combat.internal, COLONY_TYPES[combat.kind], combat.initial))


def winner_of(combat: Combat) -> Side:
    """The strongest side; of tied ones the last in turn order (R17)."""
    return max(reversed(combat.sides), key=lambda side: side.initial + (side.ships or 0))


def resolve(context: TurnContext, combat: Combat) -> None:
    """Settle a combat in which everybody has committed."""
    winner = winner_of(combat)
    losers = [side for side in combat.sides if side is not winner]
    for side in combat.sides:
        context.spend(side.seat, combat.ship, side.ships or 0)
        context.discard(combat.ship, side.ships or 0)
    kind = COLONY_TYPES[combat.kind]
    arithmetic = tuple((side.seat, side.initial, side.ships or 0) for side in combat.sides)
    context.tell(events.CombatResult(combat.internal, kind, arithmetic, winner.seat))
    removed = () if combat.internal else by_column(_removed(context.state, combat, losers))
    for side in losers:
        context.change(board=context.board.with_leader(side.seat, combat.kind, None))
        context.tell(events.LeaderLost(side.seat, kind, cell_name(side.cell)))
    if combat.internal:
        context.score(winner.seat, SCIENTIST, 1)
    else:
        context.change(board=context.board.with_ground(removed, EMPTY))
        context.discard(combat.kind, len(removed))
        context.tell(events.ColoniesRemoved(kind, tuple(map(cell_name, removed))))
        context.score(winner.seat, combat.kind, len(losers) + len(removed))
    result = ResultView(
        internal=combat.internal,
        kind=kind,
        sides=arithmetic,
        winner=winner.seat,
        lost=tuple((side.seat, cell_name(side.cell)) for side in losers),
        removed=tuple(map(cell_name, removed)),
    )
    context.mark_also("results", result)
    check_support(context)
    context.change(combat=None)
    context.reveals = True


def _removed(state: TaeState, combat: Combat, losers: list[Side]) -> set[int]:
    colonies = state.board.colonies(combat.kind)
    return {cell for side in losers for cell in cells_of(colonies & side_region(state, side.cell))}


def check_support(context: TurnContext) -> None:
    """Send every leader home that has no science colony beside it (section 5)."""
    for seat, kind, cell in unsupported(context.board):
        context.change(board=context.board.with_leader(seat, kind, None))
        context.tell(events.LeaderHome(seat, COLONY_TYPES[kind], cell_name(cell)))
        context.mark_also("sent_home", (seat, COLONY_TYPES[kind], cell_name(cell)))
