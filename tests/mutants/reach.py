"""The tests that could notice a change: those nearest to its module, and those that run its suite."""

import ast
from collections import defaultdict
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from tests.mutants.drawing import ROOT, Mutant

_TESTS: Final = ROOT / "tests"
LONGEST: Final = 15.0
"""The most processor seconds of a watched test; tests that take longer judge no mutant."""
DRIVEN: Final[Mapping[str, str]] = {
    "bot/outbox": "bot.outbox.worker",
    "bot/service": "bot.outbox.worker",
    "bot/store": "bot.service.facade",
}
"""Packages, each with a module through which tests reach its modules as well."""

Tests: TypeAlias = dict[str, tuple[float, list[str]]]
"""By the ids of tests, the processor seconds that they take, and the suites that they run."""


def _mirror(module: Path) -> Path:
    """The folder of tests that mirrors a module's, or the next above that has tests.

    Most packages of the bot have a folder of their own, all else of it shares one.
    """
    apart = module.parts[0] == "bot" and (_TESTS / module.parts[1]).is_dir()
    folder = _TESTS / Path(*module.parent.parts[apart:])
    while not any(folder.glob("test_*.py")):
        folder = folder.parent
    return folder


@cache
def _texts() -> dict[Path, str]:
    """The texts of all files of tests."""
    return {file: file.read_text(encoding="utf-8") for file in _TESTS.rglob("test_*.py")}


@cache
def nearest_tests(module: Path) -> set[str]:
    """The files in the folder that mirrors a module's, or above it, or that name it or what drives it.

    Of the bot it is the folder that mirrors the package: its topics are tested through each other.
    """
    folder = _mirror(module)
    if module.parts[0] == "bot":
        folder = _TESTS / Path(*folder.relative_to(_TESTS).parts[:1])
    found = set(folder.rglob("test_*.py"))
    for above in folder.parents[: len(folder.relative_to(_TESTS).parts) - 1]:
        found |= set(above.glob("test_*.py"))
    name = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    names = (name, *(driver for package, driver in DRIVEN.items() if module.is_relative_to(package)))
    found |= {file for file, text in _texts().items() if any(one in text for one in names)}
    return {str(file.relative_to(ROOT)) for file in found}


def suites_of(tree: ast.AST, module: Path) -> dict[str, list[ast.stmt]]:
    """All suites of statements inside functions, by their names."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    nodes = (node for one in functions for node in ast.walk(one) if not isinstance(node, ast.ClassDef))
    parts = (getattr(node, name, None) for node in nodes for name in ("body", "orelse", "finalbody"))
    return {f"{module}:{suite[0].lineno}": suite for suite in parts if isinstance(suite, list) and suite}


class Reach:
    """The suites that each test runs."""

    def __init__(self, learned: Tests, imported: Set[str]) -> None:
        """`imported`: the suites that are run when modules are imported, for whichever test needs them."""
        self._imported = imported
        self._seconds = {test: seconds for test, (seconds, _) in learned.items() if seconds <= LONGEST}
        self._running: defaultdict[str, set[str]] = defaultdict(set)
        for test in self._seconds:
            for suite in learned[test][1]:
                self._running[suite].add(test)

    def tests(self, mutant: Mutant) -> dict[str, float]:
        """The tests that could notice a mutant, with the seconds that they take.

        Inside a function these are the tests that run its suite, the nearest first. Outside all functions, or
        in suites run at import, these are the nearest tests, first those that run a suite of the module.
        Tests in files named like the module come first, then those in its mirror, and quick ones first.
        """
        files = nearest_tests(mutant.module)
        near = {test for test in self._seconds if test.partition("::")[0] in files}
        suites = suites_of(ast.parse(mutant.original), mutant.module)
        spans = {name: (suite[0].lineno, suite[-1].end_lineno or 0) for name, suite in suites.items()}
        around = [(first, name) for name, (first, last) in spans.items() if first <= mutant.line <= last]
        running = set[str]().union(*(self._running[name] for name in suites))
        suite = max(around)[1] if around else ""
        tests = self._running[suite] if suite and suite not in self._imported else near
        alike, folder = f"/test_{mutant.module.stem}", f"{_mirror(mutant.module).relative_to(ROOT)}/"

        def order(test: str) -> tuple[bool, bool, bool, bool, float]:
            named, mirrored = alike in test, test.startswith(folder)
            return test not in near, test not in running, not named, not mirrored, self._seconds[test]

        return {test: self._seconds[test] for test in sorted(tests, key=order)}
