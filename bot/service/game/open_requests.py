"""The open requests of a game, and who must answer them: to undo, to pause, to end, to draw."""

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

import msgspec

from bot.service.game.seating import computers, forgotten_seats
from bot.service.values.seat_clocks import SeatClocks
from bot.store.models import GameRow
from engines.contract import AnyEngine, Claim, Draw, Extend, MetaAction, Seat, Value


class UndoRequest(Value, frozen=True):
    """An undo request that waits for the others' consent; stored in `GameRow.undo`."""

    by: Seat
    undo_to: int
    """The number of actions that remain."""
    agreed: tuple[Seat, ...] = ()
    actions: tuple[tuple[Seat, str], ...] = ()
    """The actions to undo (`GameSummary.undo_actions`); empty in rows of earlier releases."""


def read_undo(stored: str | None) -> UndoRequest | None:
    """The request as `GameRow.undo` holds it."""
    return None if stored is None else msgspec.json.decode(stored, type=UndoRequest)


def playing(engine: AnyEngine, state: Value, seats: int) -> tuple[Seat, ...]:
    """The seats still in play: those with any legal meta action."""
    return tuple(seat for seat in range(seats) if next(engine.legal_meta(state, seat), None) is not None)


class OpenRequests(Value, frozen=True, dict=True):
    """The open requests of a game in a position. Seats that must answer one are *asked*."""

    engine: AnyEngine
    row: GameRow
    state: Value | None
    """None: nobody plays, and nobody is asked."""
    clocks: SeatClocks
    undo: UndoRequest | None

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that must answer any request."""
        return frozenset(seat for seat, _ in self.of_position) | self.asked_to_pause_or_end

    def asks_in_position(self, seat: Seat) -> bool:
        """Whether a seat must answer a request about the present position."""
        return seat in self.asked_to_undo or next(self._answers_of(seat), None) is not None

    @property
    def of_position(self) -> frozenset[tuple[Seat, str]]:
        """The seats that must answer a request about the present position, each with the request."""
        return frozenset({*self.answers, *((seat, "undo") for seat in self.asked_to_undo)})

    @property
    def kinds(self) -> frozenset[str]:
        """The requests, whoever must answer them."""
        agreed = {"undo": self.undo, "pause": self.clocks.pausing, "end": self.clocks.ending}
        return frozenset((*(what for _, what in self.answers), *(what for what, of in agreed.items() if of)))

    @property
    def asked_to_pause_or_end(self) -> frozenset[Seat]:
        """The seats asked to agree to a pause or an end of the game, which may take several turns."""
        return frozenset((*self.asked_to_pause, *self.asked_to_end))

    @property
    def asked_to_end(self) -> tuple[Seat, ...]:
        """The seats that must still agree to end the game without a result; none without a request."""
        if not self.clocks.ending:
            return ()
        there = [seat for seat in self._people if seat not in {*self.clocks.absent, *self.clocks.back}]
        missing = tuple(seat for seat in there if seat not in self.clocks.ending)
        agreed = len(there) - len(missing)
        enough = self.engine.info.call_off == "majority" and 2 * agreed > len(there)
        return () if enough else missing

    @property
    def asked_to_pause(self) -> tuple[Seat, ...]:
        """The seats that must still agree to a pause, or to its end."""
        request = self.clocks.pausing
        return () if request is None else tuple(seat for seat in self._people if seat not in request.seats)

    @property
    def asked_to_undo(self) -> tuple[Seat, ...]:
        """The seats that must still agree to an undo request; none without one."""
        if self.undo is None:
            return ()
        others = {self.undo.by, *self.undo.agreed, *forgotten_seats(self.row)}
        return tuple(seat for seat in range(len(self.row.seats)) if seat not in others)

    @cached_property
    def answers(self) -> tuple[tuple[Seat, str], ...]:
        """The public meta actions that are open now, each with its seat: accept a draw, claim a win."""
        seats = range(len(self.row.seats))
        return tuple(
            (seat, self.engine.format(action)) for seat in seats for action in self._answers_of(seat)
        )

    @property
    def draw_asked_by(self) -> tuple[Seat, ...]:
        """The seats that offer a draw which others may accept."""
        if self.state is None or self.engine.format(Draw("accept")) not in {what for _, what in self.answers}:
            return ()
        seats = range(len(self.row.seats))
        return tuple(one for one in seats if Draw("withdraw") in self.engine.legal_meta(self.state, one))

    def _answers_of(self, seat: Seat) -> Iterator[MetaAction]:
        return filter(_waits, () if self.state is None else self.engine.legal_meta(self.state, seat))

    @property
    def open_seats(self) -> tuple[tuple[Seat, datetime], ...]:
        """The seats that others may take, and from when on; none that is out of the game."""
        still = self._playing if self.clocks.open else ()
        return tuple(one for one in self.clocks.open if one[0] in still)

    @property
    def only_computers_play(self) -> bool:
        """Whether only computers are still in play: nobody has a move or an answer to give."""
        by_computers = computers(self.row)
        # Most games have none, and who is in play takes a search.
        return bool(by_computers and self._playing) and by_computers.issuperset(self._playing)

    @property
    def _playing(self) -> tuple[Seat, ...]:
        return () if self.state is None else playing(self.engine, self.state, len(self.row.seats))

    @property
    def _people(self) -> list[Seat]:
        """The seats in play that are asked: neither those of computers nor those of forgotten people."""
        others = forgotten_seats(self.row) | computers(self.row)
        return [seat for seat in self._playing if seat not in others]


def _waits(action: MetaAction) -> bool:
    answers = isinstance(action, Draw) and action.answer in {"accept", "decline"}
    return answers or isinstance(action, Claim | Extend)
