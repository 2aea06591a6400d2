"""Backups as files, which get their names when they are complete and, on request, tested by a restore."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL

from bot.clock import Clock
from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.observer import Progress, unwatched
from bot.service.facade import Service
from bot.service.usecases import Engines
from bot.store.backup import BadBackup
from bot.store.database import Database
from bot.store.storage import Storage

PART = ".part"
"""Ends the name of an unfinished backup; the name of the database into which a test restores it adds more."""
FAILED = ".failed"
"""Ends the name of a backup that did not pass its test."""


_OF_THE_RULES = frozenset({"left_behind", "no_rules"})
"""Codes of problems that come from the rules of this version, not from a backup."""


class BackupFailed(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """A backup failed, or did not pass its test."""


async def back_up(
    storage: Storage,
    file: Path,
    clock: Clock,
    *,
    tested_by: Engines | None = None,
    progress: Progress = unwatched,
    test_progress: Progress = unwatched,
) -> int:
    """Write everything to a file, which gets its name only when it is complete; return the number of rows.

    With the rules `tested_by`, the backup is restored into a temporary database, in which everything is
    examined; a backup that does not pass is kept under another name (`FAILED`). Raises BackupFailed, OSError
    and DatabaseUnavailable.
    """
    failed, failure = file.with_name(f"{file.name}{FAILED}"), None
    with _part_of(file) as part:
        rows = await _write(storage, part, clock.now(), progress)
        if tested_by is not None:
            failure = await _failure(part, clock, tested_by, test_progress)
        part.replace(failed if failure else file)
    if failure:
        raise BackupFailed(f"The backup did not pass its test and is kept as {failed}: {failure}")
    return rows


@contextmanager
def _part_of(file: Path) -> Iterator[Path]:
    """An unfinished backup with a name of its own, as others may be written to the same file."""
    # A backup holds secrets: only the file's owner may read it.
    descriptor, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=PART, dir=file.parent)
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


async def _write(storage: Storage, file: Path, made_at: datetime, progress: Progress) -> int:
    with os.fdopen(os.open(file, os.O_WRONLY), "wb") as output:
        rows = await storage.back_up(output, made_at, progress)
        output.flush()
        os.fsync(output.fileno())
    return rows


async def _failure(file: Path, clock: Clock, engines: Engines, progress: Progress) -> str | None:
    """Restore a backup into a temporary database, and return its first problem in one sentence, or None."""
    place = file.with_name(f"{file.name}.sqlite3")
    _throw_away(place)
    database = Database(URL.create("sqlite+aiosqlite", database=str(place)))
    try:
        with file.open("rb") as source:
            await database.restore(source)
        found = await Service(database, engines, clock).doctor.stored(progress=progress)
    except (BadBackup, DatabaseUnavailable, DatabaseDamaged, OSError) as error:
        return str(error)
    finally:
        await database.close()
        _throw_away(place)
    wrong = (one for one in found.problems if one.level == "wrong" and one.code not in _OF_THE_RULES)
    return next((f"{one.game or 'the database'}: {one.sentence}" for one in wrong), None)


def _throw_away(place: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        place.with_name(f"{place.name}{end}").unlink(missing_ok=True)
