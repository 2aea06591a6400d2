"""Turns of many actions: one card a turn, brought up to date, and nothing that happened is lost from it."""

from collections.abc import Awaitable
from dataclasses import replace

import msgspec
import pytest

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Act, Move, Pause, Replace, Repost
from bot.service.facade import Service
from bot.service.values.payloads import PostCard
from bot.store.database import Database
from engines.contract import AnyEngine
from tests.engines.tae.table import load
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, CLEO, HERE, act, new_cause, running
from tests.service.admin.operators import AT_HAND


async def newest(database: Database, code: str) -> PostCard:
    """What the newest card shows by now."""
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        assert row.card_outbox_id is not None
        delivery = await unit.outbox.get(row.card_outbox_id)
        assert delivery is not None
        return msgspec.json.decode(delivery.payload, type=PostCard)


async def test_actions_of_a_turn_share_a_card(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "pouch")
    for text in ("lay 3", "lay 0", "grab"):
        await act(service, ANN, game.code, text)
        await outbox.drain()
    assert sender.kinds().count("card") == 1
    shown = await newest(database, game.code)
    assert shown.summary_lines == ("Hop is at it",) * 3
    assert shown.summary.public_version == (await service.reading.summary(game.code)).public_version
    await act(service, ANN, game.code, "done")
    await outbox.drain()
    assert sender.kinds().count("card") == 2
    assert (await newest(database, game.code)).summary.to_act == (1,)


async def test_what_everybody_may_know_is_picked_on_the_card(
    service: Service, outbox: Outbox, database: Database
) -> None:
    game = await running(service, "nim", options={"heap": 6})
    picks = (await newest(database, game.code)).first_picks
    assert [(pick.token, pick.label) for pick in picks] == [("1", "1"), ("2", "2"), ("3", "3")]
    await act(service, ANN, game.code, "3")
    await act(service, BOB, game.code, "1")
    assert [pick.label for pick in (await newest(database, game.code)).first_picks] == ["1", "2"]
    await service.play.restore_card(game.code)
    await outbox.drain()
    assert len((await newest(database, game.code)).first_picks) == 2
    await act(service, ANN, game.code, "resign")
    assert (await newest(database, game.code)).first_picks == (), "the game is over"
    hidden = await running(service, "pouch")
    assert (await newest(database, hidden.code)).first_picks == ()


@pytest.fixture
def near_its_end(engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of TaE end with their first turn."""
    state = load("r@H5", artifacts="A1 B1", hands={"bow": {"settler": 6}})
    for known in (engines, ALL):
        monkeypatch.setitem(known, "tae", replace(known["tae"], set_up=lambda *_: state))


@pytest.mark.usefixtures("near_its_end")
async def test_the_end_within_a_turn_has_a_card_of_its_own_with_the_final_scoring(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "tae", seats=2)
    for text in ("colony settler P1", "colony settler P2"):
        await act(service, ANN, game.code, text)
        await outbox.drain()
    assert sender.kinds().count("card") == 2
    last = await newest(database, game.code)
    assert last.summary.status == "finished"
    assert last.step_summary is not None
    assert "lowest first" in last.step_summary.text


@pytest.mark.parametrize("posted", ["at once", "together"])
async def test_a_card_says_what_stands_and_once_that_something_was_taken_back(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, posted: str
) -> None:
    """It listed each action that was taken back, and each time that one was."""

    async def did(what: Awaitable[object]) -> None:
        await what
        if posted == "at once":
            await outbox.drain()

    game = await running(service, "pouch")
    await did(act(service, ANN, game.code, "lay 3"))
    for _ in range(2):
        await did(act(service, ANN, game.code, "lay 0"))
        await did(service.undo.take_back(ANN, game.code, cause=new_cause()))
    await did(act(service, ANN, game.code, "lay 0"))
    await outbox.drain()
    assert sender.kinds().count("card") == 1
    shown = (await newest(database, game.code)).summary_lines
    assert shown == ("Hop is at it", "Hop has taken something back", "Hop is at it")


async def test_what_waited_is_told_by_what_supersedes_it(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    for text in ("lay 0", "done"):
        await act(service, ANN, game.code, text)
    await act(service, BOB, game.code, "lay 4")
    await outbox.drain()
    assert sender.kinds().count("refresh") == 2
    assert (await newest(database, game.code)).summary_lines == (*("Hop is at it",) * 2, "Sip is at it")


async def test_giving_up_is_told_by_a_card_of_its_own(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    await act(service, BOB, game.code, "resign")
    await outbox.drain()
    assert sender.kinds().count("card") == 2
    assert (await newest(database, game.code)).summary.outcome is not None


def of_the_table(sender: FakeSender) -> list[str]:
    """What was done with cards, hands left out."""
    return [kind for kind in sender.kinds() if kind in {"card", "refresh", "strip"}]


@pytest.mark.parametrize(
    "act_of_admin", [Repost(), Replace(0, CLEO, at_once=True), Pause(), Move(HERE.guild_id, 99)]
)
async def test_what_an_admin_does_within_a_turn_has_a_card_of_its_own(
    act_of_admin: Act, service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    for text in ("lay 3", "lay 0"):
        await act(service, ANN, game.code, text)
        await outbox.drain()
    assert of_the_table(sender)[-1] == "refresh"
    await service.admin.apply(AT_HAND, game.code, act_of_admin)
    await outbox.drain()
    # Posted below whatever was written since, in the new place, pinging whoever is new; the old one is dead.
    assert of_the_table(sender)[-2:] == ["card", "strip"]
    if not isinstance(act_of_admin, Pause):
        sitting = (await service.reading.summary(game.code)).seats[0].person
        assert sitting is not None
        await act(service, sitting, game.code, "grab")
        await outbox.drain()
        assert of_the_table(sender)[-1] == "refresh"
