"""What follows an action, up to the next player's turn: rules/tae.md sections 4, 11, 12 and R27."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat
from engines.tae.board import AT_HOME, regions, squares_with
from engines.tae.combat import begin, conflicts, external, resolve
from engines.tae.course import Course
from engines.tae.ending import winners
from engines.tae.galaxy import MONUMENTS, OUTER, SQUARES, grown
from engines.tae.happenings import ArtifactsTaken, ChoiceOpen, GameOver, TurnBegins
from engines.tae.state import ARTIFACTS, NONE, Battle, Reason, TaeState
from engines.tae.terms import ACTIONS, HAND, KINDS, LETTERS, MERCHANT, WIDTH, by_column, cell_name


def settle(course: Course) -> None:
    """Go on after an action, or after a combat of it: the next combat, the monument, the end of the turn."""
    state = course.state
    if state.connecting is not None:
        kinds = conflicts(state.board, state.connecting)
        if len(kinds) == 1 or (kinds and _is_gone(state, state.active)):
            fight(course, kinds[0])
            return
        if kinds:
            course.change(phase="choose_combat")
            course.tell(ChoiceOpen(state.active, tuple(KINDS[kind] for kind in kinds)))
            return
        course.change(connecting=None)
    if monument_choices(course.state) and not _is_gone(course.state, course.state.active):
        course.change(phase="monument")
        return
    finish(course)


def fight(course: Course, kind: int) -> None:
    """Begin the external combat of this kind."""
    connecting = course.state.connecting
    assert connecting is not None  # noqa: S101 -- only a joining has conflicts
    begin(course, external(course.state, connecting, kind))
    resolve_if_complete(course)


def resolve_if_complete(course: Course) -> None:
    """Resolve the combat if everybody has committed, and go on."""
    battle = course.state.battle
    if battle is None or any(side.ships is None for side in battle.sides):
        return
    resolve(course, battle)
    for seat in course.state.leaving:
        depart(course, seat)
    settle(course)


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


def finish(course: Course) -> None:
    """After combats and monument: artifacts, and the end of the turn if no action is left."""
    course.change(placed=None, phase="action")
    collect(course)
    if course.state.actions_left == 0 or _is_gone(course.state, course.state.active):
        end_turn(course)


def collect(course: Course) -> None:
    """All but one artifact of each region with a merchant leader go to its owner (section 11)."""
    board = course.board
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
        left = tuple(cell for cell in course.board.artifacts if cell not in taken)
        course.change(board=replace(course.board, artifacts=left))
        course.score(owner, ARTIFACTS, len(taken))
        names = tuple(map(cell_name, taken))
        course.tell(ArtifactsTaken(owner, names, cell_name(stays)))
        before = course.last.taken if course.last else ()
        course.mark(taken=(*before, *((owner, name) for name in names)))


def end_turn(course: Course) -> None:
    """Section 4, end of turn, in its order."""
    course.change(actions_left=0)
    active = course.state.active
    if active not in course.state.resigned:
        _income(course, active)
    if len(course.board.artifacts) <= 2:
        end_game(course, "artifacts")
        return
    needs = {seat: HAND - sum(course.state.hands[seat]) for seat in course.state.playing}
    if sum(needs.values()) > len(course.state.bag):
        end_game(course, "bag")
        return
    for seat, need in needs.items():
        course.draw(seat, need)
    quiet = 0 if course.state.busy else course.state.quiet + 1
    course.change(quiet=quiet)
    if quiet >= 3 * len(course.state.playing):
        end_game(course, "stalemate")
        return
    following = next(seat for seat in (*course.state.playing, active) if seat != active)
    course.change(
        active=following,
        actions_left=ACTIONS,
        busy=False,
        combats=0,
        turn=course.state.turn + 1,
        phase="action",
    )
    course.tell(TurnBegins(following))


def end_game(course: Course, reason: Reason) -> None:
    """The game is over."""
    course.change(
        phase="over", ending=reason, actions_left=0, battle=None, connecting=None, placed=None, leaving=()
    )
    course.tell(GameOver(reason, winners(course.state)))
    course.reveals = True


def depart(course: Course, seat: Seat) -> None:
    """A player's leaders go home for good and his hand leaves the game (R27)."""
    state = course.state
    for kind, ships in enumerate(state.hands[seat]):
        course.discard(kind, ships)
    leaders = (*state.board.leaders[:seat], AT_HOME, *state.board.leaders[seat + 1 :])
    course.change(
        board=replace(state.board, leaders=leaders),
        hands=(*state.hands[:seat], NONE, *state.hands[seat + 1 :]),
        resigned=(*state.resigned, seat),
        leaving=tuple(other for other in state.leaving if other != seat),
    )


def commit(battle: Battle, seat: Seat, ships: int) -> Battle:
    """The combat with a player's sealed commitment in it."""
    sides = tuple(replace(side, ships=ships) if side.seat == seat else side for side in battle.sides)
    return replace(battle, sides=sides)


def _is_gone(state: TaeState, seat: Seat) -> bool:
    return seat in state.resigned or seat in state.leaving


def _income(course: Course, seat: Seat) -> None:
    board = course.board
    for monument in sorted(board.monuments, key=lambda one: one.id):
        region = grown(SQUARES[monument.square], board.occupied)
        for kind in MONUMENTS[monument.id]:
            cell = board.leaders[seat][kind]
            if cell is not None and region >> cell & 1:
                course.score(seat, kind, 1)
