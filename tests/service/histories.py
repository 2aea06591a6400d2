"""Recordings of what use cases do to the database, written by ``python -m tests.service.histories``.

A line of a history names a person, a use case and its arguments; it is about the newest game. A line with
``+`` lets this number of hours pass, and does what is due then. Below each line come the result or refusal,
and every new or changed row with its changed columns, long values as their beginning and a digest. Then the
outbox delivers.
"""

import asyncio
import inspect
import re
import shlex
import sqlite3
import tempfile
from ast import literal_eval
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias
from zlib import crc32

import msgspec
from sqlalchemy import make_url

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Act
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from bot.store.packing import unpacked
from engines.contract import Level
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, HERE, KNOWN, cause_of

FOLDER: Final = Path(__file__).with_name("histories")
_TABLES: Final = (
    *("games", "seats", "events", "outbox", "orders", "jobs", "players", "invitations", "vacations"),
    *("talk", "talk_readers", "mutes", "notes", "followers", "reports", "blocks", "server_settings", "audit"),
)
_LEFT_OUT: Final = ("rowid_", "nonce")
"""Columns that are not recorded: a number added for the comparison, and a random value."""
_LONG: Final = 120
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
"""The address of an object in memory, in its representation."""
_PEOPLE: Final = {person.name: person for person in KNOWN}
_Rows: TypeAlias = dict[tuple[str, int], dict[str, Any]]


async def history(written: str, address: str) -> str:
    """A written history with the results and changes that its calls have now."""
    database, clock = Database(address), ManualClock()
    file = str(make_url(address).database)
    result = _History(Service(database, ALL, clock, Random(1)), clock)
    outbox = Outbox(database, FakeSender(), clock)
    lines, before = list[str](), _rows(file)
    try:
        for called in (line for line in written.splitlines() if line.startswith("> ")):
            lines += [called, *(f"  {line}" for line in await result.call(called.removeprefix("> ")))]
            lines += (f"  {line}" for line in _changes(before, _rows(file)))
            await outbox.drain()
            before = _rows(file)
    finally:
        await database.close()
    return "\n".join(lines) + "\n"


class _History:
    def __init__(self, service: Service, clock: ManualClock) -> None:
        self._service = service
        self._clock = clock
        self._causes = count(1)
        self._code = ""

    async def call(self, line: str) -> list[str]:
        """Carry out a line. Returns the result, or the reason of a refusal."""
        self._clock.advance(timedelta(minutes=1))
        who, *words = shlex.split(line)
        if who == "+":
            self._clock.advance(timedelta(hours=float(words[0])))
            return [line async for line in self._what_is_due()]
        area, _, name = words[0].partition(".")
        use_case = getattr(getattr(self._service, area), name)
        try:
            bound = inspect.signature(use_case).bind_partial()
            bound.arguments.update(self._given(use_case, _PEOPLE[who], words[1:]))
            done = await use_case(*bound.args, **bound.kwargs)
        except Refused as why:
            return [f"{why.code}: {why.sentence}"]
        self._code = done.code if isinstance(done, GameSummary) else self._code
        return [] if done is None else [f"returns {_short(done)}"]

    async def _what_is_due(self) -> AsyncIterator[str]:
        service = self._service
        await service.vacations.process_due()
        for code in await service.clock.due(100):
            yield f"{code} is late by {await service.clock.process(code)}"
        for expire in (service.undo.expire, service.pausing.expire, service.invitations.expire):
            await expire()

    def _given(self, use_case: Callable[..., Any], person: Person, words: list[str]) -> dict[str, Any]:
        names = inspect.signature(use_case).parameters
        if "setup" in names:
            setup = GameSetup(**self._given(GameSetup, person, words))
            cause = cause_of(next(self._causes))
            return {"person": person, "place": HERE, "setup": setup, "cause": cause}
        known = {"person": person, "person_id": person.id, "place": HERE, "options": {}, "code": self._code}
        # A caller of an administrator's use case is an administrator.
        known["operator"] = Operator(person, HERE.guild_id)
        given = {name: value for name, value in known.items() if name in names}
        if "cause" in names:
            given["cause"] = cause_of(next(self._causes))
        free = [name for name in names if name not in given]
        for word in words:
            name, named, value = word.partition("=") if word.split("=")[0] in names else (free[0], "", word)
            given[name] = _value(name, value if named else word)
            if names[name].kind is inspect.Parameter.VAR_POSITIONAL:
                given[name] = (given[name],)
            free = [one for one in free if one != name]
        return given


def _value(name: str, word: str) -> Any:
    if name in {"day", "last", "first"} and word != "None":
        return date.fromisoformat(word)
    if name == "act":
        return msgspec.json.decode(word, type=Act)
    if name == "level":
        return Level[word.upper()]
    if name in {"other", "opponents"}:
        return _PEOPLE[word] if name == "other" else tuple(_PEOPLE[one] for one in word.split(","))
    try:
        value = literal_eval(word)
    except (SyntaxError, ValueError):
        return word
    if name == "levels":
        return tuple(Level[one.upper()] for one in value)
    return Terms(**value) if name == "terms" else value


def _rows(file: str) -> _Rows:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            (table, row["rowid_"]): {name: row[name] for name in row.keys() if name not in _LEFT_OUT}  # noqa: SIM118
            for table in _TABLES
            for row in connection.execute(f"SELECT rowid AS rowid_, * FROM {table}")
        }


def _changes(before: _Rows, after: _Rows) -> Iterator[str]:
    for key, row in after.items():
        old = before.get(key, {})
        changed = {name: value for name, value in row.items() if value != old.get(name)}
        if changed:
            values = ", ".join(f"{name}={_short(value)}" for name, value in changed.items())
            yield f"{key[0]} {key[1]}: {values}"
    for table, number in sorted(before.keys() - after.keys()):
        yield f"{table} {number} is gone"


def _short(value: Any) -> str:
    text = _ADDRESS.sub("", unpacked(str(value)))
    return text if len(text) <= _LONG else f"{text[:_LONG]}… {crc32(text.encode()):08x}"


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        databases = Sqlite(Path(folder))
        for path in sorted(FOLDER.glob("*.txt")):
            with databases.fresh() as address:
                path.write_text(await history(path.read_text(), address))


if __name__ == "__main__":
    asyncio.run(_write())
