"""Somebody else plays on for a seat."""

import pytest

from bot.discord.formatting.markdown import jump_link
from bot.discord.posts.notices import notice_text
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.service.values.payloads import ClearHand, ShowHand, TurnNotice
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, DAN, act, running, sound
from tests.service.admin.operators import AT_HAND, HELD


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


async def test_who_loses_a_seat_is_told_and_so_is_who_gets_it_unasked(
    service: Service, database: Database, clock: ManualClock
) -> None:
    sender, game = FakeSender(), await running(service)
    outbox = Outbox(database, sender, clock)
    await service.admin.apply(AT_HAND, game.code, Replace(1, CLEO, at_once=True))
    # Black comes back to Bob before he is told, and goes to Dan for good.
    await service.admin.apply(AT_HAND, game.code, Replace(1, BOB, at_once=True))
    await service.admin.apply(AT_HAND, game.code, Replace(0, DAN, at_once=True))
    await outbox.drain()
    notices = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    told = {(one.person_id, one.occasion, notice_text(one).split("\n")[1]) for one in notices}
    link = f" {jump_link(game)}"
    no_more = "You do not play {} any more: another player has the seat now."
    assert (ANN.id, "replaced", no_more.format("White") + link) in told
    assert (CLEO.id, "replaced", no_more.format("Black") + link) in told
    assert (BOB.id, "seated", f"You have been given a seat: you play Black now.{link}") in told
    assert {one.person_id for one in notices if one.occasion == "replaced"} == {ANN.id, CLEO.id}
    await service.privacy.forget(BOB.id)
    await service.admin.apply(AT_HAND, game.code, Replace(1, ANN, at_once=True))
    before = len(sender.delivered)
    await outbox.drain()
    assert not any("another player" in str(one.payload) for one in sender.delivered[before:])
