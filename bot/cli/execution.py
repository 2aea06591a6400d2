"""Executes commands: loads settings, sets up logs, and reports each failure in one sentence."""

import contextlib
import gc
import os
import re
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import FrameType

from sqlalchemy.exc import DBAPIError

from bot.cli.errors import FAILED, WRONG_USE, Failure
from bot.cli.terminal import printable
from bot.errors import CannotStart, DatabaseDamaged, DatabaseUnavailable
from bot.logs import configure_logs
from bot.service.values.refused import Refused
from bot.settings import Settings, WrongSetting, load_settings
from bot.store.schema import UnknownSchema


def execute(chosen: Namespace) -> int:
    """Run a parsed command, and return the exit code.

    Databases, folders and records hold secrets: files that the process creates are readable by its user only.
    """
    _replace_closed_streams()
    if not all(map(_is_text, vars(chosen).values())):
        return _fail("An argument is not UTF-8 text, or contains a NUL.", code=WRONG_USE)
    if isinstance(sys.stdout, TextIOWrapper):
        # Records are read as UTF-8, and a terminal of another encoding may lack letters of a name.
        sys.stdout.reconfigure(encoding="utf-8")
    before = os.umask(0o077)
    try:
        with _ended_as_interrupted():
            return _execute(chosen)
    finally:
        os.umask(before)


@contextlib.contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """Let a SIGTERM do what Ctrl-C does: unfinished files are deleted, and child processes end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, frame: FrameType | None) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt  # Interrupts are ignored, as in the background of a shell.
        handler(signal.SIGINT, frame)

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _replace_closed_streams() -> None:
    """Replace each standard stream that the parent process has closed: nothing is read or written there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 -- until the process ends


def _is_text(value: object) -> bool:
    """Whether an argument can be stored and shown; a path may be of any bytes except NUL."""
    match value:
        case list() | tuple():
            return all(map(_is_text, value))
        case Path():
            return "\0" not in str(value)
        case str():
            return not re.search("[\0\ud800-\udfff]", value)
    return True


def _execute(chosen: Namespace) -> int:
    try:
        settings = load_settings()
    except WrongSetting as wrong:
        return _fail(*str(wrong).split("\n"), code=WRONG_USE)
    configure_logs(level=settings.log_level, style=settings.log_format, secrets=settings.secrets)
    module, function = chosen.command.split(".")
    try:
        command = getattr(import_module(f"bot.cli.{module}"), function)
        if not gc.isenabled():
            # Exclude loaded modules from garbage collection.
            gc.freeze()
            gc.enable()
        code: int | None = command(settings, chosen)
        # Flushed here, so that a failure is reported: at the interpreter's end it would not be.
        sys.stdout.flush()
    except Failure as failure:
        return _fail(str(failure), code=failure.exit_code)
    except (UnknownSchema, CannotStart) as problem:
        return _fail(str(problem))
    except Refused as refused:
        return _fail(refused.sentence)
    except (DBAPIError, DatabaseUnavailable) as error:
        return _fail(_database_trouble(settings, getattr(error, "orig", None) or error))
    except DatabaseDamaged as damage:
        file = settings.database.database
        return _fail(
            f"The database {file} is damaged ({damage}): stop what uses it, move it away with {file}-wal and "
            f"{file}-shm, and fill a new one from the last backup with “python -m bot db restore”."
        )
    except BrokenPipeError:
        # The reader of the answer, such as `head`, has read enough.
        write_no_more()
        return FAILED
    except OSError as error:
        write_no_more()
        reason = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
        return _fail(f"The command could not be finished: {reason}.")
    return code or 0


def write_no_more() -> None:
    """Drop what could not be written, so that the interpreter does not try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError):  # Standard output is no file.
        os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _fail(*lines: str, code: int = FAILED) -> int:
    sys.stderr.writelines(f"{printable(line)}\n" for line in lines)
    return code


def _database_trouble(settings: Settings, error: BaseException) -> str:
    address = settings.database.render_as_string(hide_password=True)
    reason = str(error).strip().splitlines()
    return f"The database {address} cannot be used: {reason[0] if reason else type(error).__name__}."
