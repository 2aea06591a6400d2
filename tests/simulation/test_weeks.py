"""Some days over the wire with people who are slow, forgetful, gone, or of ill will."""

from collections.abc import Iterator

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.databases import Postgres, Sqlite
from tests.simulation.cast import GAMES
from tests.simulation.weeks import lived

SEED = 14


@pytest.fixture
def _discord_itself() -> Iterator[None]:
    before = Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.mark.slow
@pytest.mark.wire
@pytest.mark.usefixtures("_discord_itself")
async def test_some_days_with_everybody(databases: Sqlite | Postgres) -> None:
    print(f"seed {SEED}")
    with databases.empty() as database_url:
        tally = await lived(2, SEED, database_url)
    assert tally.faults == []
    assert sum(tally.games.values()) == len(GAMES)
    assert tally.counts["restarts"] == 1
    assert min(tally.counts[what] for what in ("actions", "hostile acts", "pings", "cards")) > 5
    assert min(tally.counts[what] for what in ("texts judged", "boards of one seat", "whispers")) > 2
