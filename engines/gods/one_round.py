"""A round as a game in bare numbers: all living gods plan simultaneously, and energy is worth a share.

Gods are numbered among the living, and sets of gods are masks of such numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engines.contract import Seat
from engines.gods.legal_moves import plans
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.shares import Shares
from engines.gods.state import GodsState
from engines.search.regret import Profile


class _Masks(NamedTuple):
    """A plan as bit masks."""

    attacks: int
    defences: int
    price: int


class OneRound:
    """What every plan is worth against the others'."""

    def __init__(self, state: GodsState, shares: Shares) -> None:
        self.seats = state.living
        self.selections = [list(plans(state, seat)) for seat in self.seats]
        self._shares = shares
        self._damage, self._refund = state.options.damage, state.options.refund
        self._energy = [state.gods[seat].ep for seat in self.seats]
        self._plans = [
            [
                _Masks(self._mask(attacked(one)), self._mask(defended(one)), price(state.options, one))
                for one in some
            ]
            for some in self.selections
        ]
        self._alike = [_by_attacks(some) for some in self._plans]
        self._after: dict[tuple[int, int], list[int]] = {}
        # The learning players come to the same few plans again and again.
        self._known: dict[tuple[int, ...], list[float]] = {}
        busy, idle = (state.is_drained(quiet=quiet) for quiet in (False, True))
        self._sure_loss = state.options.stalemate_loss if busy else 0
        self._idle_loss = state.options.stalemate_loss if idle and not busy else 0

    def payoffs(self, player: int, profile: Profile) -> list[float]:
        """What each of the player's plans brings while the others do as in the profile."""
        key = player, *profile[:player], *profile[player + 1 :]
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._payoffs(player, profile)
        return known

    def _payoffs(self, player: int, profile: Profile) -> list[float]:
        found = [0.0] * len(self._plans[player])
        shares = self._shares
        for own, others, numbers in self.outcomes(player, profile):
            alive = [energy for energy in others if energy > 0]
            if len(alive) > 1:
                weights, rest = shares.weights(alive)
                for number in numbers:
                    left = own[number]
                    found[number] = weights[left] / (weights[left] + rest) if left > 0 else 0.0
            else:
                for number in numbers:
                    found[number] = shares.of(own[number], others)
        return found

    def outcomes(
        self, player: int, profile: Profile
    ) -> Iterator[tuple[Sequence[int], Sequence[int], Sequence[int]]]:
        """Each outcome: the player's energy by the number of the plan, the energies of the others, and the
        numbers of the plans that lead to them.
        """
        damage, refund = self._damage, self._refund
        others = [at for at in range(len(self.seats)) if at != player]
        chosen = [some[number] for some, number in zip(self._plans, profile, strict=True)]
        energy = [one - self._sure_loss for one in self._energy]
        met = [0] * len(energy)
        attackers = 0
        for at in others:
            attacks = chosen[at].attacks
            energy[at] -= chosen[at].price
            attackers |= (attacks >> player & 1) << at
            met[at] = refund if chosen[at].defences >> player & 1 else -damage
            for to in others:
                if attacks >> to & 1:
                    energy[to] += refund if chosen[to].defences >> at & 1 else -damage
        before = [self._energy[at] for at in others]
        own = self._own(player, attackers)
        for attacks, numbers in self._alike[player].items():
            left = [energy[at] + met[at] * (attacks >> at & 1) for at in others]
            if self._idle_loss and left == before:
                idle = [number for number in numbers if own[number] == self._energy[player]]
                if idle:
                    loss = self._idle_loss
                    yield [one - loss for one in own], [one - loss for one in left], idle
                yield own, left, [number for number in numbers if number not in idle]
            else:
                yield own, left, numbers

    def _own(self, player: int, attackers: int) -> list[int]:
        """The player's energy after each of their plans when the gods of the mask `attackers` attack them."""
        known = self._after.get((player, attackers))
        if known is None:
            start = self._energy[player] - self._sure_loss - self._damage * attackers.bit_count()
            block = self._damage + self._refund
            known = self._after[player, attackers] = [
                start - plan.price + block * (attackers & plan.defences).bit_count()
                for plan in self._plans[player]
            ]
        return known

    def seen(self, seat: Seat, done: Iterable[Selection]) -> list[int]:
        """The numbers of the plans that a god chose earlier, without their actions against eliminated gods.

        Choices that are no plan any more are left out.
        """
        at = self.seats.index(seat)
        numbers = {one[:2]: number for number, one in enumerate(self._plans[at])}
        masks = [(self._mask(attacked(one)), self._mask(defended(one))) for one in done]
        return [numbers[one] for one in masks if one in numbers]

    def _mask(self, seats: Iterable[Seat]) -> int:
        return sum(1 << self.seats.index(seat) for seat in seats if seat in self.seats)


def _by_attacks(some: Sequence[_Masks]) -> dict[int, list[int]]:
    """The numbers of the plans, by the mask of the gods that they attack."""
    found: dict[int, list[int]] = {}
    for number, plan in enumerate(some):
        found.setdefault(plan.attacks, []).append(number)
    return found
