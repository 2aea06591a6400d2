"""Words and pick paths of legal actions."""

from collections.abc import Iterator
from functools import lru_cache, partial

from engines.contract import (
    END,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LazyOffer,
    Offer,
    Paths,
    Pick,
    Seat,
    Text,
    Words,
)
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.apply import stage
from engines.flicflac.notation import write
from engines.flicflac.phase_end import Forecast, end_phase, forecast, health_of, winner_after
from engines.flicflac.pieces import BODY, CODES, NAMES, NUMBER, OWNER, colours, name, target
from engines.flicflac.state import FlicFlacState, stand_of, start_of
from engines.flicflac.view import FlicFlacView
from engines.wording import listed, signed

_forecast = lru_cache(64)(forecast)
"""Cached, as the words of each move begin with the forecast of the present position."""


def offer(state: FlicFlacState, _seat: Seat, action: FlicFlacAction) -> Offer[FlicFlacAction]:
    """A legal action with its words and pick paths, made on access."""
    return LazyOffer(
        action,
        partial(write, action),
        partial(_words, state, action),
        partial(_paths, state, action),
        partial(_rank, state, action),
        first=action.piece if isinstance(action, Move) else "",
    )


def _words(state: FlicFlacState, action: FlicFlacAction) -> Words:
    head = _head(state, action)
    return head, _effect(state, action, LONGEST_LABEL - len(head) - 2)


def _paths(state: FlicFlacState, action: FlicFlacAction) -> Paths:
    """The pick paths: a piece, then its target; retractions, the reset and the end are single picks."""
    effect = partial(_effect, state, action, LONGEST_NOTE)
    match action:
        case Move(piece=piece, to=to):
            label = " · ".join((to, *_on(state, piece, to)))
            return ((_handle(state, piece), Pick(to, label, effect, at=to, group=f"column {to[0]}")),)
        case Retract(piece=piece):
            # The piece's own value means a move, also on older cards; only pieces that may move are marked.
            return ((Pick(f"{piece}-", f"{piece} · take it back", effect),),)
        case Reset():
            return ((Pick("reset", "Take all back", lambda: effect() or _head(state, action), group=END),),)
        case End():
            return ((Pick("end", "End the phase", effect, group=END),),)


def _rank(state: FlicFlacState, action: FlicFlacAction) -> float:
    """The rank of a move: beside enemies first, then on its own colour, beside friends, near the middle."""
    if not isinstance(action, Move):
        return 0
    board, piece = state.board, action.piece
    piece_at = {stand.cell: code for code, stand in zip(CODES, state.stands, strict=True)}
    beside = [
        code for near in board.neighbours[action.to] if (code := piece_at.get(near)) not in {None, piece}
    ]
    enemies = sum(OWNER[code] != OWNER[piece] for code in beside)
    cell = board.cell[action.to]
    own = cell.colour == BODY[piece]
    return 4 * enemies + 2 * own + len(beside) - enemies - cell.steps_to(board.centre) / 10


def public_picks(view: FlicFlacView) -> tuple[Pick, ...]:
    """The pieces that may move in this phase, as everybody sees them."""
    return tuple(_pick(one.code, one.cell) for one in view.pieces if one.free)


def _handle(state: FlicFlacState, piece: str) -> Pick:
    """A piece, which is marked on the board under its own name wherever it is."""
    return _pick(piece, stand_of(state, piece).cell, partial(_condition, state, piece))


def _pick(piece: str, cell: str | None, note: Text = "") -> Pick:
    asked = f"{piece}, the {name(piece)}: where to?"
    return Pick(piece, f"{piece} · {cell or 'home'}", note, at=piece, then=asked)


def _on(state: FlicFlacState, piece: str, to: str) -> Iterator[str]:
    """What the colour of a cell does to a piece that lands there."""
    if state.board.flips(to):
        yield "flips"
    elif state.board.cell[to].colour == BODY[piece]:
        yield "empowered"


def _condition(state: FlicFlacState, piece: str) -> str:
    health = _forecast(state.board, state.stands, state.side).health[NUMBER[piece]]
    return f"{name(piece)}, flies {colours(piece, stand_of(state, piece).flipped)}, health {signed(health)}"


def _head(state: FlicFlacState, action: FlicFlacAction) -> str:
    """An action in words that include its effect."""
    match action:
        case Move(piece=piece, to=to):
            return f"{piece} to {to}{', where it flips' if state.board.flips(to) else ''}"
        case Retract(piece=piece):
            start = start_of(state, piece)
            return f"{piece} back {target(start.cell if start else None)}"
        case Reset():
            count = len(state.staged)
            return f"{'the move' if count == 1 else f'all {count} moves'} of this phase taken back"
        case End():
            return "end the phase"


def _effect(state: FlicFlacState, action: FlicFlacAction, room: int) -> str:
    """The healths that change, or what the end of the phase does; as much of it as there is room for."""
    found = _forecast(state.board, state.stands, state.side)
    if isinstance(action, End):
        return _captures(state, found, room)
    before, after = found.health, health_of(state.board, stage(state, action).stands)
    changed = [number for number in range(len(CODES)) if before[number] != after[number]]
    # Pieces that turn grey or recover come first.
    changed.sort(key=lambda number: (before[number] < 0) == (after[number] < 0))
    changes = [f"{CODES[number]} {signed(after[number])}" for number in changed]
    return f"health {_fitting(changes, room - len('health '))}" if changes else ""


def _captures(state: FlicFlacState, found: Forecast, room: int) -> str:
    verb = "is" if len(found.captives) == 1 else "are"
    lost = f"{listed(found.captives)} {verb} captured" if found.captives else "no captures"
    if (seat := winner_after(state, found)) is not None:
        return _fitting([f"{NAMES[seat]} win", lost], room)
    if not found.captors:
        drawn = end_phase(state, by_clock=False).ending is not None
        return _fitting([lost, *["the game is drawn"] * drawn], room)
    again = "strikes" if len(found.captors) == 1 else "strike"
    return _fitting([lost, f"{listed(found.captors)} {again} again"], room)


def _fitting(words: list[str], room: int) -> str:
    text = ", ".join(words)
    while len(text) > room and words:
        words = words[:-1]
        text = ", ".join((*words, "…"))
    return text
