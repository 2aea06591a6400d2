"""The two actions of a turn: docs/rules/tae.md sections 4 to 7."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engines.contract import IllegalAction, Seat
from engines.tae import events
from engines.tae.actions import (
    BOMBS,
    COLONIES,
    END,
    LEADERS,
    WITHDRAWALS,
    Bomb,
    Colony,
    End,
    Leader,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.board import DESTROYED, leaders_in, scorer_in
from engines.tae.combat import begin, check_support, internal
from engines.tae.constants import COLONY_TYPES, HAND, LETTERS, NAMES, cell_name
from engines.tae.obstacles import (
    bomb_cells,
    bomb_refusal,
    colony_cells,
    colony_refusal,
    leader_cells,
    leader_refusal,
)
from engines.tae.phases.phase import Phase
from engines.tae.state import Counts, TaeState
from engines.tae.turn import continue_turn, finish
from engines.tae.turn_context import TurnContext
from engines.wording import counted, figure


def _kinds_of_action(state: TaeState, seat: Seat) -> Iterator[Sequence[TaeAction]]:
    """Every legal action in order, each kind together; some are empty."""
    for kind, leaders in enumerate(LEADERS):
        yield leaders.on(leader_cells(state.board, seat, kind))
    for withdrawal, cell in zip(WITHDRAWALS, state.board.leaders[seat], strict=True):
        if cell is not None:
            yield (withdrawal,)
    for kind, colonies in enumerate(COLONIES):
        if cells := colony_cells(state, seat, kind):
            yield colonies.on(cells)
    yield BOMBS.on(bomb_cells(state, seat))
    yield _swaps(state.hands[seat], min(HAND, len(state.bag)))
    yield (END,)


@lru_cache(1024)
def _swaps(hand: Counts, most: int) -> tuple[Swap, ...]:
    swaps = (Swap(*counts) for counts in product(*(range(held + 1) for held in hand)))
    return tuple(swap for swap in swaps if 1 <= sum(swap.ships) <= most)


def _swap_refusal(state: TaeState, seat: Seat, counts: Counts) -> IllegalAction | None:
    if min(counts) < 0:
        least = min(counts)
        ships = f"{figure(least)} {COLONY_TYPES[counts.index(least)]}s"
        return IllegalAction(
            "bad_amount", f"You cannot put {ships} away: swap 1 to {HAND} ships of your hand."
        )
    if not 1 <= sum(counts) <= HAND:
        return IllegalAction(
            "bad_amount", f"{sum(counts)} ships cannot be swapped: swap 1 to {HAND} of your hand."
        )
    for ship, wanted, held in zip(COLONY_TYPES, counts, state.hands[seat], strict=True):
        if wanted > held:
            return IllegalAction("not_in_hand", f"You have {counted(held, ship)} in your hand, not {wanted}.")
    if sum(counts) > len(state.bag):
        return IllegalAction(
            "bag_too_small", f"The bag holds only {counted(len(state.bag), 'ship')}: swap as many or fewer."
        )
    return None


def _place(context: TurnContext, seat: Seat, kind: int, cell: int) -> None:
    came_from = context.board.leaders[seat][kind]
    before = context.board
    lifted = before.partition if came_from is None else before.partition.without(came_from)
    (region,) = lifted.beside(cell)
    rivals = {owner: at for owner, of, at in leaders_in(before, region) if of == kind}
    context.change(board=before.with_leader(seat, kind, cell))
    origin = None if came_from is None else cell_name(came_from)
    context.tell(events.LeaderPlaced(seat, COLONY_TYPES[kind], cell_name(cell), origin))
    context.mark(cells=(cell_name(cell),), came_from=origin)
    if rivals:
        begin(context, internal(context.state, kind, {seat: cell, **rivals}))
    else:
        continue_turn(context)


def _withdraw(context: TurnContext, seat: Seat, kind: int) -> None:
    cell = context.board.leaders[seat][kind]
    assert cell is not None  # noqa: S101 -- `refusal` comes first
    context.change(board=context.board.with_leader(seat, kind, None))
    context.tell(events.LeaderWithdrawn(seat, COLONY_TYPES[kind], cell_name(cell)))
    context.mark(came_from=cell_name(cell))
    continue_turn(context)


def _found(context: TurnContext, seat: Seat, kind: int, cell: int) -> None:
    before = context.board
    near = before.partition.beside(cell)
    context.spend(seat, kind)
    context.change(board=before.with_ground((cell,), LETTERS[kind]), busy=True, placed=cell)
    context.tell(events.ColonyFounded(seat, COLONY_TYPES[kind], cell_name(cell)))
    context.mark(cells=(cell_name(cell),))
    if len(near) > 1:
        context.tell(events.RegionsJoined(len(near)))
        context.mark(joined=len(near))
        context.change(connecting=cell)
    if context.state.options.joining == "board":
        near = [region for region in near if leaders_in(before, region)]
    if len(near) == 1:
        owner = scorer_in(before, near[0], kind)
        if owner is not None:
            context.score(owner, kind, 1)
    continue_turn(context)


def _bomb(context: TurnContext, seat: Seat, cell: int) -> None:
    mark = context.board.ground[cell]
    lost = LETTERS.index(mark) if mark in LETTERS else None
    if lost is not None:
        context.discard(lost)
    bombs = tuple(left - (owner == seat) for owner, left in enumerate(context.state.bombs))
    context.change(board=context.board.with_ground((cell,), DESTROYED), bombs=bombs, busy=True)
    context.tell(events.Bombed(seat, cell_name(cell), None if lost is None else COLONY_TYPES[lost]))
    context.mark(cells=(cell_name(cell),))
    check_support(context)
    continue_turn(context)


def _swap(context: TurnContext, seat: Seat, counts: Counts) -> None:
    for kind, ships in enumerate(counts):
        if ships:
            context.spend(seat, kind, ships)
            context.discard(kind, ships)
    context.change(busy=True)
    context.tell(events.Swapped(seat, sum(counts)))
    context.draw(seat, sum(counts))
    continue_turn(context)


class ActionPhase(Phase):
    """The active player has an action left."""

    actions = (Leader, Withdraw, Colony, Bomb, Swap, End)

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        return (state.active,)

    def prompt(self, state: TaeState) -> str:
        return f"{NAMES[state.active]} has {counted(state.actions_left, 'action')} left"

    def legal(self, state: TaeState, seat: Seat) -> list[TaeAction]:
        listed: list[TaeAction] = []
        for alike in _kinds_of_action(state, seat):
            listed += alike
        return listed

    def beginnings(self, state: TaeState, seat: Seat) -> list[TaeAction]:
        return [alike[0] for alike in _kinds_of_action(state, seat) if alike]

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        match action:
            case Leader():
                return leader_refusal(state, seat, action)
            case Withdraw() if state.board.leaders[seat][action.kind] is None:
                sentence = f"Your {action.type} leader is at home already."
                return IllegalAction("leader_not_on_board", sentence, public=True)
            case Colony():
                return colony_refusal(state, seat, action)
            case Bomb():
                return bomb_refusal(state, seat, action)
            case Swap():
                return _swap_refusal(state, seat, action.ships)
        return None

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        context.change(actions_left=context.state.actions_left - 1)
        match action:
            case Leader():
                _place(context, seat, action.kind, action.cell)
            case Withdraw():
                _withdraw(context, seat, action.kind)
            case Colony():
                _found(context, seat, action.kind, action.cell)
            case Bomb():
                _bomb(context, seat, action.cell)
            case Swap():
                _swap(context, seat, action.ships)
            case _:
                context.change(actions_left=0)
                finish(context)

    def on_timeout(self, state: TaeState) -> TaeAction:
        return END


ACTION = ActionPhase()
