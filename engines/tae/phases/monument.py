"""The choice whether a square of colonies becomes a monument: docs/rules/tae.md section 12."""

from collections.abc import Iterator

from engines.contract import IllegalAction, Seat
from engines.tae.actions import Build, Skip, TaeAction
from engines.tae.board import MONUMENT, Monument, square_cells
from engines.tae.board_masks import MONUMENTS
from engines.tae.combat import check_support
from engines.tae.constants import COLONY_TYPES, LETTERS, NAMES, cell_name
from engines.tae.events import MonumentBuilt, monument_name
from engines.tae.phases.phase import Phase
from engines.tae.state import TaeState
from engines.tae.turn import finish, monument_choices
from engines.tae.turn_context import TurnContext
from engines.wording import listed


class MonumentChoice(Phase):
    """The colony just founded has completed a square."""

    actions = (Build, Skip)
    wrong_phase = "There is no monument to build"

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        return (state.active,)

    def prompt(self, state: TaeState) -> str:
        return f"{NAMES[state.active]} builds a monument or skips"

    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:
        for number, square in monument_choices(state):
            yield Build(number, cell_name(square))
        yield Skip()

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        if action in self.legal(state, seat):
            return None
        assert isinstance(action, Build)  # noqa: S101 -- to skip is always legal
        choices = monument_choices(state)
        squares = dict.fromkeys(square for _, square in choices)
        if action.corner not in squares:
            names = listed(map(cell_name, squares), "or")
            return IllegalAction(
                "no_such_square", f"Name the square by its top left cell: {names}.", public=True
            )
        fitting = listed(dict.fromkeys(f"{number} ({monument_name(number)})" for number, _ in choices), "or")
        built = {monument.id for monument in state.board.monuments}
        if action.id not in range(len(MONUMENTS)) or action.id in built:
            return IllegalAction(
                "monument_taken",
                f"Monument {action.id} is not available; you may build {fitting}.",
                public=True,
            )
        kind = COLONY_TYPES[LETTERS.index(state.board.ground[action.corner])]
        sentence = f"Monument {action.id} does not fit a square of {kind} colonies; you may build {fitting}."
        return IllegalAction("monument_colour", sentence, public=True)

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        if isinstance(action, Build):
            _build(context, action.id, action.corner)
        finish(context)

    def on_timeout(self, state: TaeState) -> TaeAction:
        return Skip()


MONUMENT_CHOICE = MonumentChoice()


def _build(context: TurnContext, number: int, square: int) -> None:
    cells = square_cells(square)
    context.discard(LETTERS.index(context.board.ground[square]), len(cells))
    board = context.board.with_ground(cells, MONUMENT)
    context.change(board=board.having(monuments=(*board.monuments, Monument(number, square))))
    context.tell(MonumentBuilt(number, cell_name(square)))
    context.mark(cells=tuple(map(cell_name, cells)))
    check_support(context)
