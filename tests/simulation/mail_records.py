"""Comparing everything that is stored before and after a mail: which changes are allowed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from bot.service.log.event_types import APPLIED
from bot.service.values.payloads import AddressCode, MailAnswer, read_payload
from bot.service.values.request import Person
from bot.store.models import GameRow

Row: TypeAlias = dict[str, Any]
Stored: TypeAlias = dict[str, dict[Any, Row]]
"""The rows of each table, by their keys."""

_UNREAD: Final = {"mails_received", "mail_keys"}
"""Tables of the mail door itself: received mails, and the keys of addresses."""
_READ: Final = {
    "outbox": "SELECT id, kind, payload FROM outbox WHERE status = 'pending'",
    "events": "SELECT * FROM events WHERE id > (SELECT max(id) FROM events) - 300",
}
"""Queries for the new or waiting rows of tables that only grow."""
_OWNERS: Final = {
    "players": "id",
    **dict.fromkeys(("notes", "blocks", "mutes", "talk_wishes", "followers", "vacations"), "player_id"),
    **dict.fromkeys(("talk", "address_codes", "drafts"), "player_id"),
    "identities": "person_id",
    "reports": "reporter_id",
    "invitations": "inviter_id",
}
"""Tables whose rows only their owner may change by a mail, with the column of the owner."""
_OPENED: Final = {
    "identities": frozenset({"closed_at"}),
    "players": frozenset({"dms_closed_at"}),
    "seats": frozenset({"notice_at"}),
    "games": frozenset({"alarm_at"}),
}
"""The columns that change when mail to an address is resumed."""


class Change(NamedTuple):
    """A row that was changed, added or deleted."""

    table: str
    before: Row | None
    after: Row | None

    @property
    def differs(self) -> set[str]:
        """The columns that differ."""
        before, after = self.before or {}, self.after or {}
        return {name for name in {**before, **after} if before.get(name) != after.get(name)}

    def __repr__(self) -> str:
        before, after = self.before or {}, self.after or {}
        result = (f"{name}: {before.get(name)!r:.80} > {after.get(name)!r:.80}" for name in self.differs)
        return f"<{self.table}: {', '.join(result)}>"


def read(database: Path) -> Stored:
    """All committed rows."""
    stored: Stored = {}
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for name, table in GameRow.metadata.tables.items():
            if name in _UNREAD:
                continue
            cursor = connection.execute(_READ.get(name, f"SELECT * FROM {name}"))
            columns = [one[0] for one in cursor.description]
            keys = [columns.index(one.name) for one in table.primary_key]
            stored[name] = {
                tuple(row[at] for at in keys): dict(zip(columns, row, strict=True)) for row in cursor
            }
    return stored


def changes(before: Stored, after: Stored) -> list[Change]:
    """The rows that differ."""
    return [
        Change(name, old.get(key), new.get(key))
        for name in before
        if (old := before[name]) != (new := after[name])
        for key in sorted({*old, *new}, key=repr)
        if old.get(key) != new.get(key) and (name != "events" or key in new)
    ]


def played(changed: list[Change]) -> list[Row]:
    """The moves among all changes."""
    rows = [one.after for one in changed if one.table == "events" and one.after is not None]
    return [row for row in rows if row["player_id"] is not None and row["kind"] in APPLIED]


def in_vain(
    changed: list[Change], sender: str, *, asks: bool = False, opens: bool = False
) -> Iterator[Change]:
    """What is changed that only its owner may change, by a mail that is not theirs.

    An answer may go to the sender's address. `asks`: a word may be sent there as well. `opens`: mail to that
    address, which came back, is sent again.
    """
    opened = opens and any(
        one.table == "identities" and one.before and one.before["external_id"] == sender for one in changed
    )
    for one in changed:
        expected = one.after is not None and _answers(one.table, one.before, one.after, sender, asks=asks)
        if not expected and not (opened and one.differs <= _OPENED.get(one.table, frozenset())):
            yield one


def _answers(table: str, before: Row | None, after: Row, sender: str, *, asks: bool) -> bool:
    if table == "outbox" and before is None:
        payload = read_payload(after["payload"])
        kinds = MailAnswer | AddressCode if asks else MailAnswer
        return isinstance(payload, kinds) and payload.address == sender
    if table == "address_codes" and asks:
        # A new one, or a guess that was wrong.
        used_at = None if before is None else before["used_at"]
        return bool(after["address"] == sender and after["used_at"] == used_at)
    return False


def of_others(changed: list[Change], person: Person) -> Iterator[Change]:
    """Changes of rows that belong to other people than the writer, and that only these may change."""
    for one in changed:
        owner = _OWNERS.get(one.table)
        if owner and any(row is not None and row[owner] not in {person.id, None} for row in one[1:]):
            yield one
