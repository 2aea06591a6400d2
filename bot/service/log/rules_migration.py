"""Migrating a game that was played under another version of its rules."""

from collections.abc import Sequence

import msgspec

from bot.column_values import RUNNING
from bot.service.log.effective_events import effective_events
from bot.service.log.event_types import RulesMigrated
from bot.service.log.replay import BrokenLog, replay_any_version
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Value


def outdated(engine: AnyEngine, game: GameRow) -> bool:
    """Whether an unfinished game was last played under another rules version."""
    return game.status in RUNNING and game.rules_version != engine.info.rules_version


def migrate_rules(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow]
) -> tuple[RulesMigrated, Value]:
    """The migration of an `outdated` game to these rules, and its state after it.

    Only the version changes where a replay of the log leads to the snapshot; elsewhere the snapshot becomes
    the checkpoint. A snapshot that these rules cannot read is rebuilt from the log. Raises BrokenLog where
    the log cannot be replayed either.
    """
    version = engine.info.rules_version
    snapshot = _readable_snapshot(engine, game)
    try:
        *_, state = replay_any_version(engine, game, effective_events(events))
    except BrokenLog:
        if snapshot is None:
            raise
    else:
        if snapshot is None or engine.codec.encode(state) == engine.codec.encode(snapshot):
            return RulesMigrated(version), state
    return RulesMigrated(version, msgspec.Raw(engine.codec.encode(snapshot))), snapshot


def _readable_snapshot(engine: AnyEngine, game: GameRow) -> Value | None:
    """The snapshot, if these rules can read it and go on from there; else None."""
    try:
        state: Value = engine.codec.decode_state((game.state or "").encode())
        engine.view(state, None)
        for seat in engine.to_act(state):
            next(iter(engine.legal(state, seat)), None)
    except Exception:  # A snapshot of other rules may fail in any way.
        return None
    return state
