"""``doctor``: whether all is well with the games and the database."""

from __future__ import annotations

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from bot.cli.connection import with_database
from bot.cli.errors import Failure
from bot.clock import SystemClock
from bot.service import Service
from bot.service.doctor import Diagnosis
from bot.service.integrity import Problem, encode
from bot.settings import Settings
from bot.store import Database
from engines.registry import ENGINES

_WIDTH = 100


def add_options(parser: ArgumentParser) -> None:
    """The options of ``doctor``."""
    parser.add_argument("--recent", type=int, metavar="N", help="only the N games that were last played")
    parser.add_argument(
        "--gate", action="store_true", help="only whether the games that are not over go on under these rules"
    )
    parser.add_argument("--json", action="store_true", help="as JSON instead of a table")
    parser.set_defaults(command=_doctor)


def _doctor(settings: Settings, chosen: Namespace) -> int:
    async def work(database: Database) -> Diagnosis:
        if await database.revision() is None:
            raise Failure("The database has no schema yet: run “python -m bot db upgrade”.")
        examiner = Service(database, ENGINES, SystemClock()).doctor
        return await (examiner.gate() if chosen.gate else examiner.everything(recent=chosen.recent))

    diagnosis = with_database(settings, work)
    if chosen.json:
        sys.stdout.write(f"{encode(diagnosis.problems).decode()}\n")
    else:
        for line in _table(diagnosis.problems):
            sys.stdout.write(f"{line}\n")
        sys.stdout.write(f"{_summary(diagnosis)}\n")
    return 0 if diagnosis.sound else 1


def _table(problems: Iterable[Problem]) -> Iterable[str]:
    """What is wrong first; each with what to do about it below."""
    for problem in sorted(problems, key=lambda one: (one.level == "notice", one.code)):
        head = f"{problem.level:7} {problem.game or '–':8} {problem.code:15} "
        rest = textwrap.wrap(problem.sentence, _WIDTH - len(head)) or [""]
        yield f"{head}{rest[0]}"
        for line in (*rest[1:], *textwrap.wrap(f"→ {problem.remedy}", _WIDTH - len(head))):
            yield f"{'':{len(head)}}{line}"


def _summary(diagnosis: Diagnosis) -> str:
    wrong = sum(problem.level == "wrong" for problem in diagnosis.problems)
    notices = len(diagnosis.problems) - wrong
    games = f"{diagnosis.games} game{'' if diagnosis.games == 1 else 's'} looked at"
    return f"{games}: {wrong or 'nothing'} wrong, {notices} notice{'' if notices == 1 else 's'}"
