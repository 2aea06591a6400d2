"""Who sits where: what the row of a game tells of its seats."""

from bot.column_values import RUNNING
from bot.store.models import GameRow, InvitationRow, PersonRow, SeatRow
from engines.contract import Seat


def sitting_of(row: GameRow, person_id: int | None) -> SeatRow | None:
    """The row of a person's seat; None for others."""
    return next((sitting for sitting in row.seats if sitting.player_id == person_id), None)


def seat_of(row: GameRow, person_id: int | None) -> Seat | None:
    """A person's seat; None for others, and before seats are drawn."""
    sitting = sitting_of(row, person_id)
    return None if sitting is None else sitting.seat


def give_seat(sitting: SeatRow, person: PersonRow) -> None:
    """Put a person into a seat, with nothing that was kept for the one before."""
    sitting.player, sitting.player_id = person, person.id
    sitting.hand_message_id, sitting.notices = None, "{}"
    sitting.notified_at = sitting.notice_at = None


def invitation_holds(row: InvitationRow, game: GameRow) -> bool:
    """Whether the game is still in the state of the invitation: a lobby, or running."""
    return game.status == "lobby" if row.seat < 0 else game.status in RUNNING


def computers(row: GameRow) -> frozenset[Seat]:
    """The seats of computers, whose consent is never needed."""
    return frozenset(one.seat for one in row.seats if one.seat is not None and one.player.level is not None)


def empty_seats(row: GameRow) -> frozenset[Seat]:
    """The vacant seats, and those of forgotten people."""
    return frozenset(
        one.seat for one in row.seats if one.seat is not None and one.player.forgotten_at is not None
    )


def forgotten_seats(row: GameRow) -> frozenset[Seat]:
    """The seats of forgotten people, who would never answer.

    A vacant seat is not among them: whoever is invited to it is to have a say.
    """
    return empty_seats(row) - {one.seat for one in row.seats if one.player.vacant}
