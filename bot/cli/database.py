"""``db upgrade``, ``check``, ``release``, ``backup`` and ``restore``.

Each imports by itself what the others do not need, as all use cases take long to load.
"""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.connection import require_schema, with_database, with_storage
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import progress, write_line
from bot.clock import SystemClock
from bot.settings import Settings
from bot.store import schema
from bot.store.storage import Storage

if TYPE_CHECKING:
    from bot.store.database import Database


def upgrade(settings: Settings, _chosen: Namespace) -> None:
    """Bring the schema up to date."""

    async def work(storage: Storage) -> str | None:
        await storage.migrate()
        return await storage.revision()

    write_line(f"The schema is at revision {with_storage(settings, work)}.")


def check(settings: Settings, _chosen: Namespace) -> None:
    """Say whether the schema is at the revision that this version expects. Raises Failure."""

    async def work(storage: Storage) -> tuple[str | None, list[str]]:
        await require_schema(storage)
        return await storage.revision(), await storage.examine(schema.differences)

    revision, differences = with_storage(settings, work)
    if differences:
        raise Failure("The schema differs from what this version expects: " + "; ".join(differences) + ".")
    write_line(f"The schema is at revision {revision}, as expected.")


def release(settings: Settings, _chosen: Namespace) -> None:
    """Let the database belong to the application that opens it next."""

    async def work(database: "Database") -> None:
        await require_schema(database)
        async with database.transaction() as unit:
            await unit.ownership.release()

    with_database(settings, work)
    write_line("The database belongs to the application that opens it next.")


def back_up(settings: Settings, chosen: Namespace) -> int | None:
    """Write the whole database to a file or, at intervals, to new files. Raises Failure and WrongUse."""
    if chosen.every is not None:
        return _back_up_again_and_again(settings, chosen)
    if chosen.keep is not None:
        raise WrongUse("--keep goes with --every: it says how many of its backups to keep.")
    file: Path = chosen.file
    if file.exists() and not file.is_file():
        # Renaming the finished backup to the name of a device would put the file in its place.
        raise Failure(f"{file} is not a file to which a backup can be written.")
    from bot import backups  # noqa: PLC0415
    from engines.registry import ENGINES  # noqa: PLC0415

    async def work(storage: Storage) -> int:
        await require_schema(storage)
        with progress("backup", "rows") as tell, progress("test", "games", hidden=not chosen.test) as tested:
            return await backups.back_up(
                storage,
                file,
                SystemClock(),
                tested_by=ENGINES if chosen.test else None,
                progress=tell,
                test_progress=tested,
            )

    try:
        rows = with_storage(settings, work)
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
    except backups.BackupFailed as failed:
        raise Failure(str(failed)) from failed
    write_line(f"{file}: {rows} rows")
    return None


def _back_up_again_and_again(settings: Settings, chosen: Namespace) -> int:
    if not chosen.file.is_dir():
        raise Failure(f"There is no folder {chosen.file} for backups: make it first.")
    from bot.app import run_service  # noqa: PLC0415
    from bot.backup_schedule import BackupSchedule, by_command  # noqa: PLC0415

    schedule = BackupSchedule(
        chosen.file,
        by_command(settings.database_url),
        SystemClock(),
        every=chosen.every,
        keep=settings.backup_keep if chosen.keep is None else chosen.keep,
    )
    return run_service(schedule.run())


def restore(settings: Settings, chosen: Namespace) -> None:
    """Fill the database from a backup. Raises Failure."""
    from bot.store.backup import BadBackup, NotEmpty  # noqa: PLC0415

    async def work(storage: Storage) -> int:
        if await storage.served():
            raise Failure(
                "A bot serves this database: stop it first. One that was killed counts for 15 seconds."
            )
        try:
            with chosen.file.open("rb") as source, progress("restore", "bytes") as tell:
                return await storage.restore(source, replace=chosen.replace, progress=tell)
        except OSError as error:
            raise Failure(f"{chosen.file} cannot be read: {error.strerror}.") from error
        except (BadBackup, NotEmpty) as error:
            raise Failure(str(error)) from error

    write_line(f"{with_storage(settings, work)} rows restored")
