"""How much a query reads does not grow with what has long been delivered or is not due, nor with other
people's games.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.store.database import Database
from bot.store.repositories.partitions import BUTTON_REMOVALS, game_partition
from bot.store.unit import Unit
from tests.databases import Sqlite
from tests.service.actors import ANN, BOB

NOW = datetime(2026, 1, 2, tzinfo=UTC)
DAY = timedelta(days=1)
LONG, OURS, THEIRS = 1, 11, 12
"""A game with many deliveries behind it; its server, and another one."""
CARDS = game_partition(LONG)
_OTHERS = 1_000
"""Numbers of people who play elsewhere."""

Query = Callable[[Unit], Awaitable[object]]
QUERIES: dict[str, Query] = {
    "claimable": lambda unit: unit.outbox.claimable(NOW, 8),
    "claim": lambda unit: unit.outbox.claim([9_000], NOW, owner="main", until=NOW + DAY),
    "release": lambda unit: unit.outbox.release("main"),
    "posted card": lambda unit: unit.outbox.posted_card(LONG + 1, game_partition(LONG + 1), up_to=9_000),
    "next_due": lambda unit: unit.outbox.next_due(NOW, scarce=False),
    "reschedule_blocked": lambda unit: unit.outbox.reschedule_blocked(NOW, partition_key=CARDS),
    "anything_blocked": lambda unit: unit.outbox.anything_blocked(OURS),
    "anything under way": lambda unit: unit.outbox.anything_blocked(OURS, under_way=True),
    "hold_back": lambda unit: unit.outbox.hold_back(NOW, NOW, OURS, OURS),
    "cards": lambda unit: unit.outbox.cards([9_000, 9_001]),
    "untried": lambda unit: unit.outbox.untried(OURS),
    "reschedule_blocked of a server": lambda unit: unit.outbox.reschedule_blocked(NOW, guild_id=OURS),
    "accounts of players": lambda unit: unit.persons.external_ids("discord", [ANN.id, BOB.id]),
    "refusing": lambda unit: unit.refusals.servers(),
    "newest strip": lambda unit: unit.outbox.posted(
        LONG + 1, game_partition(LONG + 1) + BUTTON_REMOVALS, "strip"
    ),
    "troubled": lambda unit: unit.outbox.troubled(LONG + 1, game_partition(LONG + 1), limit=3),
    "a silent lobby": lambda unit: unit.due_games.silent_lobbies(NOW, limit=1, code="C1"),
    "lobbies of a host": lambda unit: unit.game_lists.count(("lobby",), host_id=ANN.id),
    "games of a player": lambda unit: unit.game_lists.count(("active",), player_id=ANN.id),
    "list of a player": lambda unit: unit.game_lists.listed(statuses=("active",), player_id=ANN.id),
    "list of a kind that nobody plays": lambda unit: unit.game_lists.listed(
        statuses=("active", "finished"), key="nim", limit=25
    ),
    "list of a kind that a server does not play": lambda unit: unit.game_lists.listed(
        statuses=("active", "finished"), guild_id=THEIRS, key="nim", limit=25
    ),
    "games of a kind by their code": lambda unit: unit.game_lists.listed(
        statuses=("active", "finished"), key="roses", prefix="XX", limit=25
    ),
    "acts in a server": lambda unit: unit.audits.listed(guild_id=THEIRS, limit=25),
    "a job to think about": lambda unit: unit.jobs.claim(NOW, 8, owner="main", until=NOW + DAY),
    "jobs that are thought about": lambda unit: unit.jobs.ready(NOW, limit=8),
    "the next of them": lambda unit: unit.jobs.next_ready(),
    "what is far ahead": lambda unit: unit.inspection.put_off(NOW + 2 * DAY, NOW + 2 * DAY, limit=9),
    "what waits unread": lambda unit: unit.inspection.payloads(limit=9),
    "what is missed": lambda unit: unit.inspection.missed(NOW, limit=9),
    "silent lobbies": lambda unit: unit.due_games.silent_lobbies(NOW - 2 * DAY, limit=9),
    "games called off": lambda unit: unit.due_games.purge_unstarted(NOW, limit=9),
    "games of other rules": lambda unit: unit.inspection.outdated(
        {"roses": 1}, ("active", "finished"), after=0, limit=9
    ),
    "games played lately": lambda unit: unit.inspection.played_lately(("active", "finished"), limit=1),
    "followed games": lambda unit: unit.followers.codes(ANN.id, ("active", "finished")),
    "a rematch": lambda unit: unit.game_lists.rematch(THEIRS, "{}", statuses=("lobby",)),
    "quiet threads": lambda unit: unit.due_games.quiet_threads(NOW, NOW, limit=9),
    "games with computers": lambda unit: unit.due_games.with_computers(limit=9),
    "codes of a player": lambda unit: unit.game_lists.codes(statuses=("active",), player_id=ANN.id, limit=25),
}


async def _fill(database: Database, many: int) -> None:
    """A long game of Ann's, with a card and the strip behind it waiting, and other games of Bob's, of which
    each has a notice and a job for later; and people who play elsewhere.
    """
    at, later = (f"'{moment:%F %T}'" for moment in (NOW - DAY, NOW + DAY))

    def delivery(number: int, game: int, kind: str, key: str, status: str = "done") -> str:
        message = number if status == "done" else "NULL"
        return f"({game}, 1, '{key}', '{kind}', '{{}}', 'n{number}', '{status}', 1, {at}, {message}, {at})"

    def notice(number: int, game: int, person: int) -> str:
        row = f"{game}, 1, 'user:{person}', 'notice', '{{}}', 'n{number}', 'pending', 0, {later}, NULL, {at}"
        return f"({row})"

    games = [(LONG, OURS, ANN, "active"), *((LONG + n, THEIRS, BOB, "finished") for n in range(1, many))]
    rows = {
        "players (id, name, theme, dm_hands, created_at)": [
            f"({_OTHERS + number}, 'P', 'dark', true, {at})" for number in range(many)
        ],
        "identities (kind, external_id, person_id)": [
            f"('discord', 'P{number}', {_OTHERS + number})" for number in range(many)
        ],
        "games (id, code, key, options, rules_version, status, min_seats, max_seats, ply, version, edition, "
        "guild_id, channel_id, threaded, host_id, created_at)": [
            f"({number}, 'C{number}', 'roses', '{{}}', 1, '{status}', 2, 2, 0, 1, 1, {guild}, {guild}, "
            f"false, {host.id}, {at})"
            for number, guild, host, status in games
        ],
        "jobs (id, kind, game_id, seat, seq, player_id, status, attempts, not_before, due_at, created_at)": [
            f"({number}, 'move', {number}, 0, 1, {BOB.id}, 'pending', 0, {at if number == LONG else later}, "
            f"{at}, {at})"
            for number, *_ in games
        ],
        "seats (game_id, player_id, joined_at)": [
            f"({number}, {host.id}, {at})" for number, _, host, _ in games
        ],
        "outbox (game_id, seq, lane, kind, payload, nonce, status, attempts, not_before, message_id, "
        "created_at)": [
            *(delivery(number, LONG, "card", CARDS) for number in range(many)),
            *(delivery(many + number, number, "card", game_partition(number)) for number in range(3, many)),
            *(notice(9_001 + number, LONG + number, number) for number in range(1, many)),
            delivery(9_000, LONG, "card", CARDS, "pending"),
            delivery(9_001, LONG, "strip", game_partition(LONG) + BUTTON_REMOVALS, "pending"),
        ],
    }
    async with database.transaction() as unit:
        for table, values in rows.items():
            await unit._session.execute(text(f"INSERT INTO {table} VALUES {', '.join(values)}"))


async def _steps(sqlite: Sqlite, query: Query, many: int, *changes: str) -> int:
    """How many steps SQLite's machine takes for a query after these changes."""
    with sqlite.fresh() as address:
        database = Database(address)
        await _fill(database, many)
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1

        async with database.dry_run() as unit:
            for change in changes:
                await unit._session.execute(text(change))
            connection = await (await unit._session.connection()).get_raw_connection()
            driver = connection.driver_connection
            assert driver is not None
            await driver.set_progress_handler(step, 1)
            await query(unit)
            await driver.set_progress_handler(None, 0)
        await database.close()
        return steps


@pytest.mark.parametrize("query", QUERIES)
async def test_it_reads_what_it_needs(sqlite: Sqlite, query: str) -> None:
    few, many = [await _steps(sqlite, QUERIES[query], many) for many in (20, 200)]
    assert 0 < many < 2 * few


_PUT_OFF = (
    "INSERT INTO outbox (game_id, lane, kind, payload, nonce, status, attempts, not_before, created_at) "
    "SELECT game_id, lane, kind, payload, '+' || nonce, status, attempts, not_before, created_at FROM outbox "
    "WHERE kind = 'notice'",
    f"UPDATE outbox SET attempts = 1, not_before = '{NOW + 1.5 * DAY:%F %T}' "
    "WHERE kind = 'notice' AND nonce NOT LIKE '+%'",
)
"""Each notice was put off, and another one waits behind it."""


@pytest.mark.parametrize(("changes", "notices"), [((), 1), (_PUT_OFF, 2)], ids=["untried", "put off"])
async def test_a_claim_passes_over_a_crowd(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, changes: tuple[str, ...], notices: int
) -> None:
    """It takes some steps for what is not urgent or younger, and ten times as many to look into one."""
    monkeypatch.setattr("bot.store.repositories.outbox._LOOKED_THROUGH", (20, 1000))
    few, many = [
        await _steps(sqlite, lambda unit: unit.outbox.claimable(NOW + 2 * DAY, 8), many, *changes)
        for many in (50, 200)
    ]
    assert many - few < 40 * 150 * notices


async def test_the_oldest_of_a_crowd_of_jobs_are_compared(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when nobody has thought for hours: a claim is a write transaction."""
    monkeypatch.setattr("bot.store.repositories.jobs._OLDEST", 20)
    claim = QUERIES["a job to think about"]
    due = f"UPDATE jobs SET not_before = '{NOW - DAY:%F %T}'"
    few, many = [await _steps(sqlite, claim, many, due) for many in (50, 200)]
    assert 0 < many < 1.2 * few
