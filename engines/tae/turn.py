"""The consequences of an action, up to the next player's turn: docs/rules/tae.md 4, 10 to 12 and R27."""

from engines.contract import Seat
from engines.tae import events
from engines.tae.board import AT_HOME, squares_with
from engines.tae.board_masks import MONUMENTS
from engines.tae.combat import begin, conflicts, external, resolve
from engines.tae.constants import ACTIONS_PER_TURN, COLONY_TYPES, HAND, LETTERS, cell_name
from engines.tae.outcome import winners
from engines.tae.scoring import collections, income
from engines.tae.state import ARTIFACTS, NONE, Reason, TaeState
from engines.tae.turn_context import TurnContext


def continue_turn(context: TurnContext) -> None:
    """Go on after an action, or after a combat of it: the next combat, the monument, the end of the turn."""
    state = context.state
    kinds = conflicts(state)
    if len(kinds) == 1 or (kinds and state.has_left(state.active)):
        fight(context, kinds[0])
        return
    if kinds:
        context.change(phase="choose_combat")
        context.tell(events.ChoiceOpen(state.active, tuple(COLONY_TYPES[kind] for kind in kinds)))
        return
    if monument_choices(state) and not state.has_left(state.active):
        context.change(connecting=None, phase="monument")
        return
    finish(context)


def fight(context: TurnContext, kind: int) -> None:
    """Begin the external combat of this kind."""
    begin(context, external(context.state, kind))
    resolve_if_complete(context)


def resolve_if_complete(context: TurnContext) -> None:
    """Resolve the combat if everybody has committed, and go on."""
    combat = context.state.combat
    if combat is None or not combat.complete:
        return
    resolve(context, combat)
    for seat in context.state.leaving:
        depart(context, seat)
    continue_turn(context)


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
    """Collect artifacts after combats and monument, and end the turn if no action is left."""
    context.change(connecting=None, placed=None, phase="action")
    for owner, taken, stays in collections(context.board):
        left = tuple(cell for cell in context.board.artifacts if cell not in taken)
        context.change(board=context.board.having(artifacts=left))
        context.score(owner, ARTIFACTS, len(taken))
        names = tuple(map(cell_name, taken))
        context.tell(events.ArtifactsTaken(owner, names, cell_name(stays)))
        context.mark_also("taken", *((owner, name) for name in names))
    if context.state.actions_left == 0 or context.state.has_left(context.state.active):
        end_turn(context)


def end_turn(context: TurnContext) -> None:
    """End the turn, in the order of section 4."""
    active = context.state.active
    if active not in context.state.resigned:
        for kind in income(context.board, active):
            context.score(active, kind, 1)
    quiet = _quiet_turns(context)
    # How many ships each player draws, in this order.
    needed = {seat: HAND - sum(context.state.hands[seat]) for seat in context.state.playing}
    reason = _reason_to_end(context.state, quiet, sum(needed.values()))
    if reason in ("artifacts", "bag"):
        end_game(context, reason)
        return
    for seat, need in needed.items():
        context.draw(seat, need)
    if reason is not None:
        context.change(quiet=quiet)
        end_game(context, reason)
        return
    following = next(seat for seat in (*context.state.playing, active) if seat != active)
    context.change(
        quiet=quiet,
        active=following,
        actions_left=ACTIONS_PER_TURN,
        busy=False,
        combats=0,
        turn=context.state.turn + 1,
        phase="action",
    )
    context.tell(events.TurnBegins(following))


def _quiet_turns(context: TurnContext) -> int:
    """Quiet turns in a row when this one has ended; it counts only if its player ended it in person (R9)."""
    state = context.state
    if context.ended_by_clock:
        return state.quiet
    return 0 if state.busy else state.quiet + (state.active not in state.resigned)


def _reason_to_end(state: TaeState, quiet: int, needed: int) -> Reason | None:
    """Why the game is over when this turn ends, or None; the reasons in the order of section 4."""
    if len(state.board.artifacts) <= 2:
        return "artifacts"
    if needed > len(state.bag):
        return "bag"
    if quiet > state.quiet and quiet >= 3 * len(state.playing):
        return "stalemate"
    return None


def end_game(context: TurnContext, reason: Reason) -> None:
    """End the game."""
    context.change(
        phase="over", ending=reason, actions_left=0, combat=None, connecting=None, placed=None, leaving=()
    )
    context.tell(events.GameOver(reason, winners(context.state)))
    context.reveals = True


def depart(context: TurnContext, seat: Seat) -> None:
    """Take a player's leaders home for good and their hand out of the game (R27)."""
    state, leaders = context.state, context.board.leaders
    for kind, ships in enumerate(state.hands[seat]):
        context.discard(kind, ships)
    context.change(
        board=state.board.having(leaders=(*leaders[:seat], AT_HOME, *leaders[seat + 1 :])),
        hands=(*state.hands[:seat], NONE, *state.hands[seat + 1 :]),
        resigned=(*state.resigned, seat),
        leaving=tuple(other for other in state.leaving if other != seat),
    )
