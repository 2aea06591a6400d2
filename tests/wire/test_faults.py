"""What goes wrong on the way to Discord and back: nothing accepted is lost, nothing visible is doubled."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from sandbox.driver import Interaction, Person, Sandbox
from tests.wire.hosting import DROPS, SAMPLE, Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]

CARDS = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"


async def test_a_command_delivered_twice_is_one_move(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    sandbox.deliver_twice()
    answer = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    await table.card(after=before)
    await table.move(table.bob, "@c5")
    assert "@d3" in answer.reply.text
    assert len(answer.messages) == 1
    assert len(table.cards()) == 3


async def test_a_click_delivered_twice_is_one_join(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("roses new", {"thread": True})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    sandbox.deliver_twice()
    answer = await bob.click(lobby, "Join")
    await sandbox.wait_for(lambda: lobby.thread_id, what="the thread")
    assert "have a seat" in answer.reply.text
    assert len(sandbox.threads("games")) == 1


async def test_what_is_refused_a_second_time_is_not_answered_so(sandbox: Sandbox, host: Host) -> None:
    ann, last = sandbox.person("Ann"), datetime.now(UTC).date() + timedelta(days=5)
    sandbox.deliver_twice()
    answer = await ann.slash("away", {"until": last.isoformat()})
    await ann.slash("away")
    assert "Your vacation: " in answer.reply.text


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_card_that_discord_did_not_take_comes_later(
    sandbox: Sandbox, host: Host, status: int
) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    if status == 429:
        sandbox.limit(0.1, "POST", CARDS)
    else:
        sandbox.fail(status, "POST", CARDS, times=2)
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    card = await table.card(after=before)
    assert "d3" in card.text
    assert len(table.cards()) == 2


async def test_a_card_whose_receipt_was_lost_is_not_posted_twice(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    sandbox.cut("POST", CARDS, after=True)
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    await table.card(after=before)
    await sandbox.wait_for(lambda: not before.labels, what="the old card to lose its buttons")
    assert len(table.cards()) == 2


async def test_a_thread_whose_receipt_was_lost_is_not_opened_twice(sandbox: Sandbox, host: Host) -> None:
    sandbox.cut("POST", "/channels/*/threads", after=True)
    sandbox.cut("POST", "/channels/*/messages/*/threads", after=True)
    table = await Table.opened(sandbox)
    await table.play("@d3")
    assert len(sandbox.threads("games")) == 1


async def test_an_answer_lost_on_the_way_loses_no_move(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    sandbox.cut("POST", CALLBACK)
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread, wait="nothing")
    assert "d3" in (await table.card(after=before)).text


async def test_an_interaction_that_comes_too_late_is_played_still(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    sandbox.deliver_late(4)
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread, wait="nothing")
    assert "d3" in (await table.card(after=before)).text


async def overtaken(sandbox: Sandbox, person: Person, notation: str, table: Table) -> Interaction:
    """A typed move that is under way until the test lets it arrive."""
    sandbox.lose()
    return await person.slash("move", {"notation": notation}, channel=table.thread, wait="nothing")


async def test_two_typed_commands_arrive_in_reverse_order(sandbox: Sandbox, host: Host) -> None:
    """Each is judged by the position that it meets; nothing is kept for when it would fit."""
    table = await Table.opened(sandbox)
    first = await table.card()
    late = await overtaken(sandbox, table.ann, "@d3", table)
    early = await table.bob.slash("move", {"notation": "@c5"}, channel=table.thread)
    assert "✅" not in early.reply.text
    sandbox.gateway.deliver(late.record)
    card = await table.card(after=first)
    assert "✅" in (await late.answered()).reply.text
    assert card.mentions == ["Bob"]
    await table.move(table.bob, "@c5")
    assert len(table.cards()) == 3
    # Both by one person: the second is played, and the first finds that somebody else is awaited.
    before = await table.card()
    late = await overtaken(sandbox, table.ann, "@c2", table)
    early = await table.ann.slash("move", {"notation": "@c3"}, channel=table.thread)
    assert "✅" in early.reply.text
    sandbox.gateway.deliver(late.record)
    assert "✅" not in (await late.answered()).reply.text
    assert "c3" in (await table.card(after=before)).text
    assert len(table.cards()) == 4


async def test_a_picture_is_drawn_only_after_the_acknowledgement(sandbox: Sandbox, host: Host) -> None:
    """So that a slow Discord is answered within its three seconds."""
    table = await Table.opened(sandbox)
    held = sandbox.hold("POST", CALLBACK)
    answer = await table.ann.slash("game show", channel=table.thread, wait="nothing")
    await sandbox.wait_for(lambda: held.hits)
    held.release()
    assert (await answer.answered()).reply.files
    acknowledged = [sent.body for sent in sandbox.records.requests("POST", CALLBACK)][-1]
    assert acknowledged == {"type": 5, "data": {"flags": 64}}


async def test_one_bad_gateway_on_the_acknowledgement(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    sandbox.fail(502, "POST", CALLBACK)
    answer = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert "@d3" in answer.reply.text


@pytest.mark.usefixtures("notices_at_once")
async def test_closed_direct_messages_are_tried_once(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.bob.slash("game settings", {"where": "dm"})
    table.bob.close_dms()
    await table.play("@d3")
    await sandbox.wait_for(lambda: sandbox.records.statuses[403], what="the refusal")
    await table.play("@c5", "@c2", "@d5", first=1)
    await host.delivered()
    assert sandbox.records.statuses[403] == 1
    assert (await table.card()).mentions == ["Ann"]


@pytest.mark.usefixtures("notices_at_once")
async def test_turn_messages_come_by_dm_where_they_are_wanted(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.bob.slash("game settings", {"where": "dm"})
    await table.move(table.ann, "@d3")
    message = await sandbox.wait_for(lambda: table.bob.dms[-1] if table.bob.dms else None, what="a message")
    assert table.code in message.text
    assert "you drop" in message.text


async def test_without_the_right_to_open_threads_the_channel_will_do(sandbox: Sandbox, host: Host) -> None:
    sandbox.deny("games", 1 << 35)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("roses new", {"seat": "White"})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    await bob.click(lobby, "Join")
    card = await sandbox.message("games", lambda look: "Board" in look.labels)
    await ann.slash("move", {"notation": "@d3"})
    assert "d3" in (await sandbox.message("games", lambda look: "Board" in look.labels, after=card)).text


async def test_cards_deleted_by_hand_do_not_stop_the_game(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    sandbox.delete_message(await table.card())
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert (await table.card()).mentions == ["Bob"]
    await table.move(table.bob, "@c5")
    assert (await table.card()).mentions == ["Ann"]


async def test_a_deleted_thread_leaves_the_game_playable(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    sandbox.delete_channel(table.thread)
    options = {"notation": "@d3", "game": table.code}
    answer = await table.ann.slash("move", options, channel="general")
    assert "@d3" in answer.reply.text
    shown = await table.bob.slash("game show", {"game": table.code}, channel="general")
    assert "Your turn: you drop" in shown.reply.text


async def test_a_dropped_gateway_is_taken_up_again(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    sandbox.gateway.drop()
    await table.move(table.ann, "@d3")
    assert (await table.card()).mentions == ["Bob"]


async def test_two_players_at_once_and_the_same_click_twice(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    answers = await asyncio.gather(
        table.ann.slash("move", {"notation": SAMPLE[8]}, channel=table.thread),
        table.ann.slash("move", {"notation": SAMPLE[8]}, channel=table.thread),
        table.bob.slash("move", {"notation": SAMPLE[9]}, channel=table.thread),
    )
    assert ["✅" in answer.reply.text for answer in answers[:2]].count(True) == 1
    assert all(answer.reply.ephemeral and answer.reply.text for answer in answers)
    history = (await table.ann.slash("game history", channel=table.thread)).reply.text
    assert history.count("c3-d4") == 1


async def test_an_old_panel_shows_the_present_position(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    panel = (await table.ann.click(card, "Move")).reply
    preview = (await table.ann.click(panel, "d3")).reply
    await table.play("@e4", "@c5")
    late = (await table.ann.click(preview, "Play it")).reply
    assert "passed" in late.text
    assert "d3" in late.labels
    assert len(table.cards()) == 3


async def test_a_hundred_commands_at_once(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    people = [sandbox.new_person(f"Guest {number}") for number in range(20)]
    shown = await asyncio.gather(
        *(person.slash("game show", channel=table.thread) for person in people for _ in range(5))
    )
    assert all(answer.reply.files for answer in shown)
