"""Logs that lead nowhere are told from those that can be played again."""

from typing import TypeAlias

import msgspec
import pytest

from bot.service.log import replay
from bot.service.log.event_types import Back, EventType
from bot.service.log.replay import BrokenLog
from bot.store.models import EventRow, GameRow
from engines.registry import ENGINES
from tests.records import FOLDER
from tests.service.log.test_golden_rules import read, stored

Game: TypeAlias = tuple[GameRow, list[EventRow]]

_ROSES = ENGINES["roses"]


@pytest.fixture
def game() -> Game:
    """A game with its log."""
    row, events = stored(_ROSES, *read(FOLDER / "roses" / "castle.json"))
    row.last_seq = len(events)
    for seq, event in enumerate(events, start=1):
        event.seq = seq
    return row, events


def _goes_back(undo_to: int) -> EventRow:
    return EventRow(seq=99, kind=EventType.UNDONE, data=msgspec.json.encode(Back(undo_to)).decode())


def test_a_log_that_leads_to_the_snapshot_has_no_flaw(game: Game) -> None:
    assert replay.inconsistency(_ROSES, *game) is None


def test_a_log_with_a_gap_is_told(game: Game) -> None:
    row, events = game
    told = replay.inconsistency(_ROSES, row, [*events[:1], *events[2:]])
    assert told == f"The events of game G0LD are not numbered 1 to {len(events)}."


def test_a_log_of_other_rules_is_not_replayed(game: Game) -> None:
    row, events = game
    row.rules_version += 1
    assert "was started under version" in (replay.inconsistency(_ROSES, row, events) or "")


def test_an_undo_goes_back_to_what_was_played(game: Game) -> None:
    row, events = game
    everything = replay.replay_log(_ROSES, row, events)
    assert replay.replay_log(_ROSES, row, [*events, _goes_back(len(events))]).state == everything.state
    with pytest.raises(BrokenLog, match="goes back to more than had been played"):
        replay.replay_log(_ROSES, row, [*events, _goes_back(len(events) + 1)])
