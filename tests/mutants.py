"""Mutation testing: `python -m tests.mutants [--count N] [--seed S] [MODULE ...]`, or ``make mutants``.

Changes one small thing in a module at a time, and runs the nearest fast tests. A mutant that they do not
notice survives: the tests lack something, or the mutant changes nothing that matters (see `EQUIVALENT`).
Without modules they are drawn from `PACKAGES`. The work is done in copies; the checkout stays as it is.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from queue import Queue
from typing import Final

from cosmic_ray.ast import get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("engines", "bot/service", "bot/outbox", "bot/discord")
SURVIVORS_ALLOWED: Final = 0.10
"""The share of mutants that may survive."""
SECONDS: Final = 300
"""How long the tests of one mutant may take: an endless loop counts as noticed."""

EQUIVALENT: Final[dict[str, str]] = {}
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
    code: str
    """The whole module, changed."""

    @property
    def change(self) -> tuple[str, ...]:
        """The lines that differ, as in a diff."""
        before = (ROOT / self.module).read_text().splitlines()
        lines = unified_diff(before, self.code.splitlines(), lineterm="", n=0)
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


def places(module: Path) -> list[tuple[str, int]]:
    """Every change that could be made to a module: an operator, and which of its occurrences."""
    tree = get_ast_from_path(ROOT / module)
    found = []
    for name, operator in operators().items():
        count = sum(1 for node in _nodes(tree) for _ in operator.mutation_positions(node))
        found += [(name, occurrence) for occurrence in range(count)]
    return found


def _nodes(node: object) -> Iterator[object]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def draw(modules: Sequence[Path], count: int, rng: random.Random) -> list[Mutant]:
    """So many mutants, each place as likely as any other."""
    everywhere = [(module, *place) for module in modules for place in places(module)]
    rng.shuffle(everywhere)
    kinds, drawn = operators(), list[Mutant]()
    for module, name, occurrence in everywhere:
        if len(drawn) == count:
            break
        code = mutate_code((ROOT / module).read_text(), kinds[name], occurrence)
        if code is not None:
            drawn.append(Mutant(module, name, occurrence, code))
    return drawn


def nearest_tests(module: Path) -> list[str]:
    """The tests in the folder that mirrors a module's, or in the nearest above: first those that name it."""
    folder = ROOT / "tests" / (module.parent if module.parts[0] != "bot" else Path(*module.parent.parts[1:]))
    while not folder.is_dir() or not list(folder.glob("test_*.py")):
        folder = folder.parent
    dotted = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    tests = sorted(folder.rglob("test_*.py"))
    tests.sort(key=lambda test: (dotted not in test.read_text(), module.stem not in test.stem))
    shared = ROOT / "tests/engines/test_golden.py"
    if module.parts[0] == "engines" and shared not in tests:
        tests.append(shared)
    return [str(test.relative_to(ROOT)) for test in tests]


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether the nearest tests pass although this is changed."""
    file = copy / mutant.module
    before = file.read_text()
    file.write_text(mutant.code)
    fast = ("-m", "not slow and not wire and not browser", "-k", "not postgres")
    command = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *fast)
    environment = {
        **os.environ,
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / ".hypothesis"),
    }
    try:
        done = subprocess.run(
            (*command, *nearest_tests(mutant.module)),
            cwd=copy,
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(before)
    return done.returncode == 0


def copies(folder: Path, count: int) -> Queue[Path]:
    """Copies of the checkout's tracked files."""
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, text=True, check=True)
    made: Queue[Path] = Queue()
    for number in range(count):
        copy = folder / str(number)
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copy / name)
        made.put(copy)
    return made


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
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(chosen.workers) as pool:
        free = copies(Path(folder), chosen.workers)

        def judged(mutant: Mutant) -> bool:
            copy = free.get()
            try:
                return survives(mutant, copy)
            finally:
                free.put(copy)

        alive = 0
        for mutant, survived in zip(mutants, pool.map(judged, mutants), strict=True):
            excuse = mutant.excuse if survived else None
            alive += survived and excuse is None
            verdict = "killed" if not survived else f"excused: {excuse}" if excuse else "SURVIVED"
            print(f"{verdict:9} {mutant.module} {mutant.operator} #{mutant.occurrence}", flush=True)
            if survived and excuse is None:
                print("\n".join(f"          {line}" for line in mutant.change), flush=True)
    share = alive / max(len(mutants), 1)
    print(f"{alive} of {len(mutants)} survived ({share:.0%}); at most {SURVIVORS_ALLOWED:.0%} may")
    return share > SURVIVORS_ALLOWED


if __name__ == "__main__":
    sys.exit(main())
