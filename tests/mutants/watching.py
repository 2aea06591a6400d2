"""Watching tests: how long each takes, and which suites of statements it runs."""

import ast
import builtins
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.mutants.drawing import ROOT
from tests.mutants.reach import Tests, suites_of

_CACHING: Final = ("bot", "engines", "render")
"""Packages whose caches are emptied before each test that is watched."""
IMPORTING: Final = "importing"
"""Stands in place of a test's id for suites that are run outside all tests."""
_MARK: Final = "__suite_runs__"
"""The built-in function that modules call while the tests are watched."""


def mark(module: Path, file: Path) -> None:
    """Make a module in a copy tell which of its suites is run."""
    tree = ast.parse((ROOT / module).read_text())
    for name, suite in suites_of(tree, module).items():
        documented = isinstance(suite[0], ast.Expr) and isinstance(suite[0].value, ast.Constant)
        call = ast.Call(ast.Name(_MARK), [ast.Constant(name)], [])
        suite.insert(1 if documented else 0, ast.copy_location(ast.Expr(call), suite[0]))
    # Programs that a test starts are not watched.
    unwatched = ast.parse(f"__import__('builtins').__dict__.setdefault({_MARK!r}, lambda suite: None)").body
    heads = (ast.ImportFrom, ast.Expr)
    start = next((at for at, one in enumerate(tree.body) if not isinstance(one, heads)), len(tree.body))
    tree.body[start:start] = unwatched
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))


def forget() -> None:
    """Empty all caches of the project's own functions."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in _CACHING]
    for value in [value for module in ours for value in vars(module).values()]:
        if hasattr(type(value), "cache_clear"):
            value.cache_clear()
    if "render.cache" in sys.modules:
        import_module("tests.render.forgetting").forget_drawn()
    if "tests.service.prepared" in sys.modules:
        import_module("tests.service.prepared").forget()


class Watching:
    """A pytest plugin that notes how long each test takes and which suites it runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen = set[str]()
        self._learned: Tests = {}
        setattr(builtins, _MARK, self._seen.add)

    def pytest_collection_finish(self) -> None:
        """Note the suites that ran while modules were imported."""
        self._learned[IMPORTING] = 0.0, sorted(self._seen)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test with its fixtures."""
        forget()
        self._seen.clear()
        began = time.process_time()
        try:
            return (yield)
        finally:
            self._learned.setdefault(item.nodeid, (time.process_time() - began, sorted(self._seen)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Drop tests that fail without a mutant: they judge none."""
        if report.failed:
            self._learned[report.nodeid] = (sys.float_info.max, [])

    def pytest_sessionfinish(self) -> None:
        """Hand over the result."""
        self._file.write_bytes(msgspec.json.encode(self._learned))
