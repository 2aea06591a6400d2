"""Reading a game whole, in one statement: with its host, its seats and the people in them."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import Session

from bot.store.columns import table_of
from bot.store.models import GameRow, PersonRow, SeatRow, VacationRow
from bot.store.row_reading import RowReader, set_loaded

_HOST_TABLE, _PLAYER_TABLE = (table_of(PersonRow).alias(name) for name in ("host", "player"))
_GAME: Final = RowReader(GameRow, table_of(GameRow), 0)
_HOST: Final = RowReader(PersonRow, _HOST_TABLE, _GAME.end)
_SEAT: Final = RowReader(SeatRow, table_of(SeatRow), _HOST.end)
_PLAYER: Final = RowReader(PersonRow, _PLAYER_TABLE, _SEAT.end)
_VACATION: Final = RowReader(VacationRow, table_of(VacationRow), _PLAYER.end)
_PARTS: Final = (_GAME, _HOST, _SEAT, _PLAYER, _VACATION)
ALIKE: Final = _HOST.end
"""The columns of the game and its host, which are the same in all rows of a game: there is one for each seat.
"""


def whole_game(*more: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    """A statement that reads games whole, with more columns; the caller adds the condition for the game."""
    games, seats, vacations = table_of(GameRow), table_of(SeatRow), table_of(VacationRow)
    present = and_(vacations.c.player_id == _PLAYER_TABLE.c.id, vacations.c.ended_at.is_(None))
    return (
        select(*(column for part in _PARTS for column in part.columns), *more)
        .select_from(games)
        .join(_HOST_TABLE, _HOST_TABLE.c.id == games.c.host_id)
        .outerjoin(seats, seats.c.game_id == games.c.id)
        .outerjoin(_PLAYER_TABLE, _PLAYER_TABLE.c.id == seats.c.player_id)
        .outerjoin(vacations, present)
        .order_by(seats.c.joined_at, seats.c.player_id)
    )


def read_whole_game(session: Session, rows: Sequence[Sequence[Any]]) -> tuple[GameRow, Sequence[Any]] | None:
    """The one game that a statement of `whole_game` found in these rows, with the values of its further
    columns.
    """
    # All rows tell the same of the game.
    first = next(iter(rows), None)
    if first is None or (game := _GAME.read(session, first)) is None:
        return None
    seats = []
    for row in rows:
        player = _PLAYER.read(session, row)
        if player is not None and (seat := _SEAT.read(session, row)) is not None:
            set_loaded(player, "vacation", _VACATION.read(session, row))
            set_loaded(seat, "player", player)
            seats.append(seat)
    set_loaded(game, "host", _HOST.read(session, first))
    set_loaded(game, "seats", seats)
    return game, first[_VACATION.end :]
