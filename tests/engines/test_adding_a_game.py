"""docs/adding-a-game.md, followed to the letter in a copy of the project."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from engines.contract import Action
from engines.registry import ENGINES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
FOLDERS = ("bot", "docs", "engines", "migrations", "render", "sandbox", "tests")
FILES = ("README.md", "pyproject.toml", "alembic.ini")
_BLOCK = re.compile(r"^```(?P<kind>\w+)(?: file=(?P<path>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)


class Step(NamedTuple):
    """A block of the page: a file to write, a change to make, or commands to run."""

    kind: str
    path: str | None
    body: str


def steps() -> Iterator[Step]:
    """Every block of the page that says what to do, in its order."""
    for block in _BLOCK.finditer(PAGE):
        if block["path"] is not None or block["kind"] == "sh":
            yield Step(block["kind"], block["path"], block["body"])


def change(path: Path, diff: str) -> None:
    """Make a change: each hunk's lines must stand in the file as they are, once."""
    text = path.read_text("utf-8")
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(before) == 1, f"{path.name} holds these lines {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    path.write_text(text, "utf-8")


def run(command: str, folder: Path) -> None:
    """Run a command of the page; it must succeed."""
    words = shlex.split(command)
    assert words[0] == "python"
    if words[1:3] == ["-m", "pytest"]:
        words += ["-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


def test_the_page_names_the_steps() -> None:
    found = list(steps())
    assert [step.kind for step in found].count("sh") == 4
    assert {step.path for step in found} >= {"engines/nim/engine.py", "engines/registry.py", "render/nim.py"}


@pytest.mark.slow
def test_following_the_page_adds_a_game(tmp_path: Path) -> None:
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    for step in steps():
        if step.path is None:
            for command in step.body.splitlines():
                run(command, tmp_path)
            continue
        path = tmp_path / step.path
        if step.kind == "diff":
            change(path, step.body)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.body, "utf-8")


def test_the_table_of_games_names_their_actions_and_whether_they_have_undo() -> None:
    rows = {cells[0].strip("* "): cells[1:] for cells in map(_cells, PAGE.splitlines()) if len(cells) == 6}
    titles = rows[""]
    assert len(set(titles)) == 5
    for title, actions, undo in zip(titles, rows["actions"], rows["undo"], strict=True):
        (engine,) = [one for one in ENGINES.values() if one.info.title.endswith(title)]
        assert actions.split(" · ") == [_described(kind) for kind in engine.action_types]
        said = {"agreement": "by agreement", "none": "none", "turn": "within the turn"}[engine.info.undo]
        assert undo.startswith(said)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


def _described(kind: type[Action]) -> str:
    """An action's tag and fields, as the table writes them."""
    fields = [field.encode_name + ("" if field.required else "?") for field in msgspec.structs.fields(kind)]
    words = " ".join([str(kind.__struct_config__.tag), *fields])
    return f"`{words}`" + (" (host only)" if kind.host_only else "")
