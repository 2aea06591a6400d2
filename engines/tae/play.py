"""Carrying an action out: the new state and what happened."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat, Step
from engines.tae.actions import (
    Bomb,
    Build,
    Colony,
    Combat,
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
from engines.tae.course import Course
from engines.tae.final import final_account
from engines.tae.happenings import (
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
from engines.tae.refusal import swapped
from engines.tae.state import TaeState
from engines.tae.terms import KINDS, LETTERS, SETTLER, cell_at, cell_name, kind_number
from engines.tae.turn import (
    commit,
    depart,
    end_game,
    fight,
    finish,
    resolve_if_complete,
    settle,
)
from engines.tae.view import LastView


def carry_out(state: TaeState, seat: Seat, action: TaeAction) -> Step[TaeState]:
    """Do an action that `refusal.judge` has let through."""
    course = Course(state, LastView(seat=seat, text=write_public(action)))
    if isinstance(action, Reinforce):
        # What led to the combat stays marked until it is resolved, and then beside the result.
        course.last = state.last
        _reinforce(course, seat, action.ships)
    else:
        if state.phase == "action":
            course.change(actions_left=state.actions_left - 1)
        _act(course, seat, action)
    return _step(course, write(action), write_public(action))


def resign(state: TaeState, seat: Seat) -> Step[TaeState]:
    """A player leaves (R27)."""
    course = Course(state, LastView(seat=seat, text="resign"))
    course.tell(Resigned(seat))
    course.change(leaving=(*state.leaving, seat))
    if len(course.state.playing) == 1:
        for leaver in course.state.leaving:
            depart(course, leaver)
        end_game(course, "resignation")
    elif state.battle is not None:
        course.last = state.last
        battle = state.battle
        if any(side.seat == seat and side.ships is None for side in battle.sides):
            course.change(battle=commit(battle, seat, 0))
            resolve_if_complete(course)
    elif state.phase == "choose_combat" and seat == state.active:
        assert state.connecting is not None  # noqa: S101 -- several combats have come of a joining
        fight(course, conflicts(state.board, state.connecting)[0])
    else:
        depart(course, seat)
        if state.phase == "choose_combat":
            settle(course)
        elif seat == state.active:
            finish(course)
    return _step(course, "resign", "resign")


def _step(course: Course, text: str, public: str) -> Step[TaeState]:
    events = tuple(course.events)
    told = effects(events)
    return Step(
        state=replace(course.state, last=course.last),
        notation=f"{text}: {told}" if told else text,
        events=events,
        public=f"{public}: {told}" if told else public,
        reveals=course.reveals,
        quiet=course.quiet,
        account=None if course.state.ending is None else final_account(course.state, events),
    )


def _act(course: Course, seat: Seat, action: TaeAction) -> None:
    match action:
        case Leader(type=kind, to=to):
            _place(course, seat, _kind(kind), _cell(to))
        case Withdraw(type=kind):
            _withdraw(course, seat, _kind(kind))
        case Colony(type=kind, to=to):
            _found(course, seat, _kind(kind), _cell(to))
        case Bomb(to=to):
            _bomb(course, seat, _cell(to))
        case Swap():
            _swap(course, seat, swapped(action))
        case End():
            course.change(actions_left=0)
            finish(course)
        case Combat(type=kind):
            fight(course, _kind(kind))
        case Build(id=number, square=square):
            _build(course, number, _cell(square))
        case Skip() | Reinforce():
            finish(course)


def _place(course: Course, seat: Seat, kind: int, cell: int) -> None:
    came_from = course.board.leaders[seat][kind]
    lifted = course.board.with_leader(seat, kind, None)
    (region,) = touching(cell, regions(lifted.occupied))
    rivals = {owner: at for owner, of, at in leaders_in(lifted, region) if of == kind}
    course.change(board=lifted.with_leader(seat, kind, cell))
    origin = None if came_from is None else cell_name(came_from)
    course.tell(LeaderPlaced(seat, KINDS[kind], cell_name(cell), origin))
    course.mark(cells=(cell_name(cell),), came_from=origin)
    if rivals:
        begin(course, internal(course.state, kind, {seat: cell, **rivals}))
    else:
        settle(course)


def _withdraw(course: Course, seat: Seat, kind: int) -> None:
    cell = course.board.leaders[seat][kind]
    assert cell is not None  # noqa: S101 -- judged before
    course.change(board=course.board.with_leader(seat, kind, None))
    course.tell(LeaderWithdrawn(seat, KINDS[kind], cell_name(cell)))
    course.mark(came_from=cell_name(cell))
    settle(course)


def _found(course: Course, seat: Seat, kind: int, cell: int) -> None:
    before = course.board
    near = touching(cell, regions(before.occupied))
    course.spend(seat, kind)
    course.change(board=before.with_ground((cell,), LETTERS[kind]), busy=True, placed=cell)
    course.tell(ColonyFounded(seat, KINDS[kind], cell_name(cell)))
    course.mark(cells=(cell_name(cell),))
    if len(near) == 1:
        owner = owner_in(before, near[0], kind)
        if owner is None:
            owner = owner_in(before, near[0], SETTLER)
        if owner is not None:
            course.score(owner, kind, 1)
    elif len(near) > 1:
        course.tell(RegionsJoined(len(near)))
        course.mark(joined=len(near))
        course.change(connecting=cell)
    settle(course)


def _bomb(course: Course, seat: Seat, cell: int) -> None:
    mark = course.board.ground[cell]
    lost = LETTERS.index(mark) if mark in LETTERS else None
    if lost is not None:
        course.discard(lost)
    bombs = tuple(left - (owner == seat) for owner, left in enumerate(course.state.bombs))
    course.change(board=course.board.with_ground((cell,), DESTROYED), bombs=bombs, busy=True)
    course.tell(Bombed(seat, cell_name(cell), None if lost is None else KINDS[lost]))
    course.mark(cells=(cell_name(cell),))
    check_support(course)
    settle(course)


def _swap(course: Course, seat: Seat, counts: tuple[int, int, int, int]) -> None:
    for kind, ships in enumerate(counts):
        course.spend(seat, kind, ships)
        course.discard(kind, ships)
    course.change(busy=True)
    course.tell(Swapped(seat, sum(counts)))
    course.draw(seat, sum(counts))
    settle(course)


def _reinforce(course: Course, seat: Seat, ships: int) -> None:
    battle = course.state.battle
    assert battle is not None  # noqa: S101 -- judged before
    battle = commit(battle, seat, ships)
    course.change(battle=battle)
    # A commitment is final, and trying the last one out would show the others'.
    course.reveals = True
    if any(side.ships is None for side in battle.sides):
        course.tell(Committed(seat))
        course.quiet = True
    else:
        resolve_if_complete(course)


def _build(course: Course, number: int, square: int) -> None:
    cells = square_cells(square)
    kind = LETTERS.index(course.board.ground[square])
    board = course.board.with_ground(cells, MONUMENT)
    course.discard(kind, len(cells))
    course.change(board=replace(board, monuments=(*board.monuments, Monument(number, square))))
    course.tell(MonumentBuilt(number, cell_name(square)))
    course.mark(cells=tuple(map(cell_name, cells)))
    check_support(course)
    finish(course)


def _kind(word: str) -> int:
    number = kind_number(word)
    assert number is not None  # noqa: S101 -- judged before
    return number


def _cell(word: str) -> int:
    cell = cell_at(word)
    assert cell is not None  # noqa: S101 -- judged before
    return cell
