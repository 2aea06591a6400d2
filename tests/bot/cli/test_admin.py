"""``admin`` on the command line: what it shows, what it asks, what it does, and what it leaves alone."""

import io
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.cli.main import main
from bot.clock import SystemClock
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Identity, Person
from bot.store.database import Database
from bot.store.models import AuditRow, EventRow, OutboxRow
from tests.bot.cli.prepared_games import ROOT, begun, prepare
from tests.databases import finish
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ACCOUNTS, ANN, BOB, SAMPLE, act
from tests.service.admin.operators import everything

ODD = ("nan", "inf", "-inf", "1e300", "-1e300")
"""Numbers of hours that are none."""


def stored(where: str) -> list[Any]:
    """Everything about games in the database."""
    rows: list[Any] = []

    async def look() -> None:
        database = Database(where)
        rows.extend(await everything(database))
        await database.close()

    finish(look())
    return rows


def summary(where: str, code: str) -> GameSummary:
    async def look(service: Service) -> GameSummary:
        return await service.reading.summary(code)

    return prepare(where, look)


def test_an_act_is_shown_asked_for_and_done(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = prepare(address, begun)
    before = stored(address)
    assert main(["admin", "pause", game.code, "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert "status" in shown
    assert "Nothing was done." in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert main(["admin", "pause", game.code]) == 1
    assert stored(address) == before
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert main(["admin", "pause", game.code.lower(), "--why", "a holiday"]) == 0
    assert summary(address, game.code).status == "paused"
    capsys.readouterr()
    assert main(["admin", "audit", game.code]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert "command line" in line
    assert "a holiday" in line
    assert main(["game", "verify", game.code]) == 0


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
def test_what_is_done_is_dated_by_the_clock_of_the_server(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All processes go by it: what a computer does whose clock is ahead would wait until they get there."""
    game = prepare(address, begun)
    ahead = datetime.now(UTC) + timedelta(days=1000)
    monkeypatch.setattr(SystemClock, "now", lambda _: ahead)
    assert main(["admin", "pause", game.code, "--yes"]) == 0
    moments = list[datetime]()

    async def look() -> None:
        database = Database(address)
        async with database.reading() as unit:
            for moment in (EventRow.at, OutboxRow.not_before, AuditRow.at):
                moments.extend(await unit._session.scalars(select(moment)))
        await database.close()

    finish(look())
    assert moments
    assert max(moments) < ahead - timedelta(days=900)


def test_an_interrupt_is_an_answer(address: str) -> None:
    game = prepare(address, begun)
    before = stored(address)
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "admin", "pause", game.code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as asking:
        assert asking.stdout is not None
        shown = b""
        while not shown.endswith(b"Do it? [y/N] "):
            shown += asking.stdout.read(1)
        asking.send_signal(signal.SIGINT)
        # Nobody presses Enter: its input stays open.
        assert asking.wait(timeout=30) == 1
        assert asking.stderr is not None
        assert asking.stderr.read() == b"Interrupted.\n"
    assert stored(address) == before


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["force", "CODE", "Black", "@e6"], "@e6"),
        (["pass", "CODE"], "time run out"),
        (["pass", "CODE", "black"], "Black"),
        (["replace", "CODE", "White", "7:Dan"], "Dan"),
        (["move", "CODE", "--channel", "5", "--guild", "4"], "4/5"),
        (["move-thread", "CODE", "--channel", "5"], "/5"),
        (["clock", "CODE", "--hours", "48"], "48"),
        (["clock", "CODE", "--left", "3"], "deadline"),
        (["repost", "CODE"], "posted again"),
        (["cancel", "CODE"], "abandoned"),
        (["rollback", "CODE", "--to", "2"], "3 actions are taken back"),
    ],
)
def test_every_act_works(
    address: str, capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    game = prepare(address, begun)
    named = [game.code if one == "CODE" else one for one in arguments]
    assert main(["admin", *named, "--yes"]) == 0
    assert text in capsys.readouterr().out
    assert main(["game", "verify", game.code]) == 0


def test_what_cannot_be_done_is_said_in_a_sentence(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, begun)
    for arguments, code in (
        (["resume", game.code], 1),
        (["pause", "ZZZZ"], 1),
        (["force", game.code, "Black", "castle"], 1),
        (["force", game.code, "Green", "@e6"], 2),
        (["move", game.code, "--server", "4"], 2),
        *((["clock", game.code, f"--{option}={hours}"], 1) for option in ("left", "hours") for hours in ODD),
        (["announce", "\udcff"], 2),
        (["pause", game.code, "--why", "\udcff"], 2),
        (["replace", game.code, "White", "7:\udcff"], 2),
        (["pause", game.code, "--why", "no\0thing"], 2),
    ):
        assert main(["admin", *arguments, "--yes"]) == code
        result = capsys.readouterr().err.strip()
        assert result.endswith(".") or "]" in result
        assert len(result.splitlines()) == 1


@pytest.mark.parametrize("number", ["0", "-7", "1.5", "9" * 19, "9" * 23, "Ann"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["admin", "move", "K7QX", "--channel=ID"],
        ["admin", "move", "K7QX", "--channel=3", "--server=ID"],
        ["admin", "move", "K7QX", "--channel=3", "--thread=ID"],
        ["admin", "list", "--server=ID"],
        ["admin", "list", "--player=ID"],
        ["admin", "announce", "hi", "--server=ID"],
        ["admin", "replace", "K7QX", "White", "--", "ID:Ann"],
        ["game", "import", "x", "--server=ID", "--channel=2", "--player=7:Dan"],
        ["game", "import", "x", "--server=1", "--channel=ID", "--player=7:Dan"],
        ["doctor", "--recent=ID"],
    ],
)
def test_an_id_that_is_nobodys_is_wrong_use(
    capsys: pytest.CaptureFixture[str], arguments: list[str], number: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([one.replace("ID", number) for one in arguments])
    assert stopped.value.code == 2
    assert ": error: argument " in capsys.readouterr().err


def test_points_and_facts_are_listed(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, begun)
    assert main(["admin", "rollback", game.code]) == 0
    points = capsys.readouterr().out.splitlines()
    assert points[1].split()[0] == "0"
    assert points[-1].split() == ["5", "@c3"]
    assert main(["admin", "show", game.code]) == 0
    shown = capsys.readouterr().out
    assert "sound" in shown
    assert f"Ann ({ACCOUNTS[ANN.id]})" in shown
    assert main(["admin", "list", "--player", str(ACCOUNTS[ANN.id])]) == 0
    assert game.code in capsys.readouterr().out
    assert main(["admin", "list", "--server", "99"]) == 0
    assert game.code not in capsys.readouterr().out


def test_a_game_is_resumed_elsewhere_and_its_card_follows_when_a_bot_runs(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    assert main(["game", "resume", game.code, "--channel", "502", "--guild", "501", "--yes"]) == 0
    sender = FakeSender()

    async def deliver(service: Service) -> GameSummary:
        database = Database(address)
        await Outbox(database, sender, SystemClock()).drain()
        await database.close()
        return (await act(service, BOB, game.code, SAMPLE[5])).summary

    moved = prepare(address, deliver)
    assert (moved.guild_id, moved.channel_id) == (501, 502)
    assert sender.seen[-1] == ("card", moved.thread_id)


def test_records_go_out_and_in_by_admin_too(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    file = tmp_path / "game.json"
    assert main(["admin", "export", game.code, "--secrets", "--output", str(file)]) == 0
    assert json.loads(file.read_bytes())["seed"]
    wish = ["admin", "import", str(file), "--server", "1", "--channel", "2"]
    wish += ["--player", "7:Dan", "--player", "8:Eve", "--why", "from another host"]
    before = stored(address)
    assert main([*wish, "--dry-run"]) == 0
    assert "Dan" in capsys.readouterr().out
    assert stored(address) == before
    assert main(wish) == 0
    assert main(["admin", "audit"]) == 0
    assert "from another host" in capsys.readouterr().out
    assert main(["admin", "announce", "Down at noon", "--yes"]) == 0
    assert "2 places" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "why"),
    [("x" * 1501, "An announcement has at most 1,500 characters; this one has 1,501."), (" ", "Write what")],
)
def test_an_announcement_that_no_message_holds_is_refused(
    address: str, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    prepare(address, begun)
    for option in ("--yes", "--dry-run"):
        assert main(["admin", "announce", text, option]) == 1
        assert capsys.readouterr().err.startswith(why)


def test_who_is_named_is_invited_and_seated_at_once_only_where_one_says_so(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    wish = ["admin", "replace", game.code, "White", "7:Dan", "--yes"]
    assert main([*wish, "--why", "Ann is away"]) == 0
    invited = "Dan is invited to the seat of Ann (White); until they accept, it stays as it is"
    assert invited in capsys.readouterr().out
    assert main(["admin", "show", game.code]) == 0
    result = capsys.readouterr().out
    assert "invited to White" in result
    assert "Dan, until " in result
    assert main(wish) == 1
    assert "is already invited" in capsys.readouterr().err
    assert main([*wish, "--at-once"]) == 0
    assert "The seat of Ann (White) goes to Dan" in capsys.readouterr().out
    assert main(["admin", "show", game.code, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)["facts"]
    assert (facts["White"], "invited to White" in facts) == ("Dan (7)", False)
    file = tmp_path / "game.json"
    assert main(["game", "export", game.code, "--secrets", "--output", str(file)]) == 0
    where = ["--server", "1", "--channel", "2", "--player", "8:Eve", "--player", "9:Fay"]
    assert main(["game", "import", str(file), *where, "--dry-run"]) == 0
    result = capsys.readouterr().out
    assert "The game waits until all who are invited have accepted" in result
    assert "Fay" in result
    assert main(["game", "import", str(file), *where]) == 0
    code = capsys.readouterr().out.strip()
    assert main(["admin", "show", code, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)["facts"]
    assert (facts["status"], facts["White"], facts["log"]) == ("paused", "Vacant", "sound")
    assert facts["invited to Black"].startswith("Fay, until ")
    assert main(["doctor"]) in {0, 1}
    assert code not in capsys.readouterr().out


def test_a_person_is_told_about_and_forgotten(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = prepare(address, begun)
    assert main(["privacy", "export", str(ACCOUNTS[BOB.id])]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["code"] == game.code
    before = stored(address)
    assert main(["privacy", "delete", str(ACCOUNTS[BOB.id]), "--dry-run"]) == 0
    result = capsys.readouterr().out
    assert f"running games whose seat stays: {game.code}\nwaiting games that are left: none\n" in result
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert main(["privacy", "delete", str(ACCOUNTS[BOB.id])]) == 1
    assert stored(address) == before
    assert main(["privacy", "delete", str(ACCOUNTS[BOB.id]), "--yes"]) == 0
    assert main(["privacy", "export", str(ACCOUNTS[BOB.id])]) == 1
    assert "Nothing is stored" in capsys.readouterr().err
    assert main(["game", "verify", game.code]) == 0


def test_who_plays_by_mail_alone_is_named_by_their_address(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def join(service: Service) -> GameSummary:
        await service.preferences.change(Person.of(Identity("mail", "eva@example.org", "Eva")))
        return await begun(service)

    prepare(address, join)
    assert main(["privacy", "export", "Eva@example.org"]) == 0
    assert json.loads(capsys.readouterr().out)["player"][0]["name"] == "Eva"
    assert main(["privacy", "delete", "eva@example.org", "--yes"]) == 0
    assert main(["privacy", "export", "eva@example.org"]) == 1


def test_no_text_of_others_drives_the_terminal(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = "\x1b]0;mine\x07\x9b2J\u202eMia\nlog  sound"

    async def join(service: Service) -> GameSummary:
        game = await begun(service)
        await service.preferences.change(Person(ANN.id, name))
        return game

    game = prepare(address, join)
    assert main(["admin", "pause", game.code, "--yes", "--why", name]) == 0
    assert main(["admin", "show", game.code]) == 0
    shown = capsys.readouterr().out
    assert all(line.isprintable() for line in shown.splitlines())
    assert sum(line.startswith("log  ") for line in shown.splitlines()) == 1
    assert main(["admin", "audit", "--json"]) == 0
    (listed,) = capsys.readouterr().out.splitlines()
    assert listed.isprintable()
    assert json.loads(listed)[0]["why"] == name


def test_no_text_in_a_refusal_drives_the_terminal(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.json"
    header = {"game": "\x1b]0;mine\x07\x9b2J\nsound", "rules_version": 1, "options": {}, "seats": []}
    file.write_text(json.dumps(header | {"seed": None, "seed_hash": ""}))
    place = ["--server", "1", "--channel", "2", "--player", "7:Dan"]
    assert main(["game", "import", str(file), *place]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.isprintable()
    assert "There is no game" in said


def test_a_record_comes_in_whatever_it_gives_for_its_code(address: str, tmp_path: Path) -> None:
    game, file = prepare(address, begun), tmp_path / "game.json"
    assert main(["game", "export", game.code, "--secrets", "--output", str(file)]) == 0
    record = json.loads(file.read_text())
    file.write_text(json.dumps(record | {"tags": {"code": "\x00K\x1b7"}}))
    place = ["--server", "1", "--channel", "2", "--player", "7:Dan", "--player", "8:Eve"]
    assert main(["game", "import", str(file), *place]) == 0


def test_a_closed_stream_is_no_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = prepare(address, begun)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["admin", "pause", game.code]) == 1
    assert main(["admin", "show", game.code]) == 0
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_tables_come_as_json_too(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, begun)
    assert main(["admin", "pause", game.code, "--yes", "--why", "a holiday"]) == 0
    capsys.readouterr()

    def output_of(*arguments: str) -> Any:
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    for listing in (output_of("game", "list"), output_of("admin", "list")):
        assert [(one["code"], one["status"], one["players"]) for one in listing] == [
            (game.code, "paused", ["Ann", "Bob"])
        ]
    shown = output_of("admin", "show", game.code)
    assert (shown["facts"]["log"], shown["facts"]["hours for a turn"]) == ("sound", "72")
    assert [one["act"] for one in shown["audit"]] == ["pause", "dry run of pause"]
    assert output_of("admin", "audit")[0]["why"] == "a holiday"
    assert output_of("admin", "rollback", game.code)[0] == {"to": "0", "after": "the start of the game"}
    plan = output_of("admin", "resume", game.code, "--dry-run")
    assert (plan["act"], plan["game"], plan["changes"][0]["what"]) == ("resume", game.code, "status")
    assert main(["admin", "resume", game.code, "--json"]) == 2
    assert "--dry-run" in capsys.readouterr().err
