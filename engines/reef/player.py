"""The computer player: it plans whole turns, and at the highest level considers the others' answers."""

from functools import partial
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engines.contract import ComputerPlayer, Level, Seat
from engines.reef.actions import Choose, Feed, ReefAction, TakeTile
from engines.reef.counts import count, from_letters, plus
from engines.reef.evaluation import evaluate, holdings, lead
from engines.reef.imagining import imagine
from engines.reef.legal_moves import legal, phase_of
from engines.reef.phases.meals import meal_gain
from engines.reef.state import ReefState
from engines.reef.turn_plans import Plan, done, plans
from engines.reef.view import ReefView
from engines.search.picking import below, happens, one_of


class _Search(NamedTuple):
    """How much of a turn is looked at: see `plans`."""

    width: int
    steps: int


class _Effort(NamedTuple):
    """How much a level looks at, for each action."""

    turn: _Search
    """The search for the player's own turn."""
    noticed: float = 1.0
    """The part of the possible actions that the player considers: the lower levels err on purpose."""
    compared: int = 1
    """The best plans, which are compared after the turns of the others and the next own one."""
    samples: int = 0
    """How many imagined states, with hidden hands, bags and refills, the plans are compared in."""
    answer: _Search = _Search(0, 0)
    """The search for each of those later turns."""


_EFFORTS = {
    Level.GENTLE: _Effort(_Search(1, 6), noticed=0.2),
    Level.STEADY: _Effort(_Search(2, 8), noticed=0.5),
    Level.STRONG: _Effort(_Search(4, 10), compared=6, samples=2, answer=_Search(1, 6)),
}


def choose(view: ReefView, seat: Seat, level: Level, rng: Random) -> ReefAction:
    """A legal action: the first of the best turn that is found."""
    return plan(view, seat, level, rng)[0]


def plan(view: ReefView, seat: Seat, level: Level, rng: Random) -> tuple[ReefAction, ...]:
    """The best turn that is found, up to a tile taken from the bag: it may be the last of its colour."""
    state = imagine(view, rng)
    if state.phase != "turn":
        return (max(legal(state, seat), key=lambda action: _simple(state, seat, action)),)
    effort = _EFFORTS[level]
    found = plans(
        state, seat, *effort.turn, most=effort.compared, noticed=partial(happens, effort.noticed, rng)
    ) or plans(state, seat, *effort.turn)
    _, *others = found
    if others:
        states = [state, *(imagine(view, rng) for _ in range(effort.samples - 1))]
        found.sort(key=lambda plan: -sum(_answered(one, seat, plan, effort.answer) for one in states))
    actions = found[0].actions
    taken = (place for place, action in enumerate(actions, start=1) if isinstance(action, TakeTile))
    return actions[: next(taken, None)]


def _answered(state: ReefState, seat: Seat, plan: Plan, answer: _Search) -> float:
    """The worth of a plan in an imagined state, after the others have had their turns."""
    for action in plan.actions:
        # Facts that the player cannot know may make the plan impossible.
        if state.active != seat or phase_of(state).problem(state, seat, action) is not None:
            return plan.worth
        state = done(state, seat, action)
    while state.phase == "turn" and state.active != seat:
        other = state.active
        found = plans(state, other, *answer)
        for action in found[0].actions if found else ():
            state = done(state, other, action)
        if not found:
            break
    if state.phase == "turn" and state.active == seat:
        return plans(state, seat, *answer)[0].worth
    return lead(state, seat)


def _simple(state: ReefState, seat: Seat, action: ReefAction) -> float:
    """The worth of an action of the set-up or of the final feeding."""
    if isinstance(action, Choose):
        player, values = state.players[seat], state.open_sea.values
        kept = replace(player, hand=plus(player.hand, action.fish, -1), cubes=from_letters(action.cubes))
        return count(values, action.fish) + holdings(kept, values)
    if isinstance(action, Feed):
        size = len(state.corals.at(action.cell))
        return meal_gain(state, size) * count(state.open_sea.values, state.polyps[action.cell]) - 0.5
    return 0.0


def sample(state: ReefState, seat: Seat, rng: Random) -> ReefAction:
    """A legal action: a kind by chance, then one of the kind."""
    phase = phase_of(state)
    kinds = list(phase.rules)
    while kinds:
        actions: list[ReefAction] = list(phase.legal_of(state, seat, kinds.pop(below(len(kinds), rng))))
        if actions:
            return one_of(actions, rng)
    raise ValueError("That seat is not to act.")


COMPUTER: ComputerPlayer[ReefState, ReefAction, ReefView] = ComputerPlayer(
    choose=choose, plan=plan, sample=sample, evaluate=evaluate, reviewer=Level.STRONG
)
