"""Games on the command line: listed, exported, imported, replayed and verified."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.cli import games
from bot.cli.main import main
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.store.database import Database
from bot.store.models import EventRow, GameRow
from bot.store.repositories.game_lists import GameLists
from engines import record
from engines.record import Record, read, verify
from tests.bot.cli.prepared_games import begun, played, prepare
from tests.databases import Postgres, Sqlite, finish
from tests.service.actors import ACCOUNTS, ANN, BOB, SAMPLE, act, opened, running


def test_games_are_listed(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    over, waiting = prepare(address, played), prepare(address, opened)
    assert main(["game", "list"]) == 0
    result = capsys.readouterr().out
    assert waiting.code in result
    assert over.code not in result
    assert result.endswith("1 game\n")
    assert main(["game", "list", "--all", "--json"]) == 0
    listed = {one["code"]: one for one in json.loads(capsys.readouterr().out)}
    assert listed.keys() == {over.code, waiting.code}
    moved = datetime.fromisoformat(listed[over.code]["moved"])
    assert (moved, listed[waiting.code]["moved"] is None) == (over.moved_at, False)


@pytest.mark.parametrize(
    "command", [["game", "list", "--all"], ["admin", "list", "--game", "roses"], ["game", "verify", "--all"]]
)
def test_of_all_games_few_are_in_memory_at_a_time(
    address: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Positions of tens of thousands would not fit."""
    monkeypatch.setattr("bot.service.admin.queries._LISTED", 2)
    codes = [prepare(address, begun).code for _ in range(5)]
    read, at_once, listed = list[int](), list[int](), GameLists.listed

    async def noted(self: GameLists, **which: Any) -> Sequence[GameRow]:
        found = await listed(self, **which)
        read.extend(game.id for game in found)
        at_once.append(len(found))
        return found

    monkeypatch.setattr(GameLists, "listed", noted)
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = [word for word in (line.split()[0].strip(":") for line in lines) if word in codes]
    assert shown == codes[::-1]
    assert max(at_once, default=0) <= 2
    assert len(read) == len(set(read))


def test_a_record_goes_out_and_back_in(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    assert main(["game", "export", game.code.lower()]) == 0
    assert read(capsys.readouterr().out.encode()).seed is None
    file = tmp_path / "game.json"
    assert main(["game", "export", game.code, "--secrets", "--output", str(file)]) == 0
    players = ["--player", "7:Dan", "--player", "8:Eve"]
    assert main(["game", "import", str(file), "--server", "1", "--channel", "2", "--at-once", *players]) == 0
    code = capsys.readouterr().out.strip()
    assert code != game.code
    assert main(["admin", "audit"]) == 0
    assert f"record of {game.code}" in capsys.readouterr().out
    assert main(["game", "export", code, "--secrets"]) == 0
    restored = read(capsys.readouterr().out.encode())
    original = read(file.read_bytes())
    assert restored.seats == ("Dan", "Eve")
    assert (restored.entries, restored.seed, restored.options) == (
        original.entries,
        original.seed,
        original.options,
    )
    assert main(["game", "verify", code, game.code, str(file)]) == 0
    assert capsys.readouterr().out.count("sound") == 3


def test_an_imported_game_is_played_on(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    sheet = tmp_path / "game.txt"
    assert main(["game", "export", game.code, "--sheet", "--output", str(sheet)]) == 0
    players = ["--player", f"{ACCOUNTS[BOB.id]}:Bob", "--player", f"{ACCOUNTS[ANN.id]}:Ann"]
    where = ["--server", "1", "--channel", "2", "--no-thread", "--at-once"]
    assert main(["game", "import", str(sheet), *where, *players]) == 0
    code = capsys.readouterr().out.strip()

    async def go_on(service: Service) -> GameSummary:
        return (await act(service, ANN, code, SAMPLE[5])).summary

    summary = prepare(address, go_on)
    assert (summary.ply, summary.guild_id, summary.channel_id, summary.threaded) == (6, 1, 2, False)
    assert main(["game", "verify", code]) == 0


def test_a_game_is_replayed_line_by_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, played)
    assert main(["game", "replay", game.code]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["1", "White", "@d3"]
    assert lines[16].split() == ["17", "White", "b3xb5#"]
    assert lines[-1] == f"{game.code}: sound"
    assert main(["game", "replay", game.code, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["actions"][16] == {"number": 17, "seat": "White", "action": "b3xb5#"}
    assert (result["outcome"], result["flaw"]) == (lines[-2], None)


def test_a_record_that_does_not_replay_is_said_so(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def torn(_record: Record) -> None:
        raise ValueError("Action 3 is not possible.")

    game = prepare(address, begun)
    assert main(["game", "export", game.code, "--output", "record.json"]) == 0
    monkeypatch.setattr(record, "verify", torn)
    assert main(["game", "replay", game.code]) == 1
    assert capsys.readouterr().err == "Action 3 is not possible.\n"
    assert main(["game", "verify", "record.json"]) == 1
    assert capsys.readouterr().out == "record.json: Action 3 is not possible.\n"


def test_what_is_staged_in_a_running_game_is_replayed_on_demand(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def staged(service: Service) -> GameSummary:
        game = await running(service, "flicflac")
        person = game.seats[game.to_act[0]].person
        assert person is not None
        offers = (await service.play.choices(person, game.code)).offers
        return (await act(service, person, game.code, offers[0].notation)).summary

    code = prepare(address, staged).code
    assert main(["game", "replay", code]) == 1
    result = capsys.readouterr()
    assert result.out == ""
    assert "secrets" in result.err
    assert main(["game", "replay", code, "--secrets"]) == 0


def test_a_log_that_was_tampered_with_is_found(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, begun)

    async def tamper() -> None:
        database = Database(address)
        async with database.transaction() as unit:
            action = json.dumps({"cell": "e4", "kind": "drop"}, separators=(",", ":"))
            drop = update(EventRow).filter_by(game_id=game.id, notation="@c3")
            await unit._session.execute(drop.values(action=action, notation="@e4"))
        await database.close()

    finish(tamper())
    assert main(["game", "verify", "--all"]) == 1
    assert "leads to another position than its snapshot" in capsys.readouterr().out
    assert main(["game", "verify", game.code, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["what"], "snapshot" in found["flaw"]) == (game.code, True)


@pytest.mark.parametrize("command", ["game verify", "game replay", "game export", "admin show"])
def test_an_action_that_is_no_json_is_one_sentence(
    address: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)

    async def tamper() -> None:
        database = Database(address)
        async with database.transaction() as unit:
            await unit._session.execute(update(EventRow).filter_by(notation="@c3").values(action="{"))
        await database.close()

    finish(tamper())
    assert main([*command.split(), game.code]) == (0 if command == "admin show" else 1)
    result = capsys.readouterr()
    assert ("see “game verify”" if command == "admin show" else "Event ") in result.out + result.err
    assert "Traceback" not in result.err


def test_a_finished_games_record_verifies(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, played)
    assert main(["game", "export", game.code]) == 0
    assert verify(read(capsys.readouterr().out.encode())).played


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["game", "export", "ZZZZ"], "There is no game ZZZZ here."),
        (["game", "verify", "none/K7QX"], "cannot be read"),
        (["game", "verify", "n" * 5000], "game"),
        (["game", "verify", "none.json"], "cannot be read"),
    ],
)
def test_a_failure_is_one_sentence(
    address: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_nonsense_is_not_imported(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    game = prepare(address, begun)
    where = ["--server", "1", "--channel", "2", "--player", "7:Dan", "--player", "8:Eve"]
    main(["game", "export", game.code, "--output", str(file)])
    good = json.loads(file.read_text())
    for bad in (b"\xff\xfe", b"{", b"{}", json.dumps(good | {"entries": [[0, "@b4"]]}).encode()):
        file.write_bytes(bad)
        assert main(["game", "import", str(file), *where]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    file.write_text(json.dumps(good))
    assert main(["game", "import", str(file), *where[:-2]]) == 1
    assert "2 players" in capsys.readouterr().err
    assert main(["game", "list"]) == 0
    assert capsys.readouterr().out.endswith("1 game\n")


def test_a_file_may_have_any_name(address: str, tmp_path: Path) -> None:
    code = prepare(address, begun).code
    file = tmp_path / "\udcff.json"
    assert main(["game", "export", code, "--output", str(file)]) == 0
    assert read(file.read_bytes()).seats == ("Ann", "Bob")


def test_a_record_without_a_suffix_is_verified_as_a_file(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[tuple[int, int]]()
    monkeypatch.setattr(games, "progress", lambda *_, **__: nullcontext(lambda *done: told.append(done)))
    game = prepare(address, played)
    assert main(["game", "export", game.code, "--output", str(tmp_path / "record")]) == 0
    assert main(["game", "verify", "record", game.code]) == 0
    assert capsys.readouterr().out == f"record: sound\n{game.code}: sound\n"
    assert told == [(1, 1)]


def test_verifying_nothing_is_wrong_use(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "verify"]) == 2
    assert "Name games" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["export", "K7QX"], ["export", "K7QX", "--sheet"], ["verify", "--all"], ["replay", "K7QX"]],
)
def test_reading_leaves_the_schema_as_it_is(
    databases: Sqlite | Postgres,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with databases.empty() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["game", *arguments]) == 1
        assert "has no schema yet; this version expects" in capsys.readouterr().err
        assert main(["db", "check"]) == 1
        if isinstance(databases, Sqlite):
            assert not Path(address.removeprefix("sqlite:///")).exists()
