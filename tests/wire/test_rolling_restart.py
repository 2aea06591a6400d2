"""All processes are replaced one by one while people play: nothing is lost, nothing is there twice."""

import asyncio
import signal
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from bot.discord.client import FAREWELL_SECONDS
from bot.service.log.event_types import EventType
from sandbox.driver import Interaction, Person, Sandbox
from sandbox.world.entities import Channel
from tests.wire.hosting import SAMPLE, Table
from tests.wire.processes import Hosts, Process

pytestmark = [pytest.mark.wire, pytest.mark.slow]

BOTH = "0,1/2"
TABLES = 5
"""Of each shard."""
THINKS = 4.0
"""Seconds that somebody thinks at the most."""
_GIVES_UP = 2.0
"""Seconds after which somebody types a command again that nobody was there to hear."""


class Asked(NamedTuple):
    """A command that was not answered in time."""

    interaction: Interaction
    session_id: str | None
    """Of whom the shard was served then."""


class Game:
    """Two people who play the sample game, whatever becomes of their commands."""

    def __init__(self, table: Table, shard: int, hosts: Hosts, random: Random) -> None:
        self.table, self._shard, self._hosts, self._random = table, shard, hosts, random
        self.unheard: list[Asked] = []

    async def play(self) -> None:
        """All of it, each move after the card of the one before."""
        for ply, notation in enumerate(SAMPLE):
            await asyncio.sleep(self._random.random() * THINKS)
            person = (self.table.ann, self.table.bob)[ply % 2]
            while True:
                if await self._accepted(person, ply, notation):
                    break
                await asyncio.sleep(self._random.random())
            await self.table.sandbox.wait_for(
                lambda ply=ply: len(self.table.cards()) >= ply + 2 or None,  # type: ignore[misc] # a default per round
                what=f"the card of ply {ply + 1} in {self.table.code}",
            )

    async def _accepted(self, person: Person, ply: int, notation: str) -> bool:
        """Type a move; whether it was played, though nobody said so."""
        session = self._hosts.session(self._shard)
        interaction = await person.slash(
            "move", {"notation": notation}, channel=self.table.thread, wait="nothing"
        )
        await self.table.sandbox.wait_for(
            lambda: interaction.record.settled or not session or self._hosts.session(self._shard) != session,
            what=f"an answer to {notation} in {self.table.code}",
        )
        try:
            async with asyncio.timeout(FAREWELL_SECONDS + _GIVES_UP if session else _GIVES_UP):
                await interaction.answered()
        except TimeoutError:
            self.unheard.append(Asked(interaction, session))
            return len(self.table.cards()) >= ply + 2
        text = interaction.reply.text
        assert "✅" in text or "🏁" in text or "It is not your turn" in text, text
        return True


@pytest.fixture
async def games(sandbox: Sandbox, hosts: Hosts) -> list[tuple[Table, int]]:
    await asyncio.gather(hosts.start(BOTH, "ready"), hosts.start(BOTH, "ready"))
    await hosts.start(BOTH, "standing_by")
    await hosts.served()
    places: Iterator[tuple[Channel, int]] = iter([(hosts.even, 0), (hosts.odd, 1)] * TABLES)
    return [(await Table.opened(sandbox, where=place), shard) for place, shard in places]


async def replace(hosts: Hosts, old: Process, how: signal.Signals) -> set[str]:
    """End a process, have its shards served by the one that stands by, and start another stand-by.

    The sessions that ended with it.
    """

    def sessions() -> set[str | None]:
        return {hosts.session(shard) for shard in (0, 1)}

    before = sessions()
    old.signal(how)
    await old.ended()
    # A little later it is noticed that nobody is at the other end.
    await hosts.sandbox.wait_for(lambda: sessions() != before or None, what="the end of its session")
    await hosts.served()
    ended = before - sessions()
    await hosts.start(BOTH, "standing_by")
    return {one for one in ended if one is not None}


async def test_all_processes_are_replaced_while_people_play(
    hosts: Hosts, games: list[tuple[Table, int]]
) -> None:
    playing = [Game(table, shard, hosts, Random(table.code)) for table, shard in games]
    stopped, cut_off, killed = set[str](), set[str](), set[str]()
    async with asyncio.TaskGroup() as tasks:
        for game in playing:
            tasks.create_task(game.play())
        for old in hosts.processes[:2]:
            ended = await replace(hosts, old, signal.SIGTERM)
            stopped |= ended
            # On a slow machine its farewell may be too short for an answer.
            cut_off |= ended if old.has_logged("answers_cut_off") else set()
        killed = await replace(hosts, hosts.processes[2], signal.SIGKILL)
    assert len(stopped) == 2
    assert len(killed) == 1
    for game in playing:
        async with hosts.database.reading() as unit:
            row = await unit.games.by_code(game.table.code)
            assert row is not None
            played = [one for one in await unit.events.of_game(row.id) if one.kind == EventType.ACTION]
        assert len(played) == len(SAMPLE)
        assert all(str(one.notation).startswith(move) for one, move in zip(played, SAMPLE, strict=True))
        assert len(game.table.cards()) == len(SAMPLE) + 1
        for asked in game.unheard:
            # Nobody was there, or has left since: Discord says that too while a bot connects anew.
            assert asked.session_id in {None, *stopped, *killed}
            if asked.session_id not in killed | cut_off and not asked.interaction.record.settled:
                # Whoever leaves in good order answers what was done.
                assert f"discord:{asked.interaction.record.id}" not in {one.cause for one in played}
