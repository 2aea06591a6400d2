"""The computer player: others' choices are secret, so it weighs its plans against theirs and mixes.

Two living gods are solved (`engines.gods.duel`). With more it looks one round ahead by regret matching,
against gods that choose as well as it does and sometimes repeat earlier choices. The lower levels err
on purpose: defences that nobody attacks waste energy, and among four that are about equal an attack costs its
god more than it brings. It plans regardless of ready marks and draw requests in its view.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from engines.contract import ComputerPlayer, Level, Seat
from engines.gods import duel
from engines.gods.actions import GodsAction, Plan, Ready
from engines.gods.duel import Duels
from engines.gods.imagining import state_seen
from engines.gods.legal_moves import plans
from engines.gods.one_round import OneRound
from engines.gods.outcome import outcome
from engines.gods.selection import Selection, attacked, defended, price, write_selection
from engines.gods.shares import Shares
from engines.gods.state import GodsState
from engines.gods.view import GodsView
from engines.search.picking import happens, one_of
from engines.search.regret import Habit, drawn, mixed_strategies, without_rare

_MEMORY: Final = 6
"""Rounds whose choices it remembers: with falling energies gods change their habits."""
_SUSPICION: Final = 0.8
"""How likely, at most, it thinks that others repeat an earlier choice."""


class _Effort(NamedTuple):
    """What a level looks at."""

    rounds: int
    """Rounds of regret matching, with three and four alive."""
    positions: int
    """Positions of a duel that are solved where the table does not cover its figures."""
    rare: float
    """Plans less likely than this part of the likeliest are left out: mostly artefacts of learning."""
    timid: float = 0.0
    """How likely it errs on purpose with three and four alive: it defends as often as it can, and no more."""
    rash: float = 0.0
    """How likely it errs there otherwise: it attacks whoever has the most energy."""


_EFFORTS: Final = {
    Level.GENTLE: _Effort(rounds=60, positions=400, rare=0.1, rash=0.5),
    Level.STEADY: _Effort(rounds=300, positions=4_000, rare=0.3, timid=0.35),
    Level.STRONG: _Effort(rounds=1_200, positions=40_000, rare=0.3),
}


def choose(view: GodsView, seat: Seat, level: Level, rng: Random) -> GodsAction:
    """A plan, or the ready mark once one is saved."""
    if view.own is not None and view.own.saved:
        return Ready()
    return Plan(write_selection(_plan(view, seat, _EFFORTS[level], rng)))


def _plan(view: GodsView, seat: Seat, effort: _Effort, rng: Random) -> Selection:
    state = state_seen(view)
    selections = list(plans(state, seat))
    if len(state.living) > 2 and happens(effort.timid, rng):
        return _only_defending(state, seat, selections)
    if len(state.living) > 2 and happens(effort.rash, rng) and (strikes := _strikes(state, seat, selections)):
        return one_of(strikes, rng)
    duels = _duels(state, effort) if len(state.living) == 2 else duel.shipped(state.options)
    if len(state.living) == 2 and duels is not None:
        return selections[drawn(_duel_strategy(state, seat, duels), rng)]
    game = OneRound(state, _shares(state, duels))
    own = game.seats.index(seat)
    habits = [None if one == seat else _habit(view, game, one) for one in game.seats]
    choices = [len(one) for one in game.selections]
    strategies = mixed_strategies(choices, game.payoffs, effort.rounds, rng, habits)
    return selections[drawn(without_rare(strategies[own], effort.rare), rng)]


def _only_defending(state: GodsState, seat: Seat, selections: Sequence[Selection]) -> Selection:
    """The plan with the most defences, no attack, and a price below the energy; else the empty one."""
    left = state.gods[seat].ep
    found = [one for one in selections if not attacked(one) and price(state.options, one) < left]
    return max(found, key=len, default=())


def _strikes(state: GodsState, seat: Seat, selections: Sequence[Selection]) -> list[Selection]:
    """Attacks on one god with the most energy, with as many defences against the others as leave some energy
    if nobody attacks.
    """
    most = max(state.gods[other].ep for other in state.living if other != seat)
    found = [
        one
        for one in selections
        if len(attacked(one)) == 1
        and state.gods[attacked(one)[0]].ep == most
        and attacked(one)[0] not in defended(one)
        and price(state.options, one) < state.gods[seat].ep
    ]
    longest = max(map(len, found), default=0)
    return [one for one in found if len(one) == longest]


def _duels(state: GodsState, effort: _Effort) -> Duels | None:
    """The solved positions, if they come with the game or are soon solved; else None."""
    if (ready := duel.shipped(state.options)) is not None:
        return ready
    figures = duel.figures_of(state.options)
    lower, higher = sorted(state.gods[seat].ep for seat in state.living)
    if not duel.may_be_solved(figures) or duel.positions(higher, lower, figures) > effort.positions:
        return None
    return _solved(figures, higher, lower)


_solved = lru_cache(maxsize=4)(duel.solve)


def _duel_strategy(state: GodsState, seat: Seat, duels: Duels) -> list[float]:
    own, other = (state.gods[one].ep for one in sorted(state.living, key=lambda one: one != seat))
    counter = duel.counter(state)
    how = dict(zip(duel.plans(duels.figures, own), duels.strategy(own, other, counter), strict=True))
    return [how[len(attacked(one)), len(defended(one))] for one in plans(state, seat)]


def _habit(view: GodsView, game: OneRound, seat: Seat) -> Habit:
    """A god's habit: repeating one of its latest choices, or any plan at all; the latter mostly at first."""
    done = [god.actions for past in view.history[-_MEMORY:] for god in past.gods if god.seat == seat]
    seen = game.seen(seat, done)
    anything = len(game.selections[game.seats.index(seat)])
    certainty = (len(seen) + 0.5) / (len(seen) + 1.0)
    return seen * anything + list(range(anything)), _SUSPICION * certainty


def _shares(state: GodsState, duels: Duels | None) -> Shares:
    return Shares(state.options, [state.gods[seat].ep for seat in state.living], duels)


def sample(state: GodsState, seat: Seat, rng: Random) -> GodsAction:
    """Any plan, as likely as another; where one is saved, the ready mark."""
    if state.stances[seat].plan is not None:
        return Ready()
    return one_of(tuple(plans(state, seat).values()), rng)


def evaluate(state: GodsState) -> tuple[float, ...]:
    """The shares of a win by the energies alone."""
    if (over := outcome(state)) is not None:
        return over.shares
    shares = _shares(state, duel.shipped(state.options))
    energy = {seat: state.gods[seat].ep for seat in state.living}
    return tuple(
        shares.of(energy[seat], [one for other, one in energy.items() if other != seat])
        if seat in energy
        else 0.0
        for seat in range(len(state.gods))
    )


COMPUTER: ComputerPlayer[GodsState, GodsAction, GodsView] = ComputerPlayer(
    choose=choose, sample=sample, evaluate=evaluate, reviewer=Level.STRONG
)
