"""A seat of a running game that changes hands."""

from bot.service import notifications, summarizing
from bot.service.event_types import EventType, Replaced
from bot.service.insiders import check_knows_no_secrets
from bot.service.live import LiveGame
from bot.service.refused import Refused
from bot.service.request import Person
from bot.store.models import PersonRow
from engines.contract import Seat


async def change_hands(live: LiveGame, seat: Seat, newcomer: PersonRow, by: Person | None) -> None:
    """Seat a person in place of the present player. Raises Refused.

    They take over the seat's holdings and the host's role. Private messages stay with the person to whom they
    were written (Ruling 18 of the Four Gods). `by`: the person who accepted or, on the command line, who
    seats; None: the operator there.
    """
    row = live.row
    if live.has_seat(newcomer.id):
        raise Refused("already_in", f"Whoever is to play there has a seat in game {row.code} already.")
    await check_knows_no_secrets(live, summarizing.person(newcomer))
    await live.unit.invitations.withdraw(row.id, seat, live.now)
    sitting = next(sitting for sitting in row.seats if sitting.seat == seat)
    before = sitting.player_id
    sitting.player, sitting.player_id = newcomer, newcomer.id
    sitting.hand_message_id, sitting.notices = None, "{}"
    sitting.notified_at = sitting.notice_at = None
    live.clock.seats = live.clock.seats.has_acted(seat)
    notifications.hand_left(live, seat, before)
    # A computer keeps the seat, and the host's role, for a player who may come back.
    if row.host_id == before and newcomer.level is None:
        row.host, row.host_id = newcomer, newcomer.id
    # The log refers to people by id only, so that they can be forgotten.
    line = f"{live.seat_name(seat)} goes to another player"
    data = Replaced(seat, before, newcomer.id)
    # A card shows the newcomer beside the seat.
    shown = f"{live.seat_name(seat)} takes over the seat"
    live.note(EventType.ADMIN, line, person=by, data=data, summary_line=shown)
