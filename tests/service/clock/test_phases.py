"""Turns of several phases: one deadline a phase, and what the clock does with what was staged."""

import json
from datetime import timedelta
from pathlib import Path

from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, running, sound

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "flic-flac.jsonl"
HOUR = timedelta(hours=1)


async def test_staging_does_not_move_the_deadline_and_its_end_does(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=24)
    start = clock.now()
    clock.advance(5 * HOUR)
    staged = await act(service, ANN, game.code, "CB C1")
    assert not staged.card_tells
    assert staged.summary.deadline == start + 24 * HOUR
    assert staged.summary.public_version == game.public_version
    ended = await act(service, ANN, game.code, "end")
    assert ended.card_tells
    assert ended.summary.deadline == clock.now() + 24 * HOUR


async def test_the_clock_ends_a_phase_with_what_was_staged(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=24)
    await act(service, ANN, game.code, "CB C1")
    clock.advance(25 * HOUR)
    await ClockScheduler(database, service, clock).process_due()
    summary = await service.reading.summary(game.code)
    assert summary.to_act == (1,)
    assert summary.deadline == clock.now() + 24 * HOUR
    assert "C1" in (await service.reading.history(game.code, BOB))[-1].text
    await sound(database, game.code)


async def test_an_extra_phase_has_its_share_of_the_time(service: Service, clock: ManualClock) -> None:
    vector = next(v for v in map(json.loads, VECTORS.read_text().splitlines()) if v["id"] == "G00")
    options = {key: vector[key] for key in ("size", "target", "lead")}
    game = await running(service, "flicflac", options=options, deadline_hours=24)
    for turn in vector["turns"]:
        person = ANN if turn["side"] == "C" else BOB
        played = await act(service, person, game.code, ", ".join([*turn["do"], "end"]))
        if turn["then"]["winner"] is not None:
            assert played.summary.deadline is None
            return
        hours = 12 if turn["then"]["phase"] == "extra" else 24
        assert played.summary.deadline == clock.now() + hours * HOUR
