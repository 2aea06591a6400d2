"""Invitations with the real client: by direct message and by command, accepted, declined, expired."""

from datetime import timedelta
from pathlib import Path

import pytest

from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.permissions import MANAGE_GUILD
from tests.manual_clock import SetClock
from tests.wire.hosting import DROPS, SAMPLE, Host, Table, hosted

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
async def table(sandbox: Sandbox, host: Host) -> Table:
    """A running game of Ann and Bob; Cleo may manage the server."""
    return await administered(sandbox)


async def administered(sandbox: Sandbox) -> Table:
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    sandbox.promote(sandbox.person("Cleo"), MANAGE_GUILD)
    return table


async def invited(sandbox: Sandbox, table: Table, seat: str = "White", who: str = "Eve") -> Person:
    """Cleo invites Eve; the seat stays as it is."""
    cleo, person = sandbox.person("Cleo"), sandbox.person(who)
    plan = await cleo.slash("admin replace", {"seat": seat, "player": person}, channel=table.thread)
    assert f"{who} is invited to the seat of " in plan.reply.text
    assert f"({seat})" in plan.reply.text
    before = len(table.cards())
    assert "✅" in (await cleo.click(plan.reply, "Do it")).reply.text
    assert len(table.cards()) == before
    return person


def asks(look: SeenMessage) -> bool:
    return "invites you to play" in look.text


async def test_who_accepts_plays(sandbox: Sandbox, table: Table) -> None:
    eve = await invited(sandbox, table)
    asked = await eve.wait_for_dm(asks)
    assert f"{sandbox.person('Cleo').mention} invites you to play **White**" in asked.text
    assert asked.labels == ["Accept", "Decline"]
    # Until then Ann plays on.
    await table.move(table.ann, SAMPLE[8])
    before = await table.card()
    sandbox.deliver_twice()
    await eve.click(asked, "Accept")
    card = await table.card(after=before)
    assert "Eve (White) takes over the seat" in card.text
    text = await eve.wait_for_dm(lambda look: "✅ You play **White**" in look.text)
    assert (text.id, text.labels) == (asked.id, [])
    await table.move(table.bob, SAMPLE[9])
    await table.move(eve, SAMPLE[10])
    refused = await table.ann.slash("move", {"notation": SAMPLE[11]}, channel=table.thread)
    assert "You do not play" in refused.reply.text
    shown = (await sandbox.person("Cleo").slash("admin show", channel=table.thread)).reply.text
    assert "replays to this position" in shown


async def test_who_declines_is_not_asked_again(sandbox: Sandbox, table: Table) -> None:
    eve = await invited(sandbox, table)
    asked = await eve.wait_for_dm(asks)
    await eve.click(asked, "Decline")
    assert (await eve.wait_for_dm(lambda look: "You have declined" in look.text)).labels == []
    cleo = sandbox.person("Cleo")
    await cleo.wait_for_dm(lambda look: f"{eve.mention} has declined to play **White**" in look.text)
    again = await cleo.slash("admin replace", {"seat": "Black", "player": eve}, channel=table.thread)
    assert "The person asked to play Black cannot be invited by you" in again.reply.text
    await table.move(table.ann, SAMPLE[8])


async def test_an_invitation_expires(sandbox: Sandbox, tmp_path: Path) -> None:
    clock = SetClock()
    async with hosted(sandbox, tmp_path, clock) as host:
        table = await administered(sandbox)
        eve = await invited(sandbox, table)
        asked = await eve.wait_for_dm(asks)
        await host.delivered()
        await host.stop()
        clock.set_forward(timedelta(days=7, minutes=1))
        await host.start()
        await sandbox.person("Cleo").wait_for_dm(lambda look: "has not answered in time" in look.text)
        pressed = await eve.click(asked, "Accept")
        assert "This invitation has expired" in (await pressed.message(0)).text
        assert (await eve.wait_for_dm(asks)).labels == ["Accept", "Decline"]


async def test_an_invitation_is_found_where_direct_messages_are_closed(
    sandbox: Sandbox, table: Table
) -> None:
    sandbox.person("Eve").close_dms()
    eve = await invited(sandbox, table)
    listed = (await eve.slash("game lobby invitations", channel="general")).reply
    assert asks(listed)
    assert listed.ephemeral
    accepted = await eve.slash("game lobby invitations", {"answer": "accept"}, channel="general")
    assert "✅ You play **White**" in accepted.reply.text
    await table.move(eve, SAMPLE[8])


async def test_who_has_left_the_server_is_not_seated(sandbox: Sandbox, table: Table) -> None:
    cleo, dan = sandbox.person("Cleo"), sandbox.new_person("Dan")
    guild = sandbox.guild("games")
    eve = await invited(sandbox, table)
    asked = await eve.wait_for_dm(asks)
    sandbox.promote(cleo, 0)
    pressed = await eve.click(asked, "Accept")
    assert "no longer manages that server" in (await pressed.message(0)).text
    sandbox.promote(cleo, MANAGE_GUILD)
    sandbox.world.leave(guild, eve.user)
    pressed = await eve.click(asked, "Accept")
    assert "You are not a member of the server" in (await pressed.message(0)).text
    await table.move(table.ann, SAMPLE[8])
    sandbox.world.leave(guild, dan.user)
    refused = await cleo.slash("admin replace", {"seat": "White", "player": dan}, channel=table.thread)
    assert "Dan is not a member of the server" in refused.reply.text


async def test_an_imported_game_begins_when_all_have_accepted(sandbox: Sandbox, table: Table) -> None:
    cleo, eve = sandbox.person("Cleo"), sandbox.person("Eve")
    data = await (await cleo.slash("admin export", channel=table.thread)).reply.file(0)
    wish = {"file": data, "player1": eve, "player2": table.bob}
    asked = await cleo.slash("admin import", wish, channel="off-topic")
    assert "The game waits until all who are invited have accepted" in asked.reply.text
    await cleo.click(asked.reply, "Do it")
    await sandbox.wait_for(lambda: sandbox.threads("off-topic"), what="the thread of the imported game")
    thread = sandbox.threads("off-topic")[-1]
    copy = Table(sandbox, thread)
    card = await copy.card()
    assert "is paused" in card.text
    assert card.mentions == []
    for person in (eve, table.bob):
        await person.click(await person.wait_for_dm(asks), "Accept")
        card = await copy.card(after=card)
    assert card.mentions == ["Eve"]
    await copy.move(eve, SAMPLE[8])
