"""Judging mutants: the tests that could notice each of them run in a copy, in a process of their own."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.mutants.drawing import ROOT, Mutant
from tests.mutants.reach import Reach, Tests, nearest_tests
from tests.mutants.watching import IMPORTING, Watching, mark

SECONDS: Final = 300
"""The most seconds of a test of a mutant: a mutant that makes a test wait for ever counts as noticed."""
CPU_SECONDS: Final = 20
"""The most processor seconds beyond three times the usual ones: an endless loop counts as noticed."""
FIRST: Final = 40
"""How many tests judge first, so that the files of the others are seldom loaded."""
FAST: Final = ("-m", "not slow and not wire and not browser", "-k", "not postgres")


class Judging:
    """A pytest plugin that runs the given tests in order, and each only for a limited time."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        """`tests`: the ids of tests, with the processor seconds that each usually takes."""
        self._seconds = tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose the tests."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self._seconds if test in found]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Have the process ended by a signal if this test takes too long."""
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS + 3 * self._seconds[item.nodeid])
        signal.alarm(SECONDS)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self) -> None:
        """Stop the timers between two tests."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)


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
    # The copy has the compiled files of the checkout, and adds none.
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
            mark(module, copy / module)
        if share := files[number :: len(copies)]:
            running[copy] = _testing(copy, (Watching(copy / "learned"), share))
    learned: Tests = {}
    imported = set[str]()
    for copy, process in running.items():
        process.join()
        output = (copy / "output").read_text().splitlines()
        print("\n".join(line for line in output if line.startswith(("FAILED", "ERROR"))), flush=True)
        learned |= msgspec.json.decode((copy / "learned").read_bytes(), type=Tests)
        imported.update(learned.pop(IMPORTING)[1])
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
            # With its old modification time the compiled file is valid again.
            shutil.copy2(ROOT / mutant.module, copy / mutant.module)
            free.append(copy)
            code = process.exitcode or 0
            yield mutant, "stuck" if code < 0 else "killed" if code else "SURVIVED"
