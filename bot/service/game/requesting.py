"""The requests of a game in a unit of work: those that are open, and those that it makes."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.service.game.clock import GameClock
from bot.service.game.open_requests import OpenRequests, UndoRequest, read_undo
from bot.service.game.states import GameStates
from bot.service.values.seat_clocks import PauseRequest
from engines.contract import Seat


class Requests:
    """The requests of a game: set, changed and dropped by players' acts."""

    def __init__(self, states: GameStates, clock: GameClock, now: datetime) -> None:
        self._states = states
        self._row = states.row
        self._clock = clock
        self._now = now
        self.before = self.open
        """The open requests before this unit of work."""

    @property
    def open(self) -> OpenRequests:
        """The open requests after all changes so far."""
        state, clocks = self._states.latest, self._clock.seats
        return OpenRequests(self._states.engine, self._row, state, clocks, self.undo)

    @property
    def undo(self) -> UndoRequest | None:
        """The pending request to go back."""
        return read_undo(self._row.undo)

    @undo.setter
    def undo(self, request: UndoRequest | None) -> None:
        # Agreeing, or taking over a seat, changes a request without prolonging it.
        self._row.undo_asked_at = (self._row.undo_asked_at or self._now) if request else None
        self._row.undo = None if request is None else msgspec.json.encode(request).decode()

    @property
    def ending(self) -> tuple[Seat, ...]:
        """The seats in favour of ending the game without a result."""
        return self._clock.seats.ending

    @ending.setter
    def ending(self, seats: tuple[Seat, ...]) -> None:
        self._clock.seats = replace(self._clock.seats, ending=seats)
        self._clock.store()

    @property
    def pausing(self) -> PauseRequest | None:
        """The pending request to pause the game, or to resume it."""
        return self._clock.seats.pausing

    @pausing.setter
    def pausing(self, request: PauseRequest | None) -> None:
        self._row.pause_asked_at = (self._row.pause_asked_at or self._now) if request else None
        self._clock.seats = replace(self._clock.seats, pausing=request)
        self._clock.store()

    def made(self) -> frozenset[tuple[Seat, str]]:
        """The seats that must answer a request made in this unit of work, each with the request."""
        clocks = self.before.clocks
        if self.ending and not clocks.ending:
            return frozenset((seat, "end") for seat in self.open.asked_to_end)
        if self.pausing is not None and clocks.pausing is None:
            return frozenset((seat, "pause") for seat in self.open.asked_to_pause)
        if self.before.state is None or self._row.status != "active":
            return frozenset()
        now = self.open.of_position
        return now and now - self.before.of_position

    @property
    def closed(self) -> frozenset[str]:
        """The requests that were open before this unit of work and no longer are."""
        return self.before.kinds - self.open.kinds
