"""Mutation testing: `python -m tests.mutants [--count N] [--seed S] [MODULE ...]`, or ``make mutants``.

Changes one small thing in a module at a time, and runs the fast tests. A mutant that they do not notice
survives: the tests lack something. Changes that make no difference are not drawn (see `EQUIVALENT`). Without
names of modules, mutants are drawn from `PACKAGES`. The work is done in copies; the checkout is not changed.

First the nearest tests of all drawn modules run once, to learn which suites of statements each of them runs.
All caches are emptied before each test: else only the first one would run a cached function.
A mutant is then judged only by the tests that run its suite, those of its own module first, in a process
forked from this one, which has imported the libraries already.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.mutants.drawing import ROOT, draw, modules_of
from tests.mutants.judging import judged, learn

PACKAGES: Final = ("engines", "bot/service", "bot/outbox", "bot/discord", "bot/mail")
SURVIVORS_ALLOWED: Final = 0.10
LIBRARIES: Final = ("sqlalchemy.ext.asyncio", "aiosqlite", "asyncpg", "alembic.command", "discord", "aiohttp")
"""Modules that are imported before the first fork."""
NOT_COPIED: Final = (".git", ".venv", ".*cache", ".hypothesis")


def main() -> int:
    """Run mutation testing. Returns 1 if too many mutants survive."""
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
