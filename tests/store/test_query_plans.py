"""No query of a repository reads a table that grows from one end to the other."""

import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.service.facade import Service
from bot.store import models
from bot.store.database import Database
from bot.store.repositories.repository import Repository
from bot.token_bucket import TokenBucket
from tests import plans
from tests.plans import OVER_ALL, Asked, heard, noted, plan, read_whole, scanned
from tests.service.actors import ANN, BOB, CLEO, running

THEN = datetime(2025, 1, 1, tzinfo=UTC)
OF_POSTGRESQL = {"request_budget"}
"""Repositories that only several processes need."""
_FACTS: Mapping[str, Mapping[str, Any]] = {
    "games.set_columns": {"lobby_message_id": 1},
    # Where it is known there is nothing to ask.
    "outbox.add_numbered": {"next_delivery": None},
}
_DELIVERY = models.OutboxRow(
    game_id=1,
    partition_key="game:1",
    kind="card",
    payload="{}",
    nonce="one",
    status="pending",
    attempts=0,
    not_before=THEN,
    created_at=THEN,
)
_SAMPLES: Mapping[object, tuple[Any, ...]] = {
    int: (1,),
    str: ("active",),
    bool: (False, True),
    datetime: (THEN,),
    TokenBucket: (TokenBucket(rate=1, most=1),),
    type(None): (None,),
    Collection[str]: (("active", "paused"),),
    Collection[int]: ((1, 2),),
    Sequence[int]: ((1, 2),),
    Sequence[str]: (("one", "two"),),
    Mapping[str, Any]: ({"theme": "light"},),
    tuple[str, str]: (("discord", "100001"),),
    models.ChatMessageRow: (models.ChatMessageRow(id=1, game_id=1),),
    models.GameRow: (models.GameRow(id=1, guild_id=1),),
    models.OutboxRow: (_DELIVERY,),
    models.PersonRow: (models.PersonRow(id=CLEO.id, name=CLEO.name),),
    Sequence[models.OutboxRow]: ([_DELIVERY],),
    models.EventRow: (models.EventRow(id=1, game_id=1, seq=1, first_seq=1),),
    Sequence[models.EventRow]: ((),),
}

_MANY = 500
_SUDDENLY = text(
    """
    INSERT INTO outbox (game_id, seq, lane, kind, payload, nonce, status, attempts, not_before, created_at)
    SELECT games.id, 1, 'user:' || number, 'notice', '{}', 'more/' || number, 'pending', 0, :at, :at
    FROM games, generate_series(1, CAST(:many AS integer)) AS number
    """
)


def _samples(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is UnionType:
        return tuple(sample for one in get_args(hint) for sample in _samples(one))
    return _SAMPLES[hint]


def _calls(method: Any) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Arguments for a method, once with and once without what is optional."""
    hints = get_type_hints(method)
    taken = [one for one in inspect.signature(method).parameters.values() if one.name != "self"]
    more = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    taken = [one for one in taken if one.kind not in more]
    for values in product(*(_samples(hints[one.name]) for one in taken)):
        given = list(zip(taken, values, strict=True))
        yield (
            [value for one, value in given if one.kind is not inspect.Parameter.KEYWORD_ONLY],
            {one.name: value for one, value in given if one.kind is inspect.Parameter.KEYWORD_ONLY},
        )


async def _asked(database: Database, name: str, args: list[Any], options: dict[str, Any]) -> list[Any]:
    """The statements of one call, with their parameters; nothing of it stays."""
    statements: list[Any] = []

    def note(statement: str, parameters: Any) -> None:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)", statement):
            statements.append((statement, parameters))

    repository, method = name.split(".")
    with heard(database, note):
        async with database.dry_run() as unit:
            await getattr(getattr(unit, repository), method)(*args, **{**options, **_FACTS.get(name, {})})
    return statements


async def _methods(database: Database) -> dict[str, Any]:
    async with database.reading() as unit:
        return {
            f"{repository}.{name}": method
            for repository, rows in vars(unit).items()
            if isinstance(rows, Repository) and repository not in OVER_ALL
            if database.dialect == "postgresql" or repository not in OF_POSTGRESQL
            for name, method in inspect.getmembers(type(rows), inspect.iscoroutinefunction)
            if not name.startswith("_")
        }


async def test_no_query_reads_a_growing_table_whole(service: Service, database: Database) -> None:
    await running(service)
    await service.preferences.change(CLEO, theme="light")
    read_whole: dict[str, set[str]] = {}
    methods = await _methods(database)
    assert len(methods) > 90
    for name, method in methods.items():
        for args, options in _calls(method):
            for statement, parameters in await _asked(database, name, args, options):
                if found := scanned(statement, await plan(database, statement, parameters)):
                    read_whole.setdefault(name, set()).update(found)
    assert not read_whole


async def test_each_look_of_the_scheduler_is_one_step_in_an_index(
    service: Service, database: Database
) -> None:
    """However many games run: the nearest alarm, and what is due, stand at the beginning of an index."""
    await running(service)
    looks: Mapping[str, tuple[list[Any], dict[str, Any], list[str]]] = {
        "due_games.next_alarm": ([THEN], {}, ["ix_games_alarm_at ix_seats_notice_at"]),
        "due_games.due": ([THEN], {"limit": 16}, ["ix_games_alarm_at", "ix_seats_notice_at"]),
        "due_games.pause_asked": ([THEN], {"limit": 100}, ["ix_games_pause_asked_at"]),
        "due_games.undo_asked": ([THEN], {"limit": 100}, ["ix_games_undo_asked_at"]),
        "invitations.overdue": ([THEN], {"limit": 100}, ["ix_invitations_open"]),
        "due_games.quiet_threads": ([THEN, THEN], {"limit": 100}, ["ix_games_quiet"]),
        "due_games.with_computers": ([], {"limit": 100}, ["ix_games_with_computers"]),
        "orders.next_due": ([THEN], {}, ["ix_orders_due_at"]),
        "orders.due": ([THEN], {"limit": 16}, ["ix_orders_due_at"]),
        "vacations.next_due": ([THEN], {}, ["ix_vacations_due_at"]),
        "vacations.due": ([THEN], {"limit": 16}, ["ix_vacations_due_at"]),
    }
    for name, (args, options, indexes) in looks.items():
        asked = await _asked(database, name, args, options)
        assert len(asked) == len(indexes)
        for (statement, parameters), named in zip(asked, indexes, strict=True):
            steps = "\n".join(await plan(database, statement, parameters))
            assert all(index in steps for index in named.split()), steps
            # PostgreSQL may sort the few that are due; here nothing is known of how many there are.
            assert "TEMP B-TREE" not in steps, steps


async def test_the_doctor_looks_through_what_waits_alone_for_what_has_waited_too_long(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each start, beside millions of deliveries that are over."""
    await running(service)
    monkeypatch.setattr("tests.plans._seen", set())
    with noted(database) as asked:
        await service.doctor.outbox()
        async with database.reading() as unit:
            await unit.inspection.overdue_invitations(THEN, limit=1)
    waits = {
        f"inspection.{what}" for what in ("waiting", "payloads", "put_off", "missed", "overdue_invitations")
    }
    assert {one.by for one in asked} == waits
    assert await read_whole(database, asked) == {}


async def test_what_reads_a_growing_table_whole_is_found_by_whoever_asks(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the fixture of the database does for every test."""
    game = await running(service)
    monkeypatch.setattr("tests.plans.OVER_ALL", set())
    # What other tests have asked is looked at no more.
    plans._seen.clear()
    with noted(database) as asked:
        async with database.reading() as unit:
            await unit.odd_rows.all(THEN, limit=1)
            await unit.games.by_code(game.code)
            await unit._session.execute(text("SELECT * FROM talk"))
    assert {one.by for one in asked} == {"odd_rows.all", "games.by_code"}
    assert (await read_whole(database, asked)).keys() == {"odd_rows.all"}


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_postgresql_need_not_plan_a_claim_anew_to_use_the_index_of_what_waits(
    service: Service, database: Database
) -> None:
    """A plan that holds for all parameters is kept; it is worth it only if the index serves it."""
    await running(service)
    asked = await _asked(database, "outbox.claimable", [THEN, 8], {})
    statement = next(one for one, _ in asked if "outbox" in one)
    nothing = ", ".join(["NULL"] * max(map(int, re.findall(r"\$(\d+)", statement))))
    async with database._engine.connect() as connection:
        for setting in ("enable_seqscan = off", "plan_cache_mode = force_generic_plan"):
            await connection.exec_driver_sql(f"SET LOCAL {setting}")
        await connection.exec_driver_sql(f"PREPARE claim AS {statement}")
        steps = [str(row[0]) for row in await connection.exec_driver_sql(f"EXPLAIN EXECUTE claim({nothing})")]
    assert not scanned(statement, steps), steps
    for index in ("ix_outbox_not_before", "ix_outbox_pending_lane"):
        assert any(index in step for step in steps), index


_CLAIMING = pytest.mark.parametrize(
    ("name", "args", "options"),
    [
        ("claimable", [THEN, 8], {}),
        ("claimable", [THEN, 8], {"settled": THEN, "own": ["one"]}),
        ("next_due", [THEN], {"scarce": False}),
    ],
)


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
@_CLAIMING
async def test_postgresql_compares_no_pairs_where_suddenly_many_deliveries_wait(
    service: Service, database: Database, name: str, args: list[Any], options: dict[str, Any]
) -> None:
    """It plans for hardly any, which is how many wait when it counts them."""
    await running(service)
    async with database.transaction() as unit:
        await unit._session.execute(text("UPDATE outbox SET status = 'done'"))
        await unit._session.execute(text("ANALYZE"))
        await unit._session.execute(_SUDDENLY, {"many": _MANY, "at": THEN})
    assert await _rows_read(database, f"outbox.{name}", args, options) < 20 * _MANY


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
@_CLAIMING
async def test_postgresql_passes_over_what_is_not_due(
    service: Service, database: Database, name: str, args: list[Any], options: dict[str, Any]
) -> None:
    """As `tests.store.test_work` finds it of SQLite."""
    await running(service)
    async with database.transaction() as unit:
        await unit._session.execute(_SUDDENLY, {"many": _MANY, "at": THEN + timedelta(hours=1)})
        await unit._session.execute(text("ANALYZE"))
    assert await _rows_read(database, f"outbox.{name}", args, options) < 100


_AGAINST_COMPUTERS = text(
    """
    WITH computer AS (
        INSERT INTO players (id, name, theme, dm_hands, created_at, level)
        VALUES (99, 'Computer', 'dark', true, :at, 1) RETURNING id
    ), made AS (
        INSERT INTO games (code, key, options, rules_version, status, min_seats, max_seats, ply, version,
                           edition, threaded, host_id, created_at)
        SELECT 'X' || number, 'roses', '{}', 1, 'active', 2, 2, 0, 1, 1, false,
               CASE WHEN number % 75 = 0 THEN CAST(:ann AS bigint) ELSE CAST(:bob AS bigint) END, :at
        FROM generate_series(1, CAST(:many AS integer)) AS number RETURNING id, host_id
    )
    INSERT INTO seats (game_id, player_id, seat, joined_at)
    SELECT made.id, made.host_id, 0, CAST(:at AS timestamptz) FROM made
    UNION ALL SELECT made.id, computer.id, 1, :at FROM made, computer
    """
)


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_postgresql_reads_no_game_of_others_to_count_those_against_computers(
    service: Service, database: Database
) -> None:
    await running(service)
    many = 6 * _MANY
    async with database.transaction() as unit:
        given = {"many": many, "at": THEN, "ann": ANN.id, "bob": BOB.id}
        await unit._session.execute(_AGAINST_COMPUTERS, given)
        await unit._session.execute(text("ANALYZE"))
    args = [("active",), ANN.id, None]
    assert await _rows_read(database, "game_lists.count_against_computers", args, {}, of="games") < many


async def _rows_read(
    database: Database, name: str, args: list[Any], options: dict[str, Any], *, of: str = "outbox"
) -> int:
    """How many rows of a table, and of what goes with it, PostgreSQL comes across."""
    asked = await _asked(database, name, args, options)
    ((statement, parameters),) = (one for one in asked if of in one[0])
    async with database._engine.connect() as connection:
        explained = await connection.exec_driver_sql(
            f"EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) {statement}", parameters
        )
        (found,) = explained.scalar_one()
    return _looked_at(found["Plan"])


def _looked_at(step: Mapping[str, Any]) -> int:
    """How many rows a step of a plan and all below it came across."""
    each = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter")
    rows = step["Actual Loops"] * sum(step.get(one, 0) for one in each)
    return int(rows) + sum(map(_looked_at, step.get("Plans", ())))


async def test_a_statement_that_cannot_be_explained_is_told(database: Database) -> None:
    with pytest.raises(DBAPIError, match="nowhere"):
        await read_whole(database, [Asked("SELECT 1 FROM nowhere", (), "store.nobody")])
