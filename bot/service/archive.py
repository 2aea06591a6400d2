"""Games as records, for operators: out of the database, into it, and checked against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.service import dispatch, journal
from bot.service.finding import told
from bot.service.journal import Back, BrokenLog, Kind, Started
from bot.service.live import LiveGame
from bot.service.lobby import free_code
from bot.service.reports import GameReport, Person, Place, Refused, Status
from bot.service.usecases import UseCases, retried
from bot.store.models import AuditRow, GameRow, SeatRow
from bot.store.unit import Unit
from engines import record
from engines.contract import Action, AnyEngine, IllegalAction, TimeUp
from engines.record import Made, Record

COMMAND_LINE = "command line"
"""The actor in audit rows of what an operator does with the database at hand."""


class Archive(UseCases):
    """The use cases of whoever has the database in hand. They answer with secrets if asked to."""

    async def every(self, statuses: Sequence[Status]) -> list[GameReport]:
        """All games in these states that can be read, the newest first."""
        async with self._database.reading() as unit:
            rows = await unit.games.listed(statuses=statuses)
        return told(self._engines, rows)

    async def record(self, code: str, *, secrets: bool = False) -> Record:
        """A started game's record; the secrets of a running one only on demand. Raises Refused."""
        live, events = await self._logged(code)
        over = live.row.status in {"finished", "abandoned"}
        if live.engine.info.hidden and not over and not secrets:
            raise Refused("not_yet", f"Game {live.row.code} is not over and its record would tell secrets.")
        try:
            return journal.record_of(live.engine, live.row, events, seed=over or secrets)
        except BrokenLog as broken:
            raise Refused("not_started", str(broken)) from broken

    async def flaw(self, code: str) -> str | None:
        """What is wrong with a game's log or snapshot, in one sentence; None if they agree."""
        live, events = await self._logged(code)
        return journal.flaw(live.engine, live.row, events)

    @retried
    async def restore(
        self, game: Record, people: Sequence[Person], place: Place, *, threaded: bool
    ) -> GameReport:
        """Put a record into the database as a game of these people, in seat order, and post where it stands.

        Every entry goes through the rules again. Raises Refused for people who do not fit, and ValueError, in
        one sentence, for a record that cannot be played.
        """
        engine = self._engine(game.game)
        if len(people) != len(game.seats) or len({person.id for person in people}) != len(people):
            raise Refused(
                "bad_players", f"The game has {len(game.seats)} players: name as many different ones."
            )
        record.replay(game)
        async with self._database.transaction() as unit:
            live = await self._seated(unit, engine, game, people, place, threaded=threaded)
            self._played(live, game, people)
            live.conclude()
            unit.audits.add(
                AuditRow(
                    game_id=live.row.id,
                    actor=COMMAND_LINE,
                    act="import",
                    why=f"record of {game.tags.get('code', 'a game')}",
                    version_after=live.row.version,
                    at=live.now,
                )
            )
            dispatch.started(live)
            live.news[:] = ["the game goes on from its record"]
            await dispatch.moved(live)
            dispatch.hands(live)
            return live.report()

    async def _logged(self, code: str) -> tuple[LiveGame, Sequence[Any]]:
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            return live, await unit.events.of_game(live.row.id)

    async def _seated(
        self,
        unit: Unit,
        engine: AnyEngine,
        game: Record,
        people: Sequence[Person],
        place: Place,
        *,
        threaded: bool,
    ) -> LiveGame:
        now = self._clock.now()
        players = [await unit.players.seen(person.id, person.name, now) for person in people]
        row = GameRow(
            code=await free_code(unit, self._lots),
            key=engine.info.key,
            options=msgspec.json.encode(engine.options(game.options), order="deterministic").decode(),
            rules_version=game.rules_version,
            status="active",
            min_seats=len(people),
            max_seats=len(people),
            # A record without a seed is one of a game that draws nothing from it.
            seed=game.seed or f"{self._lots.getrandbits(256):064x}",
            ply=0,
            version=0,
            edition=0,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            threaded=threaded,
            deadline_hours=engine.info.default_deadline_hours,
            host=players[0],
            created_at=now,
            started_at=now,
            seats=[
                SeatRow(player_id=player.id, player=player, seat=seat, joined_at=now)
                for seat, player in enumerate(players)
            ],
        )
        unit.games.add(row)
        await unit.flush()
        return LiveGame(unit, engine, row, now)

    def _played(self, live: LiveGame, game: Record, people: Sequence[Person]) -> None:
        engine = live.engine
        live.append(Kind.CREATED, person=people[0])
        live.begin(engine.start(engine.options(game.options), len(people), live.row.seed or ""))
        live.append(Kind.STARTED, data=Started(tuple(person.id for person in people)))
        states = [live.state]
        for entry in game.entries:
            if isinstance(entry, Made):
                try:
                    action = engine.parse(live.state, entry.seat, entry.text)
                except IllegalAction as illegal:
                    raise Refused(illegal.code, illegal.sentence) from illegal
                kind = _kind(action)
                live.apply(kind, entry.seat, action, people[entry.seat] if kind == Kind.ACTION else None)
                states.append(live.state)
            else:
                del states[entry.undo_to + 1 :]
                live.go_back(states[-1], Back(entry.undo_to))


def _kind(action: Action) -> Kind:
    if isinstance(action, TimeUp):
        return Kind.CLOCK
    return Kind.AUTOMATIC if action.automatic else Kind.ACTION
