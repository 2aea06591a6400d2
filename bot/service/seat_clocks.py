"""What the clock knows of each seat: how often in a row it has let its time run out.

Pure values, kept as JSON in `GameRow.clock`; `LiveGame` holds and stores them.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engines.contract import Seat, Value


class SeatClocks(Value, frozen=True, omit_defaults=True):
    """What the clock knows of the seats; the defaults hold for every new game."""

    missed: tuple[int, ...] = ()
    """Deadlines in a row in which each seat did nothing; seats beyond the end have missed none."""
    silent: tuple[int, ...] = ()
    """The same since anybody at all has done something."""
    acted: tuple[Seat, ...] = ()
    """The seats that have done something in the present clock period."""
    absent: tuple[Seat, ...] = ()
    """For whose absence the game is paused, until somebody resumes it."""

    def has_acted(self, seat: Seat) -> SeatClocks:
        """A seat has done something."""
        missed = tuple(0 if one == seat else count for one, count in enumerate(self.missed))
        return replace(self, missed=missed, silent=(), acted=tuple(sorted({*self.acted, seat})))

    def has_missed(self, late: Iterable[Seat]) -> SeatClocks:
        """The time of these seats has run out; those that have done nothing in it have missed a deadline."""
        idle = set(late) - set(self.acted)
        return replace(self, missed=_counted(self.missed, idle), silent=_counted(self.silent, idle))

    def period_begins(self) -> SeatClocks:
        """Nobody has done anything in the clock period that begins."""
        return replace(self, acted=())

    def returned(self) -> SeatClocks:
        """Play goes on: everybody counts as there."""
        return replace(self, missed=(), silent=(), acted=(), absent=())

    def missing(self, after: int) -> tuple[Seat, ...]:
        """The seats that have missed as many deadlines in a row."""
        return tuple(seat for seat, count in enumerate(self.missed) if count >= after)

    def nobody_acts(self, after: int) -> bool:
        """Whether every seat that play has waited for since anybody acted has missed so many deadlines."""
        late = [count for count in self.silent if count]
        return bool(late) and min(late) >= after


def _counted(counts: tuple[int, ...], seats: set[Seat]) -> tuple[int, ...]:
    size = max([len(counts), *(seat + 1 for seat in seats)])
    padded = (*counts, *([0] * (size - len(counts))))
    return tuple(count + (seat in seats) for seat, count in enumerate(padded))
