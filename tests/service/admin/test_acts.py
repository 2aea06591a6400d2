"""Every act: shown without being done, done once, on record, and in a log that replays to the byte."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeAlias
from unittest.mock import ANY

import pytest
from sqlalchemy import update

from bot.outbox.worker import Outbox
from bot.service.admin.acts import (
    Act,
    Announce,
    Cancel,
    Force,
    Move,
    Pass,
    Pause,
    Replace,
    Repost,
    Resume,
    Retime,
    Rollback,
    name_of,
)
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.notices.enqueuing import delivery_row
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.models import DraftRow, OutboxRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ADA,
    ANN,
    BOB,
    DAN,
    SAMPLE,
    act,
    four,
    game_row,
    new_cause,
    opened,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import AT_HAND, ELSEWHERE, HELD, PLAYING, audited, everything
from tests.service.admin.states import begun, paused

Setting: TypeAlias = Callable[[Service], Awaitable[GameSummary]]
ACTS: list[tuple[Setting, Act]] = [
    (begun, Pause()),
    (paused, Resume()),
    (begun, Rollback(4)),
    (paused, Rollback(0)),
    (begun, Force(1, "@e6")),
    (begun, Pass(1)),
    (begun, Pass()),
    (begun, Replace(0, ADA, at_once=True)),
    (begun, Move(77, 78)),
    (begun, Move(11, 12, 79)),
    (begun, Retime(hours=48)),
    (begun, Retime(left=2)),
    (begun, Repost()),
    (begun, Cancel()),
    (opened, Cancel()),
    (opened, Move(77, 78)),
    (opened, Repost()),
]
NAMES = [f"{name_of(one)}-{number}" for number, (_, one) in enumerate(ACTS)]
WORDS = [
    "Game {code} is paused, with the time that is left",
    "Game {code} goes on, with the time that was left",
    "1 action is taken back, and the game goes on after “@d5”",
    "5 actions are taken back, all that was played",
    "Bob (Black) plays @e6",
    "An admin lets the time of Bob (Black) run out",
    "An admin lets the time run out",
    "The seat of Ann (White) goes to Ada",
    "Game {code} goes on in a new thread",
    "Game {code} goes on in a thread that is there",
    "Turns have 48 h",
    "2 h are left of the present turn",
    "The card of game {code} is posted again",
    "Game {code} is called off",
    "Game {code} is called off",
    "Game {code} goes on in another place",
    "The card of game {code} is posted again",
]


@pytest.mark.parametrize("number", range(len(ACTS)), ids=NAMES)
async def test_an_act_is_shown_confirmed_and_done_once(
    service: Service, database: Database, number: int
) -> None:
    setting, operation = ACTS[number]
    game = await setting(service)
    before = await everything(database)
    draft, plan = await service.admin.draft(HELD, game.code, operation, "as agreed")
    assert await everything(database) == before
    assert plan.words == WORDS[number].format(code=game.code)
    assert plan.act == name_of(operation)

    cause = new_cause()
    done = await service.admin.confirm(HELD, draft, cause=cause)
    assert not done.repeated
    assert done.words == plan.words
    await sound(database, game.code)
    after = await everything(database)
    row = (await audited(database))[-1]
    assert (row.actor, row.act, row.why) == (str(ADA.id), name_of(operation), "as agreed")
    assert row.last_seq_before is not None
    assert row.last_seq_after is not None
    assert row.last_seq_before < row.last_seq_after
    async with database.reading() as unit:
        events = await unit.events.of_game(game.id)
    caused = [event for event in events if event.seq > row.last_seq_before]
    assert caused[0].player_id == ADA.id
    assert caused[0].public_notation
    assert len(events) == row.last_seq_after

    again = await service.admin.confirm(HELD, draft, cause=cause)
    assert again.repeated
    assert await refusal(service.admin.confirm(HELD, draft, cause=new_cause())) == "draft_gone"
    assert await everything(database) == after


@pytest.mark.parametrize(("setting", "operation"), ACTS, ids=NAMES)
async def test_a_card_tells_of_it(
    service: Service, database: Database, clock: ManualClock, setting: Setting, operation: Act
) -> None:
    game = await setting(service)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    before = len(sender.delivered)
    await service.admin.apply(AT_HAND, game.code, operation)
    await outbox.drain()
    wanted = "lobby" if game.status == "lobby" else "card"
    assert wanted in sender.kinds()[before:]
    if isinstance(operation, Move):
        assert sender.seen[-1][1] == (
            operation.thread_id or (1 if game.status != "lobby" else operation.channel_id)
        )


async def test_a_plan_that_is_stale_is_refused(service: Service, database: Database) -> None:
    game = await begun(service)
    draft, _ = await service.admin.draft(HELD, game.code, Rollback(0))
    await act(service, BOB, game.code, SAMPLE[5])
    before = await everything(database)
    assert await refusal(service.admin.confirm(HELD, draft, cause=new_cause())) == "stale"
    assert await everything(database) == before


async def test_a_draft_is_nobody_elses_and_does_not_wait_for_ever(
    service: Service, clock: ManualClock
) -> None:
    game = await begun(service)
    draft, _ = await service.admin.draft(HELD, game.code, Pause())
    with pytest.raises(Refused, match="done already"):
        await service.admin.confirm(PLAYING, draft, cause=new_cause())
    clock.advance(timedelta(hours=1))
    with pytest.raises(Refused, match="too long ago"):
        await service.admin.confirm(HELD, draft, cause=new_cause())


async def test_a_draft_of_an_act_that_is_known_no_more_is_gone(service: Service, database: Database) -> None:
    game = await begun(service)
    draft, _ = await service.admin.draft(HELD, game.code, Pause())
    async with database.transaction() as unit:
        await unit._session.execute(update(DraftRow).values(act='{"type": "yet_unknown"}'))
    with pytest.raises(Refused, match="Turnpost has changed since"):
        await service.admin.confirm(HELD, draft, cause=new_cause())


async def test_play_is_refused_while_the_game_is_paused(service: Service) -> None:
    game = await paused(service)
    with pytest.raises(Refused, match="is paused"):
        await act(service, BOB, game.code, SAMPLE[5])
    await service.admin.apply(HELD, game.code, Resume())
    await act(service, BOB, game.code, SAMPLE[5])


async def test_a_refusal_says_what_to_do_first(service: Service) -> None:
    game = await paused(service)
    for unplayable in (Pause(), Pass()):
        with pytest.raises(Refused, match="is paused: `resume` lets it go on"):
            await service.admin.plan(HELD, game.code, unplayable)
    await service.admin.apply(HELD, game.code, Cancel())
    for needless in (Pause(), Resume(), Pass(), Cancel()):
        with pytest.raises(Refused, match="is over: `rollback` brings it back"):
            await service.admin.plan(HELD, game.code, needless)
    never_begun = await opened(service)
    await service.admin.apply(HELD, never_begun.code, Cancel())
    with pytest.raises(Refused, match=r"is over\.'"):
        await service.admin.plan(HELD, never_begun.code, Pause())


async def test_forcing_obeys_the_rules(service: Service) -> None:
    game = await begun(service)
    for notation in ("@d3", "nonsense", "castle"):
        with pytest.raises(Refused):
            await service.admin.plan(HELD, game.code, Force(1, notation))
    for seat in (-1, 2):
        assert await service.admin.forcible(HELD, game.code, seat) == [], "no such seat"
    offers = await service.admin.forcible(HELD, game.code, 1)
    assert "@e6" in [notation for notation, _ in offers]
    assert "resign" in [notation for notation, _ in offers]
    done = await service.admin.apply(HELD, game.code, Force(0, "resign"))
    assert done.summary is not None
    assert done.summary.status == "finished"


async def test_the_time_of_a_seat_runs_out(service: Service) -> None:
    game = await running(service, "nim", seats=2)
    with pytest.raises(Refused, match="has nothing to play"):
        await service.admin.plan(HELD, game.code, Pass(1))
    done = await service.admin.apply(HELD, game.code, Pass(0))
    assert done.summary is not None
    assert done.summary.to_act == (1,)


async def test_the_time_of_the_others_runs_on(service: Service, clock: ManualClock) -> None:
    game = await four(service)
    assert (game.to_act, game.deadline) == ((0, 1, 2, 3), clock.now() + timedelta(hours=24))
    done = await service.admin.apply(HELD, game.code, Pass(0))
    assert done.summary is not None
    assert (done.summary.to_act, done.summary.deadline) == ((1, 2, 3), game.deadline)
    done = await service.admin.apply(HELD, game.code, Pass())
    assert done.summary is not None
    assert done.summary.to_act == (0, 1, 2, 3)


async def test_acts_that_make_no_sense_are_refused(service: Service) -> None:
    waiting, running_game = await opened(service), await begun(service)
    called_off = await opened(service)
    await service.lobby.cancel(ANN, called_off.code, cause=new_cause())
    over = (await service.admin.apply(HELD, (await begun(service)).code, Cancel())).summary
    assert over is not None
    for code, operation in (
        (waiting.code, Pause()),
        (waiting.code, Rollback(0)),
        (waiting.code, Replace(0, DAN)),
        (waiting.code, Force(0, "@d3")),
        (running_game.code, Resume()),
        (running_game.code, Retime()),
        (running_game.code, Retime(hours=100_000)),
        (running_game.code, Retime(hours=-1)),
        (over.code, Pause()),
        (over.code, Cancel()),
        (called_off.code, Rollback(0)),
        ("ZZZZ", Pause()),
    ):
        with pytest.raises(Refused):
            await service.admin.plan(HELD, code, operation)


@pytest.mark.parametrize("operation", [Move(501, 502), Repost()])
async def test_what_is_no_play_leaves_when_the_game_was_played_last_and_ended(
    service: Service, database: Database, clock: ManualClock, operation: Act
) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "resign")
    async with database.reading() as unit:
        before = await unit.games.by_code(game.code)
    clock.advance(timedelta(hours=1))
    await service.admin.apply(AT_HAND, game.code, operation)
    async with database.reading() as unit:
        after = await unit.games.by_code(game.code)
    assert before is not None
    assert after is not None
    assert (after.moved_at, after.finished_at) == (before.moved_at, before.finished_at)


async def test_a_game_without_its_channel_is_made_anew_from_the_database(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    done = await service.admin.apply(AT_HAND, game.code, Move(501, 502))
    assert done.summary is not None
    assert (done.summary.guild_id, done.summary.channel_id, done.summary.thread_id) == (501, 502, None)
    await outbox.drain()
    summary = await service.reading.summary(game.code)
    assert summary.thread_id == 1
    assert sender.seen[-1] == ("card", 1)
    await act(service, BOB, game.code, SAMPLE[5])


async def test_the_acts_on_a_game_go_with_it_to_another_server(service: Service) -> None:
    game = await begun(service)
    await service.admin.apply(HELD, game.code, Repost())
    await service.admin.plan(AT_HAND, game.code, Move(99, 502))
    assert [entry.act for entry in await service.admin.audit(HELD)] == ["dry run of move", "repost"]
    await service.admin.apply(AT_HAND, game.code, Move(99, 502))
    assert await service.admin.audit(HELD) == []
    assert [entry.code for entry in await service.admin.audit(ELSEWHERE)] == [game.code] * 3


async def test_an_announcement_reaches_each_place_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    first, second = await begun(service), await begun(service)
    await running(service, threaded=False)
    await running(service, threaded=False)
    await opened(service)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    cause = new_cause()
    before = len(sender.delivered)
    plan = await service.admin.plan(HELD, None, Announce("Down at noon. @everyone"))
    assert "goes to 3 places where games run" in plan.words
    await service.admin.apply(HELD, None, Announce("Down at noon. @everyone"), cause=cause)
    await service.admin.apply(HELD, None, Announce("Down at noon. @everyone"), cause=cause)
    await service.admin.apply(ELSEWHERE, None, Announce("Not for them."))
    await outbox.drain()
    sent = sender.delivered[before:]
    places = {(await service.reading.summary(game.code)).thread_id for game in (first, second)} | {12}
    assert sorted(delivery.channel_id or 0 for delivery in sent) == sorted(place or 0 for place in places)


async def test_the_posts_of_an_announcement_are_made_beside_the_loop_and_before_the_transaction(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be thousands, and others wait for the transaction."""
    await begun(service)
    seen = []

    def watched(*args: Any) -> OutboxRow:
        seen.append((threading.current_thread() is threading.main_thread(), database._in_flight.count))
        return delivery_row(*args)

    monkeypatch.setattr("bot.service.admin.announcing.delivery_row", watched)
    draft, _ = await service.admin.draft(HELD, None, Announce("Down at noon."))
    await service.admin.confirm(HELD, draft, cause=new_cause())
    assert seen == [(False, 0), (False, 0)]


@pytest.mark.parametrize("at_once", [1, 20])
async def test_an_announcement_holds_up_no_card(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Neither elsewhere nor in the same place, whether or not it is due there."""
    monkeypatch.setattr("bot.service.admin.announcing._ANNOUNCED_A_SECOND", at_once)
    games = [await running(service) for _ in range(3)]
    await Outbox(database, FakeSender(), clock).drain()
    await service.admin.apply(Operator(), None, Announce("Down at noon."))

    async def due(limit: int) -> list[str]:
        async with database.reading() as unit:
            return [one.kind for one in (await unit.outbox.claimable(clock.now(), limit)).first.values()]

    assert await due(8) == ["note"] * min(at_once, 3)
    clock.advance(timedelta(milliseconds=500))
    for game in games:
        await act(service, ANN, game.code, "@d3")
    assert await due(3) == ["card"] * 3


async def test_the_audit_tells_who_did_what_and_why(service: Service) -> None:
    game = await begun(service)
    await service.admin.apply(HELD, game.code, Pause(), why="a holiday")
    await service.admin.apply(AT_HAND, game.code, Resume())
    entries = await service.admin.audit(HELD, game.code)
    assert [(entry.person_id, entry.act, entry.why) for entry in entries] == [
        (None, "resume", None),
        (ADA.id, "pause", "a holiday"),
    ]
    assert (await service.admin.apply(HELD, game.code, Rollback(4))).words.startswith("1 action is taken")
    for _ in range(3):
        await service.admin.apply(HELD, game.code, Repost())
    newest = (await service.admin.details(HELD, game.code)).audit
    assert [entry.act for entry in newest] == [*["repost"] * 3, "rollback", "resume"]
    assert [entry.code for entry in await service.admin.audit(HELD)] == [game.code] * 6
    assert await service.admin.audit(ELSEWHERE) == []
    with pytest.raises(Refused, match="at most 500"):
        await service.admin.draft(HELD, game.code, Pause(), "x" * 501)


async def test_facts_hold_no_secrets(service: Service, database: Database) -> None:
    game = await running(service, "sealed")
    await act(service, BOB, game.code, "seal 7")
    await service.admin.apply(AT_HAND, game.code, Pause())
    row = await game_row(database, game.code)
    for operator in (HELD, PLAYING, AT_HAND):
        facts = await service.admin.details(operator, game.code)
        assert facts.sound
        # Who has no part in it may take a seat later, and is not told either how much is done in secret.
        assert (facts.last_seq is None) == (operator != AT_HAND)
        assert [entry.events for entry in facts.audit] == [None if operator != AT_HAND else ANY]
        audit = await service.admin.audit(operator, game.code)
        assert [entry.events for entry in audit] == [None if operator != AT_HAND else ANY]
        result = repr(facts)
        assert "seal 7" not in result
        assert (row.seed or "?") not in result


async def test_a_deadline_that_passed_unseen_is_given_back(service: Service, clock: ManualClock) -> None:
    game = await begun(service)
    clock.advance(timedelta(hours=30))
    plan = await service.admin.plan(AT_HAND, game.code, Pause())
    assert "an hour is given back" in plan.warnings[0]
    await service.admin.apply(AT_HAND, game.code, Pause(), mark=plan.mark)
    clock.advance(timedelta(days=3))
    done = await service.admin.apply(AT_HAND, game.code, Resume())
    assert done.summary is not None
    assert done.summary.deadline == clock.now() + timedelta(hours=1)


async def test_two_administrators_at_the_same_moment(service: Service, database: Database) -> None:
    game = await begun(service)
    plan = await service.admin.plan(HELD, game.code, Rollback(2))
    results = await asyncio.gather(
        *(
            service.admin.apply(HELD, game.code, Rollback(2), cause=new_cause(), mark=plan.mark)
            for _ in range(3)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Refused) and result.code == "stale" for result in results) == 2
    assert len(await audited(database)) == 1
    await sound(database, game.code)


async def test_a_lobby_that_moves_into_a_thread_waits_there(service: Service, database: Database) -> None:
    """The thread is its channel: a thread of its own is opened when it starts."""
    game = await opened(service)
    await service.admin.apply(AT_HAND, game.code, Move(11, 12, 79))
    row = await game_row(database, game.code)
    assert (row.channel_id, row.thread_id) == (79, None)
    running_game = await begun(service)
    await service.admin.apply(AT_HAND, running_game.code, Move(11, 12, 79))
    row = await game_row(database, running_game.code)
    assert (row.channel_id, row.thread_id) == (12, 79)
