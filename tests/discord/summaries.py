"""Made-up summaries for tests of what is shown."""

from datetime import UTC, datetime
from typing import Any

from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.request import Person
from engines.registry import ENGINES

ANN = Person(1, "Ann")
BOB = Person(2, "Bob")
ACCOUNTS = {ANN.id: 101, BOB.id: 102}


def summary(**changes: Any) -> GameSummary:
    """A running game of Ann (White, to move) against Bob (Black)."""
    engine = ENGINES["roses"]
    values: dict[str, Any] = {
        "id": 1,
        "code": "K7QX",
        "key": "roses",
        "title": engine.info.title,
        "status": "active",
        "public_version": 7,
        "host": ANN,
        "guild_id": 11,
        "channel_id": 12,
        "thread_id": 13,
        "threaded": True,
        "seats": (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", BOB)),
        "options": {
            name: getattr(engine.options({}), name) for name in engine.options_type.__struct_fields__
        },
        "deadline_hours": 72.0,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
        "moved_at": datetime(2026, 1, 2, tzinfo=UTC),
        "ply": 3,
        "turn": "ply 3",
        "prompt": "White drops a soldier",
        "to_act": (0,),
        "mentioned": (0,),
        "deadline": datetime(2026, 1, 5, tzinfo=UTC),
        "outcome": None,
        "seed_hash": "0" * 64,
        "seed": None,
    }
    return GameSummary(**(values | changes))


def no_view() -> Any:
    """A stand-in for a view that no code under test reads."""
