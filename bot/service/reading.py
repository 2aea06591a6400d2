"""Looking: games, positions, histories and records, each as the asker may know them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import structlog

from bot.service import journal
from bot.service.describing import report
from bot.service.journal import PLAY, BrokenLog
from bot.service.reports import GameReport, Line, Person, Place, Refused, Status
from bot.service.usecases import UseCases
from bot.store.models import GameRow
from engines import record
from engines.contract import IllegalAction, Question, Told, View
from engines.sheet import write_sheet

log = structlog.get_logger(__name__)

UNFINISHED: tuple[Status, ...] = ("lobby", "active", "paused")
EVERY: tuple[Status, ...] = (*UNFINISHED, "finished", "abandoned")

_LISTED = 100
"""No list is longer."""
_OFFERED = 25
"""Discord shows no more choices."""


class Reading(UseCases):
    """The use cases that change nothing."""

    async def report(self, code: str) -> GameReport:
        """The public facts of a game. Raises Refused."""
        async with self._database.reading() as unit:
            return (await self._live(unit, code)).report()

    async def view(self, code: str, person: Person | None) -> View:
        """The position as a player may know it; for everybody else as the public may. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        seat = None if person is None else live.seat_of(person.id)
        seen: View = live.engine.view(live.state, seat)
        return seen

    async def questions(self, code: str, person: Person) -> list[Question]:
        """What a person may ask about the position. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        return list(live.engine.questions(live.state, live.seat_of(person.id)))

    async def ask(self, code: str, person: Person, question: Question) -> Told:
        """The answer to a question, as the asker may know it. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        try:
            return live.engine.ask(live.state, live.seat_of(person.id), question)
        except IllegalAction as illegal:
            raise Refused(illegal.code, illegal.sentence) from illegal

    async def history(self, code: str, person: Person | None) -> list[Line]:
        """What was played, as the asker may read it; actions taken back included. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            events = await unit.events.of_game(live.row.id)
        asker = None if person is None else live.seat_of(person.id)
        names = live.engine.seat_names(len(live.row.seats))
        lines: list[Line] = []
        for event in events:
            if event.kind not in PLAY:
                continue
            own = event.seat is not None and event.seat == asker
            text = event.notation if own else event.public_notation
            if text is not None:
                who = "" if event.seat is None else names[event.seat]
                # Numbered as the asker sees them: gaps would tell of what others did in secret.
                lines.append(Line(len(lines) + 1, event.at, who, text))
        return lines

    async def my_games(self, person: Person) -> list[GameReport]:
        """A person's unfinished games: first those that wait for them, the longest waiting before all."""
        async with self._database.reading() as unit:
            rows = await unit.games.listed(statuses=UNFINISHED, player_id=person.id)
        mine = self._told(rows)
        mine.sort(key=lambda told: (not _awaits(told, person), told.moved_at or told.created_at))
        return mine

    async def server_games(
        self, guild_id: int, statuses: Collection[Status] = UNFINISHED
    ) -> list[GameReport]:
        """The newest games of a server in these states."""
        async with self._database.reading() as unit:
            rows = await unit.games.listed(statuses=statuses, guild_id=guild_id, limit=_LISTED)
        return self._told(rows)

    async def game_in(self, place: Place) -> GameReport | None:
        """The newest unfinished game of a thread or channel, else the newest."""
        found = await self._at(place, UNFINISHED) or await self._at(place, EVERY)
        return found[0] if found else None

    async def codes(self, person: Person, guild_id: int | None, prefix: str = "") -> list[GameReport]:
        """Games whose code begins so, for autocomplete: the person's own first, then the server's."""
        prefix = prefix.strip().upper()
        async with self._database.reading() as unit:
            own = await unit.games.listed(statuses=EVERY, player_id=person.id, prefix=prefix, limit=_OFFERED)
            near: Sequence[GameRow] = ()
            if guild_id is not None:
                near = await unit.games.listed(
                    statuses=EVERY, guild_id=guild_id, prefix=prefix, limit=_OFFERED
                )
        rows = {row.id: row for row in (*own, *near)}
        reports = self._told(rows.values())
        # A stable sort: own before others as they came, but running ones before all that are over.
        reports.sort(key=lambda told: told.status not in UNFINISHED)
        return reports[:_OFFERED]

    async def resolve(self, code: str | None, place: Place | None, person: Person) -> GameReport:
        """The game that is meant: the one named, else that of the place, else the person's only one.

        A game of another server is found only by its own players. Raises Refused, which says what to do.
        """
        if code is not None and code.strip():
            told = await self.report(code)
            if (place is None or told.guild_id != place.guild_id) and not _plays(told, person):
                raise Refused("no_such_game", f"There is no game {told.code} in this server.")
            return told
        here = await self._at(place, UNFINISHED) if place is not None else []
        own_here = [told for told in here if _plays(told, person)]
        if here and place is not None and here[0].thread_id == place.channel_id:
            return here[0]
        if len(own_here) > 1:
            raise _which(own_here)
        if own_here or here:
            return (own_here or here)[0]
        mine = await self.my_games(person)
        if len(mine) == 1:
            return mine[0]
        if mine:
            raise _which(mine)
        if place is not None and (last := await self.game_in(place)) is not None:
            return last
        raise Refused("no_game_here", "There is no game here and you are in none; open one with /game new.")

    async def export(
        self,
        code: str,
        person: Person | None,  # noqa: ARG002 -- no game tells its players different things yet
    ) -> tuple[bytes, str]:
        """The record as canonical JSON and as a score sheet. Raises Refused.

        The seed goes with it once the game is over. Until then a game with secrets has no record: its
        entries would tell them.
        """
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            events = await unit.events.of_game(live.row.id)
        over = live.row.status in {"finished", "abandoned"}
        if live.engine.info.hidden and not over:
            raise Refused("not_yet", f"Game {live.row.code} has secrets: its record is open when it is over.")
        try:
            made = journal.record_of(live.engine, live.row, events, seed=over)
        except BrokenLog as broken:
            raise Refused("not_started", f"{broken}") from broken
        return record.write(made), write_sheet(made)

    async def _at(self, place: Place, statuses: Collection[Status]) -> list[GameReport]:
        async with self._database.reading() as unit:
            rows = await unit.games.at_place(
                place.guild_id, place.channel_id, statuses=statuses, limit=_LISTED
            )
        return self._told(rows)

    def _told(self, rows: Iterable[GameRow]) -> list[GameReport]:
        """Reports of those games whose rules this host has; one that it lost must not spoil a list."""
        told = []
        for row in rows:
            engine = self._engines.get(row.key)
            if engine is None:
                log.warning("game_without_rules", game=row.code, key=row.key)
                continue
            state = None if row.state is None else engine.decode_state(row.state.encode())
            told.append(report(engine, row, state))
        return told


def _plays(told: GameReport, person: Person) -> bool:
    return any(seat.person is not None and seat.person.id == person.id for seat in told.seats)


def _awaits(told: GameReport, person: Person) -> bool:
    return any(
        seat.seat in told.to_act and seat.person is not None and seat.person.id == person.id
        for seat in told.seats
    )


def _which(reports: Sequence[GameReport]) -> Refused:
    codes = ", ".join(told.code for told in reports[:10])
    return Refused("which_game", f"Say which game you mean, one of: {codes}.")
