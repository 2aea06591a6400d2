"""What may be asked about a position: rules/guerre-des-deux-roses.md section 10, helpful queries."""

from msgspec.structs import replace

from engines.contract import Answer, Question, Questions
from engines.roses.actions import Phalanx, Support
from engines.roses.board import NAMES
from engines.roses.legal_moves import legal_moves
from engines.roses.moves import in_order
from engines.roses.notation import write_position
from engines.roses.offering import describe
from engines.roses.state import RosesState


class Attacks(Question, frozen=True, tag="attacks"):
    """List every attack that each side could make in this position."""


class Position(Question, frozen=True, tag="position"):
    """Show the position as one line of text, for analysis and other programs."""


def _attacks(state: RosesState) -> str:
    """Both sides' attacks, as if each were to move."""
    if state.ending is not None:
        return "The game is over: nobody attacks any more."
    if state.dropping:
        return "Nothing can be attacked before all eight soldiers are on the board."
    lines: list[str] = []
    for seat, name in enumerate(NAMES):
        found = [
            move
            for move in sorted(legal_moves(replace(state, turn=seat)), key=in_order)
            if isinstance(move.action, Phalanx | Support)
        ]
        whose = f"**{name}**" + (", to move" if seat == state.turn else "")
        lines.append(f"{whose}: {'no attack' if not found else len(found)}")
        lines += [f"`{move.text}` {describe(move)}" for move in found]
    return "\n".join(lines)


QUESTIONS = Questions[RosesState](
    answers={
        Attacks: lambda state, _, __: Answer(_attacks(state)),
        Position: lambda state, _, __: Answer(f"`{write_position(state)}`"),
    },
    suggest=lambda _, __: iter((Attacks(), Position())),
)
"""Everything is public."""
