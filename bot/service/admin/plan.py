"""What an act would change, in values that every door can show."""

from collections.abc import Iterator
from datetime import datetime
from typing import TypeAlias

from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.request import Place
from engines.contract import Value

DisplayValue: TypeAlias = str | datetime | Place | None
"""A displayed fact: text, a moment, a place; None: there is none."""


class Change(Value, frozen=True):
    """One fact about a game, before an act and after it."""

    what: str
    before: DisplayValue
    after: DisplayValue


class Plan(Value, frozen=True, kw_only=True):
    """What an act would do: the answer to a dry run."""

    act: str
    """The act's word."""
    words: str
    """The act in a sentence."""
    summary: GameSummary | None = None
    """The game as it is now; None where none is there yet."""
    changes: tuple[Change, ...] = ()
    warnings: tuple[str, ...] = ()
    """What should be considered first, a sentence each."""
    mark: str = ""
    """Identifies the state of the game that was shown: the act applies to that state or is refused."""


class Done(Value, frozen=True, kw_only=True):
    """The answer to an act that was carried out."""

    act: str
    words: str
    summary: GameSummary | None
    """The game as it now is."""
    repeated: bool = False
    """Whether the same request was carried out before, so that nothing was done now."""


def changes(before: GameSummary | None, after: GameSummary) -> Iterator[Change]:
    """The public facts in which two summaries of a game differ."""
    old = {} if before is None else dict(_facts(before))
    for what, value in _facts(after):
        if what not in old or old[what] != value:
            yield Change(what, old.get(what), value)


def _with_person(seat: SeatSummary) -> str:
    return seat.name if seat.person is None else f"{seat.person.name} ({seat.name})"


def _facts(summary: GameSummary) -> Iterator[tuple[str, DisplayValue]]:
    yield "status", summary.status
    yield "turn", summary.turn or None
    yield "to act", ", ".join(_with_person(summary.seats[seat]) for seat in summary.to_act) or None
    yield "result", None if summary.outcome is None else summary.outcome.text
    for seat in summary.seats:
        yield seat.name, None if seat.person is None else seat.person.name
    yield "host", summary.host.name
    if summary.guild_id is not None and summary.channel_id is not None:
        yield "channel", Place(summary.guild_id, summary.channel_id)
    yield "thread", None if summary.thread_id is None else summary.place
    yield "hours for a turn", None if summary.deadline_hours is None else f"{summary.deadline_hours:g}"
    yield "deadline", summary.deadline
