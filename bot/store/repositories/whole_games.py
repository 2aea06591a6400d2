"""Reading a game whole, in one statement: with its host, its seats and the people in them.

For each statement the ORM sets up anew how it reads each column, which takes longer than the reading. Here
the same objects are made of the values of a statement about columns alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar, cast

from sqlalchemy import ColumnElement, FromClause, Select, and_, select
from sqlalchemy.orm import Mapper, Session
from sqlalchemy.orm.attributes import instance_dict, instance_state, set_committed_value

from bot.store.columns import Base, table_of
from bot.store.models import GameRow, PersonRow, SeatRow, VacationRow

RowT = TypeVar("RowT", bound=Base)


class _Part(Generic[RowT]):
    """The columns of a row of which the object of a table is made."""

    def __init__(self, kind: type[RowT], table: FromClause, begin: int) -> None:
        self._mapper: Mapper[RowT] = kind.__mapper__
        attributes = self._mapper.column_attrs
        names = [one.columns[0].name for one in attributes]
        self.columns = [table.c[name] for name in names]
        self.end = begin + len(self.columns)
        self._names = [one.key for one in attributes]
        self._key = [begin + names.index(one.name) for one in self._mapper.primary_key]
        self._span = slice(begin, self.end)

    def read(self, session: Session, row: Sequence[Any]) -> RowT | None:
        """The object of a row; None where an outer join found none.

        One that the session has already keeps the values that it has.
        """
        key = tuple([row[index] for index in self._key])
        if None in key:
            return None
        identity = self._mapper.identity_key_from_primary_key(key)
        values = zip(self._names, row[self._span], strict=True)
        found = cast("RowT | None", session.identity_map.get(identity))
        if found is None:
            made: RowT = self._mapper.class_manager.new_instance()
            state = instance_state(made)
            state.key = identity
            state.dict.update(values)
            session._update_impl(state)
            return made
        for name, value in values:
            _give(found, name, value)
        return found


def _give(row: Base, name: str, value: Any) -> None:
    """Set what a row was not loaded with."""
    if name not in instance_dict(row):
        set_committed_value(row, name, value)


_HOST_TABLE, _PLAYER_TABLE = (table_of(PersonRow).alias(name) for name in ("host", "player"))
_GAME: Final = _Part(GameRow, table_of(GameRow), 0)
_HOST: Final = _Part(PersonRow, _HOST_TABLE, _GAME.end)
_SEAT: Final = _Part(SeatRow, table_of(SeatRow), _HOST.end)
_PLAYER: Final = _Part(PersonRow, _PLAYER_TABLE, _SEAT.end)
_VACATION: Final = _Part(VacationRow, table_of(VacationRow), _PLAYER.end)
_PARTS: Final = (_GAME, _HOST, _SEAT, _PLAYER, _VACATION)


def whole_game(*more: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    """A statement that reads games whole, with more columns; to be completed by which game it is."""
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


def read_whole_game(
    session: Session, which: Select[*tuple[Any, ...]], given: Mapping[str, object]
) -> tuple[GameRow, Sequence[Any]] | None:
    """The one game that a statement of `whole_game` finds, with the values of its further columns."""
    rows = session.execute(which, given).all()
    game = _GAME.read(session, rows[0]) if rows else None
    if game is None:
        return None
    seats = []
    for row in rows:
        seat = _SEAT.read(session, row)
        player = _PLAYER.read(session, row)
        if seat is not None and player is not None:
            _give(player, "vacation", _VACATION.read(session, row))
            _give(seat, "player", player)
            seats.append(seat)
    _give(game, "host", _HOST.read(session, rows[0]))
    _give(game, "seats", seats)
    return game, rows[0][_VACATION.end :]
