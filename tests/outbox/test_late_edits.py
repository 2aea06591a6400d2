"""A process that was frozen in the middle of an edit: whatever it changes when it thaws, the newest state is
what people see in the end.
"""

import asyncio
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot.outbox import claims
from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.purging import RECEIPTS_KEPT
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.service.values.payloads import ClearHand, PostCard, PostLobby, ShowHand
from bot.store.database import Database
from engines.contract import Value
from tests.manual_clock import ManualClock
from tests.outbox.attempting import attempt
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_refresh import ready
from tests.service.actors import ANN, BOB, CLEO, FOUR, act, begun, four, new_cause, opened, running
from tests.service.admin.operators import AT_HAND
from tests.service.repair.broken import execute


class Frozen(Outbox):
    """The outbox of another process, which is frozen as soon as it has claimed something."""

    def __init__(self, database: Database, sender: FakeSender, clock: ManualClock) -> None:
        super().__init__(database, sender, clock, owner="frozen")
        self._time = clock

    async def claimed_edit(self, kind: type[Value] = Value) -> Delivery:
        """An edit, of this kind, whose lease has run out by now."""
        claimed = await self._claims.claim(8)
        edit = next(one for one in claimed if one.message_id is not None and isinstance(one.payload, kind))
        self._time.advance(claims.LEASE)
        return edit


@pytest.fixture
def frozen(database: Database, sender: FakeSender, clock: ManualClock) -> Frozen:
    """A process that is frozen."""
    return Frozen(database, sender, clock)


async def arrived(
    outbox: Outbox, edit: Delivery, sender: FakeSender
) -> tuple[asyncio.Task[int], asyncio.Event]:
    """Let an edit reach Discord; the attempt has its answer when the event is set."""
    there, answer, deliver = asyncio.Event(), asyncio.Event(), sender.deliver

    async def wait_for_answer(delivery: Delivery) -> Receipt:
        receipt = await deliver(delivery)
        there.set()
        await answer.wait()
        return receipt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sender, "deliver", wait_for_answer)
        task = asyncio.create_task(attempt(outbox, edit))
        await there.wait()
    return task, answer


async def stopped(outbox: Outbox, edit: Delivery, sender: FakeSender) -> None:
    """Stop the process when its edit has reached Discord, before it has the answer."""
    task, _ = await arrived(outbox, edit, sender)
    task.cancel()
    await asyncio.wait([task])


def shown(sender: FakeSender, message_id: int | None) -> Delivery:
    """What a message shows: what was delivered to it last."""
    assert message_id is not None
    return [one for one in sender.delivered if one.message_id == message_id][-1]


@pytest.mark.parametrize("waits", [False, True])
async def test_a_card_shows_all_marks(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender, waits: bool
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    edit = await frozen.claimed_edit()
    await outbox.drain()
    await act(service, BOB, game.code, "ready")
    if not waits:
        await outbox.drain()
    await attempt(frozen, edit)
    await outbox.drain()
    assert ready(shown(sender, edit.message_id)) == [True, True, False, False]
    assert sender.kinds().count("card") == 1


async def test_a_card_shows_all_marks_where_the_process_is_stopped_before_discord_answers(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    edit = await frozen.claimed_edit()
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    await stopped(frozen, edit, sender)
    await outbox.drain()
    assert ready(shown(sender, edit.message_id)) == [True, True, False, False]


async def test_a_card_shows_what_is_being_shown_while_the_late_edit_arrives(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    edit = await frozen.claimed_edit()
    await outbox.drain()
    await act(service, BOB, game.code, "ready")
    (newer,) = await outbox._claims.claim(8)
    task, answer = await arrived(outbox, newer, sender)
    await attempt(frozen, edit)
    answer.set()
    await task
    await outbox.drain()
    assert ready(shown(sender, edit.message_id)) == [True, True, False, False]


async def test_a_lobby_shows_who_joined(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game = await opened(service, "gods")
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    edit = await frozen.claimed_edit()
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    await outbox.drain()
    await attempt(frozen, edit)
    await outbox.drain()
    newest = shown(sender, edit.message_id).payload
    assert isinstance(newest, PostLobby)
    people = [seat.person for seat in newest.summary.seats]
    assert [one.id for one in people if one] == [ANN.id, BOB.id, CLEO.id]


async def test_a_hand_shows_what_is_held(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game, other = await running(service, "pouch"), await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "lay 3")
    edit = await frozen.claimed_edit()
    await outbox.drain()
    await act(service, ANN, game.code, "tuck 0")
    await act(service, ANN, other.code, "lay 3")
    await outbox.drain()
    await attempt(frozen, edit)
    await outbox.drain()
    newest = shown(sender, edit.message_id).payload
    assert isinstance(newest, ShowHand)
    assert newest.text == "Pouch: []"


async def test_a_hand_stays_cleared_when_somebody_else_plays_the_seat(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "lay 3")
    edit = await frozen.claimed_edit()
    await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True), cause=new_cause())
    await outbox.drain()
    cleared = shown(sender, edit.message_id).payload
    assert isinstance(cleared, ClearHand)
    await attempt(frozen, edit)
    await outbox.drain()
    newest = shown(sender, edit.message_id).payload
    assert isinstance(newest, ClearHand)
    assert newest.text == cleared.text


async def test_a_hand_stays_cleared_when_its_owner_is_out(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    """Every player of the set-up holds something else once they have chosen."""
    game = await begun(service, "reef", BOB, CLEO)
    await outbox.drain()
    choices = await service.play.choices(BOB, game.code)
    await act(service, BOB, game.code, choices.offers[0].notation)
    edit = await frozen.claimed_edit(ShowHand)
    await act(service, BOB, game.code, "resign")
    await outbox.drain()
    await attempt(frozen, edit)
    await outbox.drain()
    newest = shown(sender, edit.message_id).payload
    assert isinstance(newest, ClearHand)
    assert "You are out of this game" in newest.text


@pytest.mark.parametrize("broken", ["rules_version = 99", "key = 'chess'"])
async def test_what_shows_a_game_of_other_rules_is_not_made_by_these(
    service: Service, outbox: Outbox, frozen: Frozen, database: Database, broken: str
) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "lay 3")
    edit = await frozen.claimed_edit()
    await outbox.drain()
    await execute(database, f"UPDATE games SET {broken}")
    with capture_logs() as logs:
        assert await attempt(frozen, edit) == 0
    assert [line["log_level"] for line in logs] == ["warning"]
    assert await outbox.drain() == 0


async def test_a_late_edit_of_a_card_that_another_follows_repeats_nothing(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    edit = await frozen.claimed_edit()
    for person in FOUR[1:]:
        await act(service, person, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]
    assert await attempt(frozen, edit) + await outbox.drain() == 0


async def test_an_edit_in_time_is_made_once(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    (edit,) = await outbox._claims.claim(8)
    assert await attempt(outbox, edit) + await outbox.drain() == 0
    await act(service, BOB, game.code, "ready")
    (edit,) = await outbox._claims.claim(8)
    await stopped(outbox, edit, sender)
    await outbox._claims.release()
    assert await outbox.drain() == 1


async def test_what_is_no_edit_is_not_repeated(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    (card,) = await frozen._claims.claim(8)
    clock.advance(claims.LEASE)
    assert isinstance(card.payload, PostCard)
    assert await outbox.drain() == 2
    assert await attempt(frozen, card) + await outbox.drain() == 0


async def test_an_edit_whose_receipt_is_gone_is_not_repeated(
    service: Service, outbox: Outbox, frozen: Frozen, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    edit = await frozen.claimed_edit()
    await outbox.drain()
    clock.advance(RECEIPTS_KEPT + timedelta(seconds=1))
    await outbox._purging.purge()
    with capture_logs() as logs:
        assert await attempt(frozen, edit) == 0
    assert "delivery_taken_over_by_another" in [line["event"] for line in logs]
    assert "error" not in [line["log_level"] for line in logs]
    assert await outbox.drain() == 0
