"""Logs tell what happened and keep secrets, whoever writes them and however they are wrapped."""

import errno
import io
import json
import logging
from datetime import UTC, datetime
from random import Random
from typing import Literal

import pytest
import structlog

from bot.clock import SystemClock
from bot.logs import REDACTED, configure_logs
from bot.service.facade import Service
from bot.store.database import Conflict, Database
from bot.store.models import PersonRow
from tests.databases import Sqlite
from tests.service.actors import ALL, ANN, act, running

TOKEN = "MTA1NDk0ODg5OTk5OTk5OTk5OQ.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
SEED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OnNlY3JldA"
PASSWORD = "correct-horse"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def started(style: Literal["text", "json"] = "json", level: str = "INFO") -> io.StringIO:
    stream = io.StringIO()
    configure_logs(level=level, style=style, secrets=[TOKEN, PASSWORD], stream=stream)
    return stream


def test_events_are_json_with_ids_level_and_time() -> None:
    stream = started()
    with structlog.contextvars.bound_contextvars(game="K7QX"):
        structlog.get_logger("bot.test").info("moved", seq=3)
    line = json.loads(stream.getvalue())
    assert line["event"] == "moved"
    assert (line["game"], line["seq"], line["level"], line["logger"]) == ("K7QX", 3, "info", "bot.test")
    assert line["timestamp"].endswith("Z")


def test_libraries_write_to_the_same_place() -> None:
    stream = started()
    logging.getLogger("discord.gateway").warning("Shard %s is late", 7)
    assert json.loads(stream.getvalue())["event"] == "Shard 7 is late"


def test_the_level_holds() -> None:
    stream = started(level="WARNING")
    structlog.get_logger("bot.test").info("quiet")
    logging.getLogger("discord").info("quiet")
    assert stream.getvalue() == ""


class FullDisk(io.StringIO):
    """Has no room for the first line."""

    full = True

    def flush(self) -> None:
        """As `io.StringIO`, but for the first time."""
        was_full, self.full = self.full, False
        if was_full:
            raise OSError(errno.ENOSPC, "No space left on device")


def test_a_line_that_cannot_be_written_stops_nothing_and_is_shown_nowhere_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stream = FullDisk()
    configure_logs(style="json", secrets=[PASSWORD], stream=stream)
    log = structlog.get_logger("bot.test")
    log.info("moved", password=PASSWORD, seed=SEED)
    log.info("there is room")
    assert "there is room" in stream.getvalue()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("style", ["text", "json"])
def test_secrets_never_reach_a_line(style: Literal["text", "json"]) -> None:
    stream = started(style)
    log = structlog.get_logger("bot.test")
    library = logging.getLogger("discord.http")
    log.info("a", token=TOKEN, seed=SEED, nested={"headers": {"Authorization": f"Bot {TOKEN}"}})
    log.info("Authorization: Bot %s", TOKEN, values=[SEED, (PASSWORD,)], thing=SimpleSecret())
    log.info("%s", f"state {{'seed': '{SEED}'}}")
    library.warning("POST https://discord.com/api/v10/interactions/123/%s/callback", INTERACTION)
    library.warning("PATCH /webhooks/123/%s/messages/@original with %r", INTERACTION, {"token": INTERACTION})
    library.warning("connecting to postgresql://bot:%s@host/db", PASSWORD)
    library.warning("header %s", {"Authorization": "Bot abcdefghijklmnopqrstuvwx.y.z"})
    try:
        fail()
    except RuntimeError:
        log.exception("failed")
        library.exception("failed too")
    text = stream.getvalue()
    assert text.count("RuntimeError") >= 2
    for secret in (TOKEN, SEED, INTERACTION, PASSWORD, "abcdefghijklmnopqrstuvwx"):
        assert secret not in text
    assert REDACTED in text
    assert "/interactions/123/" in text


def fail() -> None:
    raise RuntimeError(f"no state for seed={SEED} token {TOKEN}")


class SimpleSecret:
    """An object whose text tells too much."""

    def __repr__(self) -> str:
        return f"Interaction(token='{INTERACTION}')"


@pytest.mark.parametrize(
    "name", ["discord.gateway", "discord.http", "discord.client", "aiosqlite", "asyncpg"]
)
def test_debugging_does_not_show_what_libraries_send(name: str) -> None:
    stream = started(level="DEBUG")
    logging.getLogger(name).debug("payload")
    logging.getLogger(name).info("connected")
    structlog.get_logger("bot.test").debug("ours")
    assert "payload" not in stream.getvalue()
    assert "connected" in stream.getvalue()
    assert "ours" in stream.getvalue()


def test_a_higher_level_holds_for_libraries_too() -> None:
    stream = started(level="ERROR")
    for name in ("sqlalchemy.engine", "discord.http", "alembic"):
        logging.getLogger(name).warning("quiet")
    assert stream.getvalue() == ""


async def test_a_staged_move_is_nowhere_in_the_log_of_a_debugging_host(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        stream = started(level="DEBUG")
        database = Database(address)
        service = Service(database, ALL, SystemClock(), Random(1))
        game = await running(service, "flicflac")
        await act(service, ANN, game.code, "CB C1")
        await database.close()
    result = stream.getvalue()
    assert "INSERT INTO events" in result
    for secret in ("CB C1", "C1", "CB", '\\"seed\\"'):
        assert secret not in result


async def test_a_statement_that_fails_does_not_show_its_parameters(database: Database) -> None:
    stream = started(level="DEBUG")
    with pytest.raises(Conflict) as caught:
        async with database.transaction() as unit:
            unit._session.add_all(PersonRow(id=1, name="CB C1", created_at=NOW) for _ in range(2))
    structlog.get_logger("bot.test").error("failed", exc_info=caught.value)
    assert "IntegrityError" in stream.getvalue()
    assert "CB C1" not in stream.getvalue()


def test_a_server_may_not_quote_a_row() -> None:
    stream = started()
    fault = RuntimeError("null value in column\nDETAIL:  Failing row contains (1, CB C1, null).")
    structlog.get_logger("bot.test").error("failed", exc_info=fault)
    assert "Failing row contains ***" in stream.getvalue()
    assert "CB C1" not in stream.getvalue()


def test_a_short_password_is_hidden_in_addresses_and_not_in_words() -> None:
    stream = io.StringIO()
    configure_logs(secrets=["a"], stream=stream)
    structlog.get_logger("bot.test").info("started", address="postgresql://bot:a@host/data")
    assert "started" in stream.getvalue()
    assert f"postgresql://bot:{REDACTED}@host/data" in stream.getvalue()


def test_of_two_secrets_the_longer_is_hidden_whole() -> None:
    stream = io.StringIO()
    configure_logs(style="json", secrets=["correct", PASSWORD], stream=stream)
    structlog.get_logger("bot.test").info(f"started with {PASSWORD}")
    assert json.loads(stream.getvalue())["event"] == f"started with {REDACTED}"


def test_what_is_no_secret_is_told_as_it_is() -> None:
    stream = started()
    structlog.get_logger("bot.test").info("Zoë", token=None, places={7: "seven"})
    assert "Zoë" in stream.getvalue()
    line = json.loads(stream.getvalue())
    assert (line["token"], line["places"]) == (None, {"7": "seven"})


def test_facts_stay_in_their_order() -> None:
    stream = started("text")
    structlog.get_logger("bot.test").info("moved", seq=3, game="K7QX")
    assert stream.getvalue().index("seq") < stream.getvalue().index("game")


def test_the_newest_settings_of_logs_hold_alone() -> None:
    before, log = started(), structlog.get_logger("bot.test")
    log.info("first")
    after = started()
    log.info("second")
    assert (before.getvalue().count("\n"), after.getvalue().count("\n")) == (1, 1)
    assert "second" in after.getvalue()
