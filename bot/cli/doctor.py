"""``doctor``: whether all is well with the games and the database."""

from __future__ import annotations

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from bot.cli.failure import Failure
from bot.cli.opened import with_database
from bot.clock import SystemClock
from bot.service import Service
from bot.service.checkup import Diagnosis
from bot.service.symptoms import Symptom, encode
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
        checkup = Service(database, ENGINES, SystemClock()).checkup
        return await (checkup.gate() if chosen.gate else checkup.everything(recent=chosen.recent))

    diagnosis = with_database(settings, work)
    if chosen.json:
        sys.stdout.write(f"{encode(diagnosis.symptoms).decode()}\n")
    else:
        for line in _table(diagnosis.symptoms):
            sys.stdout.write(f"{line}\n")
        sys.stdout.write(f"{_summary(diagnosis)}\n")
    return 0 if diagnosis.sound else 1


def _table(symptoms: Iterable[Symptom]) -> Iterable[str]:
    """What is wrong first; each with what to do about it below."""
    for symptom in sorted(symptoms, key=lambda one: (one.level == "notice", one.code)):
        head = f"{symptom.level:7} {symptom.game or '–':8} {symptom.code:15} "
        rest = textwrap.wrap(symptom.sentence, _WIDTH - len(head)) or [""]
        yield f"{head}{rest[0]}"
        for line in (*rest[1:], *textwrap.wrap(f"→ {symptom.remedy}", _WIDTH - len(head))):
            yield f"{'':{len(head)}}{line}"


def _summary(diagnosis: Diagnosis) -> str:
    wrong = sum(symptom.level == "wrong" for symptom in diagnosis.symptoms)
    notices = len(diagnosis.symptoms) - wrong
    games = f"{diagnosis.games} game{'' if diagnosis.games == 1 else 's'} looked at"
    return f"{games}: {wrong or 'nothing'} wrong, {notices} notice{'' if notices == 1 else 's'}"
