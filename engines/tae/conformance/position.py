"""Positions as data: the form of section 16 of docs/rules/tae.md, with additions for running games.

``{"players": ["bow", "pot"], "active": "bow", "actions_left": 2, "base": "bare", "position": {"colonies":
{"7,4": "scientist"}, "leaders": [{"player": "pot", "kind": "merchant", "at": [6, 4]}], "artifacts": [],
"destroyed": []}, "hands": {...}, "scores": {...}, "bombs": {...}, "quiet_turns": 0, "bag_size": 60}``. The
players are seated in the order in which they are named. The position is added to ``base`` (``bare`` or
``start``), and may replace a start colony. All keys but players and active are optional. Where it matters,
``bag_draw_order`` lists the bag, first drawn first.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.conformance.contract import as_form
from engines.contract import Seat, Value
from engines.tae.board import DESTROYED, EMPTY, MONUMENT, Board, Monument, bare, square_cells
from engines.tae.board_masks import MONUMENTS, SQUARES, START, UNINHABITABLE
from engines.tae.combat import conflicts, external, internal
from engines.tae.constants import (
    ACTIONS_PER_TURN,
    BOMBS,
    COLONY_TYPES,
    DYNASTIES,
    HAND,
    LETTERS,
    MINER,
    OFF_BOARD,
    SCIENTIST,
    WIDTH,
    ColonyType,
    cell_number,
)
from engines.tae.options import TaeOptions
from engines.tae.state import NONE, Combat, Counts, Side, TaeState, Tally
from engines.tae.turn import monument_choices
from engines.tae.view import Scores, Ships

Dynasty: TypeAlias = Literal["bow", "pot", "lion", "bull"]
Pair: TypeAlias = tuple[int, int]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=200)]


class LeaderAt(Value, frozen=True):
    """A leader on the board."""

    player: Dynasty
    kind: ColonyType
    at: Pair


class MonumentAt(Value, frozen=True):
    """A monument on the board."""

    id: Annotated[int, Meta(ge=0, lt=len(MONUMENTS))]
    square: Pair


class OnBoard(Value, frozen=True, kw_only=True):
    """The additions to the base."""

    colonies: dict[str, ColonyType] = msgspec.field(default_factory=dict)
    leaders: tuple[LeaderAt, ...] = ()
    artifacts: tuple[Pair, ...] = ()
    destroyed: tuple[Pair, ...] = ()
    monuments: tuple[MonumentAt, ...] = ()


class OpenCombat(Value, frozen=True, kw_only=True):
    """A combat that awaits commitments, and those that are in."""

    type: Literal["internal", "external"]
    kind: ColonyType
    committed: dict[Dynasty, Count | None]
    """The commitment of every player involved; null: not committed yet."""


class Position(Value, frozen=True, kw_only=True):
    """A whole position."""

    players: Annotated[tuple[Dynasty, ...], Meta(min_length=2, max_length=4)]
    active: Dynasty
    actions_left: Annotated[int, Meta(ge=0, le=ACTIONS_PER_TURN)] = ACTIONS_PER_TURN
    base: Literal["bare", "start"] = "bare"
    position: OnBoard = OnBoard()
    hands: dict[Dynasty, Ships] = msgspec.field(default_factory=dict)
    scores: dict[Dynasty, Scores] = msgspec.field(default_factory=dict)
    bombs: dict[Dynasty, Annotated[int, Meta(ge=0, le=BOMBS)]] = msgspec.field(default_factory=dict)
    quiet_turns: Annotated[int, Meta(ge=0, le=100)] = 0
    bag_size: Count | None = None
    bag_draw_order: tuple[ColonyType, ...] | None = None
    discards: Ships = Ships()
    busy: bool = False
    resigned: tuple[Dynasty, ...] = ()
    leaving: tuple[Dynasty, ...] = ()
    phase: Literal["action", "choose_combat", "reinforce", "monument"] = "action"
    connecting: Pair | None = None
    placed: Pair | None = None
    combat: OpenCombat | None = None
    combats: Count = 0
    turn: Annotated[int, Meta(ge=1)] = 1


def cell_pair(cell: int) -> list[int]:
    """The coordinates: ``[8, 4]``."""
    return [cell % WIDTH, cell // WIDTH]


def write_position(state: TaeState) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    board = state.board
    seats = range(state.seats)
    combat = state.combat
    return {
        "players": list(DYNASTIES[: state.seats]),
        "active": DYNASTIES[state.active],
        "actions_left": state.actions_left,
        "base": "bare",
        "position": {
            "colonies": colonies(board),
            "leaders": [
                {"player": DYNASTIES[seat], "kind": COLONY_TYPES[kind], "at": cell_pair(cell)}
                for seat, kind, cell in board.placed_leaders
            ],
            "artifacts": [cell_pair(cell) for cell in board.artifacts],
            "destroyed": [cell_pair(cell) for cell, mark in enumerate(board.ground) if mark == DESTROYED],
            "monuments": [{"id": one.id, "square": cell_pair(one.square)} for one in board.monuments],
        },
        "hands": {DYNASTIES[seat]: dict(zip(COLONY_TYPES, state.hands[seat], strict=True)) for seat in seats},
        "scores": {DYNASTIES[seat]: msgspec.to_builtins(Scores(*state.scores[seat])) for seat in seats},
        "bombs": {DYNASTIES[seat]: state.bombs[seat] for seat in seats},
        "quiet_turns": state.quiet,
        "bag_draw_order": [COLONY_TYPES[LETTERS.index(letter)] for letter in reversed(state.bag)],
        "discards": dict(zip(COLONY_TYPES, state.discards, strict=True)),
        "busy": state.busy,
        "resigned": [DYNASTIES[seat] for seat in state.resigned],
        "leaving": [DYNASTIES[seat] for seat in state.leaving],
        "phase": state.phase,
        "connecting": None if state.connecting is None else cell_pair(state.connecting),
        "placed": None if state.placed is None else cell_pair(state.placed),
        "combat": None if combat is None else _combat_data(combat),
        "combats": state.combats,
        "turn": state.turn,
    }


def colonies(board: Board) -> dict[str, str]:
    """Every colony by its coordinates: ``"7,4": "scientist"``."""
    return {
        "{},{}".format(*cell_pair(cell)): COLONY_TYPES[LETTERS.index(mark)]
        for cell, mark in enumerate(board.ground)
        if mark in LETTERS
    }


def _combat_data(combat: Combat) -> dict[str, Any]:
    return {
        "type": "internal" if combat.internal else "external",
        "kind": COLONY_TYPES[combat.kind],
        "committed": {DYNASTIES[side.seat]: side.ships for side in combat.sides},
    }


def read_position(position: object, options: TaeOptions) -> TaeState:
    """The state of a position. Raises ValueError."""
    given = as_form(position, Position, "TaE")
    seats = {player: seat for seat, player in enumerate(given.players)}
    if len(seats) < len(given.players):
        raise ValueError("Every player is named once.")
    if given.bag_size is not None and given.bag_draw_order is not None:
        raise ValueError("Give the size of the bag or its order, not both.")
    gone = tuple(_seat(seats, player) for player in given.resigned)
    leaving = tuple(_seat(seats, player) for player in given.leaving)
    active = _seat(seats, given.active)
    hands = _by_seat(seats, given.hands, Ships())
    scores = _by_seat(seats, given.scores, Scores())
    state = TaeState(
        options=options,
        board=_board(given, seats),
        hands=tuple(_counts(ships) for ships in hands),
        bag=_bag(given),
        discards=_counts(given.discards),
        scores=tuple(_tally(one) for one in scores),
        bombs=_by_seat(seats, given.bombs, BOMBS),
        active=active,
        actions_left=given.actions_left,
        phase=given.phase,
        busy=given.busy,
        quiet=given.quiet_turns,
        connecting=None if given.connecting is None else _cell(given.connecting),
        placed=None if given.placed is None else _cell(given.placed),
        resigned=gone,
        leaving=leaving,
        turn=given.turn,
        combats=given.combats,
    )
    if given.combat is not None:
        state = msgspec.structs.replace(state, combat=_combat(state, given.combat, seats))
    _check(state, given)
    return state


def _seat(seats: Mapping[Dynasty, Seat], player: Dynasty) -> Seat:
    if player not in seats:
        raise ValueError(f"{player} is not among the players.")
    return seats[player]


def _by_seat(seats: Mapping[Dynasty, Seat], given: Mapping[Dynasty, Any], default: Any) -> tuple[Any, ...]:
    for player in given:
        _seat(seats, player)
    return tuple(given.get(player, default) for player in seats)


def _counts(ships: Ships) -> Counts:
    counts = (ships.merchant, ships.scientist, ships.settler, ships.miner)
    if min(counts) < 0:
        raise ValueError("Nobody has less than no ship of a kind.")
    return counts


def _tally(scores: Scores) -> Tally:
    tally = (scores.money, scores.technology, scores.people, scores.raw, scores.artifacts)
    if min(tally) < 0:
        raise ValueError("Nobody has less than no point.")
    return tally


def _cell(pair: Pair) -> int:
    cell = cell_number(*pair)
    if cell == OFF_BOARD:
        raise ValueError(f"{list(pair)} is not on the board; x goes from 0 to 15, y from 0 to 10.")
    return cell


def _bag(given: Position) -> str:
    if given.bag_draw_order is not None:
        return "".join(LETTERS[COLONY_TYPES.index(kind)] for kind in reversed(given.bag_draw_order))
    size = given.bag_size or 0
    return (LETTERS * size)[:size]


def _board(given: Position, seats: Mapping[Dynasty, Seat]) -> Board:
    board = bare(len(seats))
    artifacts: set[int] = set()
    untouched: set[int] = set()
    if given.base == "start":
        board = board.with_ground(START, LETTERS[SCIENTIST])
        artifacts |= set(START)
        untouched |= set(START)
    for mark, cell in _marks(given.position):
        if board.ground[cell] not in (EMPTY, mark) and cell not in untouched:
            raise ValueError(f"{cell_pair(cell)} holds two things.")
        untouched.discard(cell)
        if mark == DESTROYED:
            artifacts.discard(cell)
        board = board.with_ground((cell,), mark)
    for leader in given.position.leaders:
        cell, kind = _cell(leader.at), COLONY_TYPES.index(leader.kind)
        seat = _seat(seats, leader.player)
        if board.leaders[seat][kind] is not None:
            raise ValueError(f"{leader.player} has only one {leader.kind} leader.")
        if board.ground[cell] != EMPTY or board.leader_cells >> cell & 1 or UNINHABITABLE >> cell & 1:
            raise ValueError(f"No leader can stand on {cell_pair(cell)}.")
        board = board.with_leader(seat, kind, cell)
    artifacts |= {_cell(pair) for pair in given.position.artifacts}
    monuments = tuple(Monument(one.id, _cell(one.square)) for one in given.position.monuments)
    if len({one.id for one in monuments}) < len(monuments):
        raise ValueError("There is one monument of each number.")
    return Board(board.ground, board.leaders, tuple(sorted(artifacts)), monuments)


def _marks(position: OnBoard) -> Iterator[tuple[str, int]]:
    for name, kind in position.colonies.items():
        x, comma, y = name.partition(",")
        if not comma or not (x.isdecimal() and y.isdecimal()) or len(name) > 5:
            raise ValueError("A colony's cell is written x,y.")
        cell = _cell((int(x), int(y)))
        if bool(UNINHABITABLE >> cell & 1) != (COLONY_TYPES.index(kind) == MINER):
            raise ValueError(f"No {kind} colony can be on {cell_pair(cell)}.")
        yield LETTERS[COLONY_TYPES.index(kind)], cell
    for pair in position.destroyed:
        yield DESTROYED, _cell(pair)
    for monument in position.monuments:
        square = _cell(monument.square)
        if not SQUARES[square]:
            raise ValueError(f"{cell_pair(square)} is not the top left cell of a square.")
        for cell in square_cells(square):
            yield MONUMENT, cell


def _combat(state: TaeState, given: OpenCombat, seats: Mapping[Dynasty, Seat]) -> Combat:
    kind = COLONY_TYPES.index(given.kind)
    if given.type == "external":
        if state.connecting is None:
            raise ValueError("An external combat has a connecting colony.")
        combat = external(state, kind)
    else:
        cells = {
            seat: cell
            for seat in (_seat(seats, player) for player in given.committed)
            if (cell := state.board.leaders[seat][kind]) is not None
        }
        combat = internal(state, kind, cells)
    committed = {_seat(seats, player): ships for player, ships in given.committed.items()}
    if len(combat.sides) < 2 or {side.seat for side in combat.sides} != set(committed):
        raise ValueError("A combat names those whose leaders of its kind meet, two or more.")
    sides = tuple(Side(one.seat, one.cell, one.initial, committed[one.seat]) for one in combat.sides)
    for side in sides:
        if (side.ships or 0) > state.hands[side.seat][combat.ship]:
            raise ValueError("Nobody commits more ships than he has.")
    if all(side.ships is not None for side in sides):
        raise ValueError("A combat in which everybody has committed is over.")
    return Combat(combat.internal, kind, sides)


def _check(state: TaeState, given: Position) -> None:
    if any(sum(hand) > HAND for hand in state.hands):
        raise ValueError(f"A hand holds at most {HAND} ships.")
    if len(state.playing) < 2:
        raise ValueError("Two players or more are still playing.")
    if state.active in state.resigned and given.phase != "reinforce":
        # A player who leaves stays only until the combats that their colony caused are over (R27).
        raise ValueError("The active player is still playing.")
    if any(state.hands[seat] != NONE for seat in state.resigned):
        raise ValueError("Who has resigned has no ships.")
    if (given.phase == "reinforce") != (given.combat is not None):
        raise ValueError("A combat is open in the phase reinforce, and only there.")
    if given.phase == "choose_combat" and len(conflicts(state)) < 2:
        raise ValueError("Combats are chosen where several kinds are in conflict.")
    if given.phase == "monument" and not monument_choices(state):
        raise ValueError("No monument can be built here.")
