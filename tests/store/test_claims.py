"""What may be claimed is found, however many deliveries wait beside it that may not be."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, update

from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import GameRow, OutboxRow
from bot.store.repositories.outbox_statements import DECORATIVE
from bot.store.repositories.partitions import BUTTON_REMOVALS, NOTICES, game_partition, person_partition
from tests.plans import heard

NOW = datetime(2026, 1, 2, tzinfo=UTC)
_ALL = 1000
_GAMES = (1, 2, 3, 4, 5)
_SUFFIXES = {"strip": BUTTON_REMOVALS, "notice": NOTICES}

Values = Mapping[str, Any]


def _game(number: int, **values: Any) -> Values:
    """A game in a channel of its own."""
    return {
        **{"id": number, "code": f"C{number}", "key": "roses", "options": "{}", "rules_version": 1},
        **{"status": "active", "min_seats": 2, "max_seats": 2, "threaded": False, "host_id": 1},
        **{"ply": 0, "version": 1, "edition": 1, "guild_id": 11, "channel_id": 100 + number},
        **{"created_at": NOW, **values},
    }


def _delivery(number: int, game: int, kind: str, **values: Any) -> Values:
    """One that waits, to the game's place or, if it is for a person, to the one with its number."""
    direct = kind in {"notice", "hand", "hand_away"}
    partition = (person_partition if direct else game_partition)(game) + _SUFFIXES.get(kind, "")
    return {
        **{"id": number, "game_id": game, "lane": partition, "kind": kind, "payload": "{}"},
        **{"nonce": f"n{number}", "status": "pending", "attempts": 0, "not_before": NOW, "created_at": NOW},
        **{"leased_by": None, "leased_until": None, **values},
    }


def _at_random(rng: Random) -> Iterator[Values]:
    kinds = ("card", "card", "talk", "lobby", "refresh", "strip", "notice", "hand", "hand_away")
    moments = [NOW + timedelta(seconds=seconds) for seconds in (-300, -200, -100, -1, 0, 0, 1, 100)]
    for number in range(1, rng.randint(10, 60)):
        lease = rng.choice([*[None] * 9, *moments[-3:]])
        yield _delivery(
            number,
            rng.choice(_GAMES),
            rng.choice(kinds),
            attempts=rng.choice((0, 0, 1)),
            not_before=rng.choice(moments),
            created_at=NOW - timedelta(seconds=rng.choice((0, 100, 1000))),
            leased_until=lease,
            leased_by=None if lease is None else "lost",
        )


async def _claimable(
    database: Database, rows: list[Values], limit: int, *, games: list[Values] | None = None
) -> tuple[list[int], bool]:
    """The numbers of what may be claimed, and whether the worker is told that something is due."""
    async with database.dry_run() as unit:
        await unit._session.execute(insert(table_of(GameRow)), games or [_game(number) for number in _GAMES])
        await unit._session.execute(insert(table_of(OutboxRow)), rows)
        due = await unit.outbox.next_due(NOW, scarce=False)
        return [*(await unit.outbox.claimable(NOW, limit)).first], due is not None and due <= NOW


@pytest.mark.parametrize("limit", [1, 2, 8])
async def test_what_stands_in_line_in_its_place_hides_nothing_elsewhere(
    database: Database, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    """Nothing may be claimed among those that are looked through at first."""
    monkeypatch.setattr("bot.store.repositories.outbox._LOOKED_THROUGH", (2, _ALL))
    games = [_game(number, channel_id=7) for number in (1, 2, 3)] + [_game(4)]
    under_way = _delivery(1, 1, "card", leased_by="main", leased_until=NOW + timedelta(minutes=1))
    rows = [under_way, *(_delivery(number, number, "card") for number in (2, 3)), _delivery(4, 4, "card")]
    assert await _claimable(database, rows, limit, games=games) == ([4], True)


async def test_an_urgent_one_is_found_before_others_though_a_flood_is_older(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.repositories.outbox._LOOKED_THROUGH", (2, _ALL))
    rows = [_delivery(number, 1, "card") for number in (1, 2, 3)]
    rows += [_delivery(number, number, "refresh") for number in (4, 5)]
    rows += [_delivery(6, 2, "card")]
    assert (await _claimable(database, rows, 2))[0] == [1, 6]


@pytest.mark.parametrize("seed", range(15))
async def test_however_few_are_looked_through_at_first_as_many_are_found(
    database: Database, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """As many urgent ones, too; and the worker is told that something is due only if it can be claimed."""
    rng = Random(seed)
    rows, limit = [*_at_random(rng)], rng.randint(1, 8)
    kinds = {row["id"]: row["kind"] for row in rows}
    found = list[list[bool]]()
    for steps in ((_ALL,), (rng.randint(1, 5), _ALL)):
        monkeypatch.setattr("bot.store.repositories.outbox._LOOKED_THROUGH", steps)
        numbers, due = await _claimable(database, rows, limit)
        assert due == bool(numbers)
        found.append([kinds[number] in DECORATIVE for number in numbers])
    assert found[0] == found[1]


async def test_one_that_was_put_off_since_it_was_found_is_not_claimed(database: Database) -> None:
    """As by another process, which claimed it first and was told to try again later."""
    async with database.dry_run() as unit:
        await unit._session.execute(insert(table_of(GameRow)), [_game(1), _game(2)])
        rows = [_delivery(1, 1, "card"), _delivery(2, 2, "card")]
        await unit._session.execute(insert(table_of(OutboxRow)), rows)
        found = [*(await unit.outbox.claimable(NOW, 8)).first]
        later = update(OutboxRow).where(OutboxRow.id == 1).values(not_before=NOW + timedelta(seconds=1))
        await unit._session.execute(later)
        claimed = await unit.outbox.claim(found, NOW, owner="main", until=NOW + timedelta(minutes=1))
        assert (found, [row.id for row in claimed]) == ([1, 2], [2])


async def test_however_many_are_of_ones_own_few_statements_are_made(database: Database) -> None:
    """Each is made on the event loop, and kept beside those of everything else."""
    asked = set[str]()
    async with database.dry_run() as unit:
        await unit._session.execute(insert(table_of(GameRow)), [_game(1), _game(2)])
        late = {"created_at": NOW + timedelta(seconds=1)}
        rows = [_delivery(1, 1, "card", **late), _delivery(2, 2, "card", **late)]
        await unit._session.execute(insert(table_of(OutboxRow)), rows)
        with heard(database, lambda sql, _: asked.add(sql)):
            for many in range(17):
                own = ["n2", *(f"x{number}" for number in range(many))][:many]
                found = await unit.outbox.claimable(NOW, 8, settled=NOW, own=own)
                assert [*found.first] == ([2] if own else [])
    assert len(asked) == 6
