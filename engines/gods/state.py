"""The state of a game, and how it begins: sections 2 and 11 of docs/rules/four-gods.md.

People and clocks are the host's.
"""

from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from engines.chance import check_seed
from engines.contract import Seat, Value
from engines.gods.colours import SEATS
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection
from engines.gods.view import RoundView

How: TypeAlias = Literal["last_standing", "highest_of_fallen", "tie", "consent", "none"]


class Result(Value, frozen=True):
    """How a game ended and who won it."""

    how: How
    winners: tuple[Seat, ...]
    """Several share a tie; none where everybody left resigned in one round."""


class God(Value, frozen=True, kw_only=True):
    """A god's state between rounds."""

    ep: int
    fell: int | None = None
    """The round in which it was eliminated; None while it lives."""
    resigned: bool = False
    """It was eliminated regardless of its energy (rulings 16, 17)."""
    missed: int = 0
    """Its last rounds in a row of absence."""


class Stance(Value, frozen=True, kw_only=True):
    """A god's part in the round under way, secret but for the draw, and for `ready` with `show_ready`."""

    plan: Selection | None = None
    """None: nothing is saved."""
    edits: int = 0
    """How often the plan was saved or taken back in this round."""
    ready: bool = False
    late: bool = False
    """Its deadline has passed: it is not waited for."""
    resigns: bool = False
    """It resigns when the round is settled."""
    asks_draw: bool = False
    declines_draw: Literal[True] | UnsetType = UNSET
    """It has declined the draw that others ask for; else left out of what is stored, as in older games."""


UNDECIDED = Stance()


class GodsState(Value, frozen=True, kw_only=True, dict=True):
    """A game with its past. A round settles in the step that leaves no god pending.

    Who lives, is pending or asks is found on first access, and kept: a host asks dozens of times.
    """

    options: GodsOptions
    gods: tuple[God, ...]
    stances: tuple[Stance, ...] = (UNDECIDED,) * len(SEATS)
    settled: int = 0
    """Rounds that are settled."""
    quiet: int = 0
    """Quiet rounds in a row, counted before the drain (Ruling 11)."""
    drained: bool = False
    """The counter has stood at `stalemate_after`: with `stalemate=sticky` every later round is drained."""
    history: tuple[RoundView, ...] = ()
    result: Result | None = None

    @property
    def round(self) -> int:
        """The round under way; when the game is over, the one in which it ended."""
        over = self.result is not None and self.result.how != "consent"
        return self.settled if over else self.settled + 1

    @cached_property
    def living(self) -> tuple[Seat, ...]:
        """The gods that are not eliminated."""
        return tuple([seat for seat, god in enumerate(self.gods) if god.fell is None])

    @cached_property
    def asking(self) -> tuple[Seat, ...]:
        """The living gods that ask for a draw in this round."""
        return tuple(seat for seat in self.living if self.stances[seat].asks_draw)

    @cached_property
    def pending(self) -> tuple[Seat, ...]:
        """The living gods that are neither ready nor late (Ruling 5)."""
        if self.result is not None:
            return ()
        stances = self.stances
        return tuple([seat for seat in self.living if not (stances[seat].ready or stances[seat].late)])

    def is_drained(self, *, quiet: bool) -> bool:
        """Whether the round under way costs everybody energy if it turns out quiet, or not quiet."""
        over = self.quiet >= self.options.stalemate_after
        match self.options.stalemate:
            case "reset":
                return quiet and over
            case "sticky":
                return self.drained or over
            case "off":
                return False


def set_up(options: GodsOptions, _seats: int, seed: str) -> GodsState:
    """All gods with the same energy. There is no chance, so the seed is only checked."""
    check_seed(seed)
    return GodsState(options=options, gods=(God(ep=options.start),) * len(SEATS))
