"""Carrying an action out: the new state and what happened."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat, Step
from engines.tae.actions import (
    Bomb,
    Build,
    ChooseCombat,
    Colony,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.board import (
    DESTROYED,
    MONUMENT,
    Monument,
    leaders_in,
    owner_in,
    regions,
    square_cells,
    touching,
)
from engines.tae.combat import begin, check_support, conflicts, internal
from engines.tae.constants import COLONY_TYPES, LETTERS, SETTLER, cell_at, cell_name, kind_number
from engines.tae.events import (
    Bombed,
    ColonyFounded,
    Committed,
    LeaderPlaced,
    LeaderWithdrawn,
    MonumentBuilt,
    RegionsJoined,
    Resigned,
    Swapped,
)
from engines.tae.notation import effects, write, write_public
from engines.tae.outcome import final_summary
from engines.tae.state import TaeState
from engines.tae.turn import (
    commit,
    depart,
    end_game,
    fight,
    finish,
    resolve_if_complete,
    settle,
)
from engines.tae.turn_context import TurnContext
from engines.tae.validation import swapped
from engines.tae.view import LastView


def apply(state: TaeState, seat: Seat, action: TaeAction) -> Step[TaeState]:
    """Do an action that `validation.validate` has let through."""
    context = TurnContext(state, LastView(seat=seat, text=write_public(action)))
    if isinstance(action, Reinforce):
        # What led to the combat stays marked until it is resolved, and then beside the result.
        context.last = state.last
        _reinforce(context, seat, action.ships)
    else:
        if state.phase == "action":
            context.change(actions_left=state.actions_left - 1)
        _act(context, seat, action)
    return _step(context, write(action), write_public(action))


def resign(state: TaeState, seat: Seat) -> Step[TaeState]:
    """A player leaves (R27)."""
    context = TurnContext(state, LastView(seat=seat, text="resign"))
    context.tell(Resigned(seat))
    context.change(leaving=(*state.leaving, seat))
    if len(context.state.playing) == 1:
        for leaver in context.state.leaving:
            depart(context, leaver)
        end_game(context, "resignation")
    elif state.combat is not None:
        context.last = state.last
        combat = state.combat
        if any(side.seat == seat and side.ships is None for side in combat.sides):
            context.change(combat=commit(combat, seat, 0))
            resolve_if_complete(context)
    elif state.phase == "choose_combat" and seat == state.active:
        assert state.connecting is not None  # noqa: S101 -- several combats have come of a joining
        fight(context, conflicts(state.board, state.connecting)[0])
    else:
        depart(context, seat)
        if state.phase == "choose_combat":
            settle(context)
        elif seat == state.active:
            finish(context)
    return _step(context, "resign", "resign")


def _step(context: TurnContext, text: str, public: str) -> Step[TaeState]:
    events = tuple(context.events)
    told = effects(events)
    return Step(
        state=replace(context.state, last=context.last),
        notation=f"{text}: {told}" if told else text,
        events=events,
        public=f"{public}: {told}" if told else public,
        reveals=context.reveals,
        marks_only=context.marks_only,
        summary=None if context.state.ending is None else final_summary(context.state, events),
    )


def _act(context: TurnContext, seat: Seat, action: TaeAction) -> None:
    match action:
        case Leader(type=kind, to=to):
            _place(context, seat, _kind(kind), _cell(to))
        case Withdraw(type=kind):
            _withdraw(context, seat, _kind(kind))
        case Colony(type=kind, to=to):
            _found(context, seat, _kind(kind), _cell(to))
        case Bomb(to=to):
            _bomb(context, seat, _cell(to))
        case Swap():
            _swap(context, seat, swapped(action))
        case End():
            context.change(actions_left=0)
            finish(context)
        case ChooseCombat(type=kind):
            fight(context, _kind(kind))
        case Build(id=number, square=square):
            _build(context, number, _cell(square))
        case Skip() | Reinforce():
            finish(context)


def _place(context: TurnContext, seat: Seat, kind: int, cell: int) -> None:
    came_from = context.board.leaders[seat][kind]
    lifted = context.board.with_leader(seat, kind, None)
    (region,) = touching(cell, regions(lifted.occupied))
    rivals = {owner: at for owner, of, at in leaders_in(lifted, region) if of == kind}
    context.change(board=lifted.with_leader(seat, kind, cell))
    origin = None if came_from is None else cell_name(came_from)
    context.tell(LeaderPlaced(seat, COLONY_TYPES[kind], cell_name(cell), origin))
    context.mark(cells=(cell_name(cell),), came_from=origin)
    if rivals:
        begin(context, internal(context.state, kind, {seat: cell, **rivals}))
    else:
        settle(context)


def _withdraw(context: TurnContext, seat: Seat, kind: int) -> None:
    cell = context.board.leaders[seat][kind]
    assert cell is not None  # noqa: S101 -- judged before
    context.change(board=context.board.with_leader(seat, kind, None))
    context.tell(LeaderWithdrawn(seat, COLONY_TYPES[kind], cell_name(cell)))
    context.mark(came_from=cell_name(cell))
    settle(context)


def _found(context: TurnContext, seat: Seat, kind: int, cell: int) -> None:
    before = context.board
    near = touching(cell, regions(before.occupied))
    context.spend(seat, kind)
    context.change(board=before.with_ground((cell,), LETTERS[kind]), busy=True, placed=cell)
    context.tell(ColonyFounded(seat, COLONY_TYPES[kind], cell_name(cell)))
    context.mark(cells=(cell_name(cell),))
    if len(near) == 1:
        owner = owner_in(before, near[0], kind)
        if owner is None:
            owner = owner_in(before, near[0], SETTLER)
        if owner is not None:
            context.score(owner, kind, 1)
    elif len(near) > 1:
        context.tell(RegionsJoined(len(near)))
        context.mark(joined=len(near))
        context.change(connecting=cell)
    settle(context)


def _bomb(context: TurnContext, seat: Seat, cell: int) -> None:
    mark = context.board.ground[cell]
    lost = LETTERS.index(mark) if mark in LETTERS else None
    if lost is not None:
        context.discard(lost)
    bombs = tuple(left - (owner == seat) for owner, left in enumerate(context.state.bombs))
    context.change(board=context.board.with_ground((cell,), DESTROYED), bombs=bombs, busy=True)
    context.tell(Bombed(seat, cell_name(cell), None if lost is None else COLONY_TYPES[lost]))
    context.mark(cells=(cell_name(cell),))
    check_support(context)
    settle(context)


def _swap(context: TurnContext, seat: Seat, counts: tuple[int, int, int, int]) -> None:
    for kind, ships in enumerate(counts):
        context.spend(seat, kind, ships)
        context.discard(kind, ships)
    context.change(busy=True)
    context.tell(Swapped(seat, sum(counts)))
    context.draw(seat, sum(counts))
    settle(context)


def _reinforce(context: TurnContext, seat: Seat, ships: int) -> None:
    combat = context.state.combat
    assert combat is not None  # noqa: S101 -- judged before
    combat = commit(combat, seat, ships)
    context.change(combat=combat)
    # A commitment is final, and trying the last one out would show the others'.
    context.reveals = True
    if any(side.ships is None for side in combat.sides):
        context.tell(Committed(seat))
        context.marks_only = True
    else:
        resolve_if_complete(context)


def _build(context: TurnContext, number: int, square: int) -> None:
    cells = square_cells(square)
    kind = LETTERS.index(context.board.ground[square])
    board = context.board.with_ground(cells, MONUMENT)
    context.discard(kind, len(cells))
    context.change(board=replace(board, monuments=(*board.monuments, Monument(number, square))))
    context.tell(MonumentBuilt(number, cell_name(square)))
    context.mark(cells=tuple(map(cell_name, cells)))
    check_support(context)
    finish(context)


def _kind(word: str) -> int:
    number = kind_number(word)
    assert number is not None  # noqa: S101 -- judged before
    return number


def _cell(word: str) -> int:
    cell = cell_at(word)
    assert cell is not None  # noqa: S101 -- judged before
    return cell
