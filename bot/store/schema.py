"""The schema: migrations run from code, and the comparison of tables with models.

Alembic and the models, which take long to load, are loaded where something is to be migrated or compared.
"""

from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

import migrations

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x7475726E
"""The key of the advisory lock under which PostgreSQL migrates, so that two processes do so in turn."""


class UnknownSchema(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """The database belongs to another version of the bot."""


_FOLDER = Path(migrations.__file__).parent


def config(connection: Connection | None = None) -> "Config":
    """Alembic's configuration, independent of the working folder."""
    from alembic.config import Config  # noqa: PLC0415

    made = Config()
    made.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def head() -> str:
    """The revision that this code needs."""
    return revisions()[0]


@cache
def revisions() -> tuple[str, ...]:
    """The revisions that this code knows, the newest first: the numbers of the migrations' files."""
    files = (_FOLDER / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def current(connection: Connection) -> str | None:
    """The schema's present revision."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision_now: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision_now


def check_known(revision: str | None) -> None:
    """Raises UnknownSchema for a revision of a newer version of the bot."""
    if revision is not None and revision not in revisions():
        raise UnknownSchema(
            f"The database is at revision {revision}, which this version of Turnpost does not know; "
            "run the version that made it, or a newer one. "
            "To go back to this one, restore a backup that it made into a new, empty database."
        )


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate up or down to a revision, within the caller's transaction.

    Raises UnknownSchema if the schema has a revision of a newer version of the bot.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    revision_now, known = current(connection), revisions()
    check_known(revision_now)
    target = head() if revision == "head" else revision
    if revision_now == target:
        return
    from alembic import command  # noqa: PLC0415

    older = known[known.index(revision_now) :] if revision_now in known else ()
    if revision_now is not None and (revision == "base" or target in older):
        command.downgrade(config(connection), revision)
    else:
        command.upgrade(config(connection), revision)
    if broken := _broken_references(connection):
        raise RuntimeError(f"the migration would leave references that lead nowhere in: {', '.join(broken)}")


def damage(connection: Connection) -> list[str]:
    """Damage in an SQLite file, in words: pages, indexes, references."""
    if connection.dialect.name != "sqlite":
        return []
    said = connection.scalars(text("PRAGMA integrity_check(10)"))
    found = [str(line) for line in said if line != "ok"]
    return [
        *found,
        *(f"references of the table {table} lead nowhere" for table in _broken_references(connection)),
    ]


def _broken_references(connection: Connection) -> list[str]:
    """The tables of a SQLite file with references that lead nowhere."""
    if connection.dialect.name != "sqlite":
        return []
    return sorted({str(table) for table in connection.scalars(text("PRAGMA foreign_key_check"))})


_DESCRIBED: Final = """
    SELECT made.name, one.name, one.type FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS one
    WHERE made.type = 'table' AND made.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY made.name, one.cid
"""
"""The columns of all tables of an SQLite file, with their types."""


def misplaced(connection: Connection) -> list[str]:
    """Columns of an SQLite file with values of another type than theirs: SQLite accepts any.

    It needs no models, as the schema may be of another version.
    """
    if connection.dialect.name != "sqlite":
        return []
    quoted = connection.dialect.identifier_preparer.quote
    found = []
    # SQLAlchemy's own look asks several times about each table, and takes longer than all that follows.
    described = groupby(connection.exec_driver_sql(_DESCRIBED).all(), key=itemgetter(0))
    for name, columns in ((name, [*those]) for name, those in described):
        wrong = [_misplaced(quoted(column), kind) for _, column, kind in columns]
        # To write them as expressions takes SQLAlchemy ten times as long as SQLite to answer.
        table, somewhere = quoted(name), " OR ".join(wrong)
        whether = f"SELECT 1 FROM {table} WHERE {somewhere} LIMIT 1"  # noqa: S608 -- the schema's own names
        if connection.exec_driver_sql(whether).first() is None:
            continue
        where = f"SELECT {', '.join(f'max({one})' for one in wrong)} FROM {table}"  # noqa: S608 -- the same
        found_wrong = connection.exec_driver_sql(where).one()
        found += [f"{name}.{column}" for (_, column, _), bad in zip(columns, found_wrong, strict=True) if bad]
    return found


def _misplaced(column: str, kind: str) -> str:
    """SQLite's condition for a value that is not of its column's type, as that is declared."""
    if kind == "DATETIME":
        start = f"replace(substr({column}, 1, 19), 'T', ' ')"
        read = f"substr(datetime({start}, '+0 days'), 1, length({start}))"
        return f"{column} IS NOT NULL AND {read} IS NOT {start}"
    whole, real = "'integer'", "'integer', 'real'"
    types = {"INT": whole, "BOOL": whole, "FLOA": real, "DOUB": real}
    right = next((those for one, those in types.items() if one in kind), "'text'")
    return f"typeof({column}) NOT IN ('null', {right})"


def differences(connection: Connection) -> list[str]:
    """What a migration would have to do to make the tables equal the models."""
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415

    from bot.store.models import GameRow  # noqa: PLC0415

    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return [repr(difference) for difference in compare_metadata(context, GameRow.metadata)]
