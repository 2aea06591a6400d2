"""The process dies at every point of moves, rounds, combats and hands, in every game: nothing shows of it."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeVar

import msgspec
import pytest
from sqlalchemy import func, select

from bot.outbox.worker import Outbox
from bot.service.admin.acts import (
    Act,
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
from bot.service.admin.records import play_through, store
from bot.service.facade import Service
from bot.service.notices import notifications
from bot.service.people.persons import ensure_person
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostCard, RefreshCard, RemoveButtons, ShowHand
from bot.service.values.request import Person
from bot.store.models import EventRow, OutboxRow
from engines import record
from engines.record import Made
from engines.registry import ENGINES
from tests.crashes import Crash, FragileDatabase
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.records import FOLDER, golden_record, longest
from tests.service.actors import ADA, ALL, ANN, BOB, CLEO, DAN, EVE, HERE, ZOE, game_row, new_cause, sound
from tests.service.admin.operators import HELD, audited

pytestmark = pytest.mark.slow

T = TypeVar("T")
EVENTFUL = {
    "roses": ("castle", 3, 17),
    "flicflac": ("captures", 20, 43),
    "gods": ("highest-of-fallen", 0, 16),
    "reef": ("four", 3, 20),
    "tae": ("wars", 8, 30),
}
"""The most eventful part of a golden game: captures and the end of a game; secret rounds and their
settlement; tiles that go to a hand and out of it; a combat with reinforcements."""


def part_of(key: str) -> tuple[record.Record, int, int]:
    """A golden game, and which of its entries are played while the process dies.

    Of games that name none the last of the longest one.
    """
    if key in EVENTFUL:
        name, first, last = EVENTFUL[key]
        return record.read((FOLDER / key / f"{name}.json").read_bytes()), first, last
    whole = golden_record(longest(key))
    return whole, max(0, len(whole.entries) - 15), len(whole.entries)


class Mortal:
    """A host whose process dies at the first, second, third ... point of whatever it does."""

    def __init__(self, database: FragileDatabase, clock: ManualClock) -> None:
        self.database = database
        self.clock = clock
        self.service = Service(database, ALL, clock, Random(1))
        self.sender = FakeSender()
        self.sender.fuse = database.fuse
        self.deaths = 0

    async def act(self, person: Person, code: str, text: str) -> None:
        """An action, delivered again after each death until it comes through."""
        cause = new_cause()
        await self.survive(lambda: self.service.play.act(person, code, text, cause=cause))

    async def administer(self, code: str, act: Act) -> None:
        """An act, shown and confirmed; each is repeated after each death until it comes through."""
        draft, _ = await self.survive(lambda: self.service.admin.draft(HELD, code, act, "a test"))
        cause = new_cause()
        await self.survive(lambda: self.service.admin.confirm(HELD, draft, cause=cause))

    async def accept(self, person: Person) -> None:
        """The only invitation of a person, accepted; repeated after each death until it comes through."""
        (asked,) = await self.service.invitations.open_to(person)
        cause = new_cause()
        await self.survive(lambda: self.service.invitations.accept(person, asked.id, cause=cause))

    async def survive(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Let the request die at its first, second, third ... point until it dies no more."""
        for point in range(1, 100):
            self.database.fuse.set(point)
            try:
                result = await operation()
            except Crash:
                self.deaths += 1
                continue
            self.database.fuse.clear()
            return result
        raise AssertionError("it never comes through")

    async def deliver(self) -> None:
        """Empty the outbox; each death leaves the rest to a new process of the same name."""
        for point in range(1, 200):
            self.database.fuse.set(point)
            try:
                await Outbox(self.database, self.sender, self.clock).drain()
            except* Crash:
                self.deaths += 1
            if not self.database.fuse.blown:
                self.database.fuse.clear()
                return
        raise AssertionError("it never comes through")


async def begun(host: Mortal, whole: record.Record, entries: int, people: list[Person]) -> GameSummary:
    """A game that has come so far, its cards and hands delivered."""
    part = msgspec.structs.replace(whole, entries=whole.entries[:entries], outcome=None)
    now, rng = host.clock.now(), Random(2)
    imported = play_through(part, ENGINES[whole.game], HERE, rng=rng, now=now, threaded=True)
    async with host.database.transaction() as unit:
        await store(unit, imported, [await ensure_person(unit, person, now) for person in people], rng)
        notifications.open_thread(imported.live)
        game = await notifications.publish_with_hands(imported.live)
    await host.deliver()
    return game


@pytest.mark.parametrize("key", ENGINES)
async def test_administering_and_dying_at_every_point(
    key: str, fragile: FragileDatabase, clock: ManualClock
) -> None:
    """In the middle of a turn, a secret round, a combat."""
    whole, first, last = part_of(key)
    people = [ANN, BOB, DAN, EVE, ADA, ZOE][: len(whole.seats)]
    host = Mortal(fragile, clock)
    entries = (first + last) // 2
    game = await begun(host, whole, entries, people)
    coming = whole.entries[entries]
    assert isinstance(coming, Made)
    points = len(await host.service.admin.rollback_points(HELD, game.code))
    acts: list[Act] = [
        Pause(),
        Retime(hours=48),
        Resume(),
        Force(coming.seat, coming.text),
        Rollback(points),
        Replace(coming.seat, CLEO),
        Move(HERE.guild_id, 77),
        Repost(),
        Pass(),
        Rollback(0),
        Cancel(),
    ]
    for number, act in enumerate(acts, start=1):
        await host.administer(game.code, act)
        if isinstance(act, Replace):
            await host.accept(CLEO)
        await host.deliver()
        rows = await audited(fragile)
        assert [row.act for row in rows] == [name_of(one) for one in acts[:number]]
        await sound(fragile, game.code)
        row = await game_row(fragile, game.code)
        assert isinstance(act, Replace) or rows[-1].last_seq_after == row.last_seq
        # One card alone can be played on.
        shown = [one for one in host.sender.delivered if isinstance(one.payload, PostCard | RefreshCard)]
        payload = shown[-1].payload
        assert isinstance(payload, PostCard | RefreshCard)
        assert payload.summary.public_version == row.public_version
    assert host.deaths > 5 * len(acts)
    cards = [one for one in host.sender.delivered if isinstance(one.payload, PostCard)]
    stripped = {one.message_id for one in host.sender.delivered if isinstance(one.payload, RemoveButtons)}
    posted = list(dict.fromkeys(host.sender.message(one.nonce) for one in cards))
    assert stripped == set(posted[:-1])
    assert (await host.service.doctor.everything()).problems == ()


@pytest.mark.parametrize("key", ENGINES)
async def test_dying_at_every_point(key: str, fragile: FragileDatabase, clock: ManualClock) -> None:
    whole, first, last = part_of(key)
    people = [ANN, BOB, DAN, EVE, ADA, ZOE][: len(whole.seats)]
    host = Mortal(fragile, clock)
    game = await begun(host, whole, first, people)
    played = 0
    for entry in whole.entries[first:last]:
        assert isinstance(entry, Made)
        entries = (await host.service.archive.record(game.code, secrets=True)).entries
        if len(entries) > first + played:
            played += 1  # The host has made this one by itself.
            continue
        await host.act(people[entry.seat], game.code, entry.text)
        played += 1
        await host.deliver()
    assert host.deaths > (100 if key in EVENTFUL else 5 * played)

    # Every accepted action once, in order, and the log leads to the snapshot.
    assert (await host.service.archive.record(game.code, secrets=True)).entries == whole.entries[:last]
    await sound(fragile, game.code)
    async with fragile.reading() as unit:
        pending = select(func.count()).where(OutboxRow.status == "pending")
        assert await unit._session.scalar(pending) == 0
        causes = select(EventRow.cause).where(EventRow.cause.is_not(None))
        numbers = (await unit._session.scalars(causes)).all()
        assert len(numbers) == len(set(numbers))
    # Everybody sees the present card, each message once.
    summary = await host.service.reading.summary(game.code)
    shown = [
        delivery for delivery in host.sender.delivered if isinstance(delivery.payload, PostCard | RefreshCard)
    ]
    assert isinstance(shown[-1].payload, PostCard | RefreshCard)
    assert shown[-1].payload.summary.public_version == summary.public_version
    nonces = {
        delivery.nonce
        for delivery in host.sender.delivered
        if isinstance(delivery.payload, PostCard | ShowHand) and delivery.message_id is None
    }
    kinds = [kind for kind, _ in host.sender.seen]
    assert kinds.count("card") + kinds.count("hand") == len(nonces)
    assert kinds.count("thread") == 1
    # And every player, and the public, the position as it is.
    state = record.replay(msgspec.structs.replace(whole, entries=whole.entries[:last])).state
    for seat, person in enumerate(people):
        assert await host.service.reading.view(game.code, person) == ENGINES[key].view(state, seat)
