"""Questions about a piece: the sum of its health, and its reach (rules 6, 7)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from engines.contract import Answer, Question, Questions, Seat
from engines.flicflac.core import Influence
from engines.flicflac.legal_moves import may_retract, reach
from engines.flicflac.phase_end import forecast, winner_after
from engines.flicflac.pieces import BODY, CODES, COLOUR_WORDS, NUMBER, colours, name, place, target
from engines.flicflac.state import FlicFlacState, Stand, is_empowered, piece_on, stand_of, start_of
from engines.flicflac.validation import known_piece
from engines.flicflac.view import FlicFlacView, Reach
from engines.flicflac.view_builder import build_view, seen_by
from engines.wording import counted, listed, signed


class AskHealth(Question, frozen=True, tag="health"):
    """Explain a piece's health: what each of its neighbours gives and takes."""

    piece: Annotated[str, Meta(description="A piece of either side, e.g. CB")]


class AskReach(Question, frozen=True, tag="reach"):
    """Show where a piece may go, and where it would flip."""

    piece: Annotated[str, Meta(description="A piece of either side, e.g. CB")]


def _health(state: FlicFlacState, seat: Seat | None, question: AskHealth) -> Answer:
    """Each neighbour's contribution in words, and the meaning of the sum."""
    code = known_piece(question.piece)
    seen = seen_by(state, seat)
    found = forecast(seen.board, seen.stands, seen.side)
    health = found.health[NUMBER[code]]
    lines = [f"{_title(seen, code)}, has health **{signed(health)}**."]
    cell = stand_of(seen, code).cell
    if cell is None:
        lines.append("A piece at home takes no part in any melee.")
    else:
        beside = [piece_on(seen, near) for near in seen.board.neighbours[cell]]
        neighbours = [
            f"- {_neighbour(seen, code, near, found.influences)}" for near in beside if near is not None
        ]
        lines += neighbours or ["No piece stands beside it."]
    running = seen.ending is None
    if code in found.captives:
        end = ": it goes home if the phase ends now, and the other side scores" if running else ""
        lines.append(f"Below 0 it is grey{end}.")
    if code in found.captors and running and winner_after(seen, found) is None:
        lines.append("If the phase ends now, it is a captor and strikes again.")
    return Answer("\n".join(lines), replace(build_view(state, seat), highlight=code))


def _reach(state: FlicFlacState, seat: Seat | None, question: AskReach) -> Answer:
    """The cells that a piece may go to, in words and as marks on the board."""
    code = known_piece(question.piece)
    seen = seen_by(state, seat)
    view = replace(build_view(state, seat), highlight=code)
    if (start := start_of(seen, code)) is not None:
        return _tell_retraction(seen, code, start, view)
    cells = reach(seen.board, seen.stands, NUMBER[code])
    flipping = tuple(cell for cell in cells if seen.board.flips(cell))
    free = seen.ending is None and code in seen.free
    may = "may go to" if free else "may not move in this phase, but reaches"
    goals = f"{listed(cells)} ({counted(len(cells), 'cell')})" if cells else "no cell"
    lines = [f"{_title(seen, code)}, {may} {goals}."]
    if flipping:
        lines.append(f"On black it flips: {listed(flipping)}.")
    return Answer("\n".join(lines), replace(view, reach=Reach(code, cells, flipping)))


def _tell_retraction(state: FlicFlacState, code: str, start: Stand, view: FlicFlacView) -> Answer:
    """The answer about a piece that has moved: it can only go back."""
    back = target(start.cell)
    text = f"{_title(state, code)}, has moved in this phase"
    if not may_retract(state, code):
        return Answer(f"{text}; while {start.cell} is taken it cannot go back.", view)
    if start.cell is not None:
        view = replace(view, reach=Reach(code, (start.cell,), ()))
    return Answer(f"{text}; `{code} retract` puts it back {back}.", view)


def _title(state: FlicFlacState, code: str) -> str:
    stand = stand_of(state, code)
    strong = ", empowered" if is_empowered(state, code) else ""
    return f"**{code}**, the {name(code)} {place(stand.cell)}{strong}, flying {colours(code, stand.flipped)}"


def _neighbour(state: FlicFlacState, code: str, near: str, found: list[Influence]) -> str:
    """What passes between a piece and one neighbour, from the piece's side."""
    gets = next((one for one in found if (one.by, one.on) == (NUMBER[near], NUMBER[code])), None)
    does = next((one for one in found if (one.by, one.on) == (NUMBER[code], NUMBER[near])), None)
    points = (gets.received if gets else 0) + (does.earned if does else 0)
    body, other = COLOUR_WORDS[BODY[code]], COLOUR_WORDS[BODY[near]]
    clauses = []
    if gets is not None:
        act = "attacks" if gets.attack else "supports"
        part = signed(-gets.strength if gets.attack else gets.strength)
        clauses.append(f"it flies {body} and {act} {code} ({part})")
        if gets.unanswered:
            rest = signed(gets.received + gets.strength)
            clauses.append(f"{code} does not fly {other}, so the attack is unanswered ({rest})")
    if does is not None:
        act = "attacks it" if does.attack else "supports it"
        part = signed(does.earned) if does.attack else "at no gain to itself"
        clauses.append(f"{code} flies {other} and {act} ({part})")
    if not clauses:
        clauses.append("neither flies the other's colour")
    strong = ", empowered" if is_empowered(state, near) else ""
    return f"{near} on {stand_of(state, near).cell}{strong}: **{signed(points)}**, {'; '.join(clauses)}."


QUESTIONS = Questions[FlicFlacState](
    answers={AskHealth: _health, AskReach: _reach},
    suggest=lambda _, __: (kind(code) for kind in (AskHealth, AskReach) for code in CODES),
)
