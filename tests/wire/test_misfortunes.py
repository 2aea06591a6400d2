"""People leave, rights are taken away, and texts mean no good: each has an answer."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.store import storage
from sandbox.driver import Sandbox
from sandbox.world.threads import start_thread
from tests.service.test_database_unavailable import tear
from tests.wire.hosting import Host, Table, hosted

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SEND_IN_THREADS, SEND, ATTACH = 1 << 38, 1 << 11, 1 << 15


async def test_without_rights_players_are_told_and_the_card_waits(
    sandbox: Sandbox, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    table = await Table.opened(sandbox)
    first = await table.card()
    sandbox.deny("games", SEND_IN_THREADS | SEND | ATTACH)
    answer = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert "✅" in answer.reply.text
    assert "I lack permissions" in answer.reply.text
    assert "attach files" in answer.reply.text
    await sandbox.wait_for(lambda: "delivery_put_off" in caplog.text or None, what="the card to be refused")
    (result,) = [one for one in caplog.records if "delivery_put_off" in one.getMessage()][:1]
    assert result.levelname == "WARNING"
    assert "delivery_dropped" not in caplog.text
    # The old card stays to be pressed, and shows the present board.
    assert "Move" in first.labels
    assert (await table.bob.click(first, "Board")).reply.files
    sandbox.deny("games", 0)
    card = await table.card(after=first)
    assert card.mentions == [], "he has been told by direct message"
    answer = await table.bob.slash("move", {"notation": "@c5"}, channel=table.thread)
    assert "permissions" not in answer.reply.text
    assert (await table.card(after=card)).mentions == ["Ann"]


async def test_a_game_goes_on_by_direct_messages_while_no_card_can_be_posted(
    sandbox: Sandbox, host: Host
) -> None:
    table = await Table.opened(sandbox)
    sandbox.deny("games", SEND_IN_THREADS | SEND | ATTACH)
    await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    text = await table.bob.wait_for_dm(lambda look: "Your turn, though" in look.text)
    assert table.code in text.text
    assert text.labels == ["Move"]
    panel = await table.bob.click(text, "Move")
    assert "drop a soldier" in panel.reply.text
    move = {"notation": "@c5", "game": table.code}
    answer = await table.bob.slash("move", move, channel=table.bob.dm_channel)
    assert "✅" in answer.reply.text
    text = await table.ann.wait_for_dm(lambda look: "Your turn, though" in look.text)
    assert text.labels == ["Move"]


async def test_the_mover_and_who_owns_the_server_are_told_what_is_lacking(
    sandbox: Sandbox, host: Host
) -> None:
    table = await Table.opened(sandbox)
    sandbox.deny("games", SEND_IN_THREADS)
    here = {"notation": "@d3", "game": table.code}
    answer = await table.ann.slash("move", here, channel=table.ann.dm_channel)
    assert "I cannot post" not in answer.reply.text, "nobody knows that yet"
    await table.ann.wait_for_dm(lambda look: "What you played stands. I cannot post the card" in look.text)
    # The server is hers.
    text = await table.ann.wait_for_dm(lambda look: "I cannot post in" in look.text)
    assert "I lack permissions in the channel" in text.text
    there = {"notation": "@c5", "game": table.code}
    answer = await table.bob.slash("move", there, channel=table.bob.dm_channel)
    assert "I cannot post the card where this is played: I lack permissions" in answer.reply.text
    assert len([look for look in table.ann.dms if "I cannot post in" in look.text]) == 1


async def test_a_game_whose_thread_is_deleted_goes_on_in_its_channel_with_consent(
    sandbox: Sandbox, host: Host
) -> None:
    table = await Table.opened(sandbox)
    sandbox.delete_channel(table.thread)
    text = await table.ann.wait_for_dm(lambda look: "Your turn, though" in look.text)
    assert text.labels == ["Move"]
    # The server is hers.
    offer = await table.ann.wait_for_dm(lambda look: "Should games" in look.text)
    assert table.code in offer.text
    played = await table.ann.slash("move", {"notation": "@d3", "game": table.code}, channel="general")
    assert "✅" in played.reply.text
    await table.bob.wait_for_dm(lambda look: "Your turn, though" in look.text)
    assert not [look for look in sandbox.messages("games") if "Board" in look.labels]
    consent = await table.ann.click(offer, "Go on in the channel")
    assert table.code in consent.reply.text
    card = await sandbox.message("games", lambda look: "Board" in look.labels)
    assert "d3" in card.text
    assert card.mentions == [], "Bob has been told by direct message"
    panel = await table.bob.click(card, "Move")
    assert panel.reply.text


@pytest.mark.parametrize("whole", [False, True], ids=["thread", "channel"])
async def test_a_game_that_was_opened_in_a_thread_goes_on_when_it_is_deleted(
    sandbox: Sandbox, host: Host, whole: bool
) -> None:
    aside = start_thread(sandbox.world, sandbox.channel("games"), "Aside", sandbox.person("Ann").id)
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash("roses new", {"seat": "White"}, channel=aside)
    lobby = await sandbox.message(aside, lambda look: "Join" in look.labels)
    await bob.click(lobby, "Join")
    await sandbox.message(aside, lambda look: "Board" in look.labels)
    sandbox.delete_channel("games" if whole else aside)
    text = await ann.wait_for_dm(lambda look: "Your turn, though" in look.text)
    assert text.labels == ["Move"]


async def test_a_card_that_somebody_deletes_is_posted_anew(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    await host.delivered()
    sandbox.delete_message(card)
    again = await table.card(after=card)
    await host.delivered()
    assert again.files
    assert "(White) drops a soldier" in again.text
    assert table.ann.mention in again.text or "Ann" in again.text
    assert again.mentions == [], "named, not pinged"
    # It was deleted at once again: whoever looks has it posted.
    sandbox.delete_message(again)
    shown = await table.ann.slash("game show", channel=table.thread)
    assert "Move" in shown.reply.labels
    third = await table.card(after=again)
    panel = await table.ann.click(shown.reply, "Move")
    assert ":choose:" in str(panel.reply.buttons) or panel.reply.text
    # It is there now: looking once more posts nothing.
    await table.ann.slash("game moves", channel=table.thread)
    await host.delivered()
    assert [look.id for look in table.cards()] == [third.id]


async def test_cards_that_are_deleted_many_at_once_are_posted_anew(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5")
    await host.delivered()
    cards = table.cards()
    sandbox.delete_message(*cards)
    again = await table.card(after=cards[-1])
    await host.delivered()
    assert table.cards() == [again], "the newest alone"
    assert again.mentions == []
    assert "drops a soldier on c5" in again.text


def kept(file: Path) -> int:
    """How many deliveries are kept until somebody changes something."""
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM outbox WHERE blocked_at IS NOT NULL").fetchone()
    return int(count)


@pytest.mark.parametrize("mended", ["channel", "role"])
async def test_what_waits_comes_when_permissions_are_given_in_a_channel_or_to_a_role(
    sandbox: Sandbox, host: Host, mended: str
) -> None:
    table = await Table.opened(sandbox)
    first = await table.card()

    def allow(*, given: bool) -> None:
        if mended == "role":
            sandbox.change_roles("games", SEND_IN_THREADS, given=given)
        else:
            sandbox.deny("games", 0 if given else SEND_IN_THREADS)

    allow(given=False)
    here = {"notation": "@d3", "game": table.code}
    await table.ann.slash("move", here, channel=table.ann.dm_channel)
    await sandbox.wait_for(lambda: kept(host.file) or None, what="the card to be kept")
    await table.bob.wait_for_dm(lambda look: "Your turn, though" in look.text)
    allow(given=True)
    # Nobody does anything in the server, and the next try would be in five minutes.
    assert (await table.card(after=first)).mentions == [], "Bob has been told by direct message"


@pytest.mark.parametrize("kicked", [True, False], ids=["kicked", "outage"])
async def test_a_server_that_is_away_is_left_alone_until_it_is_back(
    sandbox: Sandbox, host: Host, caplog: pytest.LogCaptureFixture, kicked: bool
) -> None:
    table = await Table.opened(sandbox)
    card = await table.card()
    (sandbox.kick_bot if kicked else sandbox.take_away)("games")
    await sandbox.wait_for(lambda: "server_away" in caplog.text or None, what="the bot to hear of it")
    move = {"notation": "@d3", "game": table.code}
    answer = await table.ann.slash("move", move, channel=table.ann.dm_channel)
    assert "I am not in that server at present" in answer.reply.text
    if not kicked:
        text = await table.bob.wait_for_dm(lambda look: "Your turn, though" in look.text)
        assert text.labels == ["Move"]
    assert "delivery_put_off" not in caplog.text, "nothing was tried"
    (sandbox.invite_bot if kicked else sandbox.bring_back)("games")
    assert (await table.card(after=card)).mentions == [], "he is told by direct message, once"
    assert "delivery_put_off" not in caplog.text


async def test_a_player_who_leaves_the_server_stops_nobody(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.bob.slash("game settings", {"where": "dm"})
    card = await table.card()
    guild = sandbox.guild("games")
    sandbox.world.leave(guild, sandbox.world.users[table.bob.id])
    answer = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert "✅" in answer.reply.text
    card = await table.card(after=card)
    assert "Bob" in card.text or f"<@{table.bob.id}>" in card.text
    shown = await table.ann.slash("game show", channel=table.thread)
    assert "Bob" in shown.reply.text
    history = await table.ann.slash("game history", channel=table.thread)
    assert "@d3" in history.reply.text


async def test_text_that_means_no_good_pings_nobody(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    nasty = "@everyone <@1> </game:1> ``` \u202e ' OR 1=1 \ufffd" * 5
    commands = {
        "move": {"notation": nasty},
        "game show": {"game": nasty},
    }
    for name, options in commands.items():
        with_answer = await table.ann.slash(name, options, channel=table.thread)
        assert with_answer.reply.text
        assert "went wrong" not in with_answer.reply.text
    for look in sandbox.messages(table.thread):
        assert "everyone" not in look.mentions
    assert (await table.ann.slash("game show", channel=table.thread)).reply.files


async def test_a_database_that_is_locked_is_told_in_a_sentence(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(storage, "_BUSY_SECONDS", 0)
    async with hosted(sandbox, tmp_path) as host:
        table = await Table.opened(sandbox)
        before = await table.card()
        file = make_url(host.settings.database_url).database
        with closing(sqlite3.connect(str(file), isolation_level=None, timeout=20)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
            assert "cannot be reached" in refused.reply.text
            assert (await table.ann.slash("game show", channel=table.thread)).reply.files
            other.execute("ROLLBACK")
        assert "database_unavailable" in caplog.text
        assert "request_failed" not in caplog.text
        played = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
        assert "✅" in played.reply.text
        await table.card(after=before)


async def test_a_database_that_is_torn_takes_no_move_and_the_bot_stays(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosted(sandbox, tmp_path) as host:
        table = await Table.opened(sandbox)
        await host.delivered()
        await asyncio.to_thread(tear, host.file)
        refused = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
        assert "went wrong on our side" in refused.reply.text
        assert "Reference" in refused.reply.text
        assert "database_damaged" in caplog.text
        assert sandbox.gateway.online


async def test_a_server_that_does_not_speak_of_shards_is_served_by_one(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Not every Discord-compatible server has /gateway/bot."""
    sandbox.fail(404, "GET", "/gateway/bot")
    async with hosted(sandbox, tmp_path):
        await Table.opened(sandbox)
