"""What must not be in the code at all: formats that run what they read, and SQL made of text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
RUNNING = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "jsonpickle", "joblib", "yaml"}
"""Modules whose reading may run what it reads, or is known for it."""
SQL = {"text", "literal_column", "exec_driver_sql", "execute", "executescript", "scalar", "scalars"}
"""Calls that take SQL as text; with values it takes bound parameters."""
_MENTIONED: Final = re.compile(rf"\b(?:{'|'.join(RUNNING)})\b|\b(?:{'|'.join(SQL)})\s*\(")
"""What every module mentions that has any of this."""


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def made_of_text(tree: ast.AST) -> Iterator[int]:
    """The lines in which SQL is put together from pieces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name in SQL and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
                yield node.lineno
            if name in SQL and isinstance(node.args[0], ast.Call):
                inner = node.args[0].func
                if isinstance(inner, ast.Attribute) and inner.attr in ("format", "join"):
                    yield node.lineno


def test_the_tests_see_what_they_look_for() -> None:
    assert set(imports(ast.parse("import pickle.x\nfrom yaml import load"))) == {"pickle", "yaml"}
    assert list(made_of_text(ast.parse("session.execute(text(f'SELECT {x}'))"))) == [1]
    assert list(made_of_text(ast.parse("cursor.execute('SELECT ' + x)"))) == [1]
    assert list(made_of_text(ast.parse("cursor.execute('SELECT {}'.format(x))"))) == [1]
    assert list(made_of_text(ast.parse("session.execute(text('SELECT :x'), {'x': x})"))) == []


def test_nothing_reads_what_could_run_and_no_sql_is_made_of_text() -> None:
    files = [
        file for one in ("bot", "engines", "render", "migrations") for file in (ROOT / one).rglob("*.py")
    ]
    texts = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}
    trees = {name: ast.parse(text) for name, text in texts.items() if _MENTIONED.search(text)}
    assert len(trees) > 10
    running = {name: found for name, tree in trees.items() if (found := RUNNING.intersection(imports(tree)))}
    assert running == {}
    made = {f"{name}:{line}" for name, tree in trees.items() for line in made_of_text(tree)}
    pragmas = {one for one in made if "PRAGMA" in _line(texts, one)}
    assert made == pragmas


def _line(texts: dict[str, str], place: str) -> str:
    """The line of a file at a place."""
    name, _, number = place.rpartition(":")
    return texts[name].splitlines()[int(number) - 1]


def test_every_dependency_is_pinned_with_hashes() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        entries = [
            line for line in lock.read_text().splitlines() if line and line[0] not in " #" and "@" not in line
        ]
        assert entries
        for entry in entries:
            assert "==" in entry, entry
            assert entry.endswith("\\"), f"{entry} has no hash"
        assert "--index-url" not in lock.read_text()
