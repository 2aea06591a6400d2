"""Mutation testing: `python -m tests.mutants [--count N] [--seed S] [MODULE ...]`, or ``make mutants``.

Changes one small thing in a module at a time, and runs the nearest fast tests. A mutant that they do not
notice survives: the tests lack something, or the mutant changes nothing that matters (see `EQUIVALENT`).
Without modules they are drawn from `PACKAGES`. The work is done in copies; the checkout stays as it is.

First the tests run once, to learn which suites of statements each of them runs. A mutant is then judged by
those tests alone that run the suite it stands in, in a process forked from this one, which has imported the
libraries already.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import compileall
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from importlib import import_module
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec
import pytest
from cosmic_ray.ast import get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("engines", "bot/service", "bot/outbox", "bot/discord")
SURVIVORS_ALLOWED: Final = 0.10
"""The share of mutants that may survive."""
SECONDS: Final = 600
"""How long the tests of one mutant may take: one that makes them wait for ever counts as noticed."""
CPU_SECONDS: Final = 30
"""How much more than three times their usual computing time they may take: so does an endless loop."""
_MARK: Final = "__suite_runs__"
"""The built-in function that modules call while the tests are watched."""
LONGEST: Final = 5.0
"""Seconds of computing time; what takes longer is no fast test, and judges nobody."""
LIBRARIES: Final = ("sqlalchemy.ext.asyncio", "aiosqlite", "asyncpg", "alembic.command", "discord", "aiohttp")
"""What is imported before the first fork."""
FAST: Final = ("-m", "not slow and not wire and not browser", "-k", "not postgres")

_LOOKS: Final = "how often to look, or how many at once, is a matter of speed alone"
_ROOM: Final = "room for words that is well within Discord's limit, which a test holds"
EQUIVALENT: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "_DELIVERY_SECONDS = 60",
            "_POLL = timedelta(seconds=15)",
            "_BREATH = timedelta(milliseconds=50)",
            "_PURGE_BATCH = 500",
            "_AT_ONCE = 16",
            "_AT_ONCE = 100",
            "_AT_ONCE = 500",
            "_ANOTHER_LOOK = timedelta(milliseconds=250)",
            "_SEARCHED = 100",
            "_KEPT = 64",
            "_TRIES = 4",
            "max_ratelimit_timeout=60.0,",
            "_REMEMBERED: Final = 10_000",
        ),
        _LOOKS,
    ),
    **dict.fromkeys(
        (
            "_FLAGS = 20",
            "_HAPPENED_LIMIT = 1900",
            "_LONGEST_PREVIEW = 3000",
            "_MOVES = 1300",
            "_QUOTED = 60",
        ),
        _ROOM,
    ),
    "games[0].code,": "there is one game at this point",
    'given = (options.get(f"player{number}") for number in range(1, 26))': "no option has another number",
    "return sent < results.message_id and live.now - results.done_at < _CROSSING": (
        "two messages never have one id, and a hundredth of a second does not matter here"
    ),
}
"""Mutants that may survive: the line of code they change, stripped, and the reason."""

OPERATORS: Final = (
    "core/ExceptionReplacer",
    "core/NumberReplacer",
    "core/RemoveDecorator",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ReplaceUnaryOperator_Delete_Invert",
    "core/ZeroIterationForLoop",
    *(
        f"core/ReplaceBinaryOperator_{one}"
        for one in ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Div_Mul", "Mod_Mul")
    ),
    *(f"core/ReplaceBinaryOperator_{one}" for one in ("BitAnd_BitOr", "BitXor_BitAnd", "LShift_RShift")),
    *(f"core/ReplaceComparisonOperator_{one}" for one in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"core/ReplaceComparisonOperator_{one}" for one in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"core/ReplaceComparisonOperator_{one}" for one in ("Lt_Gt", "Gt_Lt", "LtE_GtE", "GtE_LtE")),
)
"""The changes that are made. ``|`` is left alone: it joins types far more often than bits."""


@dataclass(frozen=True)
class Mutant:
    """One small change: the place of an operator in a module."""

    module: Path
    operator: str
    occurrence: int
    original: str
    """The whole module as it is."""
    code: str
    """The whole module, changed."""

    line: int
    """Where it stands."""

    @property
    def change(self) -> tuple[str, ...]:
        """The lines that differ, as in a diff."""
        lines = unified_diff(self.original.splitlines(), self.code.splitlines(), lineterm="", n=0)
        return tuple(line for line in lines if not line.startswith(("---", "+++", "@@")))

    @property
    def excuse(self) -> str | None:
        """Why it may survive, if there is a reason."""
        return next(
            (EQUIVALENT[line[1:].strip()] for line in self.change if line[1:].strip() in EQUIVALENT), None
        )


def operators() -> dict[str, Operator]:
    """The kinds of change, by name."""
    return {name: get_operator(name)() for name in OPERATORS}


def modules_of(names: Sequence[str]) -> list[Path]:
    """The Python files with these names or in folders with these names, relative to the checkout."""
    found = [ROOT / name for name in names]
    files = [file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])]
    return sorted(file.relative_to(ROOT) for file in files if "conformance" not in file.parts)


def places(module: Path) -> list[tuple[str, int, int]]:
    """Every change that could be made to a module: an operator, which of its occurrences, and the line."""
    tree = get_ast_from_path(ROOT / module)
    found = []
    for name, operator in operators().items():
        occurrences = (node for node in _nodes(tree) for _ in operator.mutation_positions(node))
        found += [
            (name, occurrence, node.start_pos[0])
            for occurrence, node in enumerate(occurrences)
            if _matters(node)
        ]
    return found


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _matters(node: Any) -> bool:
    """Whether a change here can make a difference to what the program does.

    It cannot in an annotation, nor in the words of a log line, nor where a class is declared immutable or its
    fields by keyword, or two lists of one length: no code of ours tries the opposite.
    """
    while (parent := node.parent) is not None:
        before = [child for child in parent.children if child.start_pos < node.start_pos]
        match parent.type:
            case "annassign" | "tfpdef" | "funcdef" if before and before[-1].get_code().strip() in (
                ":",
                "->",
            ):
                # The colon of a function stands before its body, which is a suite or a statement.
                if parent.type != "funcdef" or before[-1].get_code().strip() == "->":
                    return False
            case "atom_expr" if parent.children[0].get_code().strip() == "log":
                return False
            case "argument" if parent.children[0].get_code().strip() in (
                "frozen",
                "kw_only",
                "slots",
                "strict",
            ):
                return False
        node = parent
    return True


def draw(modules: Sequence[Path], count: int, rng: random.Random) -> list[Mutant]:
    """So many mutants, each place as likely as any other."""
    everywhere = [(module, *place) for module in modules for place in places(module)]
    rng.shuffle(everywhere)
    kinds, drawn = operators(), list[Mutant]()
    for module, name, occurrence, line in everywhere:
        if len(drawn) == count:
            break
        original = (ROOT / module).read_text()
        code = mutate_code(original, kinds[name], occurrence)
        if code is not None:
            drawn.append(Mutant(module, name, occurrence, original, code, line))
    return drawn


def nearest_tests(module: Path) -> list[str]:
    """The tests in the folder that mirrors a module's, or in the nearest above."""
    folder = ROOT / "tests" / (module.parent if module.parts[0] != "bot" else Path(*module.parent.parts[1:]))
    while not folder.is_dir() or not list(folder.glob("test_*.py")):
        folder = folder.parent
    tests = set(folder.rglob("test_*.py"))
    if module.parts[0] == "engines":
        tests.add(ROOT / "tests/engines/test_golden.py")
    return sorted(str(test.relative_to(ROOT)) for test in tests)


class Calls:
    """A pytest plugin that notes how long each test takes and which suites of statements it runs."""

    def __init__(self, folder: Path, test_files: Sequence[str]) -> None:
        self._folder = folder
        self._seen = set[str]()
        self._failed = set[str]()
        self._learned: dict[str, dict[str, Learned]] = {name: {} for name in test_files}
        setattr(builtins, _MARK, self._seen.add)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test with its fixtures."""
        self._seen.clear()
        began = time.process_time()
        try:
            return (yield)
        finally:
            learned = Learned(time.process_time() - began, sorted(self._seen))
            self._learned[item.nodeid.partition("::")[0]][item.nodeid] = learned

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Who fails without any mutant judges none."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Hand over what was seen, a file for each file of tests."""
        for name, learned in self._learned.items():
            for test in self._failed & learned.keys():
                del learned[test]
            _learned_of(self._folder, name).write_bytes(msgspec.json.encode(learned))


class Learned(msgspec.Struct):
    """What one test runs."""

    seconds: float
    """Of computing time."""
    suites: list[str]
    """As `_place` writes them."""


def _learned_of(folder: Path, test_file: str) -> Path:
    return folder / (test_file.replace("/", ".") + ".json")


def _place(module: Path, suite: Sequence[ast.stmt]) -> str:
    """The name of a suite, which stays while only the lines around it change."""
    written = "".join(map(ast.dump, suite))
    return f"{module}:{crc32(written.encode()):x}"


def _suites(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """All suites of statements that stand inside of functions."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if not isinstance(node, ast.ClassDef):
                    for name in ("body", "orelse", "finalbody"):
                        if isinstance(suite := getattr(node, name, None), list) and suite:
                            yield suite


def mark(module: Path, file: Path) -> None:
    """Make a module in a copy tell which of its suites is run."""
    tree = ast.parse((ROOT / module).read_text())
    suites = {id(suite): (suite, _place(module, suite)) for suite in _suites(tree)}
    for suite, place in suites.values():
        documented = isinstance(suite[0], ast.Expr) and isinstance(suite[0].value, ast.Constant)
        call = ast.Call(ast.Name(_MARK), [ast.Constant(place)], [])
        suite.insert(1 if documented else 0, ast.copy_location(ast.Expr(call), suite[0]))
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))


_LEARNED: Final = msgspec.json.Decoder(dict[str, Learned])


class InOrder:
    """A pytest plugin that runs the tests named to it, in their order, and no others."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._rank = {test: rank for rank, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose them."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._rank), key=lambda item: self._rank[item.nodeid]
        )


class Reach:
    """Which tests run which suite, and how long they take."""

    def __init__(self, folder: Path, test_files: Sequence[str]) -> None:
        self._seconds: dict[str, float] = {}
        self._reached: defaultdict[str, set[str]] = defaultdict(set)
        self._folder = folder
        for name in test_files:
            if (file := _learned_of(folder, name)).exists():
                for test, learned in _LEARNED.decode(file.read_bytes()).items():
                    self._seconds[test] = learned.seconds
                    for suite in learned.suites:
                        self._reached[suite].add(test)

    def tests(self, mutant: Mutant) -> list[str]:
        """The nearest tests that could notice it: first those whose file names the module, then the quick.

        Inside of a function those that run the suite it stands in; outside all, first those that run one of
        the module's suites.
        """
        near = set(nearest_tests(mutant.module))
        tests = [
            test
            for test, seconds in self._seconds.items()
            if test.partition("::")[0] in near and seconds <= LONGEST
        ]
        suites = [
            suite
            for suite in _suites(ast.parse(mutant.original))
            if suite[0].lineno <= mutant.line <= (suite[-1].end_lineno or 0)
        ]
        own = (found for place, found in self._reached.items() if place.startswith(f"{mutant.module}:"))
        running = set().union(*own)
        if suites:
            place = _place(mutant.module, max(suites, key=lambda suite: suite[0].lineno))
            # A suite that nobody was seen to run may have been changed since that was learned.
            if place in self._reached or all(
                _newer(_learned_of(self._folder, name), ROOT / mutant.module) for name in near
            ):
                running = self._reached[place]
            tests = [test for test in tests if test in running]
        dotted = ".".join(mutant.module.with_suffix("").parts).removesuffix(".__init__")
        naming = {file for file in near if dotted in (ROOT / file).read_text()}

        def order(test: str) -> tuple[bool, bool, float]:
            return test not in running, test.partition("::")[0] not in naming, self._seconds[test]

        return sorted(tests, key=order)

    def seconds(self, tests: Sequence[str]) -> float:
        """How much computing time they take."""
        return sum(self._seconds[test] for test in tests)


def _pytest(copy: Path, files: Sequence[str], plugin: object, cpu_seconds: float | None) -> None:
    """Run tests in a copy; what a forked process does, which ends with pytest's exit code."""
    os.chdir(copy)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(copy / ".hypothesis")
    sys.path[:] = [str(copy), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    with (copy / "output").open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    stop_at_first = []
    if cpu_seconds is not None:
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds), int(cpu_seconds) + 5))
        stop_at_first = ["-x"]
    code = pytest.main([*stop_at_first, "-q", "-p", "no:cacheprovider", *FAST, *files], plugins=[plugin])
    sys.stdout.flush()
    os._exit(code)


def forked(work: Callable[..., None], *arguments: object) -> BaseProcess:
    """A process with all that this one has imported."""
    process = get_context("fork").Process(target=work, args=arguments)
    process.start()
    return process


def finished(running: Sequence[BaseProcess]) -> list[BaseProcess]:
    """Those that have ended, as soon as there is one; none after a second."""
    ready = connection.wait([process.sentinel for process in running], timeout=1)
    return [process for process in running if process.sentinel in ready]


def learn(mutants: Sequence[Mutant], copies: Sequence[Path], folder: Path) -> Reach:
    """Run the nearest tests of all mutants once; those that fail are printed, and judge none.

    What stands in the folder and is newer than its file of tests was learned before.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted({test for mutant in mutants for test in nearest_tests(mutant.module)})
    new = [file for file in files if not _newer(_learned_of(folder, file), ROOT / file)]
    modules = modules_of(PACKAGES)
    running = {}
    for number, copy in enumerate(copies):
        if share := new[number :: len(copies)]:
            for module in modules:
                mark(module, copy / module)
            running[copy] = forked(_pytest, copy, share, Calls(folder, share), None)
    for copy, process in running.items():
        process.join()
        output = (copy / "output").read_text()
        print("\n".join(line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))))
        for module in modules:
            shutil.copy2(ROOT / module, copy / module)
    for copy in copies:
        for package in ("bot", "engines", "render"):
            compileall.compile_dir(copy / package, quiet=2)
    return Reach(folder, files)


def _newer(one: Path, other: Path) -> bool:
    return one.exists() and one.stat().st_mtime > other.stat().st_mtime


def begin(mutant: Mutant, copy: Path, tests: Sequence[str], seconds: float) -> BaseProcess:
    """Start judging a mutant in a copy."""
    file = copy / mutant.module
    file.write_text(mutant.code)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    return forked(_pytest, copy, files, InOrder(tests), CPU_SECONDS + 3 * seconds)


def restore(mutant: Mutant, copy: Path) -> None:
    """Take the change back; the compiled module is valid again as well."""
    shutil.copy2(ROOT / mutant.module, copy / mutant.module)


def judged(mutants: Sequence[Mutant], copies: Sequence[Path], reach: Reach) -> Iterator[tuple[Mutant, str]]:
    """The mutants as they are judged: ``killed``, ``stuck`` (killed by time) or ``SURVIVED``."""
    waiting, free = list(reversed(mutants)), list(copies)
    running: dict[BaseProcess, tuple[Mutant, Path, float]] = {}
    while waiting or running:
        while waiting and free:
            mutant = waiting.pop()
            if tests := reach.tests(mutant):
                copy = free.pop()
                process = begin(mutant, copy, tests, reach.seconds(tests))
                running[process] = mutant, copy, time.monotonic()
            else:
                yield mutant, "SURVIVED"
        for process in finished(list(running)):
            mutant, copy, _ = running.pop(process)
            process.join()
            restore(mutant, copy)
            free.append(copy)
            code = process.exitcode or 0
            yield mutant, "stuck" if code < 0 else "killed" if code else "SURVIVED"
        for process, (_, _, began) in running.items():
            if time.monotonic() - began > SECONDS:
                process.kill()


def copy_checkout(folder: Path, count: int) -> list[Path]:
    """So many copies of the checkout's tracked files."""
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, text=True, check=True)
    copies = [folder / str(number) for number in range(count)]
    for copy in copies:
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
    return copies


def main() -> int:
    """Run it; 1 if too many survive."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", help="files or folders; by default: " + ", ".join(PACKAGES))
    parser.add_argument("--count", type=int, default=200, help="how many mutants (200)")
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of the draw"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="tests at the same time")
    parser.add_argument("--learned", type=Path, help="a folder that keeps which tests run what")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    mutants = draw(modules_of(chosen.modules or PACKAGES), chosen.count, random.Random(chosen.seed))
    for library in LIBRARIES:
        import_module(library)
    alive = done = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = copy_checkout(Path(folder), chosen.workers)
        reach = learn(mutants, copies, chosen.learned or Path(folder) / "learned")
        for mutant, verdict in judged(mutants, copies, reach):
            done += 1
            excuse = mutant.excuse if verdict == "SURVIVED" else None
            survived = verdict == "SURVIVED" and excuse is None
            alive += survived
            said = f"excused: {excuse}" if excuse else verdict
            print(f"{done:3} {said:8} {mutant.module}:{mutant.line} {mutant.operator}", flush=True)
            if survived:
                print("\n".join(f"             {line}" for line in mutant.change), flush=True)
    share = alive / max(len(mutants), 1)
    print(f"{alive} of {len(mutants)} survived ({share:.0%}); at most {SURVIVORS_ALLOWED:.0%} may")
    return share > SURVIVORS_ALLOWED


if __name__ == "__main__":
    sys.exit(main())
