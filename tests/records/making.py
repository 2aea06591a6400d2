"""Making golden records: functions that the golden games of all games share."""

import json
from functools import partial
from typing import Any

import msgspec

from engines.chance import seed_hash
from engines.record import Entry, Record, engine_of, replay, with_draws
from engines.registry import ENGINES
from tests.records import FOLDER

SEED = "5eed" * 16


def record_of(
    entries: tuple[Entry, ...], options: dict[str, Any], *, game: str, code: str, seats: tuple[str, ...]
) -> Record:
    """The record of a game with these entries, its outcome taken from the engine."""
    record = Record(
        game=game,
        rules_version=ENGINES[game].info.rules_version,
        options=options,
        seats=seats,
        tags={"code": code},
        seed=SEED,
        seed_hash=seed_hash(SEED),
        entries=entries,
    )
    engine = engine_of(record)
    whole = msgspec.structs.replace(
        record,
        options=msgspec.to_builtins(engine.options(options)),
        outcome=engine.outcome(replay(record).state),
    )
    return with_draws(whole)


of_two = partial(record_of, seats=("Ann", "Bob"))


def vector(slug: str, name: str) -> dict[str, Any]:
    """A test vector by its id. Raises LookupError."""
    for line in (FOLDER.parent / "vectors" / f"{slug}.jsonl").read_text().splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["id"] == name:
            return found
    raise LookupError(name)
