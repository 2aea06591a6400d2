"""The computer player: it knows the solved game, as far as its level sees.

Every level plays as the table says while the end is no farther than it sees. What ends later looks like a
draw to it, and that is how it errs.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

from engines.contract import ComputerPlayer, Level, Seat
from engines.roses.actions import RosesAction
from engines.roses.apply import soldiers_after
from engines.roses.board import CASTLE_BITS
from engines.roses.imagining import imagine
from engines.roses.legal_moves import legal_moves
from engines.roses.moves import Move, drops, in_order
from engines.roses.solution import Reply, Table, exact_verdict, table_for, turned
from engines.roses.state import RosesState, position_key
from engines.roses.view import RosesView

_SEES = {Level.GENTLE: 3, Level.STEADY: 9, Level.STRONG: 255}
"""How many plies away an end may be for a level to foresee it."""
_EXAMINED = 50_000
"""The most positions that are searched where the past may turn a win into a draw."""
_FARTHEST = 200
"""The most quiet plies to look ahead."""


class _After(NamedTuple):
    """A move and its resulting position, seen by the opponent, with the opponent's side as White."""

    move: Move
    reply: Reply
    value: int
    """The value for the opponent, as from `Table.value`; 1 where the move wins the game."""


def choose(view: RosesView, _seat: Seat, level: Level, rng: Random) -> RosesAction:
    """The move that a level finds best; of equally good moves one by chance."""
    state = imagine(view, rng)
    found = sorted(legal_moves(state), key=in_order)
    table = table_for(state.options)
    after = [_after(table, state, move) for move in found]
    sees = _SEES[level]
    best = _best(after, sees)
    if level is Level.STRONG:
        best = _perfect(table, state, after, best)
    return rng.choice(best).move.action


def _after(table: Table, state: RosesState, move: Move) -> _After:
    seat, after = state.turn, soldiers_after(state, move)
    mine, theirs = after[seat], after[1 - seat]
    own, enemy = (turned(theirs), turned(mine)) if seat == 0 else (theirs, mine)
    reply = Reply(own, enemy, move.captures, move.takes_castle or not (theirs or state.dropping))
    # Before the last drop one soldier of the mover's leaves the reserve.
    left = max(0, state.reserves[seat] - 1)
    value = 1 if reply.ends else table.value(own, enemy, state.reserves[1 - seat], left)
    return _After(move, reply, value)


def _best(after: list[_After], sees: int) -> list[_After]:
    """The moves that win soonest, else those that draw, else those that lose last, `sees` plies ahead."""
    won = [one.value for one in after if one.value % 2 and one.value <= sees]
    open_ended = [one for one in after if one.value == 0 or one.value > sees]
    wanted = min(won) if won else max(one.value for one in after)
    return open_ended if open_ended and not won else [one for one in after if one.value == wanted]


def _perfect(table: Table, state: RosesState, after: list[_After], best: list[_After]) -> list[_After]:
    """The moves that are best in this game, with its past, among those that are best by the table."""
    value = best[0].value
    if value == 0:
        return _hardest(table, state, best)
    past = _Past(table, state)
    if state.dropping or past.harmless(value):
        return best
    if value % 2:
        won = sorted((one for one in after if one.value % 2), key=lambda one: one.value)
        sure = next((one for one in won if past.wins(one)), None)
        return best if sure is None else [sure]
    saved = next((one for one in after if past.draws(one)), None)
    return best if saved is None else [saved]


def _hardest(table: Table, state: RosesState, drawn: list[_After]) -> list[_After]:
    """The drawn moves that lead to the positions seen least, and then to the fewest safe answers."""
    times = Counter(state.trail)
    seldom = [times[position_key(soldiers_after(state, one.move), 1 - state.turn)] for one in drawn]
    drawn = [one for one, count in zip(drawn, seldom, strict=True) if count == min(seldom)]
    safe = [_safe_answers(table, state, one) for one in drawn]
    return [one for one, count in zip(drawn, safe, strict=True) if count == min(safe)]


def _safe_answers(table: Table, state: RosesState, one: _After) -> int:
    """How many answers of the opponent do not lose."""
    own, enemy = one.reply.own, one.reply.enemy
    reserve, left = state.reserves[1 - state.turn], max(0, state.reserves[state.turn] - 1)
    if reserve:
        values = [
            table.value(turned(enemy), turned(own | drop.own_flip), left, reserve - 1)
            for drop in drops(own, enemy, CASTLE_BITS[0])
        ]
    else:
        values = [
            1 if reply.ends else table.value(reply.own, reply.enemy) for reply in table.replies(own, enemy)
        ]
    return sum(value % 2 == 1 or value == 0 for value in values)


class _Past:
    """Finds out whether a win by the table is one in this game, with its quiet plies and earlier positions.

    It searches a limited number of positions; unknown results count as draws.
    """

    def __init__(self, table: Table, state: RosesState) -> None:
        options = state.options
        self._table = table
        self._mover = state.turn
        limit = options.quiet_limit or state.quiet + _FARTHEST
        self._limit, self._left = (min(plies, _FARTHEST) for plies in (limit, limit - state.quiet))
        times = Counter(state.trail)
        self._seen = {key for key, count in times.items() if count == options.repetition - 1}
        """Positions whose next occurrence is a draw."""
        self._unknown = False
        self._found: dict[tuple[int, int, Seat, int, bool], bool] = {}

    def harmless(self, plies: int) -> bool:
        """Whether an end after this number of plies comes before a draw, wherever the plies lead."""
        return not self._seen and plies <= self._left

    def wins(self, one: _After) -> bool:
        """Whether this move wins for sure."""
        return self._wins_by(one.reply, self._mover, self._left, fresh=False)

    def draws(self, one: _After) -> bool:
        """Whether this move, lost by the table, draws for sure."""
        after = self._step(one.reply, self._mover, self._left, fresh=False)
        if after is None:
            return True
        won = self._won(one.reply.own, one.reply.enemy, 1 - self._mover, *after)
        return not (won or self._unknown)

    def _step(self, reply: Reply, mover: Seat, left: int, *, fresh: bool) -> tuple[int, bool] | None:
        """The quiet plies left after a move, and whether no earlier position can recur; None: a draw."""
        if reply.captures:
            return self._limit, True
        if left == 1:
            return None
        if not fresh and self._seen:
            own, enemy = (reply.own, reply.enemy) if mover else (turned(reply.own), turned(reply.enemy))
            key = position_key((own, enemy) if mover else (enemy, own), 1 - mover)
            if key in self._seen:
                return None
        return left - 1, fresh

    def _wins_by(self, reply: Reply, mover: Seat, left: int, *, fresh: bool) -> bool:
        """Whether the mover wins by the move that leads to this reply."""
        if reply.ends:
            return True
        lost = self._table.lost(reply.own, reply.enemy)
        after = self._step(reply, mover, left, fresh=fresh) if lost else None
        if after is None:
            return False
        if lost - 1 <= after[0] and (after[1] or not self._seen):
            return True
        return all(
            not answer.ends
            and (then := self._step(answer, 1 - mover, after[0], fresh=after[1])) is not None
            and self._won(answer.own, answer.enemy, mover, *then)
            for answer in self._table.replies(reply.own, reply.enemy)
        )

    def _won(self, own: int, enemy: int, mover: Seat, left: int, fresh: bool) -> bool:
        """Whether the side to move, with the soldiers `own`, wins."""
        key = own, enemy, mover, left, fresh
        if key not in self._found:
            if len(self._found) >= _EXAMINED:
                self._unknown = True
                return False
            self._found[key] = False
            replies = self._table.replies(own, enemy)
            replies.sort(key=lambda reply: not reply.ends and self._table.lost(reply.own, reply.enemy))
            self._found[key] = any(self._wins_by(reply, mover, left, fresh=fresh) for reply in replies)
        return self._found[key]


def _evaluate(state: RosesState) -> tuple[float, ...]:
    winner = exact_verdict(state).winner if state.ending is None else state.ending.winner
    return (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))


COMPUTER: ComputerPlayer[RosesState, RosesAction, RosesView] = ComputerPlayer(
    choose=choose,
    sample=lambda state, _, rng: rng.choice(legal_moves(state)).action,
    evaluate=_evaluate,
    exact_verdict=exact_verdict,
)
