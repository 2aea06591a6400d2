"""Less common trouble: refused commands, tokens, lobbies and threads that vanish, buttons of the past."""

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import DROPS, SAMPLE, Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
async def late_host(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Host]:
    """A host that has not started yet."""
    host = Host(sandbox, tmp_path)
    yield host
    await host.stop()


async def test_commands_are_published_until_discord_takes_them(sandbox: Sandbox, late_host: Host) -> None:
    sandbox.fail(503, "PUT", "/applications/*/commands", times=2)
    await late_host.start()
    await Table.opened(sandbox)


async def test_a_card_refused_for_a_passing_reason_comes_later(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    sandbox.fail(408, "POST", "/channels/*/messages")
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert "d3" in (await table.card(after=before)).text


async def test_the_secret_is_promised_first_and_shown_last(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    first = (await table.bob.slash("game record verify", channel=table.thread)).reply.text
    promise = first.split("SHA-256 of the secret of the draw: `")[1][:64]
    assert "The secret:" not in first
    card = await table.card()
    await table.ann.slash("game resign", {"sure": True}, channel=table.thread)
    await table.card(after=card)
    last = (await table.bob.slash("game record verify", {"hash": promise}, channel=table.thread)).reply.text
    secret = last.split("The secret: `")[1][:64]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == promise
    assert "✅" in last
    wrong = (await table.bob.slash("game record verify", {"hash": "0" * 64}, channel=table.thread)).reply.text
    assert "❌" in wrong
    assert promise in wrong


async def test_an_old_consent_is_no_consent(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5", "@c2")
    card = await table.card()
    await table.ann.slash("game undo", {"answer": "ask"}, channel=table.thread)
    asked = await table.card(after=card)
    yes = asked.custom_id("Allow the undo", (2,))
    sandbox.hold("PATCH", "/channels/*/messages/*", times=20)
    await table.bob.slash("game undo", {"answer": "refuse"}, channel=table.thread)
    await table.bob.slash("move", {"notation": "@d5"}, channel=table.thread)
    await table.ann.slash("move", {"notation": "@c3"}, channel=table.thread)
    late = (await table.bob.click(asked, yes)).reply
    sandbox.faults.clear()
    assert "This position has passed" in late.text
    history = (await table.bob.slash("game history", channel=table.thread)).reply.text
    assert "back to" not in history


async def test_a_button_of_another_version_says_so(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    button = next(one for one in card.components if one.get("label") == "Rules")
    button["custom_id"] = button["custom_id"].replace("rules", "dance")
    assert "another version" in (await table.ann.click(card, "Rules")).reply.text


async def test_the_board_in_words_keeps_its_columns(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    board = (await table.bob.slash("game show", {"text": True}, channel=table.thread)).reply
    assert board.text.count("```") == 2


async def test_a_lobby_card_deleted_by_hand_does_not_cost_the_thread(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("roses new", {"seat": "White"})
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    sandbox.delete_message(lobby)
    await bob.slash("game join")
    await sandbox.wait_for(lambda: sandbox.threads("games") or None, what="the thread")
    await sandbox.message(sandbox.threads("games")[0], lambda look: "Move" in look.labels)


async def test_a_wrong_value_is_answered_with_the_right_ones(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    options = {"first": "c2", "second": "c3", "direction": "north"}
    reply = (await table.ann.slash("roses translate", options, channel=table.thread)).reply
    assert "`direction` is one of" in reply.text
    assert "ne" in reply.text


async def test_resigning_by_notation_asks_first(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    reply = (await table.ann.slash("move", {"notation": "Resign"}, channel=table.thread)).reply
    assert "/game resign" in reply.text
    assert "Move" in (await table.card()).labels


@pytest.mark.slow
async def test_killed_again_and_again(sandbox: Sandbox, late_host: Host) -> None:
    """Kills at random moments of a fast game: no accepted move is lost, none is doubled, nor any card."""
    rng = random.Random(7)
    await late_host.start_process()
    table = await Table.opened(sandbox)
    for ply, notation in enumerate(SAMPLE):
        mover = (table.ann, table.bob)[ply % 2]
        await mover.slash("move", {"notation": notation}, channel=table.thread, wait="nothing")
        if ply in {3, 8, 13}:
            await asyncio.sleep(rng.random() * 0.05)
            await late_host.kill()
            await late_host.start_process()
            history = (await mover.slash("game history", channel=table.thread)).reply.text
            if f"`{ply + 1:>3}`" not in history:
                await mover.slash("move", {"notation": notation}, channel=table.thread)
        await sandbox.wait_for(
            lambda ply=ply: len(table.cards()) >= ply + 2 or None,  # type: ignore[misc] # a default per round
            what=f"the card of ply {ply + 1}",
        )
    assert "castle" in (await table.card()).text
    assert len(table.cards()) == len(SAMPLE) + 1
    await sandbox.wait_for(
        lambda: all("Move" not in look.labels for look in table.cards()) or None, what="old buttons to go"
    )


async def test_in_the_thread_of_a_finished_game_no_other_game_is_meant(sandbox: Sandbox, host: Host) -> None:
    over = await Table.opened(sandbox)
    card = await over.card()
    await over.bob.slash("game resign", {"sure": True}, channel=over.thread)
    await over.card(after=card)
    running = await Table.opened(sandbox)
    for command, options in (("move", {"notation": "@d3"}), ("game resign", {"sure": True})):
        reply = (await over.ann.slash(command, options, channel=over.thread)).reply
        assert "✅" not in reply.text
        assert "over" in reply.text
    assert len(running.cards()) == 1
    history = (await over.ann.slash("game history", channel=over.thread)).reply
    assert over.code in history.text


async def test_a_card_given_up_leaves_the_old_one_its_buttons(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    first = await table.card()
    sandbox.fail(403, "POST", "/channels/*/messages")
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    await sandbox.wait_for(lambda: sandbox.records.statuses[403] or None, what="the refused card")
    assert "Move" in first.labels
    await table.bob.slash("move", {"notation": "@c5"}, channel=table.thread)
    await table.card(after=first)
    await sandbox.wait_for(lambda: not first.labels, what="the old card to lose its buttons")
