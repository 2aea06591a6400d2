"""Games as records, for whoever holds the database: out of it, and checked against it."""

import asyncio
from collections.abc import Sequence

from bot.column_values import EVERY, OVER
from bot.service.game.live import LiveGame
from bot.service.log import game_record, replay
from bot.service.log.replay import BrokenLog
from bot.service.usecases import UseCases, rebuilding
from bot.service.values.refused import Refused
from bot.store.models import EventRow
from engines.record import Record


class Archive(UseCases):
    """The use cases of operators with access to the database. They answer with secrets if asked to."""

    async def codes(self) -> Sequence[str]:
        """The codes of all games, the newest first."""
        async with self._database.reading() as unit:
            return await unit.game_lists.codes(statuses=EVERY, limit=None)

    @rebuilding
    async def record(self, code: str, *, secrets: bool = False) -> Record:
        """A started game's record; the secrets of a running one only on demand. Raises Refused."""
        live, events = await self._read_with_log(code)
        over = live.row.status in OVER
        if live.engine.info.hidden and not over and not secrets:
            raise Refused("not_yet", f"Game {live.row.code} is not over and its record would tell secrets.")
        made = record_shown(live, events, seed=over or secrets)
        return await asyncio.to_thread(game_record.with_draws, made)

    async def inconsistency(self, code: str) -> str | None:
        """What is wrong with a game's log or snapshot, in a sentence; None if they agree. Raises Refused."""
        try:
            live, events = await self._read_with_log(code)
        except Refused as refused:
            if refused.code not in {"other_rules", "no_such_rules"}:
                raise
            return refused.sentence
        return replay.inconsistency(live.engine, live.row, events)


def record_shown(live: LiveGame, events: Sequence[EventRow], *, seed: bool) -> Record:
    """A game's record, with its seed or without. Raises Refused where it has none."""
    try:
        return game_record.record_of(live.engine, live.row, events, seed=seed)
    except BrokenLog as broken:
        raise Refused("not_started", str(broken)) from broken
