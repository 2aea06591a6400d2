"""Every act: shown without being done, done once, on record, and in a log that replays to the byte."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any, TypeAlias
from unittest.mock import ANY

import msgspec
import pytest
from sqlalchemy import text

from bot.outbox.worker import Outbox
from bot.service.admin.acts import (
    Act,
    Announce,
    Cancel,
    Clock,
    Force,
    Import,
    Move,
    Pass,
    Pause,
    Replace,
    Repost,
    Resume,
    Rollback,
    name_of,
)
from bot.service.admin.importing import Imported
from bot.service.admin.records import play_import
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import ClearHand, PostCard, ShowHand
from bot.service.values.refused import Refused, no_such_game
from bot.service.values.request import Place
from bot.store.database import Database
from engines.contract import Resign
from engines.record import read, verify
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.admin.operators import AT_HAND, ELSEWHERE, HELD, OWNER, PLAYING, audited, everything
from tests.service.people import (
    ADA,
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    SAMPLE,
    act,
    new_cause,
    opened,
    play_through,
    refusal,
    running,
    sound,
)
from tests.tinygames import Nim, assembled

Setting: TypeAlias = Callable[[Service], Awaitable[GameSummary]]


async def begun(service: Service) -> GameSummary:
    game = await running(service, deadline_hours=24)
    return (await play_through(service, game.code, SAMPLE[:5])).summary


async def paused(service: Service) -> GameSummary:
    game = await begun(service)
    done = await service.admin.apply(AT_HAND, game.code, Pause())
    assert done.summary is not None
    return done.summary


ACTS: list[tuple[Setting, Act]] = [
    (begun, Pause()),
    (paused, Resume()),
    (begun, Rollback(2)),
    (paused, Rollback(0)),
    (begun, Force(1, "@e6")),
    (begun, Pass(1)),
    (begun, Pass()),
    (begun, Replace(0, ADA, at_once=True)),
    (begun, Move(77, 78)),
    (begun, Move(11, 12, 79)),
    (begun, Clock(hours=48)),
    (begun, Clock(left=2)),
    (begun, Repost()),
    (begun, Cancel()),
    (opened, Cancel()),
    (opened, Move(77, 78)),
    (opened, Repost()),
]
NAMES = [f"{name_of(one)}-{number}" for number, (_, one) in enumerate(ACTS)]
WORDS = [
    "Game {code} stands still, with the time that is left",
    "Game {code} goes on, with the time that was left",
    "3 actions are taken back, up to “@c5”",
    "5 actions are taken back, all that was played",
    "Black plays @e6",
    "An admin lets the time of Black run out",
    "An admin lets the time run out",
    "White goes to Ada",
    "Game {code} goes on in a new thread",
    "Game {code} goes on in a thread that is there",
    "Turns have 48 h",
    "2 h are left of this one",
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


@pytest.mark.parametrize("wrong", [None, "state = 'x'", "key = 'chess'"])
async def test_games_of_other_servers_are_out_of_reach(
    service: Service, database: Database, wrong: str | None
) -> None:
    """Nothing tells such a game from none, not even what is the matter with it."""
    game = await begun(service)
    if wrong:
        async with database.transaction() as unit:
            await unit._session.execute(text(f"UPDATE games SET {wrong}"))
    for work in (
        lambda: service.admin.plan(ELSEWHERE, game.code, Pause()),
        lambda: service.admin.apply(ELSEWHERE, game.code, Pause()),
        lambda: service.admin.facts(ELSEWHERE, game.code),
        lambda: service.admin.audit(ELSEWHERE, game.code),
        lambda: service.admin.points(ELSEWHERE, game.code),
        lambda: service.admin.forcible(ELSEWHERE, game.code, 0),
        lambda: service.admin.game(ELSEWHERE, game.code),
    ):
        with pytest.raises(Refused, match=re.escape(str(no_such_game(game.code)))):
            await work()
    assert await service.admin.games(ELSEWHERE) == []
    assert await service.admin.games(ELSEWHERE, positions=False) == []


async def test_what_an_owner_does_to_a_game_of_another_server_is_told_there_alone(service: Service) -> None:
    """The owner gives the command in a server whose administrators must not learn of the game."""
    game = await begun(service)
    await service.admin.plan(OWNER, game.code, Pause())
    await service.admin.apply(OWNER, game.code, Pause(), why="as they have asked")
    await service.admin.apply(OWNER, None, Announce("Down at noon."))
    assert OWNER.guild_id == ELSEWHERE.guild_id
    assert [(entry.act, entry.code) for entry in await service.admin.audit(ELSEWHERE)] == [("announce", None)]
    assert {entry.code for entry in await service.admin.audit(HELD)} == {game.code}


async def test_games_of_every_server_are_in_reach_of_owners(service: Service) -> None:
    game = await begun(service)
    for operator in (OWNER, HELD, AT_HAND):
        assert [one.code for one in await service.admin.games(operator)] == [game.code]
        found = await service.admin.games(operator, prefix=game.code[:2].lower(), positions=False)
        assert [one.code for one in found] == [game.code]
    # Where it is played it need not be named.
    for code in (None, " ", game.code):
        assert (await service.admin.game(HELD, code, HERE)).code == game.code
    for place in (None, Place(HERE.guild_id, 99)):
        with pytest.raises(Refused, match="No game is played here"):
            await service.admin.game(HELD, None, place)
    done = await service.admin.apply(OWNER, game.code, Pause())
    assert done.summary is not None
    assert done.summary.status == "paused"


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


async def test_the_record_of_a_game_that_was_called_off_by_mistake_verifies(service: Service) -> None:
    """Going on without anything taken back is no entry of a record, which would take back nothing."""
    game = await begun(service)
    known = await service.admin.points(HELD, game.code)
    await service.admin.apply(HELD, game.code, Cancel())
    await service.admin.apply(HELD, game.code, Rollback(len(known)))
    await act(service, ANN, game.code, Resign())
    assert (await service.reading.verify(game.code)).inconsistency is None
    exported, _ = await service.reading.export(game.code, ANN)
    verify(read(exported))


async def test_a_game_goes_back_out_of_its_end(service: Service, database: Database) -> None:
    game = await running(service, deadline_hours=24)
    over = (await play_through(service, game.code, SAMPLE)).summary
    assert over.status == "finished"
    points = await service.admin.points(HELD, game.code)
    assert [point.text for point in points][-1].startswith("b3xb5")
    done = await service.admin.apply(HELD, game.code, Rollback(len(SAMPLE) - 1))
    assert done.summary is not None
    assert (done.summary.status, done.summary.ply, done.summary.outcome) == ("active", len(SAMPLE) - 1, None)
    assert done.summary.deadline is not None
    await act(service, ANN, game.code, SAMPLE[-1])
    await sound(database, game.code)


async def test_a_game_that_was_called_off_by_mistake_goes_on(service: Service, database: Database) -> None:
    game = await begun(service)
    await service.admin.apply(HELD, game.code, Cancel())
    done = await service.admin.apply(HELD, game.code, Rollback(5))
    assert done.summary is not None
    assert (done.summary.status, done.summary.ply, done.summary.seed) == ("active", 5, None)
    await act(service, BOB, game.code, SAMPLE[5])
    await act(service, ANN, game.code, "resign")
    with pytest.raises(Refused, match="over there as well"):
        await service.admin.plan(HELD, game.code, Rollback(7))
    await sound(database, game.code)


async def test_rolling_back_takes_the_whole_of_a_request(service: Service, database: Database) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 6})
    await act(service, ANN, game.code, "3")
    played = await act(service, BOB, game.code, "2")
    assert played.summary.outcome is not None
    # The last pebble was taken automatically, in one request with what Bob did.
    points = await service.admin.points(HELD, game.code)
    assert [point.number for point in points] == [1, 2]
    done = await service.admin.apply(HELD, game.code, Rollback(1))
    assert done.summary is not None
    assert done.summary.to_act == (1,)
    with pytest.raises(Refused, match="can go back to 0"):
        await service.admin.plan(HELD, game.code, Rollback(2))
    with pytest.raises(Refused, match="Nothing was played after that"):
        await service.admin.plan(HELD, game.code, Rollback(1))
    await sound(database, game.code)


@pytest.mark.usefixtures("notices_at_once")
async def test_a_newcomer_plays_on_and_is_told(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    await service.preferences.set_notice_settings(CLEO, {"where": "dm"})
    done = await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True))
    assert done.summary is not None
    assert done.summary.seats[0].person == CLEO
    assert done.summary.host == CLEO
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert "notice" in sender.kinds()
    with pytest.raises(Refused, match="You do not play"):
        await act(service, ANN, game.code, "1")
    await act(service, CLEO, game.code, "1")
    await sound(database, game.code)
    with pytest.raises(Refused, match="has a seat in game"):
        await service.admin.plan(HELD, game.code, Replace(1, CLEO))
    with pytest.raises(Refused, match=r"They play .* already"):
        await service.admin.plan(HELD, game.code, Replace(0, CLEO))
    for seat in (2, -1):
        with pytest.raises(Refused, match="There is no such seat"):
            await service.admin.plan(HELD, game.code, Replace(seat, DAN))


async def test_forcing_obeys_the_rules(service: Service) -> None:
    game = await begun(service)
    for notation in ("@d3", "nonsense", "castle"):
        with pytest.raises(Refused):
            await service.admin.plan(HELD, game.code, Force(1, notation))
    offers = await service.admin.forcible(HELD, game.code, 1)
    assert "@e6" in [notation for notation, _ in offers]
    assert "resign" in [notation for notation, _ in offers]
    done = await service.admin.apply(HELD, game.code, Force(0, "resign"))
    assert done.summary is not None
    assert done.summary.status == "finished"


async def test_the_time_of_a_seat_runs_out(service: Service) -> None:
    game = await running(service, "nim", seats=2)
    with pytest.raises(Refused, match="Nothing is awaited"):
        await service.admin.plan(HELD, game.code, Pass(1))
    done = await service.admin.apply(HELD, game.code, Pass(0))
    assert done.summary is not None
    assert done.summary.to_act == (1,)


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
        (running_game.code, Clock()),
        (running_game.code, Clock(hours=100_000)),
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


async def test_a_record_comes_in_as_a_game(service: Service, database: Database) -> None:
    game = await begun(service)
    record = await service.archive.record(game.code, secrets=True)
    operation = Import(record, (CLEO, DAN), 11, 12)
    before = await everything(database)
    draft, plan = await service.admin.draft(HELD, None, operation)
    assert plan.summary is None
    assert await everything(database) == before
    cause = new_cause()
    done = await service.admin.confirm(HELD, draft, cause=cause)
    again = await service.admin.confirm(HELD, draft, cause=cause)
    assert done.summary is not None
    assert again.summary is not None
    assert (again.repeated, again.summary.code) == (True, done.summary.code)
    assert done.summary.status == "paused"
    for person in (CLEO, DAN):
        (asked,) = await service.invitations.open_to(person)
        await service.invitations.accept(person, asked.id, cause=new_cause())
    summary = await service.reading.summary(done.summary.code)
    assert (summary.status, [seat.person for seat in summary.seats]) == ("active", [CLEO, DAN])
    await act(service, DAN, done.summary.code, SAMPLE[5])
    await sound(database, done.summary.code)
    with pytest.raises(Refused, match="2 players"):
        await service.admin.plan(HELD, None, Import(record, (CLEO,), 11, 12))
    with pytest.raises(Refused, match="into the server"):
        await service.admin.plan(HELD, None, Import(record, (CLEO, DAN), 99, 12))


async def test_the_card_of_a_record_tells_no_round_that_was_taken_back(
    service: Service, database: Database
) -> None:
    players = (ANN, BOB, CLEO, DAN)
    game = await opened(service, "gods")
    for person in players[1:]:
        await service.lobby.join(person, game.code, cause=new_cause())
    for person in players:
        await act(service, person, game.code, "ready")
    await service.admin.apply(HELD, game.code, Rollback(0))
    record = await service.archive.record(game.code, secrets=True)
    done = await service.admin.apply(AT_HAND, None, Import(record, players, 11, 12, at_once=True))
    assert done.summary is not None
    async with database.reading() as unit:
        partition = f"game:{done.summary.id}"
        (row,) = await unit.outbox.waiting(partition, "card", after=0)
    card = msgspec.json.decode(row.payload, type=PostCard)
    assert (card.summary_lines, card.step_summary) == (("the game goes on from its record",), None)


async def test_a_record_is_played_again_beside_the_loop_and_before_the_transaction(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(service)
    record = await service.archive.record(game.code, secrets=True)
    seen = []

    def watched(*args: Any, **kwargs: Any) -> Imported:
        seen.append((threading.current_thread() is threading.main_thread(), database._under_way.count))
        return play_import(*args, **kwargs)

    monkeypatch.setattr("bot.service.admin.usecases.play_import", watched)
    draft, _ = await service.admin.draft(HELD, None, Import(record, (CLEO, DAN), 11, 12))
    done = await service.admin.confirm(HELD, draft, cause=new_cause())
    assert done.summary is not None
    await sound(database, done.summary.code)
    assert seen == [(False, 0), (False, 0)]


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
    newest = (await service.admin.facts(HELD, game.code)).audit
    assert [entry.act for entry in newest] == [*["repost"] * 3, "rollback", "resume"]
    assert [entry.code for entry in await service.admin.audit(HELD)] == [game.code] * 6
    assert await service.admin.audit(ELSEWHERE) == []
    with pytest.raises(Refused, match="at most 500"):
        await service.admin.draft(HELD, game.code, Pause(), "x" * 501)


async def test_facts_hold_no_secrets(service: Service, database: Database) -> None:
    game = await running(service, "sealed")
    await act(service, BOB, game.code, "seal 7")
    await service.admin.apply(AT_HAND, game.code, Pause())
    async with database.reading() as unit:
        row = await unit.games.by_code(game.code)
    assert row is not None
    for operator in (HELD, PLAYING, AT_HAND):
        facts = await service.admin.facts(operator, game.code)
        assert facts.sound
        # Who has no part in it may take a seat later, and is not told either how much is done in secret.
        assert (facts.last_seq is None) == (operator != AT_HAND)
        assert [entry.events for entry in facts.audit] == [None if operator != AT_HAND else ANY]
        audit = await service.admin.audit(operator, game.code)
        assert [entry.events for entry in audit] == [None if operator != AT_HAND else ANY]
        result = repr(facts)
        assert "seal 7" not in result
        assert (row.seed or "?") not in result


async def test_the_newcomer_gets_the_hand_and_who_left_gets_nothing_more(
    service: Service, database: Database, clock: ManualClock
) -> None:
    key = next(key for key, engine in ENGINES.items() if engine.hand is not None)
    game = await running(service, key, seats=2)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    async with database.reading() as unit:
        shown = await unit.outbox.posted(game.id, f"user:{ANN.id}", "hand")
    before = len(sender.delivered)
    await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True))
    await outbox.drain()
    hands = [one.payload for one in sender.delivered[before:] if isinstance(one.payload, ShowHand)]
    assert [hand.person_id for hand in hands] == [CLEO.id]
    (away,) = (one for one in sender.delivered[before:] if isinstance(one.payload, ClearHand))
    assert shown is not None
    assert away.message_id == shown.message_id
    with pytest.raises(Refused):
        await service.reading.hand(game.code, ANN)
    held, _ = await service.reading.hand(game.code, CLEO)
    assert hands[0].text == held


async def test_what_still_waits_for_who_left_a_seat_is_not_brought(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """The hand, and the word that one is awaited with what one holds, were on their way when Cleo came."""
    game = await running(service, "pouch", seats=2)
    await service.preferences.set_notice_settings(ANN, {"where": "dm"})
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True))
    await outbox.drain()
    delivered = {
        delivery.payload.person_id for delivery in sender.delivered if isinstance(delivery.payload, ShowHand)
    }
    assert delivered == {BOB.id, CLEO.id}
    assert "hand_away" not in sender.kinds()


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


async def test_a_game_under_changed_rules_goes_back_no_further_than_they_reach(
    database: Database, clock: ManualClock
) -> None:
    service = Service(database, ALL, clock, Random(3))
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    changed = {**ALL, "nim": assembled(NimOfTheFuture())}
    later = Service(database, changed, clock, Random(3))
    await act(later, BOB, game.code, "2")
    assert [point.number for point in await later.admin.points(HELD, game.code)] == [1]
    done = await later.admin.apply(HELD, game.code, Rollback(0))
    assert done.summary is not None
    assert done.summary.to_act == (1,)
    assert await later.archive.inconsistency(game.code) is None


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


class NimOfTheFuture(Nim):
    """Tells what is taken otherwise, so that no old log replays."""

    info = msgspec.structs.replace(Nim.info, rules_version=2)

    def write(self, action: Any) -> str:
        text = super().write(action)
        return f"take {text}" if text.isdigit() else text

    def read(self, state: Any, seat: int, text: str) -> Any:
        return super().read(state, seat, text.removeprefix("take "))


async def test_a_lobby_that_moves_into_a_thread_waits_there(service: Service, database: Database) -> None:
    """The thread is its channel: a thread of its own is opened when it starts."""
    game = await opened(service)
    await service.admin.apply(AT_HAND, game.code, Move(11, 12, 79))
    async with database.reading() as unit:
        row = await unit.games.by_code(game.code)
    assert row is not None
    assert (row.channel_id, row.thread_id) == (79, None)
    running_game = await begun(service)
    await service.admin.apply(AT_HAND, running_game.code, Move(11, 12, 79))
    async with database.reading() as unit:
        row = await unit.games.by_code(running_game.code)
    assert row is not None
    assert (row.channel_id, row.thread_id) == (12, 79)
