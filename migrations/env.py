"""What Alembic runs: on the connection it is given, or else (for developers) on the settings' database."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import load_settings
from bot.store import models

TABLES = models.GameRow.metadata
"""All tables; the models fill it when they are imported."""


def migrate(connection: Connection) -> None:
    """Run the revisions within the caller's transaction."""
    context.configure(
        connection=connection,
        target_metadata=TABLES,
        render_as_batch=True,
        compare_type=True,
        compare_server_default=True,
        transactional_ddl=True,
    )
    context.run_migrations()


async def connect() -> None:
    """Migrate the database that the settings name."""
    engine = create_async_engine(load_settings().database, hide_parameters=True)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    asyncio.run(connect())
