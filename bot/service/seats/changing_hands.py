"""A seat of a running game that changes hands."""

import asyncio
from collections.abc import Sequence
from itertools import takewhile

from bot.service.game import logged, summarizing
from bot.service.game.insiders import check_knows_no_secrets
from bot.service.game.live import LiveGame
from bot.service.game.seating import give_seat
from bot.service.log.event_types import Ending, EventType, Replaced, replaced_in
from bot.service.notices import notifications
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.seat_clocks import PauseRequest
from bot.store.models import EventRow, GameRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines.contract import Draw, Extend, Seat


async def change_hands(live: LiveGame, seat: Seat, newcomer: PersonRow, by: Person | None) -> None:
    """Seat a person in place of the present player. Raises Refused.

    They take over the seat's holdings and the host's role, but nothing to which it agreed; if they are to act
    there, they get a whole deadline. Private messages stay with the person to whom they were written (Ruling
    18 of the Four Gods). `by`: the person who accepted, or the administrator who seats them; None: the
    operator of the command line.
    """
    row = live.row
    if live.has_seat(newcomer.id):
        raise Refused("already_in", f"The person asked to play there already has a seat in game {row.code}.")
    await check_knows_no_secrets(live, summarizing.person(newcomer))
    await live.unit.invitations.withdraw(row.id, seat, live.now)
    sitting = live.sitting_in(seat)
    former, before = await _owner(live, sitting), sitting.player_id
    await live.unit.vacations.load(newcomer)
    give_seat(sitting, newcomer)
    live.clock.seats = live.clock.seats.changes_hands(seat)
    notifications.clear_hand(live, seat, before)
    # A computer keeps the seat, and the host's role, for a player who may come back.
    if row.host_id == before and newcomer.level is None:
        row.host, row.host_id = newcomer, newcomer.id
    # The log refers to people by id only, so that they can be forgotten.
    line = f"{live.seat_name(seat)} goes to another player"
    data = Replaced(seat, before, newcomer.id)
    # A card shows the newcomer beside the seat.
    shown = f"{live.seat_name(seat)} takes over the seat"
    live.note(EventType.ADMIN, line, person=by, data=data, summary_line=shown)
    await _forget_consent(live, seat)
    if former.level is None and newcomer.level is None and former.id != newcomer.id:
        notifications.tell_replaced(live, seat, former)
    # Publicly: a longer deadline tells nothing of what was chosen in secret.
    if newcomer.level is None and seat in live.public_view(live.state).to_act:
        live.clock.give_more_time()


async def _owner(live: LiveGame, sitting: SeatRow) -> PersonRow:
    """The player in a seat, or the person for whom a computer keeps it."""
    if sitting.player.level is None:
        return sitting.player
    return (await players_of(live.unit, live.row))[live.row.seats.index(sitting)]


async def players_of(unit: Unit, row: GameRow) -> list[PersonRow]:
    """The players of a game; instead of a computer that keeps a seat, its owner if they may come back."""
    changes = map(replaced_in, await unit.events.of_kinds(row.id, (EventType.ADMIN,)))
    # A computer takes a seat over only to keep it.
    owners: dict[tuple[Seat | None, int], int] = {
        (change.seat, change.after): change.before for change in changes if change is not None
    }
    players = []
    for sitting in row.seats:
        owner = None
        if sitting.player.level is not None and (taken := (sitting.seat, sitting.player_id)) in owners:
            owner = await unit.persons.get(owners[taken])
        players.append(sitting.player if owner is None or owner.forgotten_at is not None else owner)
    return players


def disown_former(live: LiveGame, events: Sequence[EventRow], kept: Sequence[EventRow]) -> None:
    """After play went back to the position after the kept events, keep nothing from a newcomer's
    predecessor: neither a draw offered nor a deadline missed.
    """
    stay = {event.seq for event in kept}
    later = takewhile(lambda event: event.seq not in stay, reversed(events))
    changes = map(replaced_in, later)
    for seat in sorted({change.seat for change in changes if change is not None}):
        _disown(live, seat)


def _disown(live: LiveGame, seat: Seat) -> None:
    """Withdraw a draw that was offered for a seat, and let nobody claim a win for a deadline missed there."""
    engine, withdrawal = live.engine, Draw("withdraw")
    if live.row.rules_version != engine.info.rules_version:
        return
    if withdrawal in engine.legal_meta(live.state, seat):
        live.apply(EventType.AUTOMATIC, seat, withdrawal)
    for other in set(range(len(live.row.seats))) - {seat}:
        if Extend() in engine.legal_meta(live.state, other):
            live.apply(EventType.AUTOMATIC, other, Extend())
            # The log's own line would say that the other player gives more time.
            live.changes.lines[-1] = f"{live.seat_name(seat)} has a whole deadline"


async def _forget_consent(live: LiveGame, seat: Seat) -> None:
    """Drop what a seat's former player asked for or agreed to: the newcomer was not asked."""
    _disown(live, seat)
    ending, pausing = live.requests.ending, live.requests.pausing
    undo = live.requests.undo
    if seat in ending:
        left = tuple(one for one in ending if one != seat)
        live.requests.ending = left
        told = None if left else "nobody asks to end the game any more"
        live.note(EventType.ENDING, seat=seat, data=Ending(left), summary_line=told)
    if pausing is not None and seat in pausing.seats:
        left = tuple(one for one in pausing.seats if one != seat)
        request = PauseRequest(left, pausing.until) if left else None
        live.requests.pausing = request
        asked = "to go on" if pausing.until is None else "for a pause"
        told = None if left else f"nobody asks {asked} any more"
        live.note(EventType.PAUSING, seat=seat, data=request, summary_line=told)
    if undo is not None and seat in {undo.by, *undo.agreed}:
        events = await live.unit.events.of_game(live.row.id)
        live.requests.undo = await asyncio.to_thread(logged.undo_request_of, live.engine, events)
        if live.requests.undo is None:
            live.changes.lines.append("nobody asks to undo any more")
