"""A state that a viewer cannot tell from the true one, made from their view alone.

Invisible ships are equally likely in other hands, in the bag or out of the game. Hidden totals are invented:
the board does not determine them.
"""

from random import Random

from msgspec.structs import astuple

from engines.contract import Seat
from engines.search.picking import below, one_of
from engines.tae.board import Board, Leaders, Monument
from engines.tae.board_masks import START
from engines.tae.constants import CELL_NUMBERS, COLONY_TYPES, LETTERS, SHIPS, TYPE_NUMBERS
from engines.tae.state import NONE, Combat, Counts, Side, TaeState, Tally
from engines.tae.view import CombatView, TaeView

_A_TURN = 0.3
"""About how many points of a kind a player makes in a turn."""


def imagine(view: TaeView, rng: Random) -> TaeState:
    """The position as its viewer sees it. A view does not tell how many combats a turn under way has had."""
    board = _board(view)
    hands, bag, discards = _ships(view, board, rng)
    gone = [one.seat for one in view.players if one.resigned]
    leaving = tuple(seat for seat in gone if view.combat is not None and _is_there(view, board, seat))
    return TaeState(
        options=view.options,
        board=board,
        hands=hands,
        bag=bag,
        discards=discards,
        scores=_scores(view, rng),
        bombs=tuple(one.bombs for one in view.players),
        active=view.active,
        actions_left=view.actions_left,
        phase=view.phase,
        busy=view.busy,
        quiet=view.quiet,
        connecting=_cell(view.connecting),
        placed=_cell(view.placed),
        combat=None if view.combat is None else _combat(view.combat, hands, leaving, rng),
        resigned=tuple(seat for seat in gone if seat not in leaving),
        leaving=leaving,
        ply=view.ply,
        turn=_turn(view),
        combats=0 if view.combat is None else 1,
        last=view.last,
    )


def _cell(name: str | None) -> int | None:
    return None if name is None else CELL_NUMBERS[name]


def _turn(view: TaeView) -> int:
    return int(view.turn.rpartition(" ")[2])


def _board(view: TaeView) -> Board:
    cells = iter(view.leaders)
    leaders: list[Leaders] = []
    for _ in view.players:
        one, two, three, four = (_cell(next(cells).cell) for _ in COLONY_TYPES)
        leaders.append((one, two, three, four))
    return Board(
        ground="".join(view.rows),
        leaders=tuple(leaders),
        artifacts=tuple(CELL_NUMBERS[one.cell] for one in view.artifacts),
        monuments=tuple(Monument(one.id, CELL_NUMBERS[one.cells[0]]) for one in view.monuments),
    )


def _is_there(view: TaeView, board: Board, seat: Seat) -> bool:
    """Whether a player who has left can still lose ships in the combat under way."""
    return view.players[seat].ships > 0 or any(cell is not None for cell in board.leaders[seat])


def _ships(view: TaeView, board: Board, rng: Random) -> tuple[tuple[Counts, ...], str, Counts]:
    """Hands, bag and removed ships, for all ships that are not on the board."""
    own = next((one.hand for one in view.players if one.hand is not None), None)
    held = NONE if own is None else _counts(astuple(own))
    unseen = [
        letter
        for kind, letter in enumerate(LETTERS)
        for _ in range(SHIPS[kind] - board.colonies(kind).bit_count() - held[kind])
    ]
    needed = view.bag + sum(one.ships for one in view.players if one.hand is None)
    # A position may hold more ships than the game has.
    unseen += list(LETTERS * needed)[: max(0, needed - len(unseen))]
    for last in range(len(unseen) - 1, 0, -1):
        other = below(last + 1, rng)
        unseen[last], unseen[other] = unseen[other], unseen[last]
    hands = []
    for one in view.players:
        drawn = [] if one.hand is not None else unseen[: one.ships]
        del unseen[: len(drawn)]
        hands.append(_count(drawn) if one.hand is None else held)
    return tuple(hands), "".join(unseen[: view.bag]), _count(unseen[view.bag :])


def _counts(ships: tuple[int, ...]) -> Counts:
    one, two, three, four = ships
    return one, two, three, four


def _count(letters: list[str]) -> Counts:
    return _counts(tuple(letters.count(letter) for letter in LETTERS))


def _scores(view: TaeView, rng: Random) -> tuple[Tally, ...]:
    hidden = [one.seat for one in view.players if one.scores is None]
    taken = len(START) - len(view.artifacts)
    taken -= sum(one.scores.artifacts for one in view.players if one.scores is not None)
    artifacts = [0] * len(view.players)
    for _ in range(taken) if hidden else ():
        artifacts[one_of(hidden, rng)] += 1
    turns = (_turn(view) - 1) / len(view.players)
    scores = []
    for one in view.players:
        if one.scores is not None:
            money, technology, people, raw, collected = astuple(one.scores)
        else:
            money, technology, people, raw = (int(2 * rng.random() * _A_TURN * turns + 0.5) for _ in LETTERS)
            collected = artifacts[one.seat]
        scores.append((money, technology, people, raw, collected))
    return tuple(scores)


def _combat(combat: CombatView, hands: tuple[Counts, ...], leaving: tuple[Seat, ...], rng: Random) -> Combat:
    """The combat with imagined sealed commitments of others: any number of their ships."""
    kind = TYPE_NUMBERS[combat.kind]
    ship = TYPE_NUMBERS[combat.reinforced_by]
    sides = []
    for side in combat.sides:
        ships = side.ships
        if side.committed and ships is None:
            ships = 0 if side.seat in leaving else below(hands[side.seat][ship] + 1, rng)
        sides.append(Side(side.seat, CELL_NUMBERS[side.cell], side.initial, ships))
    return Combat(combat.internal, kind, tuple(sides))
