"""The schema: migrations run from code, and the comparison of tables with models."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

import migrations
from bot.store.models import GameRow

_LOCK = 0x7475726E
"""The key of the advisory lock under which PostgreSQL migrates, so that two processes do so in turn."""


class UnknownSchema(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """The database belongs to another version of the bot."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, independent of the working folder."""
    made = Config()
    made.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


@cache
def head() -> str | None:
    """The revision that this code needs."""
    return ScriptDirectory.from_config(config()).get_current_head()


def revisions() -> list[str]:
    """The revisions that this code knows, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]


def current(connection: Connection) -> str | None:
    """The revision at which the schema stands."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: Connection, revision: str = "head") -> None:
    """Go up or down to a revision, within the caller's transaction.

    Raises UnknownSchema if it stands at a revision of a newer version of the bot.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    scripts = ScriptDirectory.from_config(config())
    standing = current(connection)
    known = revisions()
    if standing is not None and standing not in known:
        raise UnknownSchema(
            f"The database is at revision {standing}, which this version of Turnpost does not know; "
            "run the version that made it, or a newer one."
        )
    target = scripts.get_current_head() if revision == "head" else revision
    if standing == target:
        return
    older = known[known.index(standing) :] if standing in known else []
    if standing is not None and (revision == "base" or target in older):
        command.downgrade(config(connection), revision)
    else:
        command.upgrade(config(connection), revision)
    if torn := _torn(connection):
        raise RuntimeError(f"the migration would leave references that lead nowhere in: {', '.join(torn)}")


def damage(connection: Connection) -> list[str]:
    """What is torn in a SQLite file, in words: pages, indexes, references."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(10)")) if row[0] != "ok"]
    return [*found, *(f"references of the table {table} lead nowhere" for table in _torn(connection))]


def _torn(connection: Connection) -> list[str]:
    """The tables of a SQLite file with references that lead nowhere."""
    if connection.dialect.name != "sqlite":
        return []
    return sorted({str(row[0]) for row in connection.execute(text("PRAGMA foreign_key_check"))})


def differences(connection: Connection) -> list[str]:
    """What a migration would have to do to make the tables equal the models."""
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return [repr(difference) for difference in compare_metadata(context, GameRow.metadata)]
