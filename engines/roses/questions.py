"""Questions about a position: docs/rules/guerre-des-deux-roses.md section 10, helpful queries."""

from msgspec.structs import replace

from engines.contract import Answer, Question, Questions, Seat
from engines.roses.actions import Phalanx, Support
from engines.roses.board import NAMES
from engines.roses.legal_moves import legal_moves
from engines.roses.moves import in_order
from engines.roses.notation import write_position
from engines.roses.offering import describe
from engines.roses.state import RosesState
from engines.roses.view_builder import build_view


class AskAttacks(Question, frozen=True, tag="attacks"):
    """List every attack that each side could make in this position."""


class AskPosition(Question, frozen=True, tag="position"):
    """Show the position as one line of text, for analysis and other programs."""


def _attacks(state: RosesState, seat: Seat | None) -> Answer:
    """Both sides' attacks, as if each were to move, in words and as marks on the board."""
    if state.ending is not None:
        return Answer("The game is over: nobody attacks any more.")
    if state.dropping:
        return Answer("Nothing can be attacked before all eight soldiers are on the board.")
    lines: list[str] = []
    marked: set[tuple[str, str]] = set()
    for side, name in enumerate(NAMES):
        found = [
            move
            for move in sorted(legal_moves(replace(state, turn=side)), key=in_order)
            if isinstance(move.action, Phalanx | Support)
        ]
        whose = f"**{name}**" + (", to move" if side == state.turn else "")
        lines.append(f"{whose}: {'no attack' if not found else len(found)}")
        lines += [f"`{move.text}` {describe(move)}" for move in found]
        marked |= {way for move in found for way in move.moved if way[1] == move.target}
    view = replace(build_view(state, seat), last=None, attacks=tuple(sorted(marked)))
    return Answer("\n".join(lines), view)


QUESTIONS = Questions[RosesState](
    answers={
        AskAttacks: lambda state, seat, _: _attacks(state, seat),
        AskPosition: lambda state, _, __: Answer(f"`{write_position(state)}`"),
    },
    suggest=lambda _, __: iter((AskAttacks(), AskPosition())),
)
"""The questions of the game; everything in it is public."""
