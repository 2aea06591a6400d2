"""Plans over the wire: made by pressing, played when it comes to that, dropped by a surprise."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from engines.tae import setup as rules
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.engines.tae.table import load
from tests.manual_clock import ManualClock
from tests.wire.hosting import Host, Table, hosted
from tests.wire.tae_table import HANDS, WAR, TaeTable
from tests.wire.test_clocks import passed

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SOON = timedelta(seconds=90)


@pytest.fixture
async def host(sandbox: Sandbox, tmp_path: Path, clock: ManualClock) -> AsyncIterator[Host]:
    """A host whose clock the test moves on."""
    async with hosted(sandbox, tmp_path, clock) as host:
        yield host


async def plans_of(person: Person, card: SeenMessage) -> SeenMessage:
    """The list of plans, by the button under the answer to a press that comes too early."""
    early = (await person.click(card, "Move")).reply
    assert early.ephemeral
    assert "not your turn" in early.text
    return (await person.click(early, "Plan ahead")).reply


async def pick(person: Person, panel: SeenMessage, value: str) -> SeenMessage:
    """A pick of the panel in which a plan is put together."""
    ids = [str(button["custom_id"]) for button in panel.buttons]
    return (await person.click(panel, next(one for one in ids if one.endswith(f"/{value}")))).reply


async def test_a_plan_is_played_and_another_one_falls(
    sandbox: Sandbox, host: Host, clock: ManualClock
) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    panel = (await table.bob.click(await plans_of(table.bob, card), "If they play…")).reply
    assert panel.files
    panel = await pick(table.bob, panel, "d3")
    listed = await pick(table.bob, panel, "c5")
    assert "then you play @c5" in listed.text.replace("*", "")
    listed = (await table.bob.click(listed, "Whatever happens…")).reply
    listed = await pick(table.bob, listed, "b4")
    assert "2. Whatever happens" in listed.text

    await table.move(table.ann, "@d3")
    answer = await table.card(after=card)
    assert answer.mentions == ["Bob"]
    assert "planned" not in answer.text
    await host.delivered()
    await passed(sandbox, clock, SOON)
    played = await table.card(after=answer)
    assert "Bob (Black) had planned that ahead" in played.text
    assert played.mentions == ["Ann"]

    # The second plan comes to nothing, for Bob plays himself.
    await table.move(table.ann, "@c2")
    answer = await table.card(after=played)
    await table.move(table.bob, "@d5")
    await table.card(after=answer)
    await host.delivered()
    await passed(sandbox, clock, SOON)
    text = await table.bob.wait_for_dm(lambda look: "What you had planned will not be played" in look.text)
    assert "@b4: you have played yourself." in text.text.replace("`", "")
    assert not any("planned" in look.text for look in table.ann.dms)


async def test_in_a_game_with_secrets_one_plans_for_whatever_happens_and_leaves_combats_out(
    sandbox: Sandbox, host: Host, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "deal", lambda *_: load(*WAR, hands=HANDS, artifacts="A1 B1 C1"))
    table = await TaeTable.opened(sandbox)
    ann, bob = table.people
    first = await table.card()
    listed = await plans_of(bob, first)
    assert "If they play…" not in listed.labels
    listed = (await bob.click(listed, "Pass for me")).reply
    assert "reinforce 0" in listed.text
    typed = await bob.slash("game plan-ahead", {"action": "colony miner F8"}, channel=table.thread)
    assert "Whatever happens" in typed.reply.text

    await table.do(ann, "colony settler I5")
    combat = await table.card(after=first)
    await host.delivered()
    await passed(sandbox, clock, SOON)
    await table.marked(combat, "Pot) 1")
    assert "planned" not in combat.text
    await table.do(ann, "reinforce 0")
    result = await table.card(after=combat, says="wins")
    await table.do(ann, "end")
    turn = await table.card(after=result)
    assert turn.mentions == ["Bob"]
    await host.delivered()
    await passed(sandbox, clock, SOON)
    await sandbox.wait_for(lambda: "had planned that ahead" in turn.text, what="the plan to be played")
    gone = await bob.slash("game plan-ahead", channel=table.thread)
    assert (gone.reply.labels, "Whatever happens" in gone.reply.text) == (["Move", "Close"], False)
