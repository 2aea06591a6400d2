"""What a host may set of each game: its options within their ranges, and its deadlines."""

import pytest

from engines.contract import IllegalOptions
from engines.registry import ENGINES


@pytest.mark.parametrize(
    ("game", "name", "low", "high"),
    [
        ("roses", "repetition", 0, 100),
        ("roses", "quiet_limit", 0, 10_000),
        ("flicflac", "size", 5, 8),
        ("flicflac", "target", 1, 100),
        ("flicflac", "lead", 1, 100),
        ("flicflac", "events", 0, 100),
        ("flicflac", "extra_time", 1, 100),
        ("flicflac", "claim_after", 0, 100),
        ("flicflac", "idle_draw", 0, 1_000),
        ("gods", "start", 1, 200),
        ("gods", "attack_cost", 0, 5),
        ("gods", "defend_cost", 0, 5),
        ("gods", "damage", 0, 20),
        ("gods", "refund", 0, 5),
        ("gods", "max_actions", 1, 6),
        ("gods", "stalemate_after", 1, 20),
        ("gods", "stalemate_loss", 1, 5),
        ("gods", "timer", 20, 300),
        ("gods", "afk_out", 0, 100),
        ("tae", "combat_time", 1, 100),
    ],
)
def test_the_range_of_a_number(game: str, name: str, low: int, high: int) -> None:
    engine = ENGINES[game]
    for value in (low, high):
        assert getattr(engine.options({name: value}), name) == value
    for wrong in (low - 1, high + 1, "3", None, True):
        with pytest.raises(IllegalOptions):
            engine.options({name: wrong})


@pytest.mark.parametrize(
    ("game", "undo", "hours"),
    [
        ("roses", "agreement", (1, 72, 336)),
        ("flicflac", "none", (1, 24, 336)),
        ("gods", "none", (1 / 6, 24, 168)),
        ("reef", "turn", (1, 48, 336)),
        ("tae", "turn", (1, 24, 336)),
    ],
)
def test_the_deadlines_and_the_undo_of_a_game(game: str, undo: str, hours: tuple[float, ...]) -> None:
    """The shortest deadline, that by default, and the longest."""
    info = ENGINES[game].info
    assert info.undo == undo
    assert (info.min_deadline_hours, info.default_deadline_hours, info.max_deadline_hours) == hours


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [("roses", 2, 2), ("flicflac", 2, 2), ("gods", 4, 4), ("reef", 2, 4), ("tae", 2, 4)],
)
def test_how_many_may_play(game: str, least: int, most: int) -> None:
    engine = ENGINES[game]
    assert (engine.info.min_seats, len(engine.info.seats)) == (least, most)
    for seats in (least - 1, most + 1):
        with pytest.raises(IllegalOptions, match="is a game for"):
            engine.start(engine.options({}), seats, "0" * 64)
