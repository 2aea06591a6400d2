"""`/admin` with the real client: who finds it, the dry run, the confirmation, and what the table sees."""

import asyncio
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import CannotStart
from bot.store.database import Database
from engines.registry import ENGINES
from sandbox.driver import Interaction, Person, Sandbox
from sandbox.driver.seen_message import SeenMessage
from sandbox.errors import Refusal
from sandbox.world.permissions import ATTACH_FILES, MANAGE_GUILD
from tests.wire.hosting import DROPS, ROOT, SAMPLE, Host, Table
from tests.wire.test_every_game import opened

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
async def table(sandbox: Sandbox, host: Host) -> Table:
    """A running game of Ann and Bob; Cleo may manage the server."""
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    sandbox.promote(sandbox.person("Cleo"), MANAGE_GUILD)
    return table


async def shown(person: Person, table: Table, act: str, **options: object) -> SeenMessage:
    """The dry run of an act."""
    asked = await person.slash(f"admin {act}", options, channel=table.thread)
    plan = asked.reply
    assert plan.ephemeral
    assert "Nothing has been done yet" in plan.text, plan.text
    return plan


async def done(person: Person, table: Table, act: str, **options: object) -> Interaction:
    """An act, confirmed; the answer."""
    pressed = await person.click(await shown(person, table, act, **options), "Do it")
    assert "✅" in pressed.reply.text, pressed.reply.text
    return pressed


async def test_only_administrators_find_it(sandbox: Sandbox, table: Table) -> None:
    with pytest.raises(Refusal):
        await table.bob.slash("admin pause", channel=table.thread)
    await table.ann.slash("admin show", channel=table.thread)


async def test_a_button_does_nothing_for_who_lost_the_role(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    plan = await shown(cleo, table, "pause")
    sandbox.promote(cleo, 0)
    pressed = await cleo.click(plan, "Do it")
    assert "Only people who may manage this server" in (await pressed.message(0)).text
    await table.move(table.ann, SAMPLE[8])


async def test_pause_and_resume(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    before = await table.card()
    plan = await shown(cleo, table, "pause", why="a *holiday*")
    assert "active → paused" in plan.text
    assert await table.card() == before
    await cleo.click(plan, "Do it")
    card = await table.card(after=before)
    assert "is paused" in card.text
    refused = await table.ann.slash("move", {"notation": SAMPLE[8]}, channel=table.thread)
    assert "paused" in refused.reply.text
    await done(cleo, table, "resume")
    await table.card(after=card)
    await table.move(table.ann, SAMPLE[8])
    audit = (await cleo.slash("admin audit", {"game": table.code}, channel=table.thread)).reply.text
    assert "**resume**" in audit
    assert r"a \*holiday\*" in audit


async def test_a_repeated_press_counts_once(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    plan = await shown(cleo, table, "force", seat="White", action=SAMPLE[8])
    before = len(table.cards())
    sandbox.deliver_twice()
    await cleo.click(plan, "Do it")
    await sandbox.wait_for(lambda: len(table.cards()) > before, what="the card")
    audit = (await cleo.slash("admin audit", {"game": table.code}, channel=table.thread)).reply.text
    assert audit.count("**force**") == 1
    await table.move(table.bob, SAMPLE[9])
    assert len(table.cards()) == before + 2


async def test_rollback_completes_with_what_was_played(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    offered = await cleo.autocomplete("admin rollback", {}, focused="to", channel=table.thread)
    assert offered[0] == {"name": "8 · Bob (Black) @e5", "value": 8}
    assert offered[-1]["value"] == 0
    before = await table.card()
    await done(cleo, table, "rollback", to=2)
    card = await table.card(after=before)
    assert "An admin rolls the game back" in card.text
    await table.move(table.ann, SAMPLE[2])


async def test_force_completes_with_what_is_legal(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    seats = await cleo.autocomplete("admin force", {}, focused="seat", channel=table.thread)
    assert [seat["value"] for seat in seats] == ["White", "Black"]
    offered = await cleo.autocomplete(
        "admin force", {"seat": "White", "action": "c3-"}, focused="action", channel=table.thread
    )
    assert any(one["value"] == SAMPLE[8] for one in offered)
    refused = await cleo.slash("admin force", {"seat": "White", "action": "a1-a2"}, channel=table.thread)
    assert "Nothing has been done yet" not in refused.reply.text


async def test_a_game_whose_thread_and_channel_are_gone_goes_on_elsewhere(
    sandbox: Sandbox, table: Table
) -> None:
    sandbox.delete_channel(table.thread)
    sandbox.delete_channel("games")
    ann = table.ann
    asked = await ann.slash(
        "admin move-thread",
        {"game": table.code, "channel": sandbox.channel("off-topic")},
        channel="general",
    )
    await ann.click(asked.reply, "Do it")
    await sandbox.wait_for(lambda: sandbox.threads("off-topic"), what="the new thread")
    thread = sandbox.threads("off-topic")[-1]
    assert thread.name.startswith(table.code)
    table.thread = thread
    await table.card()
    await table.move(ann, SAMPLE[8])


async def test_what_the_bot_lacks_where_a_game_is_to_go_is_told_first(sandbox: Sandbox, table: Table) -> None:
    plan = await shown(table.ann, table, "move-thread", channel=sandbox.channel("off-topic"))
    assert "lack" not in plan.text
    sandbox.deny("off-topic", ATTACH_FILES)
    plan = await shown(table.ann, table, "move-thread", channel=sandbox.channel("off-topic"))
    assert "I lack permissions there, so the game may stay unseen: attach files." in plan.text


async def test_another_server_has_no_part_in_it(sandbox: Sandbox, table: Table) -> None:
    bob = table.bob  # owns the second server
    asked = await bob.slash("admin pause", {"game": table.code}, channel="Second Table/table")
    assert "There is no game" in asked.reply.text
    offered = await bob.autocomplete("admin pause", {}, focused="game", channel="Second Table/table")
    assert offered == []


async def test_looking_and_records(sandbox: Sandbox, table: Table) -> None:
    cleo, eve = sandbox.person("Cleo"), sandbox.person("Eve")
    facts = (await cleo.slash("admin show", channel=table.thread)).reply.text
    assert "replays to this position" in facts
    listed = (await cleo.slash("admin list", {"status": "running"}, channel=table.thread)).reply.text
    assert table.code in listed
    exported = (await cleo.slash("admin export", channel=table.thread)).reply
    data = await exported.file(0)
    assert json.loads(data)["seed"] is None
    asked = await cleo.slash(
        "admin import", {"file": data, "player1": cleo, "player2": eve}, channel="off-topic"
    )
    await cleo.click(asked.reply, "Do it")
    await sandbox.wait_for(lambda: sandbox.threads("off-topic"), what="the thread of the imported game")
    broken = await cleo.slash("admin import", {"file": b"{nonsense", "player1": cleo}, channel="off-topic")
    assert "not a game record" in broken.reply.text


async def test_an_announcement_pings_nobody(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    await done(cleo, table, "announce", text="Down at noon, @everyone and " + table.bob.mention)
    text = await sandbox.message(table.thread, lambda look: "Down at noon" in look.text)
    assert text.mentions == []


async def test_the_clock_and_the_end(sandbox: Sandbox, table: Table) -> None:
    cleo = sandbox.person("Cleo")
    plan = await shown(cleo, table, "clock", hours=48)
    assert "→ 48" in plan.text
    left = (await cleo.click(plan, "Leave it")).reply
    assert "✅" not in left.text
    before = await table.card()
    await done(cleo, table, "cancel", why="nobody plays")
    card = await table.card(after=before)
    assert "called off" in card.text
    assert "Move" not in card.labels


@pytest.mark.slow
async def test_the_command_line_mends_a_game_while_the_bot_runs(
    sandbox: Sandbox, host: Host, table: Table
) -> None:
    before = await table.card()
    environment = {**os.environ, "DATABASE_URL": host.settings.database_url, "LOG_LEVEL": "ERROR"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "admin", "rollback", table.code, "--to", "2", "--yes"),
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
    )
    result, _ = await process.communicate()
    assert process.returncode == 0
    assert b"6 actions are taken back" in result
    # The bot looks for what other processes have put into the outbox every 15 seconds.
    card = await sandbox.message(table.thread, lambda look: "rolls the game back" in look.text, after=before)
    assert card.mentions == ["Ann"]
    await table.move(table.ann, SAMPLE[2])


async def test_an_owner_reaches_the_games_of_every_server(sandbox: Sandbox, tmp_path: Path) -> None:
    host = Host(sandbox, tmp_path)
    bob = sandbox.person("Bob")
    host.settings = replace(host.settings, owners=frozenset({bob.id}))
    try:
        await host.start()
        table = await Table.opened(sandbox)
        wish = {"game": table.code}
        asked = await bob.slash("admin pause", wish, channel="Second Table/table")
        await bob.click(asked.reply, "Do it")
        await sandbox.message(table.thread, lambda look: "is paused" in look.text)
        listed = await bob.slash("admin list", {"everywhere": True}, channel="Second Table/table")
        assert table.code in listed.reply.text
        listed = await bob.slash("admin list", channel="Second Table/table")
        assert table.code not in listed.reply.text
    finally:
        await host.stop()


async def test_owners_who_are_nobody_on_discord_are_named_at_the_start(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    host = Host(sandbox, tmp_path)
    ann, bot = sandbox.person("Ann").id, sandbox.world.bot.id
    host.settings = replace(host.settings, owners=frozenset({5, ann, bot}))
    with pytest.raises(CannotStart) as caught:
        await host.start()
    assert str(caught.value).splitlines() == [
        "OWNERS names 5, which is nobody on Discord: write the id of a user.",
        f"OWNERS names {bot}, which is a bot: write the id of a user.",
    ]


async def test_who_plays_administers_blindfold(sandbox: Sandbox, host: Host) -> None:
    """Ann owns the server and plays; Cleo manages it and does not."""
    key = next(key for key, engine in ENGINES.items() if engine.info.hidden and engine.info.min_seats == 2)
    thread, (ann, _) = await opened(sandbox, key)
    cleo = sandbox.person("Cleo")
    sandbox.promote(cleo, MANAGE_GUILD)
    seats = await ann.autocomplete("admin force", {}, focused="seat", channel=thread)
    (his,) = [seat["value"] for seat in seats if "Bob" in seat["name"]]
    (hers,) = [seat["value"] for seat in seats if "Ann" in seat["name"]]

    async def offered(person: Person, seat: str) -> list[object]:
        wish = {"seat": seat, "action": ""}
        return list(await person.autocomplete("admin force", wish, focused="action", channel=thread))

    assert await offered(ann, his) == []
    assert await offered(ann, hers) != []
    assert await offered(cleo, his) != []
    refused = await ann.slash("admin force", {"seat": his, "action": "resign"}, channel=thread)
    assert "ask another admin" in refused.reply.text
    code = thread.name.split()[0]
    seed = await the_seed(host, code)
    for person in (ann, cleo):
        exported = (await person.slash("admin export", channel=thread)).reply
        shown = (await person.slash("admin show", channel=thread)).reply.text
        assert seed not in shown
        for number in range(len(exported.files)):
            assert seed.encode() not in await exported.file(number)


async def the_seed(host: Host, code: str) -> str:
    """The secret of a game, from the database."""
    database = Database(host.settings.database_url)
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
    await database.close()
    assert row is not None
    assert row.seed is not None
    return row.seed
