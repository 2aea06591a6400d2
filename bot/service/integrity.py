"""What an examination can find, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from bot.service import deadlines, event_log, summarizing
from bot.service.event_log import BrokenLog, EventType
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Value


class Problem(Value, frozen=True):
    """One thing that an examination has found. It quotes nothing that players keep secret."""

    code: str
    """Stable; see `_REMEDIES`."""
    game: str | None
    """The game's code, where it is about one."""
    sentence: str

    @property
    def level(self) -> Literal["wrong", "notice"]:
        """Whether something must be done, or the operator may want to know."""
        return "notice" if self.code in _NOTICES else "wrong"

    @property
    def remedy(self) -> str:
        """What to do about it, in one sentence."""
        return _REMEDIES[self.code]


_SNAPSHOT = "The log is the truth: take the game back to its last sound event, or restore a backup."

_REMEDIES: Mapping[str, str] = {
    "schema": "Run “python -m bot db upgrade”.",
    "damage": "Stop the bot and restore the last backup.",
    "no_rules": "Run a version of Turnpost that has this game, or call the game off.",
    "numbering": "Events are missing: restore a backup, or export what there is.",
    "replay": _SNAPSHOT,
    "snapshot": _SNAPSHOT,
    "unreadable": "Run the version that wrote it; the log can still be replayed there.",
    "columns": "The next action in the game sets them right.",
    "seats": "Restore a backup, or call the game off.",
    "left_behind": "Run the version of Turnpost under which it was played, and let the game end there.",
    "from_snapshot": "Nothing: it is played on from its position, and can be taken back no further.",
    "overdue": "Nothing if the bot does not run now; else look for “clock_not_settled” in its log.",
    "no_deadline": "Give the game's clock a new deadline.",
    "no_card": "Post the game's card again.",
    "delivery_stuck": "See its reason; it is tried again by itself.",
    "delivery_waits": "Nothing if the bot does not run now; else look for “outbox_fault” in its log.",
    "delivery_dropped": "Give the bot back what it lacks in that channel, then post the card again.",
}
_NOTICES = frozenset(
    {"from_snapshot", "overdue", "no_deadline", "no_card", "delivery_waits", "delivery_dropped"}
)


def examine(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, alarm: bool = True
) -> list[Problem]:
    """What is wrong with a game under these rules: its log, its snapshot, its columns, its seats.

    `alarm`: whether its clock's alarm was read, too.
    """
    if [event.seq for event in events] != list(range(1, game.last_seq + 1)):
        return [_found("numbering", game, f"Its events are not numbered 1 to {game.last_seq}.")]
    if game.state is None:
        return _started_nowhere(game)
    if event_log.outdated(engine, game):
        return _under_other_rules(engine, game, events)
    found = []
    if game.rules_version == engine.info.rules_version:
        try:
            if engine.codec.encode(event_log.replay(engine, game, event_log.effective_events(events))) != (
                game.state.encode()
            ):
                found.append(_found("snapshot", game, "Its log leads to another position than its snapshot."))
        except BrokenLog as broken:
            found.append(_found("replay", game, str(broken)))
    return [*found, *_facts(engine, game, events, alarm=alarm)]


def _found(code: str, game: GameRow, sentence: str) -> Problem:
    return Problem(code, game.code, sentence)


def _started_nowhere(game: GameRow) -> list[Problem]:
    if game.status in {"lobby", "abandoned"} and game.seed is None:
        return []
    return [_found("unreadable", game, f"It is {game.status} and has no snapshot.")]


def _under_other_rules(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> list[Problem]:
    """Whether a game can go over to these rules."""
    versions = f"version {game.rules_version} of its rules to version {engine.info.rules_version}"
    try:
        change, _ = event_log.migrate_rules(engine, game, events)
    except BrokenLog as broken:
        return [_found("left_behind", game, f"It cannot go from {versions}. {broken}")]
    if change.has_checkpoint:
        return [_found("from_snapshot", game, f"It goes from {versions} by its snapshot, not by its log.")]
    return []


def _facts(engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, alarm: bool) -> list[Problem]:
    """What the row says beside the snapshot, compared with it."""
    found = []
    try:
        state = engine.codec.decode_state((game.state or "").encode())
        view, outcome, awaited = engine.view(state, None), engine.outcome(state), engine.to_act(state)
    except Exception as error:  # Rules that have changed may fail in any way, and say what is secret.
        return [_found("unreadable", game, f"Its snapshot cannot be read ({type(error).__name__}).")]
    seats = sorted(-1 if sitting.seat is None else sitting.seat for sitting in game.seats)
    if seats != list(range(len(seats))) or not engine.info.min_seats <= len(seats) <= len(engine.info.seats):
        found.append(_found("seats", game, f"Its seats are taken as {seats}."))
    over = game.status in {"finished", "abandoned"}
    if (outcome is not None and not over) or (outcome is None and game.status == "finished"):
        found.append(_found("columns", game, f"It is {game.status}, but by its snapshot it is not."))
    if view.ply != game.ply:
        found.append(_found("columns", game, f"It is at ply {game.ply}, by its snapshot at {view.ply}."))
    if not 0 <= game.public_version <= game.last_seq:
        found.append(
            _found("columns", game, f"Its public version {game.public_version} exceeds its last event.")
        )
    if alarm and game.status == "active" and not deadlines.armed(game):
        found.append(
            _found("no_deadline", game, "Its deadline has no alarm, so that nobody would settle it.")
        )
    timed = game.deadline_hours or summarizing.seconds_per_period(engine, game)
    if game.status == "active" and timed and not game.deadline_at and awaited:
        # One that has passed is gone: whoever is awaited may be claimed against.
        telling = event_log.APPLIED | {EventType.RETIMED}
        last = next((event.kind for event in reversed(events) if event.kind in telling), None)
        if last not in {EventType.CLOCK, EventType.RETIMED}:
            found.append(_found("no_deadline", game, "It is played with a clock that does not run."))
    return found


def encode(problems: Sequence[Problem]) -> bytes:
    """The problems as JSON, each with its level and remedy."""
    return msgspec.json.encode(
        [msgspec.to_builtins(one) | {"level": one.level, "remedy": one.remedy} for one in problems]
    )
