"""What is agreed at a table with computers, and what becomes of it without people."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from threading import Thread, current_thread, main_thread

import pytest

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.service.values import payloads
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import AnyEngine, Draw, Level, Value
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, act, new_cause, opened, refusal, sound
from tests.service.jobs.computers import against, claimed, jobs, lines, playing, plays, prompt


async def test_going_back_needs_no_consent_of_a_computer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await plays(service, clock, "@c5")
    cause = new_cause()
    answer = await service.undo.undo(ANN, game.code, cause=cause)
    assert getattr(answer, "did", None) == "undone"
    assert getattr(await service.undo.undo(ANN, game.code, cause=cause), "did", None) == "undone"
    summary = await service.reading.summary(game.code)
    assert (summary.ply, summary.undo_asked_by) == (0, None)
    await act(service, ANN, game.code, "@e4")
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()


async def test_people_at_the_same_table_are_asked_all_the_same(service: Service, database: Database) -> None:
    game = await opened(service, "nim", seats=3)
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await act(service, ANN, game.code, "1")
    asked = await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert asked.did == "asked"
    bob = next(seat.seat for seat in asked.summary.seats if seat.person and seat.person.id == BOB.id)
    assert asked.summary.undo_asked == (bob,)
    done = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert done.did == "undone"
    assert (await service.doctor.everything()).problems == ()


@pytest.mark.parametrize(
    ("shares", "status"), [((0.6, 0.4), "finished"), ((0.5, 0.5), "finished"), ((0.4, 0.6), "active")]
)
async def test_a_draw_is_accepted_by_who_expects_no_more(
    database: Database,
    engines: dict[str, AnyEngine],
    clock: ManualClock,
    shares: tuple[float, float],
    status: str,
) -> None:
    service = Service(database, engines | {"roses": playing(ENGINES["roses"], *shares)}, clock, Random(1))
    game = await against(service)
    await act(service, ANN, game.code, Draw())
    moment = timedelta(milliseconds=1)
    clock.advance(ANSWER_DELAYS[Level.STEADY] - moment)
    assert await service.jobs.play_due() == 0
    clock.advance(moment)
    assert await service.jobs.play_due() == 1
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.answers) == (status, ())


_EVEN, _BEHIND, _AHEAD = ((), ()), ("none", ("Ag", "Ao", "Ab")), ("Ab Ag Ao", ())


@pytest.mark.parametrize(
    ("plans", "status"), [(_EVEN, "finished"), (_BEHIND, "finished"), (_AHEAD, "active")]
)
async def test_gods_of_computers_answer_who_asks_for_a_draw_by_their_position(
    database: Database,
    engines: dict[str, AnyEngine],
    clock: ManualClock,
    plans: tuple[str, tuple[str, ...]],
    status: str,
) -> None:
    """They never answered: all who had asked waited for them until the round was over."""
    service = Service(database, engines | {"gods": ENGINES["gods"]}, clock, Random(1))
    game = await against(service, "gods", *[Level.GENTLE] * 3)
    own, others = plans
    if own:
        await act(service, ANN, game.code, own)
        await act(service, ANN, game.code, "ready")
        for notation in (*others, "ready", "ready", "ready"):
            await plays(service, clock, notation)
        await Outbox(database, FakeSender(), clock).drain()
    asked = await act(service, ANN, game.code, Draw())
    assert (1, "draw accept") in asked.summary.answers
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.answers, summary.draw_asked_by) == (status, (), ())
    assert [one for one in await jobs(database) if one[0] == "reply" and one[2] == "pending"] == []
    if status == "active":
        declined = tuple(f"{god} declines the draw" for god in ("BLUE", "GREEN", "ORANGE"))
        assert await lines(database, game.code) == declined
    await sound(database, game.code)


async def test_computers_answer_who_asks_for_a_draw_together(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    """Each that accepted posted a card of its own."""
    service = Service(database, engines | {"gods": ENGINES["gods"]}, clock, Random(1))
    game = await against(service, "gods", *[Level.GENTLE] * 3)
    sender = FakeSender()
    await act(service, ANN, game.code, Draw())
    await Outbox(database, FakeSender(), clock).drain()
    clock.advance(max(ANSWER_DELAYS.values()))
    while await service.jobs.play_due():
        clock.advance(max(ANSWER_DELAYS.values()))
    await Outbox(database, sender, clock).drain()
    assert (await service.reading.summary(game.code)).status == "finished"
    assert [type(delivery.payload) for delivery in sender.delivered].count(payloads.PostCard) == 1
    await sound(database, game.code)


async def test_a_draw_is_judged_while_the_bot_goes_on(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    threads = set[Thread]()

    def judged(_: Value) -> tuple[float, float]:
        threads.add(current_thread())
        return 0.5, 0.5

    roses = playing(ENGINES["roses"])
    assert roses.computer is not None
    roses = replace(roses, computer=replace(roses.computer, evaluate=judged))
    service = Service(database, engines | {"roses": roses}, clock, Random(1))
    game = await against(service)
    await act(service, ANN, game.code, Draw())
    clock.advance(max(ANSWER_DELAYS.values()))
    await service.jobs.play_due()
    assert threads
    assert main_thread() not in threads


async def test_a_pause_and_an_end_are_agreed_by_people_alone(service: Service, clock: ManualClock) -> None:
    game = await against(service)
    day = (clock.now() + timedelta(days=3)).date()
    paused = await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    assert paused.status == "paused"
    active = await service.pausing.ask(ANN, game.code, None, cause=new_cause())
    assert active.status == "active"
    over = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert over.status == "abandoned"


async def test_a_game_that_is_paused_calls_no_computer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await service.pausing.ask(ANN, game.code, (clock.now() + timedelta(days=3)).date(), cause=new_cause())
    assert await jobs(database) == []
    await service.pausing.ask(ANN, game.code, None, cause=new_cause())
    assert await jobs(database) == [("move", 1, "pending")]


async def test_a_computer_is_never_late_nor_told_anything(
    service: Service, database: Database, clock: ManualClock, notices_at_once: None
) -> None:
    game = await against(service, deadline_hours=24)
    sender = FakeSender()
    await act(service, ANN, game.code, "@d3")
    for _ in range(5):
        clock.advance(timedelta(hours=24))
        await service.clock.process(game.code)
        await Outbox(database, sender, clock).drain()
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.absent) == ("active", ())
    assert not [one for one in sender.delivered if one.payload.__class__.__name__ == "TurnNotice"]
    assert await refusal(service.substitutes.propose(ANN, game.code, 1, cause=new_cause())) == "computer"
    clock.advance(timedelta(hours=1))
    await plays(service, clock, "@c5")
    assert "White" in await prompt(service, game.code)


async def test_a_game_in_which_only_computers_act_pauses_for_the_absent_whatever_was_agreed(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Computers are no company: a game of rounds that change nothing went on without anybody for ever."""
    terms = Terms(absence="rules")
    game = await against(service, "gods", *[Level.GENTLE] * 3, deadline_hours=1, terms=terms)
    for _ in range(terms.absent_after):
        assert (await service.reading.summary(game.code)).status == "active"
        for _ in range(3):
            await plays(service, clock, "ready")
        clock.advance(timedelta(hours=1))
        await service.clock.process(game.code)
    assert (await service.reading.summary(game.code)).status == "paused"
    await sound(database, game.code)


async def test_computers_that_were_left_alone_play_to_the_end_but_not_for_ever(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody loses anything no round is the last: logs and cards grew until the disk was full."""
    monkeypatch.setattr("bot.service.jobs.queue.MOST_ALONE", 7)
    endless = {"damage": 0, "stalemate": "off"}
    game = await against(service, "gods", *[Level.GENTLE] * 3, options=endless)
    await act(service, ANN, game.code, "resign")
    for _ in range(6):
        await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "active"
    await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "abandoned"
    assert await jobs(database) == [("move", seat, "done") for seat in (1, 2, 3, 1, 2, 3, 1)]
    assert any("only computers" in line for line in await lines(database, game.code))
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()


async def test_a_game_says_that_only_computers_are_still_in_play(
    service: Service, clock: ManualClock
) -> None:
    game = await against(service, "gods", *[Level.GENTLE] * 3)
    await act(service, ANN, game.code, "resign")
    # Nobody learns of it before the round is settled.
    assert not (await service.reading.summary(game.code)).only_computers_play
    for _ in range(3):
        await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).only_computers_play


async def test_computers_that_were_left_alone_take_little_of_their_hosts_time(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    reef = playing(ENGINES["reef"], 0.3, 0.3, 0.4)
    service = Service(database, engines | {"reef": reef}, clock, Random(1))
    game = await against(service, "reef", *[Level.STRONG] * 2)
    assert (await claimed(service)).task.level is Level.STRONG
    await act(service, ANN, game.code, "resign")
    assert (await claimed(service)).task.level is Level.GENTLE


async def test_a_game_of_a_person_and_computers_is_as_long_as_they_like(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.jobs.queue.MOST_ALONE", 2)
    game = await against(service, "gods", *[Level.GENTLE] * 3, options={"damage": 0, "stalemate": "off"})
    for _ in range(2):
        await Outbox(database, FakeSender(), clock).drain()
        await act(service, ANN, game.code, "ready")
        for _ in range(3):
            await plays(service, clock, "ready")
    assert (await service.reading.summary(game.code)).status == "active"
