"""Mutation testing: `python -m tests.mutants [--count N] [--seed S] [MODULE ...]`, or ``make mutants``.

Changes one small thing in a module at a time, and runs the fast tests. A mutant that they do not notice
survives: the tests lack something. What changes nothing that matters is not drawn (see `EQUIVALENT`). Without
modules they are drawn from `PACKAGES`. The work is done in copies; the checkout stays as it is.

First the nearest tests of all drawn modules run once, to learn which suites of statements each of them runs,
with all caches emptied before each: else only the first test would run what is cached.
A mutant is then judged by those of them alone that run the suite it stands in, its own module's first, in a
process forked from this one, which has imported the libraries already.
"""

import argparse
import ast
import builtins
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from importlib import import_module
from itertools import islice, starmap
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from cosmic_ray.ast import get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT: Final = Path(__file__).resolve().parents[1]
_TESTS: Final = ROOT / "tests"
PACKAGES: Final = ("engines", "bot/service", "bot/outbox", "bot/discord", "bot/mail")
SURVIVORS_ALLOWED: Final = 0.10
SECONDS: Final = 300
"""How long a test of a mutant may take: one that makes it wait for ever counts as noticed."""
CPU_SECONDS: Final = 20
"""How much more than three times its usual computing time it may take: so does an endless loop."""
LONGEST: Final = 15.0
"""Seconds of computing time while it is watched, which takes some itself; what takes longer judges nobody."""
FIRST: Final = 40
"""How many tests judge first, so that the files of the others are seldom read."""
LIBRARIES: Final = ("sqlalchemy.ext.asyncio", "aiosqlite", "asyncpg", "alembic.command", "discord", "aiohttp")
"""What is imported before the first fork."""
DRIVEN: Final[Mapping[str, str]] = {
    "bot/outbox": "bot.outbox.worker",
    "bot/service": "bot.outbox.worker",
    "bot/store": "bot.service.facade",
}
"""Packages whose modules tests reach by this one as well."""
NOT_COPIED: Final = (".git", ".venv", ".*cache", ".hypothesis")
FAST: Final = ("-m", "not slow and not wire and not browser", "-k", "not postgres")
_CACHING: Final = ("bot", "engines", "render")
"""Packages whose caches are emptied before each test that is watched."""
_DECLARING: Final = ("frozen", "kw_only", "lock", "skip_locked", "slots", "strict", "total")
"""Arguments of which no code of ours tries the opposite, or the fast tests cannot."""
_IMPORTING: Final = "importing"
"""Stands for the id of a test where what is run outside of all tests is learned."""
_MARK: Final = "__suite_runs__"
"""The built-in function that modules call while the tests are watched."""

EQUIVALENT: Final[Mapping[str, tuple[str, ...]]] = {
    "how often to look, or how many at once, is a matter of speed alone": (
        "@cache",
        *(
            "_ANOTHER_LOOK =",
            "_AT_ONCE =",
            "_LEAST_WAIT =",
            "_BUSY_POLL =",
            "_DELIVERY_SECONDS =",
            "FRESH =",
            "_KEPT =",
            "_POLL =",
        ),
        *("_FEW: Final =", "_LAST_EVENT_SECONDS =", "_LONG_AGO =", "_LOOKED_AT ="),
        *("_READ_AT_ONCE =", "inherit_cache ="),
        *("_LOOKED_THROUGH:", "_BATCH =", "_REMEMBERED:", "_SEARCHED =", "_TRIES ="),
        *("max_ratelimit_timeout=", "@lru_cache(", "surroundings = lru_cache(", "_solved = lru_cache("),
        *("self.on: ", "class TaeState(Value"),
        "since = tell() if len(events.events) <= _FEW",
        "self.put_off(row, ",
        "self._looks_at_all = False",
        "left = self._claims.left_to_others and due",
    ),
    "room for words that is well within Discord's limit, which a test holds": (
        *("head = [shorten(", "head.append(shorten(", "head = (shorten(", "texts = [shorten("),
        *('head = "\\n".join((shorten(', 'head = f"{shorten(', "lines.append(shorten("),
        'while texts and len("\\n\\n".join((*shown, texts[0]',
        "words, changed = await self._events_before(",
        "await responder.say(guide + fitting(",
        'return f"health {_fitting(',
        *("_FLAGS =", "_HAPPENED_LIMIT =", "_LONGEST_PREVIEW =", "_MOVES =", "_QUOTED =", "_QUOTED: Final ="),
        "LONGEST_SUMMARY =",
    ),
    "how much of a hostile mail is looked at, within which any figure keeps it cheap": (
        *(
            "_SEEN: Final =",
            "_HEADER_BYTES: Final =",
            "_FIELDS: Final =",
            "_PARTS: Final =",
        ),
        *("_DEPTH: Final =", "_BOUNDARY: Final =", "_TYPE_LENGTH: Final =", "_LIMIT: Final = 150_000"),
        *("_SUBJECT_BYTES: Final =", "_FROM_LIMIT: Final =", "_REPORT_BYTES: Final =", "_TOP: Final ="),
        "waiting = [(_unix(raw), ",
        *("_MOST_NAMED: Final =", "_LINES: Final = 64", "_READ: Final =", "PICTURE_BYTES: Final ="),
    ),
    "how long a computer player looks is held by the arena's measurements alone": (
        *(
            "Level.GENTLE: _Effort(",
            "Level.STEADY: _Effort(",
            "Level.STRONG: _Effort(",
            "_SAMPLES =",
            "_SEES =",
        ),
        *("Level.GENTLE: Effort(", "Level.STEADY: Effort(", "Level.STRONG: Effort("),
        *("_COMBAT_SAMPLES: Final =", "_EXAMINED", "_ROUNDS: Final =", "_FARTHEST ="),
        "if len(self._found) >= _EXAMINED:",
        *("if self._nodes <= 0:", "states = [state, *(imagine(view, rng) for _ in range(effort.samples"),
    ),
    "one number stands for a lock as well as another": ("_LOCK = 0x",),
    "nobody guesses a key, whether it has a bit more or less": (
        'key = f"{rng.getrandbits(',
        "task = task_for(live.engine, view, row.seat, level, f",
        "row = MailKeyRow(id=number, secret=f",
    ),
    "nobody draws one of the few last of 2**256 numbers, however many they are": ("if value < 2**256 -",),
    "of what is read beyond what is shown it matters only that something is": ("limit=_PAGE_SIZE + 1,",),
    "after nine doublings the longest delay holds": ("seconds = min(FIRST_DELIVERY_DELAY * 2 ** min(",),
    "there may be any room round what is sketched; what is cut off, the golden pictures hold": (
        *("sketch = Sketch(", "sketch = Sketch.square("),
    ),
    "between the columns of a board there may be any room": ("self.height = 2 * board.size",),
    "what a seat may do is the same in all positions that it imagines": (
        *("return max(legal(states[0], seat), key=", "state = states[0]"),
    ),
    "the comparison saves time, and what follows finds the same": (
        "return len(near) > 1 and len({self.post(",
        "return not near & (near - 1) or not near & ~grown(",
        "touching = grid.around(taken & ~(1 << place)",
        "oldest = await events.at(live.row.id, seq - ACTS + ",
        "if lost - 1 <= after[0] and (after[1] or ",
        *("if not fresh and self._seen:", "if min(health) >= 0:", "if len(prefix) > 1:"),
        "return [turn for loss, turn in losses if loss > 0]",
    ),
    "every phase overrides what is abstract, or it could not be made": ("@abstractmethod",),
    "a further sum of energies only takes time": ("for total in range(2, higher + lower + 1):",),
    "no plies lead back to a position with as many of them left": ("self._found[key] = False",),
    "any number below 0 is no place": ("HOME =",),
    "whoever loses a combat loses ten points or more by it": ("return _POINT / 4 if any(_prospect(",),
    "levels that compare no plans look for no answers to them": ("answer: _Search =",),
    "nothing is as large as the least that counts, to the last bit": (
        "if instead - share > _SLIGHT:",
        "open_columns = [at for at in range(width) if goal[at] < ",
        "(at for at in range(height) if table[at][column] > ",
    ),
    "sums that differ in their last bits alone are one to whichever digit they are rounded": (
        "mark = round(worth, 9), ",
    ),
    "a cell does not touch itself": ("if other > cell and TOUCHING[",),
    "what is nobody's is worth nothing, however often it is counted": ("links = hostile > 0 and len(",),
    "whoever has resigned has a number below 0, and everybody else the same": ("return (0, line.score, ",),
    "whoever has any time that is not quiet has some within eight days": ("_FORTNIGHT: Final =",),
    "whoever stops all mail answers no position": ("grant = Capability(person.id, None, None, 0, STOP)",),
    "no game in which anything was done has so low a public version": ("_OVERTAKEN: Final =",),
    "no delivery is both a card and the removal of buttons": ("card.c.id < row.c.id,",),
    "no two moments of a clock lie so far apart to the last bit": (
        "if loop.time() - began > _ANSWERED_WITHIN:",
    ),
    "a seat is taken over by an event that leaves the position as it is, and is no point of the game": (
        "if seat is not None and seated_since(events, seat, person) >= ",
    ),
    "no option has another number": ('given = (options.get(f"player{number}") for number in range(',),
    "two messages never have one id, and a hundredth of a second does not matter here": (
        "return cause.order < results.message_id and live.now - results.done_at < _CROSSING",
    ),
}
"""What is not drawn: the reason, and how the lines of code begin that would be changed."""

OPERATORS: Final = (
    *("ExceptionReplacer", "NumberReplacer", "RemoveDecorator", "ZeroIterationForLoop"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *map("ReplaceUnaryOperator_Delete_{}".format, ("Not", "USub", "Invert")),
    *map("ReplaceBinaryOperator_{}".format, ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul")),
    *map("ReplaceBinaryOperator_{}".format, ("Div_Mul", "Mod_Mul", "BitAnd_BitOr", "BitXor_BitAnd")),
    "ReplaceBinaryOperator_LShift_RShift",
    *map("ReplaceComparisonOperator_{}".format, ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *map("ReplaceComparisonOperator_{}".format, ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *map("ReplaceComparisonOperator_{}".format, ("Lt_Gt", "Gt_Lt", "LtE_GtE", "GtE_LtE")),
)
"""The changes that are made. ``|`` is left alone: it joins types far more often than bits."""


@dataclass(frozen=True)
class Mutant:
    """One small change to a module."""

    module: Path
    operator: str
    line: int
    original: str
    code: str
    """The whole module, changed."""

    @property
    def change(self) -> list[str]:
        """The lines that differ, as in a diff."""
        lines = unified_diff(self.original.splitlines(), self.code.splitlines(), lineterm="", n=0)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]

    @property
    def equivalent(self) -> bool:
        """Whether there is a reason why nobody need notice it."""
        changed = (line[1:].strip() for line in self.change)
        return any(line.startswith(known) for line in changed for known in EQUIVALENT.values())


# -- drawing -----------------------------------------------------------------------------------------------


def modules_of(names: Sequence[str]) -> list[Path]:
    """The Python files with these names or in folders with these names, relative to the checkout."""
    found = [ROOT / name for name in names]
    files = [file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])]
    return sorted(file.relative_to(ROOT) for file in files if "conformance" not in file.parts)


def draw(modules: Sequence[Path], count: int, rng: random.Random) -> list[Mutant]:
    """So many mutants, each change that could be made and noticed as likely as any other."""
    everywhere = [(module, *place) for module in modules for place in _places(module)]
    rng.shuffle(everywhere)
    return list(islice((one for one in starmap(_mutant, everywhere) if one and not one.equivalent), count))


def _mutant(module: Path, name: str, occurrence: int, line: int) -> Mutant | None:
    """None where the operator fails, which replaces no dotted name among several exceptions, or leaves no
    Python: it takes the star of parameters for a product.
    """
    original = (ROOT / module).read_text()
    try:
        code = mutate_code(original, get_operator(f"core/{name}")(), occurrence)
        assert code is not None
        ast.parse(code)
    except (AttributeError, SyntaxError):
        return None
    return Mutant(module, name, line, original, code)


def _places(module: Path) -> Iterator[tuple[str, int, int]]:
    """Every change that could be made to a module: an operator, which of its occurrences, and the line."""
    nodes = list(_nodes(get_ast_from_path(ROOT / module)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        occurrences = (node for node in nodes for _ in operator.mutation_positions(node))
        for occurrence, node in enumerate(occurrences):
            if _matters(node):
                yield name, occurrence, node.start_pos[0]


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _matters(node: Any) -> bool:
    """Whether a change here can make a difference to what the program does.

    It cannot in an annotation, nor in the words of a log line, nor where a class is declared immutable or its
    fields by keyword, or two lists of one length: no code of ours tries the opposite. Nor can it in a
    protocol, which nobody runs, nor in what else a validator of pydantic is, which makes a class method of it
    anyway, nor where a row is locked, which PostgreSQL alone does: the fast tests have SQLite.
    """
    while (parent := node.parent) is not None:
        before = [child.get_code().strip() for child in parent.children if child.start_pos < node.start_pos]
        match parent.type:
            case "annassign" | "tfpdef" if before and before[-1] == ":":
                return False
            case "funcdef" if before and before[-1] == "->":
                return False
            case "classdef" if "(Protocol" in "".join(before):
                return False
            case "decorators" if "_validator(" in "".join(before):
                return False
            case "atom_expr" if parent.children[0].get_code().strip() == "log":
                return False
            case "argument" if before and before[0] in _DECLARING:
                return False
        node = parent
    return True


# -- tests -------------------------------------------------------------------------------------------------


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
    found |= {file for file in _TESTS.rglob("test_*.py") if any(one in file.read_text() for one in names)}
    return {str(file.relative_to(ROOT)) for file in found}


_Tests: TypeAlias = dict[str, tuple[float, list[str]]]
"""By the ids of tests, the seconds of computing time that they take, and the suites that they run."""


def _suites(tree: ast.AST, module: Path) -> dict[str, list[ast.stmt]]:
    """All suites of statements that stand inside of functions, by their names."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    nodes = (node for one in functions for node in ast.walk(one) if not isinstance(node, ast.ClassDef))
    parts = (getattr(node, name, None) for node in nodes for name in ("body", "orelse", "finalbody"))
    return {f"{module}:{suite[0].lineno}": suite for suite in parts if isinstance(suite, list) and suite}


def _mark(module: Path, file: Path) -> None:
    """Make a module in a copy tell which of its suites is run."""
    tree = ast.parse((ROOT / module).read_text())
    for name, suite in _suites(tree, module).items():
        documented = isinstance(suite[0], ast.Expr) and isinstance(suite[0].value, ast.Constant)
        call = ast.Call(ast.Name(_MARK), [ast.Constant(name)], [])
        suite.insert(1 if documented else 0, ast.copy_location(ast.Expr(call), suite[0]))
    # A program that a test starts has nobody watching it.
    unwatched = ast.parse(f"__import__('builtins').__dict__.setdefault({_MARK!r}, lambda suite: None)").body
    heads = (ast.ImportFrom, ast.Expr)
    start = next((at for at, one in enumerate(tree.body) if not isinstance(one, heads)), len(tree.body))
    tree.body[start:start] = unwatched
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))


def forget() -> None:
    """Empty all caches of ours."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in _CACHING]
    for value in [value for module in ours for value in vars(module).values()]:
        if hasattr(type(value), "cache_clear"):
            value.cache_clear()
    if "render.cache" in sys.modules:
        import_module("tests.render.forgetting").forget_drawn()


class Watching:
    """A pytest plugin that notes how long each test takes and which suites it runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen = set[str]()
        self._learned: _Tests = {}
        setattr(builtins, _MARK, self._seen.add)

    def pytest_collection_finish(self) -> None:
        """Note what ran while modules were imported."""
        self._learned[_IMPORTING] = 0.0, sorted(self._seen)

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
        """Who fails without any mutant judges none."""
        if report.failed:
            self._learned[report.nodeid] = (sys.float_info.max, [])

    def pytest_sessionfinish(self) -> None:
        """Hand over what was seen."""
        self._file.write_bytes(msgspec.json.encode(self._learned))


class Judging:
    """A pytest plugin that runs the tests named to it, in their order, and each only for so long."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        """`tests`: with the seconds of computing time that each usually takes."""
        self._seconds = tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose them."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self._seconds if test in found]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Have the process ended by a signal if this test takes too long."""
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS + 3 * self._seconds[item.nodeid])
        signal.alarm(SECONDS)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self) -> None:
        """Whatever comes between two tests may take its time."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)


class Reach:
    """Which tests run which suite."""

    def __init__(self, learned: _Tests, imported: Set[str]) -> None:
        """`imported`: the suites that are run when modules are imported, for whichever test needs them."""
        self._imported = imported
        self._seconds = {test: seconds for test, (seconds, _) in learned.items() if seconds <= LONGEST}
        self._running: defaultdict[str, set[str]] = defaultdict(set)
        for test in self._seconds:
            for suite in learned[test][1]:
                self._running[suite].add(test)

    def tests(self, mutant: Mutant) -> dict[str, float]:
        """The tests that could notice it, with the seconds that they take.

        Inside of a function those that run the suite it stands in, the nearest first; outside all, or in what
        is run when the module is imported, the nearest, first those that run one of the module's suites. The
        files that are named like the module come first, then those in its mirror, and the quick ones.
        """
        files = nearest_tests(mutant.module)
        near = {test for test in self._seconds if test.partition("::")[0] in files}
        suites = _suites(ast.parse(mutant.original), mutant.module)
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


# -- at work -----------------------------------------------------------------------------------------------


def _testing(copy: Path, *rounds: tuple[object, Sequence[str]]) -> BaseProcess:
    """A process with all that this one has imported, which runs tests in a copy until a round has failed.

    `rounds`: a plugin each, and the arguments of pytest.
    """
    process = get_context("fork").Process(target=_test, args=(copy, rounds))
    process.start()
    return process


def _test(copy: Path, rounds: Sequence[tuple[object, Sequence[str]]]) -> None:
    os.chdir(copy)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(copy / ".hypothesis")
    # What the checkout has compiled is copied with it, and stays.
    sys.dont_write_bytecode = True
    sys.path[:] = [str(copy), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    with (copy / "output").open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    ends = (
        pytest.main(["-q", "-p", "no:cacheprovider", *FAST, *arguments], plugins=[plugin])
        for plugin, arguments in rounds
    )
    code = next(filter(None, ends), 0)
    sys.stdout.flush()
    os._exit(code)


def _round(tests: Mapping[str, float]) -> tuple[Judging, Sequence[str]]:
    return Judging(tests), ["-x", *dict.fromkeys(test.partition("::")[0] for test in tests)]


def learn(mutants: Sequence[Mutant], copies: Sequence[Path]) -> Reach:
    """Run the nearest tests of all mutants once; those that fail are printed, and judge none."""
    files = sorted({test for mutant in mutants for test in nearest_tests(mutant.module)})
    modules = sorted({mutant.module for mutant in mutants})
    running = {}
    for number, copy in enumerate(copies):
        for module in modules:
            _mark(module, copy / module)
        if share := files[number :: len(copies)]:
            running[copy] = _testing(copy, (Watching(copy / "learned"), share))
    learned: _Tests = {}
    imported = set[str]()
    for copy, process in running.items():
        process.join()
        output = (copy / "output").read_text().splitlines()
        print("\n".join(line for line in output if line.startswith(("FAILED", "ERROR"))), flush=True)
        learned |= msgspec.json.decode((copy / "learned").read_bytes(), type=_Tests)
        imported.update(learned.pop(_IMPORTING)[1])
    for copy in copies:
        for module in modules:
            shutil.copy2(ROOT / module, copy / module)
    return Reach(learned, imported)


def judged(mutants: Sequence[Mutant], copies: Sequence[Path], reach: Reach) -> Iterator[tuple[Mutant, str]]:
    """The mutants as they are judged: ``killed``, ``stuck`` (killed by time) or ``SURVIVED``."""
    waiting, free = list(reversed(mutants)), list(copies)
    running: dict[BaseProcess, tuple[Mutant, Path]] = {}
    while waiting or running:
        while waiting and free:
            mutant = waiting.pop()
            if tests := reach.tests(mutant):
                copy = free.pop()
                (copy / mutant.module).write_text(mutant.code)
                rounds = dict(islice(tests.items(), FIRST)), dict(islice(tests.items(), FIRST, None))
                process = _testing(copy, *map(_round, filter(None, rounds)))
                running[process] = mutant, copy
            else:
                yield mutant, "SURVIVED"
        ended = connection.wait([process.sentinel for process in running])
        for process in [process for process in running if process.sentinel in ended]:
            mutant, copy = running.pop(process)
            process.join()
            # With its old time what was compiled of it is valid again.
            shutil.copy2(ROOT / mutant.module, copy / mutant.module)
            free.append(copy)
            code = process.exitcode or 0
            yield mutant, "stuck" if code < 0 else "killed" if code else "SURVIVED"


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
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    mutants = draw(modules_of(chosen.modules or PACKAGES), chosen.count, random.Random(chosen.seed))
    for library in LIBRARIES:
        import_module(library)
    alive = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Path(folder) / str(number) for number in range(chosen.workers)]
        for copy in copies:
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
        for done, (mutant, verdict) in enumerate(judged(mutants, copies, learn(mutants, copies)), start=1):
            print(f"{done:3} {verdict:8} {mutant.module}:{mutant.line} {mutant.operator}", flush=True)
            if verdict == "SURVIVED":
                alive += 1
                print("\n".join(f"             {line}" for line in mutant.change), flush=True)
    share = alive / max(len(mutants), 1)
    print(f"{alive} of {len(mutants)} survived ({share:.0%}); at most {SURVIVORS_ALLOWED:.0%} may")
    return share > SURVIVORS_ALLOWED


if __name__ == "__main__":
    sys.exit(main())
