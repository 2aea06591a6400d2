"""A round as a game of its own, in bare numbers: whoever is alive plans at once, and energy is worth a share.

Gods are numbered among the living, and sets of gods are masks of such numbers.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.contract import Seat
from engines.gods.ledgers import is_drained
from engines.gods.legal_moves import plans
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.shares import Shares
from engines.gods.state import GodsState
from engines.search.regret import Profile


class _Masks(NamedTuple):
    """A plan."""

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
        busy, idle = (
            is_drained(state.options, quiet_before=state.quiet, drained=state.drained, quiet=quiet)
            for quiet in (False, True)
        )
        self._sure_loss = state.options.stalemate_loss if busy else 0
        self._idle_loss = state.options.stalemate_loss if idle and not busy else 0

    def payoffs(self, player: int, profile: Profile) -> list[float]:
        """What each of the player's plans brings while the others do as in the profile."""
        return [self._shares.of(own, others) for own, others in self.outcomes(player, profile)]

    def outcomes(self, player: int, profile: Profile) -> Iterable[tuple[int, Sequence[int]]]:
        """The player's energy after each of their plans, and that of the others."""
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
        after: dict[int, list[int]] = {}
        for attacks, defences, cost in self._plans[player]:
            left = after.get(attacks)
            if left is None:
                left = after[attacks] = [energy[at] + met[at] * (attacks >> at & 1) for at in others]
            blocks = (attackers & defences).bit_count()
            own = energy[player] - cost + refund * blocks - damage * (attackers.bit_count() - blocks)
            if self._idle_loss and own == self._energy[player] and left == before:
                yield own - self._idle_loss, [one - self._idle_loss for one in left]
            else:
                yield own, left

    def seen(self, seat: Seat, done: Iterable[Selection]) -> list[int]:
        """The numbers of the plans that are left of what a god did, when it fought those who are out too."""
        at = self.seats.index(seat)
        numbers = {one[:2]: number for number, one in enumerate(self._plans[at])}
        masks = [(self._mask(attacked(one)), self._mask(defended(one))) for one in done]
        return [numbers[one] for one in masks if one in numbers]

    def _mask(self, seats: Iterable[Seat]) -> int:
        return sum(1 << self.seats.index(seat) for seat in seats if seat in self.seats)
