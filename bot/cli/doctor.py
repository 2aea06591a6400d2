"""``doctor``: whether all is well with the games and the database."""

import textwrap
from argparse import Namespace
from collections.abc import Iterable

from bot.cli.connection import clock_of, with_database
from bot.cli.errors import Failure, WrongUse
from bot.cli.parallel_examination import examined_in_parallel
from bot.cli.terminal import progress, write_json, write_line
from bot.service.facade import Service
from bot.service.game.integrity import Problem, described
from bot.service.repair.doctor import Diagnosis, Doctor
from bot.service.repair.remedies import Repaired
from bot.settings import Settings
from bot.store.database import Database
from bot.store.schema import check_known
from engines.registry import ENGINES
from engines.wording import counted

_WIDTH = 100


def examine(settings: Settings, chosen: Namespace) -> int:
    """Report all problems, and return the exit code. Raises Failure, WrongUse and UnknownSchema."""
    if chosen.gate and (chosen.recent or chosen.repair or chosen.dry_run):
        raise WrongUse("With --gate every game that is not over is looked at, and nothing is repaired.")

    async def work(database: Database) -> tuple[Diagnosis, list[Repaired]]:
        revision = await database.revision()
        check_known(revision)
        if revision is None:
            raise Failure("The database has no schema yet: run “python -m bot db upgrade”.")
        service = Service(database, ENGINES, await clock_of(database))
        found = await diagnosis_of(service.doctor)
        if not (chosen.repair or chosen.dry_run):
            return found, []
        done = await service.repair.repair(found.problems, dry_run=chosen.dry_run)
        return await diagnosis_of(service.doctor), done

    async def diagnosis_of(doctor: Doctor) -> Diagnosis:
        with progress("doctor", "games", hidden=chosen.json) as tell:
            beside = examined_in_parallel(settings, doctor.examined)
            if chosen.gate:
                return await doctor.gate(progress=tell, examine=beside)
            return await doctor.everything(recent=chosen.recent, progress=tell, examine=beside)

    diagnosis, repairs = with_database(settings, work)
    if chosen.json and (chosen.repair or chosen.dry_run):
        write_json({"repairs": repairs, "problems": described(diagnosis.problems)})
    elif chosen.json:
        write_json(described(diagnosis.problems))
    else:
        for done in repairs:
            write_line(f"{'would do' if chosen.dry_run else 'done'}  {done.game or '–':8} {done.sentence}")
        for line in _table(diagnosis.problems):
            write_line(line)
        write_line(_summary(diagnosis))
    return 0 if diagnosis.sound else 1


def _table(problems: Iterable[Problem]) -> Iterable[str]:
    """The lines of a table: problems before notices, each with its remedy below."""
    for problem in sorted(problems, key=lambda one: (one.level == "notice", one.code)):
        head = f"{problem.level:7} {problem.game or '–':8} {problem.code:15} "
        rest = textwrap.wrap(problem.sentence, _WIDTH - len(head)) or [""]
        yield f"{head}{rest[0]}"
        for line in (*rest[1:], *textwrap.wrap(f"→ {problem.remedy}", _WIDTH - len(head))):
            yield f"{'':{len(head)}}{line}"


def _summary(diagnosis: Diagnosis) -> str:
    wrong = sum(problem.level == "wrong" for problem in diagnosis.problems)
    notices = len(diagnosis.problems) - wrong
    games = counted(diagnosis.games, "game")
    return f"{games} looked at: {wrong or 'nothing'} wrong, {counted(notices, 'notice')}"
