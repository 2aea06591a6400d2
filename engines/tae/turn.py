"""What follows an action, up to the next player's turn: rules/tae.md sections 4, 11, 12 and R27."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat
from engines.tae.board import AT_HOME, regions, squares_with
from engines.tae.board_masks import MONUMENTS, OUTER, SQUARES, grown
from engines.tae.combat import begin, conflicts, external, resolve
from engines.tae.constants import (
    ACTIONS_PER_TURN,
    COLONY_TYPES,
    HAND,
    LETTERS,
    MERCHANT,
    WIDTH,
    by_column,
    cell_name,
)
from engines.tae.events import ArtifactsTaken, ChoiceOpen, GameOver, TurnBegins
from engines.tae.outcome import winners
from engines.tae.state import ARTIFACTS, NONE, Combat, Reason, TaeState
from engines.tae.turn_context import TurnContext


def settle(context: TurnContext) -> None:
    """Go on after an action, or after a combat of it: the next combat, the monument, the end of the turn."""
    state = context.state
    if state.connecting is not None:
        kinds = conflicts(state.board, state.connecting)
        if len(kinds) == 1 or (kinds and _is_gone(state, state.active)):
            fight(context, kinds[0])
            return
        if kinds:
            context.change(phase="choose_combat")
            context.tell(ChoiceOpen(state.active, tuple(COLONY_TYPES[kind] for kind in kinds)))
            return
        context.change(connecting=None)
    if monument_choices(context.state) and not _is_gone(context.state, context.state.active):
        context.change(phase="monument")
        return
    finish(context)


def fight(context: TurnContext, kind: int) -> None:
    """Begin the external combat of this kind."""
    connecting = context.state.connecting
    assert connecting is not None  # noqa: S101 -- only a joining has conflicts
    begin(context, external(context.state, connecting, kind))
    resolve_if_complete(context)


def resolve_if_complete(context: TurnContext) -> None:
    """Resolve the combat if everybody has committed, and go on."""
    combat = context.state.combat
    if combat is None or any(side.ships is None for side in combat.sides):
        return
    resolve(context, combat)
    for seat in context.state.leaving:
        depart(context, seat)
    settle(context)


def monument_choices(state: TaeState) -> tuple[tuple[int, int], ...]:
    """Number and square of every monument that the colony just placed makes possible."""
    if not state.options.monuments or state.placed is None:
        return ()
    squares = squares_with(state.board, state.placed)
    if not squares:
        return ()
    kind = LETTERS.index(state.board.ground[state.placed])
    used = {monument.id for monument in state.board.monuments}
    fitting = [number for number, kinds in enumerate(MONUMENTS) if kind in kinds and number not in used]
    return tuple((number, square) for square in squares for number in fitting)


def finish(context: TurnContext) -> None:
    """After combats and monument: artifacts, and the end of the turn if no action is left."""
    context.change(placed=None, phase="action")
    collect(context)
    if context.state.actions_left == 0 or _is_gone(context.state, context.state.active):
        end_turn(context)


def collect(context: TurnContext) -> None:
    """All but one artifact of each region with a merchant leader go to its owner (section 11)."""
    board = context.board
    for region in regions(board.occupied):
        owner = next(
            (seat for seat, kind, cell in board.standing() if kind == MERCHANT and region >> cell & 1), None
        )
        held = [cell for cell in board.artifacts if region >> cell & 1]
        if owner is None or len(held) < 2:
            continue
        inner = [cell for cell in held if cell not in OUTER]
        stays = max(inner or held, key=lambda cell: (cell // WIDTH, -(cell % WIDTH)))
        taken = [cell for cell in held if cell != stays]
        taken = [*by_column(set(taken) & OUTER), *by_column(set(taken) - OUTER)]
        left = tuple(cell for cell in context.board.artifacts if cell not in taken)
        context.change(board=replace(context.board, artifacts=left))
        context.score(owner, ARTIFACTS, len(taken))
        names = tuple(map(cell_name, taken))
        context.tell(ArtifactsTaken(owner, names, cell_name(stays)))
        before = context.last.taken if context.last else ()
        context.mark(taken=(*before, *((owner, name) for name in names)))


def end_turn(context: TurnContext) -> None:
    """Section 4, end of turn, in its order."""
    context.change(actions_left=0)
    active = context.state.active
    if active not in context.state.resigned:
        _income(context, active)
    if len(context.board.artifacts) <= 2:
        end_game(context, "artifacts")
        return
    needs = {seat: HAND - sum(context.state.hands[seat]) for seat in context.state.playing}
    if sum(needs.values()) > len(context.state.bag):
        end_game(context, "bag")
        return
    for seat, need in needs.items():
        context.draw(seat, need)
    quiet = 0 if context.state.busy else context.state.quiet + 1
    context.change(quiet=quiet)
    if quiet >= 3 * len(context.state.playing):
        end_game(context, "stalemate")
        return
    following = next(seat for seat in (*context.state.playing, active) if seat != active)
    context.change(
        active=following,
        actions_left=ACTIONS_PER_TURN,
        busy=False,
        combats=0,
        turn=context.state.turn + 1,
        phase="action",
    )
    context.tell(TurnBegins(following))


def end_game(context: TurnContext, reason: Reason) -> None:
    """The game is over."""
    context.change(
        phase="over", ending=reason, actions_left=0, combat=None, connecting=None, placed=None, leaving=()
    )
    context.tell(GameOver(reason, winners(context.state)))
    context.reveals = True


def depart(context: TurnContext, seat: Seat) -> None:
    """A player's leaders go home for good and his hand leaves the game (R27)."""
    state = context.state
    for kind, ships in enumerate(state.hands[seat]):
        context.discard(kind, ships)
    leaders = (*state.board.leaders[:seat], AT_HOME, *state.board.leaders[seat + 1 :])
    context.change(
        board=replace(state.board, leaders=leaders),
        hands=(*state.hands[:seat], NONE, *state.hands[seat + 1 :]),
        resigned=(*state.resigned, seat),
        leaving=tuple(other for other in state.leaving if other != seat),
    )


def commit(combat: Combat, seat: Seat, ships: int) -> Combat:
    """The combat with a player's sealed commitment in it."""
    sides = tuple(replace(side, ships=ships) if side.seat == seat else side for side in combat.sides)
    return replace(combat, sides=sides)


def _is_gone(state: TaeState, seat: Seat) -> bool:
    return seat in state.resigned or seat in state.leaving


def _income(context: TurnContext, seat: Seat) -> None:
    board = context.board
    for monument in sorted(board.monuments, key=lambda one: one.id):
        region = grown(SQUARES[monument.square], board.occupied)
        for kind in MONUMENTS[monument.id]:
            cell = board.leaders[seat][kind]
            if cell is not None and region >> cell & 1:
                context.score(seat, kind, 1)
