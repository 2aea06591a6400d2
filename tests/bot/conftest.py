"""Fixtures of the tests of settings, logs and the command line."""

import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.cli import main
from bot.settings import SETTINGS


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide this computer's environment and a `.env` file of the checkout."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(autouse=True)
def _logging_restored() -> Iterator[None]:
    """Restore the logging configuration after the test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session", autouse=True)
def _commands_are_described_once() -> Iterator[None]:
    """Describe the commands once for all tests, as a process does for its only command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "_parser", cache(main._parser))
        yield


@pytest.fixture
def address(database_address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database that the command line uses."""
    monkeypatch.setenv("DATABASE_URL", database_address)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    return database_address


@pytest.fixture(autouse=True)
def _collector_untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the bot's garbage collection before it serves: it would look through all collected tests."""
    monkeypatch.setattr("bot.app.tune_collector", lambda: None)
