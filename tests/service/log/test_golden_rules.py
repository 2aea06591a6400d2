"""The gate of a change of rules: every golden game of every version goes on under the rules as they are.

`python -m tests.records` keeps the golden games of earlier versions in folders ``v1``, ``v2`` ... beside the
present ones; `python -m bot doctor --gate` does the same with the games of a database.
"""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.service.log.event_types import Back, EventType
from bot.service.log.rules_migration import migrate_rules
from bot.store.models import EventRow, GameRow, SeatRow
from engines.contract import AnyEngine
from engines.record import Made, Record
from engines.registry import ENGINES
from tests.records import FOLDER, record_files

RECORDS = record_files("**")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def read(path: Path) -> tuple[Record, bytes]:
    """A record, of whatever version, and its last state as it was stored then."""
    record = msgspec.json.decode(path.read_bytes(), type=Record)
    return record, path.with_suffix(".state.json").read_bytes().strip()


def stored(engine: AnyEngine, record: Record, state: bytes) -> tuple[GameRow, list[EventRow]]:
    """The game as a database holds it."""
    row = GameRow(
        code="G0LD",
        key=record.game,
        options=msgspec.json.encode(record.options).decode(),
        rules_version=record.rules_version,
        status="active",
        seed=record.seed,
        state=state.decode(),
        seats=[SeatRow(seat=seat) for seat in range(len(record.seats))],
    )
    events: list[EventRow] = []
    states: list[Any] = [engine.start(engine.options(record.options), len(record.seats), record.seed or "")]
    for entry in record.entries:
        if isinstance(entry, Made):
            action = engine.parse(states[-1], entry.seat, entry.text)
            step = engine.apply(states[-1], entry.seat, action)
            states.append(step.state)
            data = {"kind": EventType.ACTION, "seat": entry.seat, "notation": step.notation}
            events.append(EventRow(**data, action=engine.codec.encode(action).decode()))
        else:
            del states[entry.undo_to + 1 :]
            back = msgspec.json.encode(Back(entry.undo_to)).decode()
            events.append(EventRow(kind=EventType.UNDONE, data=back))
    return row, events


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_a_golden_game_goes_on_under_the_next_version(path: Path) -> None:
    """A version that changes nothing. A record of earlier rules need not replay, but go on."""
    record, state = read(path)
    engine = ENGINES[record.game]
    present = record.rules_version == engine.info.rules_version
    if present:
        row, events = stored(engine, record, state)
    else:
        row, events = stored_bare(record, state)
    version = engine.info.rules_version + 1
    engine = replace(engine, info=msgspec.structs.replace(engine.info, rules_version=version))
    change, after = migrate_rules(engine, row, events)
    assert change.version == engine.info.rules_version
    if present:
        assert not change.has_checkpoint
        assert engine.codec.encode(after) == state


def stored_bare(record: Record, state: bytes) -> tuple[GameRow, list[EventRow]]:
    """The game without its log: what matters of an older version is that its snapshot can be read."""
    row, _ = stored(ENGINES[record.game], msgspec.structs.replace(record, entries=()), state)
    return row, []


def test_there_is_a_golden_game_of_every_version() -> None:
    for key, engine in ENGINES.items():
        versions = {
            read(path)[0].rules_version for path in RECORDS if path.relative_to(FOLDER).parts[0] == key
        }
        assert versions == set(range(1, engine.info.rules_version + 1)), key
