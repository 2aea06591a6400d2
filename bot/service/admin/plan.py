"""What an act would change, in words and values that every layer can show."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TypeAlias

from bot.service.reports import GameReport, Place, Refused
from engines.contract import Value

Said: TypeAlias = str | datetime | Place | None
"""A fact as it is shown: words, a moment, a place; None: there is none."""


class Change(Value, frozen=True):
    """One fact about a game, before an act and after it."""

    what: str
    before: Said
    after: Said


class Plan(Value, frozen=True, kw_only=True):
    """What an act would do: the answer to a dry run."""

    act: str
    """Its word."""
    words: str
    """The act in a sentence."""
    report: GameReport | None
    """The game as it is now; None where none is there yet."""
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]
    """What should be weighed before, a sentence each."""
    mark: str
    """Tells whether the game has changed since: an act is carried out on what was shown, or not at all."""


class Done(Value, frozen=True, kw_only=True):
    """The answer to an act that was carried out."""

    act: str
    words: str
    report: GameReport | None
    """The game as it now is."""
    repeated: bool = False
    """True when this very interaction had been carried out before: nothing was done now."""


def check_mark(now: str, planned: str | None) -> None:
    """Raises Refused where the game is no longer what the plan was made for."""
    if planned is not None and now != planned:
        raise Refused("stale", "The game has gone on since this was shown; look again at what would change.")


def changes(before: GameReport | None, after: GameReport) -> Iterator[Change]:
    """The public facts in which two reports of a game differ."""
    old = {} if before is None else dict(_facts(before))
    for what, said in _facts(after):
        if what not in old or old[what] != said:
            yield Change(what, old.get(what), said)


def _facts(report: GameReport) -> Iterator[tuple[str, Said]]:
    yield "status", report.status
    yield "turn", report.turn or None
    awaited = ", ".join(report.seats[seat].name for seat in report.to_act)
    yield "to act", awaited or None
    yield "result", None if report.outcome is None else report.outcome.text
    for seat in report.seats:
        yield seat.name, None if seat.person is None else seat.person.name
    yield "host", report.host.name
    yield "channel", Place(report.guild_id, report.channel_id)
    yield "thread", None if report.thread_id is None else Place(report.guild_id, report.thread_id)
    yield "hours for a turn", None if report.deadline_hours is None else f"{report.deadline_hours:g}"
    yield "deadline", report.deadline
