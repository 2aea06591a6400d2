"""What a god, or the public, may know of a game: everything except the plans of the round under way.

Those, and resignations before the settlement, are their owner's secret. The ready marks of others are visible
only with the option `show_ready` (docs/rules/four-gods.md Ruling 6). The outcome says how a game ended:
last_standing, highest_of_fallen, tie, consent or none. Actions are two characters each, ``A`` or ``D`` and
the letter of a colour: ``Ab`` attacks BLUE.
"""

from engines.contract import Seat, Value, View
from engines.gods.options import Limit, Stalemate


class Ledger(Value, frozen=True, kw_only=True):
    """One god's sum of a round: ``after = before - cost - damage + refund - drain``."""

    before: int
    cost: int
    hits: int
    """The number of attacks on this god that it did not block."""
    damage: int
    """The energy that those attacks cost it."""
    blocks: int
    """The number of attacks that this god blocked."""
    refund: int
    """The energy that its blocks gave back."""
    drain: int
    after: int


class GodRound(Value, frozen=True, kw_only=True):
    """One god's actions and losses in a settled round."""

    seat: Seat
    actions: tuple[str, ...]
    """In canonical order; empty: none."""
    ledger: Ledger
    hit_by: tuple[Seat, ...]
    """The gods whose attacks it did not block."""
    blocked: tuple[Seat, ...]
    """The gods whose attacks it blocked."""
    fell: bool
    """It was eliminated in this round."""
    resigned: bool
    """It was eliminated because it resigned or was absent too often, regardless of its energy."""


class RoundView(Value, frozen=True, kw_only=True):
    """A round that is settled. It is public in all its parts."""

    number: int
    gods: tuple[GodRound, ...]
    """The gods alive when the round opened, in the order of seats."""
    ep: tuple[int, ...]
    """The energies of all four after it, also of gods that fell earlier."""

    @property
    def drain(self) -> int:
        """What the stalemate drain took from every living god."""
        return max(god.ledger.drain for god in self.gods)


class GodView(Value, frozen=True, kw_only=True):
    """A god as everybody sees it."""

    ep: int
    alive: bool
    fell_in_round: int | None
    """None while it lives."""
    resigned: bool
    """It is out because it resigned or was absent, not for want of energy."""
    ready: bool | None
    """None: the viewer may not know (option `show_ready` off), or it is out."""
    asks_draw: bool
    """It asks for a draw in the present round; that is public."""


class OwnPlan(Value, frozen=True, kw_only=True):
    """The viewer's own part in the round under way. It is in nobody else's view."""

    saved: bool
    """A plan is saved, perhaps one of no actions (`none`)."""
    actions: tuple[str, ...]
    price: int
    left: int
    """Energy after the price, before hits and refunds."""
    most: int
    """How many actions may be chosen."""
    choices: tuple[str, ...]
    """Every single action that may be named, attacks first."""
    ready: bool
    resigning: bool
    """It resigns when the round is settled."""
    missed: int
    """Rounds in a row, before this one, in which the viewer was absent (option `afk_out`)."""


class GodsView(View, frozen=True, kw_only=True):
    """The table before the viewer's eyes. Seats: RED, BLUE, GREEN, ORANGE."""

    round: int
    """The round under way; when the game is over, the last one."""
    gods: tuple[GodView, ...]
    start: int
    """The energy with which everybody began: the full length of a bar."""
    attack_cost: int
    defend_cost: int
    damage: int
    refund: int
    max_actions: int
    quiet: int
    """Quiet rounds in a row so far."""
    drain_looms: bool
    """Every living god loses energy if this round is quiet (with `stalemate=sticky`: in any case)."""
    drain: int
    """How much energy the drain takes."""
    own: OwnPlan | None
    """None for the public, for gods that are out, and when the game is over."""
    shown: RoundView | None
    """The round whose diagram is drawn: the last settled one, or the one of a question."""
    history: tuple[RoundView, ...]
    limit: Limit = "count"
    """What energy limits: the number of actions, or their price."""
    stalemate: Stalemate = "reset"
    stalemate_after: int = 5
    """Quiet rounds in a row that pass free."""
    afk_out: int = 0
    """Absences in a row after which a god resigns; 0 never."""

    @property
    def names_pending(self) -> bool:
        """As `View.names_pending`: only where everybody sees who is ready."""
        return any(god.ready is not None for god in self.gods)

    @property
    def mentioned(self) -> tuple[Seat, ...]:
        """As `View.mentioned`: all living gods where it is secret which of them are ready."""
        if self.names_pending or self.outcome is not None:
            return self.to_act
        return tuple(seat for seat, god in enumerate(self.gods) if god.alive)
