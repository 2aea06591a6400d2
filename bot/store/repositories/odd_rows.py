"""Rows beside the games that contradict themselves, or the rows to which they belong."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import (
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    false,
    func,
    null,
    or_,
    select,
    update,
)

from bot.store.models import (
    BlockRow,
    CounterRow,
    DeclineRow,
    DraftRow,
    EventRow,
    GameRow,
    IdentityRow,
    InvitationRow,
    PersonRow,
    RefusalRow,
    SeatRow,
    ServerRow,
)
from bot.store.repositories.inconsistencies import inconsistencies
from bot.store.repositories.repository import Repository

_FOREIGN: Final = 10**15
"""Persons from before internal ids have account ids, which are greater than this."""
AHEAD: Final = timedelta(days=1)
"""A moment further ahead than this is an error."""


class OddRow(NamedTuple):
    """A row that contradicts itself, or the rows to which it belongs."""

    table: str
    game: str | None
    """The code of the game to which it belongs."""
    inconsistency: str
    """What is wrong, as the rest of a sentence about the row."""


class AcceptedInvitation(NamedTuple):
    """An invitation that was accepted, and an event of that moment, by an administrator or a newcomer."""

    id: int
    game: str
    seat: int
    player_id: int
    joined: int | None
    """The person of the event."""
    data: str | None


class OddRows(Repository):
    """Finds rows that contradict themselves, and repairs them where possible."""

    async def all(self, now: datetime, *, limit: int) -> list[OddRow]:
        """The odd rows of every table, each inconsistency `limit` times at most."""
        found = []
        for table, inconsistency, query in _queries():
            rows = await self._session.scalars(query, {"ahead": now + AHEAD, "limit": limit})
            found += [OddRow(table, code, inconsistency) for code in rows]
        return found

    async def accepted(self, *, limit: int) -> Sequence[AcceptedInvitation]:
        """The newest accepted invitations, each with every matching event of its moment, or none."""
        at_once = and_(
            EventRow.game_id == InvitationRow.game_id,
            # An invitation to a lobby is accepted by joining it.
            EventRow.kind == case((InvitationRow.seat < 0, "joined"), else_="admin"),
            EventRow.at == InvitationRow.closed_at,
        )
        asked = InvitationRow
        query = (
            select(asked.id, GameRow.code, asked.seat, asked.player_id, EventRow.player_id, EventRow.data)
            .join(GameRow, GameRow.id == InvitationRow.game_id)
            .join(EventRow, at_once, isouter=True)
            .where(InvitationRow.status == "accepted")
            .order_by(InvitationRow.id.desc())
            .limit(limit)
        )
        return [AcceptedInvitation(*row) for row in await self._rows(query)]

    async def settings(self) -> Sequence[tuple[int, str]]:
        """The settings of each server, as they are stored."""
        return await self._rows(select(ServerRow.guild_id, ServerRow.settings))

    async def forgotten(self, table: type[BlockRow] | type[DeclineRow]) -> Sequence[str]:
        """The hashes that a table keeps of forgotten people, as they are stored."""
        kept = await self._all(select(table.identity_hashes))
        return [hashes for hashes in kept if hashes is not None]

    async def drafts(self) -> Sequence[tuple[str | None, str]]:
        """The acts that wait for confirmation, as they are stored, with the codes of their games."""
        return await self._rows(select(DraftRow.code, DraftRow.act))

    async def forget_settings(self, guild_id: int) -> None:
        """Reset the settings of a server to the defaults."""
        await self._change(delete(ServerRow).filter_by(guild_id=guild_id))

    async def notices(self) -> Sequence[tuple[int, int | None, str]]:
        """The notice settings of persons, for all games or for that of a number, as they are stored."""
        personal = select(PersonRow.id, null(), PersonRow.notices).where(PersonRow.notices != "{}")
        of_game = select(SeatRow.player_id, SeatRow.game_id, SeatRow.notices).where(SeatRow.notices != "{}")
        found = await self._session.execute(personal.union_all(of_game))
        return [(person, game, stored) for person, game, stored in found]

    async def forget_notices(self, person_id: int, game_id: int | None) -> None:
        """Reset a person's notice settings to the defaults, or those for one game to those for all games."""
        if game_id is None:
            forget = update(PersonRow).filter_by(id=person_id)
        else:
            forget = update(SeatRow).filter_by(player_id=person_id, game_id=game_id)
        await self._change(forget.values(notices="{}"))

    async def terms(self) -> Sequence[tuple[str, str]]:
        """The agreed terms of each game, as they are stored, with its code."""
        return await self._rows(select(GameRow.code, GameRow.terms).where(GameRow.terms != "{}"))

    async def refusals_put_off(self, after: datetime) -> Sequence[RefusalRow]:
        """Refusals that are to be probed, or began, after this moment."""
        late = or_(RefusalRow.probe_at > after, RefusalRow.since > after)
        return await self._all(select(RefusalRow).where(late))

    async def highest_number(self) -> int:
        """The highest number of a person that was given out, not taken over from an account."""
        known_before = exists().where(
            IdentityRow.person_id == PersonRow.id, IdentityRow.external_id == cast(PersonRow.id, String)
        )
        highest = select(func.max(PersonRow.id)).where(PersonRow.id < _FOREIGN, ~known_before)
        return await self._session.scalar(highest) or 0

    async def last_number(self) -> int:
        """The number of a person that was given out last."""
        return await self._session.scalar(select(CounterRow.last).filter_by(name="persons")) or 0

    async def count_from(self, last: int) -> None:
        """Give out greater numbers than this from now on."""
        insert = self._insert(CounterRow).values(name="persons", last=last)
        await self._change(insert.on_conflict_do_update(index_elements=["name"], set_={"last": last}))


@cache
def _queries() -> tuple[tuple[str, str, Select[str]], ...]:
    """For each inconsistency its table, its words, and the codes of the affected games."""
    codes = select(GameRow.code).limit(bindparam("limit", type_=Integer))
    return tuple(
        (
            table.__tablename__,
            inconsistency,
            codes.select_from(table)
            .join(
                GameRow, GameRow.id == table.game_id if hasattr(table, "game_id") else false(), isouter=True
            )
            .where(condition),
        )
        for table, inconsistency, condition in inconsistencies()
    )
