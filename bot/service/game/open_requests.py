"""The open requests of a game, and who must answer them: to undo, to pause, to end, to draw."""

from datetime import datetime

import msgspec

from bot.service.values.request import FORMER
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


def undo_request(row: GameRow) -> UndoRequest | None:
    """A game's pending undo request."""
    return read_undo(row.undo)


def read_undo(stored: str | None) -> UndoRequest | None:
    """The request as `GameRow.undo` holds it."""
    return None if stored is None else msgspec.json.decode(stored, type=UndoRequest)


def requests(
    engine: AnyEngine, row: GameRow, state: Value, asked: UndoRequest | None
) -> frozenset[tuple[Seat, str]]:
    """The pending answers of a running game: each seat with a request that it must answer."""
    undo = ((seat, "undo") for seat in asked_to_undo(row, asked))
    return frozenset({*open_answers(engine, state, len(row.seats)), *undo})


def playing(engine: AnyEngine, state: Value, seats: int) -> tuple[Seat, ...]:
    """The seats still in play: those with any legal meta action."""
    return tuple(seat for seat in range(seats) if next(engine.legal_meta(state, seat), None) is not None)


def computers(row: GameRow) -> frozenset[Seat]:
    """The seats of computers, whose consent is never needed."""
    return frozenset(one.seat for one in row.seats if one.seat is not None and one.player.level is not None)


def asked_to_end(engine: AnyEngine, row: GameRow, state: Value, clocks: SeatClocks) -> tuple[Seat, ...]:
    """The seats that must still agree to end the game without a result; none without a request."""
    if not clocks.ending:
        return ()
    there = [seat for seat in _people(engine, row, state) if seat not in {*clocks.absent, *clocks.back}]
    missing = tuple(seat for seat in there if seat not in clocks.ending)
    agreed = len(there) - len(missing)
    enough = engine.info.call_off == "majority" and 2 * agreed > len(there)
    return () if enough else missing


def asked_to_pause(engine: AnyEngine, row: GameRow, state: Value, clocks: SeatClocks) -> tuple[Seat, ...]:
    """The seats that must still agree to a pause, or to its end."""
    request = clocks.pausing
    there = () if request is None else _people(engine, row, state)
    return tuple(seat for seat in there if request is not None and seat not in request.seats)


def asked_to_undo(row: GameRow, request: UndoRequest | None) -> tuple[Seat, ...]:
    """The seats that must still agree to an undo request; none without one."""
    if request is None:
        return ()
    others = {request.by, *request.agreed, *_forgotten(row)}
    return tuple(seat for seat in range(len(row.seats)) if seat not in others)


def open_seats(
    engine: AnyEngine, row: GameRow, state: Value, clocks: SeatClocks
) -> tuple[tuple[Seat, datetime], ...]:
    """The seats open to other players, and from when on: one that is out of the game is nobody's to take."""
    still = playing(engine, state, len(row.seats)) if clocks.open else ()
    return tuple(one for one in clocks.open if one[0] in still)


def _people(engine: AnyEngine, row: GameRow, state: Value) -> list[Seat]:
    """The seats in play that are asked: neither computers nor who was forgotten."""
    others = _forgotten(row) | computers(row)
    return [seat for seat in playing(engine, state, len(row.seats)) if seat not in others]


def _forgotten(row: GameRow) -> frozenset[Seat]:
    """The seats of who was forgotten, who would never answer.

    A vacant seat is not among them: whoever is invited to it is to have a say.
    """
    gone = (one for one in row.seats if one.player.forgotten_at is not None and one.player.name == FORMER)
    return frozenset(one.seat for one in gone if one.seat is not None)


def open_answers(engine: AnyEngine, state: Value, seats: int) -> tuple[tuple[Seat, str], ...]:
    """The public meta actions that are open now, each with its seat: accept a draw, claim a win."""
    return tuple(
        (seat, engine.format(action))
        for seat in range(seats)
        for action in engine.legal_meta(state, seat)
        if _waits(action)
    )


def _waits(action: MetaAction) -> bool:
    match action:
        case Draw(answer="accept" | "decline") | Claim() | Extend():
            return True
        case _:
            return False
