"""Parts of the command line, without a database: what they show, refuse, and hand on."""

import asyncio
import gc
import io
import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partialmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError
from tqdm import tqdm

from bot import backups
from bot.cli import acts, connection, database, doctor, games, lookups, terminal
from bot.cli import main as tree
from bot.cli import sandbox as sandbox_app
from bot.cli.errors import Failure, WrongUse
from bot.cli.main import main
from bot.errors import CannotStart
from bot.service.admin.acts import Move
from bot.service.admin.plan import Plan
from bot.service.admin.queries import AuditEntry
from bot.service.game.integrity import Problem
from bot.service.repair.doctor import Diagnosis
from bot.settings import Settings
from bot.store.storage import Storage
from tests.discord.summaries import summary

SETTINGS = Settings()
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def raising(fault: BaseException) -> Callable[..., Any]:
    def work(*_: object, **__: object) -> None:
        raise fault

    return work


class OddError(OSError):
    """A fault of the system without a number."""


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (KeyboardInterrupt(), "Interrupted."),
        (
            OSError(28, "No space left on device"),
            "The command could not be finished: No space left on device.",
        ),
        (OSError(2, "Not there", "x.gz"), "The command could not be finished: x.gz: Not there."),
        (OddError("odd"), "The command could not be finished: odd."),
        (
            OperationalError("SELECT", {}, Exception("no such column\nand more")),
            "The database sqlite+aiosqlite:///data/turnpost.sqlite3 cannot be used: no such column.",
        ),
        (
            OperationalError("SELECT", {}, Exception("")),
            "The database sqlite+aiosqlite:///data/turnpost.sqlite3 cannot be used: Exception.",
        ),
    ],
)
def test_what_stops_a_command_is_one_sentence(
    fault: BaseException, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lookups, "list_games", raising(fault))
    assert main(["game", "list"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == words


def test_a_reader_that_has_read_enough_hears_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lookups, "list_games", raising(BrokenPipeError()))
    assert main(["game", "list"]) == 1
    assert capsys.readouterr().err == ""


def test_what_a_command_makes_is_for_its_owner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    masks = list[int]()

    def look(*_: object) -> None:
        masks.append(os.umask(0o022))

    before = os.umask(0o002)
    monkeypatch.setattr(lookups, "list_games", look)
    assert main(["game", "list"]) == 0
    masks.append(os.umask(before))
    assert masks == [0o077, 0o002]


@pytest.mark.parametrize("loading", [True, False])
def test_what_a_command_has_loaded_is_looked_through_no_more(
    loading: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[tuple[bool, bool]]()

    def look(*_: object) -> None:
        seen.append((gc.isenabled(), gc.get_freeze_count() > 10_000))

    monkeypatch.setattr(lookups, "list_games", look)
    gc.unfreeze()
    try:
        if loading:
            gc.disable()
        assert main(["game", "list"]) == 0
    finally:
        gc.enable()
        gc.freeze()
    assert seen == [(True, loading)]


@pytest.mark.parametrize("number", [1, 5 * 10**18, 2**63 - 1])
def test_ids_are_as_large_as_the_database_holds(number: int) -> None:
    assert tree._id(str(number)) == number
    for wrong in (0, 2**63):
        with pytest.raises(ArgumentTypeError):
            tree._id(str(wrong))


@pytest.mark.parametrize("missing", ["--server", "--channel", "--player"])
def test_an_import_needs_a_place_and_players(missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"--server": "1", "--channel": "2", "--player": "7:Dan"}
    named = [part for option, value in given.items() if option != missing for part in (option, value)]
    with pytest.raises(SystemExit) as stopped:
        main(["game", "import", "x", *named])
    assert stopped.value.code == 2
    assert missing in capsys.readouterr().err


def test_one_process_thinks_unless_one_says_how_many() -> None:
    assert tree._parser().parse_args(["think"]).workers == 1


@pytest.mark.parametrize(
    ("chosen", "place", "expected"),
    [
        ({"channel": 5}, (11, 12), Move(11, 5, None, forum=False)),
        ({"server": 4, "channel": 5}, (11, 12), Move(4, 5, None, forum=False)),
        ({}, (11, 12), Move(11, 12, None, forum=False)),
        ({"server": 4}, (11, 12), "Name a channel"),
        ({"channel": 5}, (None, None), "The game has no place"),
        ({}, (None, None), "The game has no place"),
        ({}, (11, None), "The game has no place"),
    ],
)
def test_a_game_moves_to_a_channel_of_a_server(chosen: dict[str, int], place: Any, expected: Any) -> None:
    wish = Namespace(**{"server": None, "channel": None, "thread": None, "forum": False} | chosen)
    game = summary(guild_id=place[0], channel_id=place[1])
    if isinstance(expected, str):
        with pytest.raises(WrongUse, match=expected):
            acts._move(wish, game)
    else:
        assert acts._move(wish, game) == expected


@pytest.mark.parametrize("shown", [None, summary()])
def test_a_plan_is_shown_with_its_warnings(shown: Any, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(act="announce", words="It is told", summary=shown, warnings=("Mind.",))
    acts.show_plan(plan, Namespace(json=False, dry_run=True))
    head = [] if shown is None else ["Guerre des Deux Roses K7QX"]
    assert capsys.readouterr().out.splitlines() == [*head, "It is told.", "! Mind.", "Nothing was done."]
    acts.show_plan(plan, Namespace(json=True, dry_run=True))
    assert f'"game":{"null" if shown is None else chr(34) + "K7QX" + chr(34)}' in capsys.readouterr().out


def test_problems_are_listed_in_a_hundred_columns_the_worst_first() -> None:
    head = f"wrong   K7QX     {'columns':15} "
    width, problem = 100 - len(head), Problem("columns", "K7QX", "x" * 90)
    notice = Problem("no_card", None, "It has none.")
    lines = list(doctor._table((notice, problem)))
    assert lines[0] == head + "x" * width
    assert lines[1] == " " * len(head) + "x" * (90 - width)
    assert lines[2].startswith(" " * len(head) + "→ ")
    assert lines[-2] == f"notice  –        {'no_card':15} It has none."
    assert next(iter(doctor._table([Problem("columns", "K7QX", "")]))) == head
    assert doctor._summary(Diagnosis(2, (notice, problem))) == "2 games looked at: 1 wrong, 1 notice"


async def test_an_old_schema_is_named() -> None:
    async def revision() -> str:
        return "0001"

    storage = cast("Storage", SimpleNamespace(revision=revision))
    with pytest.raises(Failure, match="is at revision 0001; this version expects"):
        await connection.require_schema(storage)


async def test_acts_are_listed_with_the_accounts_of_who_did_them() -> None:
    def entry(person_id: int | None, why: str | None = None) -> AuditEntry:
        facts = {"at": NOON, "person_id": person_id, "act": "pause", "code": "K7QX", "events": "5-6"}
        return cast("AuditEntry", SimpleNamespace(**facts, why=why))

    async def external_ids(_kind: str, people: set[int]) -> dict[int, str]:
        return {one: f"10{one}" for one in people if one != 8}

    use_cases = cast("Any", SimpleNamespace(identities=SimpleNamespace(external_ids=external_ids)))
    rows = await lookups._audit_rows(use_cases, [entry(None, "a holiday"), entry(7), entry(8)])
    assert [(row[1], row[5]) for row in rows] == [("command line", "a holiday"), ("107", ""), ("8", "")]


@pytest.mark.parametrize(
    ("place", "shown"), [((None, None, None), None), ((1, 2, None), "1/2"), ((1, 2, 3), "1/2/3")]
)
def test_the_place_of_a_game_is_named_by_ids(place: Any, shown: str | None) -> None:
    game = summary(**dict(zip(("guild_id", "channel_id", "thread_id"), place, strict=True)))
    assert lookups._place(game) == shown


@pytest.mark.parametrize(
    ("options", "done"),
    [([], ["migrate", "import"]), (["--dry-run"], ["import"]), (["--dry-run", "--json"], ["import"])],
)
def test_an_import_brings_the_schema_up_to_date_first(
    options: list[str], done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[str]()
    monkeypatch.setattr(games, "_record", lambda _: None)
    monkeypatch.setattr(games, "with_database", lambda *_: seen.append("migrate"))
    monkeypatch.setattr(games, "_import", lambda *_: seen.append("import"))
    where = ["--server", "1", "--channel", "2", "--player", "7:Dan"]
    assert main(["game", "import", "x", *where, *options]) == 0
    assert seen == done
    assert main(["game", "import", "x", *where, "--json"]) == 2


def test_no_more_of_a_file_is_read_than_shows_that_it_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[bytes]()
    monkeypatch.setattr(games, "MAX_BYTES", 4)
    monkeypatch.setattr(games, "read_record", read.append)
    Path("record").write_bytes(b"123456789")
    games._record(Path("record"))
    assert read == [b"12345"]


def test_a_name_too_long_for_a_file_is_a_code() -> None:
    Path("n" * 255).touch()
    assert games._names_file("n" * 255)
    assert not games._names_file("n" * 256)


def test_a_file_that_cannot_be_written_is_named() -> None:
    with pytest.raises(Failure, match=r"^/nowhere/x cannot be written: No such file or directory\.$"):
        terminal.write_out("text", Path("/nowhere/x"))


class Terminal(io.StringIO):
    """Somebody looks on."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_while_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    monkeypatch.setattr("tqdm.std.tqdm.__init__", partialmethod(tqdm.__init__, mininterval=0, miniters=1))
    with terminal.progress("backup", "rows") as tell:
        tell(1, 4)
        tell(3, 4)
        assert "3/4" in shown.getvalue()
    assert shown.getvalue().endswith("\r")


def test_a_schema_that_differs_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        database, "with_storage", lambda *_: ("0001", ["games.odd is too many", "games.even lacks"])
    )
    with pytest.raises(Failure, match=r": games.odd is too many; games.even lacks\.$"):
        database.check(SETTINGS, Namespace())


@pytest.mark.parametrize("test", [False, True])
def test_a_backup_that_does_not_pass_is_a_failure_and_its_test_is_seen(
    test: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = dict[str, bool]()

    @contextmanager
    def progress(what: str, _of: str, *, hidden: bool = False) -> Iterator[None]:
        bars[what] = hidden
        yield

    monkeypatch.setattr(database, "progress", progress)
    monkeypatch.setattr(database, "require_schema", lambda _: asyncio.sleep(0))
    monkeypatch.setattr(backups, "back_up", raising(backups.BackupFailed("It is torn.")))
    with pytest.raises(Failure, match="It is torn"):
        database.back_up(SETTINGS, Namespace(every=None, keep=None, file=Path("x.gz"), test=test))
    assert bars == {"backup": False, "test": not test}


@pytest.mark.parametrize(("keep", "kept"), [(None, 7), (3, 3)])
def test_as_many_backups_are_kept_as_one_says(
    keep: int | None, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[int]()

    def schedule(*_: object, keep: int, **__: object) -> Any:
        made.append(keep)
        return SimpleNamespace(run=lambda: None)

    monkeypatch.setattr("bot.backup_schedule.BackupSchedule", schedule)
    monkeypatch.setattr("bot.app.run_service", lambda _: 0)
    database.back_up(SETTINGS, Namespace(every=timedelta(days=1), keep=keep, file=Path()))
    assert made == [kept]


MAIL = {
    "MAIL_ADDRESS": "turn@sandbox.example",
    "MAIL_SMTP_URL": "smtp://127.0.0.1:2525?tls=none",
    "MAIL_LISTEN": "smtp://127.0.0.1:2526",
    "MAIL_AUTHSERV_ID": "sandbox",
}


@pytest.mark.parametrize("mail", [None, SimpleNamespace(settings=MAIL)])
async def test_the_sandbox_serves_the_bot_with_its_own_mail(
    mail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, served, shown = dict[str, Any](), dict[str, Any](), list[Any]()

    async def start_server(options: Any, **more: Any) -> Any:
        begun.update(more, options=options)
        return SimpleNamespace(
            page="http://page",
            api_base="http://api",
            core=SimpleNamespace(mail=mail),
            close=lambda: asyncio.sleep(0),
        )

    async def serve(settings: Settings, **more: Any) -> None:
        assert shown == [], "it cannot be played there yet"
        more.pop("greet")()
        served.update(more, settings=settings)

    monkeypatch.setattr(sandbox_app, "start_server", start_server)
    monkeypatch.setattr(sandbox_app, "serve", serve)
    monkeypatch.setattr(sandbox_app, "print", lambda *text, **how: shown.append((*text, how)), raising=False)
    await sandbox_app.serve_both(SETTINGS)
    assert shown == [(sandbox_app.greeting("http://page"), {"flush": True})]
    options = begun["options"]
    assert (begun["world_path"], options.keep_records) == (Path("data/sandbox.sqlite3"), False)
    assert options.mail_to[1] > 1023
    assert (served["token"], served["api_base"], served["sandboxed"]) == (options.token, "http://api", True)
    assert served["settings"].mail_address == ("" if mail is None else "turn@sandbox.example")


async def test_a_world_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "sandbox.sqlite3").write_bytes(b"*" * 5000)
    with pytest.raises(CannotStart, match=r"^The sandbox cannot read .* Move that file away\.$"):
        await sandbox_app.serve_both(Settings(data_folder=tmp_path, sandbox_port=0))
