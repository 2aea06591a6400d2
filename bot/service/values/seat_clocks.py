"""What the clock stores for each seat: its time bank, and its missed deadlines in a row.

Pure values, kept as JSON in `GameRow.clock`; `LiveGame` holds and stores them. A bank is the seconds that a
seat has for all of its turns together. It gets an increment with each clock period in which the seat is
pending, once per period however often that is played, and never exceeds its initial size: a player who undoes
and plays again gains nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from msgspec import field
from msgspec.structs import replace

from engines.contract import Seat, Value

LEAST: Final = timedelta(hours=1).total_seconds()
"""The least seconds that a seat has with each clock period in which it is pending, however empty its bank."""
PINGED_AGAIN: Final = timedelta(hours=1)
"""How long a seat is not pinged again for the same thing: others could undo and redo, or ask and withdraw."""
_REMEMBERED: Final = 64
"""Grants and pings that are remembered: more periods than anybody takes back."""
_NONE_LEFT: Final = 0.01
"""Seconds that count as none: a deadline is rounded to microseconds."""


class PauseRequest(Value, frozen=True):
    """An open pause request, to pause or to resume; the data of a `PAUSING` event."""

    seats: tuple[Seat, ...]
    """The seats in favour."""
    until: datetime | None
    """When the pause is to end; None: it is to end now."""

    @property
    def wanted(self) -> str:
        """The request as buttons carry it: they outlive a request, and answer none for another day."""
        return "now" if self.until is None else f"{self.until:%Y%m%d%H%M}"


class SeatClocks(Value, frozen=True, omit_defaults=True):
    """What the clock knows of the seats; the defaults are those of a new game. Changes return a copy."""

    missed: tuple[int, ...] = ()
    """Deadlines in a row in which each seat did nothing; 0 for seats beyond the end."""
    silent: tuple[int, ...] = ()
    """Missed deadlines of each seat since any person at all has done something."""
    acted: tuple[Seat, ...] = ()
    """The seats that have done something in the present clock period."""
    absent: tuple[Seat, ...] = ()
    """The absent seats for which the game is paused, until a player resumes it."""
    back: tuple[Seat, ...] = ()
    """The seats that were absent when play went on, and have not played since; one that has played in secret
    until the clock period ends."""
    ending: tuple[Seat, ...] = ()
    """The seats in favour of ending the game without a result."""
    pausing: PauseRequest | None = None
    """An open pause request."""
    paused_until: datetime | None = None
    """Until when the game is paused by agreement."""
    open: tuple[tuple[Seat, datetime], ...] = ()
    """The seats open to other players, and from when on."""
    left: tuple[float, ...] = ()
    """The seconds in each bank when the present deadline began to run; empty without banks."""
    pings: tuple[tuple[str, datetime], ...] = field(name="called", default=())
    """The pings of seats within `PINGED_AGAIN`, as ``0 turn 7`` or ``1 pause``, and when."""
    granted: tuple[str, ...] = ()
    """The seats and periods, as ``0 turn 7``, for which banks have got more; the newest last."""

    # -- banks -----------------------------------------------------------------------------------------

    def filled(self, seats: int, size: float) -> SeatClocks:
        """Full banks, where there are none yet."""
        return self if self.left else replace(self, left=(size,) * seats)

    def spent(self, seats: Iterable[Seat], seconds: float) -> SeatClocks:
        """Charge the banks of these seats for this time."""
        left = self._changed(seats, lambda had: had - seconds).left
        return replace(self, left=tuple(0.0 if had < _NONE_LEFT else had for had in left))

    def refilled(self, seats: Iterable[Seat], period: str, increment: float, *, most: float) -> SeatClocks:
        """Add seconds to the banks, up to the most, of newly pending seats that have got none in this period.

        Each bank that got some, and each empty one, then has at least `LEAST`.
        """
        left, granted, fresh = list(self.left), self.granted, set[Seat]()
        for seat in sorted(seats):
            if (grant := f"{seat} {period}") not in granted:
                left[seat] = max(left[seat], min(left[seat] + increment, most))
                granted = (*granted, grant)[-_REMEMBERED:]
                fresh.add(seat)
            elif not left[seat]:
                fresh.add(seat)
        return replace(self, left=tuple(left), granted=granted).at_least(fresh, LEAST)

    def at_least(self, seats: Iterable[Seat], seconds: float) -> SeatClocks:
        """Give these seats this time at least."""
        return self._changed(seats, lambda had: max(had, seconds))

    def holding(self, seats: Iterable[Seat], seconds: float) -> SeatClocks:
        """Give these seats exactly this time."""
        return self._changed(seats, lambda _had: seconds)

    def _changed(self, seats: Iterable[Seat], change: Callable[[float], float]) -> SeatClocks:
        those = set(seats)
        left = (change(had) if seat in those else had for seat, had in enumerate(self.left))
        return replace(self, left=tuple(left))

    def nearest(self, seats: Iterable[Seat]) -> timedelta | None:
        """When the first of these banks that has anything left is empty; None where none has."""
        left = [self.left[seat] for seat in seats if self.left[seat] > 0]
        return timedelta(seconds=min(left)) if left else None

    # -- pings -----------------------------------------------------------------------------------------

    def pinged_at(self, ping: str, now: datetime) -> datetime | None:
        """When a seat was pinged for something, ``0 turn 7``, if that was lately."""
        return next((at for what, at in self.pings if what == ping and at > now - PINGED_AGAIN), None)

    def pinging(self, ping: str, now: datetime) -> SeatClocks:
        """Remember that a seat is pinged for something; unchanged if it was recently."""
        lately = {what: at for what, at in self.pings if at > now - PINGED_AGAIN}
        return replace(self, pings=tuple({**lately, ping: lately.get(ping, now)}.items())[-_REMEMBERED:])

    def changes_hands(self, seat: Seat) -> SeatClocks:
        """Seat another player, who was pinged for nothing and has missed nothing."""
        pings = tuple((what, at) for what, at in self.pings if not what.startswith(f"{seat} "))
        return replace(self, pings=pings).having_acted(seat)

    # -- deadlines missed ------------------------------------------------------------------------------

    def having_acted(self, seat: Seat, *, played: bool = True, secret: bool = False) -> SeatClocks:
        """Remember that a seat acted; without `played` it only asked, answered, or confirmed its presence.

        An absent player must play to count as present. `secret`: others do not know who acted, and must not
        see it from who is asked to end the game.
        """
        if not played and (seat in self.absent or self.must_play(seat)):
            return self.closing(seat)
        missed = tuple(0 if one == seat else count for one, count in enumerate(self.missed))
        acted = tuple(sorted({*self.acted, seat}))
        back = self.back if secret else tuple(one for one in self.back if one != seat)
        return replace(self, missed=missed, silent=(), acted=acted, back=back).closing(seat)

    def closing(self, seat: Seat) -> SeatClocks:
        """Close this seat to others, as its owner has answered; only once until they play."""
        if self.must_play(seat):
            return self
        return replace(self, open=tuple(one for one in self.open if one[0] != seat))

    def must_play(self, seat: Seat) -> bool:
        """Whether a seat was absent when play went on, and has not played since."""
        return seat in self.back and seat not in self.acted

    def having_missed(self, late: Iterable[Seat]) -> SeatClocks:
        """Count a missed deadline for the seats among these that did nothing in their time."""
        idle = set(late) - set(self.acted)
        return replace(self, missed=_counted(self.missed, idle), silent=_counted(self.silent, idle))

    def period_begins(self) -> SeatClocks:
        """Begin a clock period, in which nobody has acted yet."""
        return replace(self, acted=(), back=tuple(one for one in self.back if one not in self.acted))

    def resumed(self) -> SeatClocks:
        """Resume the game: all seats count as present, absent ones until they miss another deadline."""
        if not self.absent:
            # What was played in secret stays so until the period ends.
            return replace(
                self, missed=(), silent=(), acted=tuple(one for one in self.acted if one in self.back)
            )
        back = tuple(sorted({*self.back, *self.absent} - {*self.acted}))
        return replace(self, missed=(), silent=(), acted=(), absent=(), back=back)

    def missed_by(self, seat: Seat) -> int:
        """How many deadlines in a row a seat has missed."""
        return self.missed[seat] if seat < len(self.missed) else 0

    def is_absent(self, seat: Seat, after: int) -> bool:
        """Whether a seat has missed `after` deadlines in a row, or one since play went on without it."""
        return self.missed_by(seat) >= (1 if seat in self.back else after)

    def returning(self, seat: Seat) -> SeatClocks:
        """Count an absent seat as present."""
        return replace(self, absent=tuple(one for one in self.absent if one != seat))

    def opening(self, seat: Seat, at: datetime) -> SeatClocks:
        """Open the seat to other players from then on."""
        return replace(self, open=tuple(sorted({**dict(self.open), seat: at}.items())))

    def nobody_acts(self, after: int) -> bool:
        """Whether every seat that play has waited for since anybody acted has missed `after` deadlines."""
        late = [count for count in self.silent if count]
        return bool(late) and min(late) >= after


def _counted(counts: tuple[int, ...], seats: set[Seat]) -> tuple[int, ...]:
    size = max([len(counts), *(seat + 1 for seat in seats)])
    padded = (*counts, *([0] * (size - len(counts))))
    return tuple(count + (seat in seats) for seat, count in enumerate(padded))
