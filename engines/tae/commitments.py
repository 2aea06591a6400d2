"""How many ships to commit to a combat: all commit at once, sealed, so no number is always right."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from engines.contract import Seat
from engines.search.regret import Learner, drawn
from engines.tae.actions import Reinforce
from engines.tae.apply import advance
from engines.tae.combat import open_combat
from engines.tae.evaluation import evaluate
from engines.tae.state import Side, TaeState, added

_ROUNDS: Final = 300
_SHARE: Final = 0.2
"""The share of a hand's ships that is expected to be committed, of any kind."""


def likely(state: TaeState, seat: Seat) -> int:
    """The commitment of a player who expects few ships of each other side: just enough to win, or nothing."""
    combat = open_combat(state)
    own = next(side for side in combat.sides if side.seat == seat)
    later = combat.sides[combat.sides.index(own) :]
    strengths = [
        side.initial + int(sum(state.hands[side.seat]) * _SHARE + 0.5) + (side in later)
        for side in combat.sides
        if side is not own
    ]
    wanted = max(*strengths, own.initial) - own.initial
    return wanted if wanted <= state.hands[seat][combat.ship] else 0


def considered(states: Sequence[TaeState], seat: Seat, rng: Random) -> int:
    """How many ships to commit. Against one other side, a number drawn from an unexploitable strategy, found
    by regret matching, where its ships are as likely as in these states; against more sides the best number
    if these commit as `likely`.
    """
    state = states[0]
    combat = open_combat(state)
    own = range(state.hands[seat][combat.ship] + 1)
    match [side for side in combat.sides if side.seat != seat]:
        case [other]:
            return _mixed(states, seat, own, other, rng)
    values = [sum([evaluate(resolved(state, seat, ships))[seat] for state in states]) for ships in own]
    return max(own, key=lambda ships: (values[ships], -ships))


def resolved(state: TaeState, seat: Seat, ships: int) -> TaeState:
    """The state after the combat, if the player commits these ships and the others as `likely`."""
    combat = open_combat(state)
    waiting = [side.seat for side in combat.sides if side.ships is None and side.seat != seat]
    wanted = [(other, likely(state, other)) for other in waiting]
    for other, number in (*wanted, (seat, ships)):
        state = advance(state, other, Reinforce(number))
    return state


def _mixed(states: Sequence[TaeState], seat: Seat, own: range, other: Side, rng: Random) -> int:
    gone = other.seat in states[0].leaving
    held = [0 if gone else state.hands[other.seat][open_combat(state).ship] for state in states]
    # How many ships the other side may have to commit, and how likely each number is.
    kinds = {ships: held.count(ships) / len(held) for ships in sorted(set(held))}
    table = [list(_row(states[0], seat, ships, other.seat, max(kinds))) for ships in own]
    mine = Learner(len(own))
    theirs = [Learner(ships + 1) for ships in kinds]
    for number in range(1, _ROUNDS + 1):
        strategy = mine.strategy()
        answers = [learner.strategy() for learner in theirs]
        gains = [
            sum(
                [
                    weight * sum([chance * row[ships][0] for ships, chance in enumerate(answer)])
                    for weight, answer in zip(kinds.values(), answers, strict=True)
                ]
            )
            for row in table
        ]
        for learner, answer in zip(theirs, answers, strict=True):
            got = [
                sum([chance * row[ships][1] for row, chance in zip(table, strategy, strict=True)])
                for ships in range(len(answer))
            ]
            learner.learn(answer, got, number)
        mine.learn(strategy, gains, number)
    return drawn(mine.mixed, rng)


def _row(state: TaeState, seat: Seat, ships: int, other: Seat, most: int) -> Iterator[tuple[float, float]]:
    """The shares of a win of player and other after the player's `ships`, by the other's: 0 to `most`."""
    combat = open_combat(state)
    for number in range(most + 1):
        hands = list(state.hands)
        hands[other] = added(hands[other], combat.ship, max(0, number - hands[other][combat.ship]))
        sides = tuple([replace(side, ships=number if side.seat == other else None) for side in combat.sides])
        position = replace(state, hands=tuple(hands), combat=replace(combat, sides=sides))
        shares = evaluate(advance(position, seat, Reinforce(ships)))
        yield shares[seat], shares[other]
