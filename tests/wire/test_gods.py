"""The Four Gods over the wire: four people at once, secrets that stay secret, rounds that settle once."""

import asyncio
import random
import re
from pathlib import Path

import pytest

from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.records import Shown
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import Host, hosted

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SNOWFLAKE, TIME = re.compile(rb"\d{17,20}"), re.compile(rb"<t:\d+:R>")


def cards(table: GodsTable) -> list[SeenMessage]:
    """All cards of a game, the oldest first."""
    return [look for look in table.sandbox.messages(table.thread) if look.files]


async def in_round(table: GodsTable, number: int) -> SeenMessage:
    """Wait for the card of a round, or the last one."""
    return await table.sandbox.message(
        table.thread, lambda look: f"· round {number}\n" in look.text or "🏁" in look.text
    )


async def marked(table: GodsTable, *gods: str) -> SeenMessage:
    """Wait until the newest card shows that just these are ready."""

    def shown(look: SeenMessage) -> bool:
        return "Board" in look.labels and all(
            (f"{person.name} ({name}), " in look.alt_texts[0])
            and ((name in gods) == bool(re.search(rf"\({name}\), −?\d+ EP, ready", look.alt_texts[0])))
            for name, person in zip(("RED", "BLUE", "GREEN", "ORANGE"), people(table), strict=True)
        )

    return await table.sandbox.message(table.thread, shown)


def archived(table: GodsTable) -> bool:
    return table.thread.thread is not None and table.thread.thread.archived


def people(table: GodsTable) -> tuple[Person, Person, Person, Person]:
    return table.red, table.blue, table.green, table.orange


async def by_command(table: GodsTable, person: Person, rng: random.Random) -> None:
    """Plan by command in the thread, then ready."""
    choices = await person.autocomplete("gods plan", focused="actions", channel=table.thread)
    # To who has fallen, the only choice says so.
    offered = [choice["value"] for choice in choices if choice["value"] != "?"]
    if offered:
        actions = rng.choice(offered)
        result = (await person.slash("gods plan", {"actions": actions}, channel=table.thread)).reply
        assert result.ephemeral
        assert actions in result.text
        assert "price" in result.text
        await person.slash("gods ready", channel=table.thread)


async def by_panel(table: GodsTable, person: Person, panel: SeenMessage, rng: random.Random) -> None:
    """Press some toggles, then Ready."""
    assert panel.ephemeral
    for _ in range(2):
        others = {"Ready", "Clear", "Look", "Plan ahead"}
        pressed = rng.choice([label for label in panel.labels if label not in others])
        after = (await person.click(panel, pressed)).reply
        assert f"✓ {pressed}" in after.labels or pressed.removeprefix("✓ ") in after.labels
        panel = after
    await person.click(panel, "Ready")


async def from_card(table: GodsTable, person: Person, rng: random.Random) -> None:
    panel = (await person.click(await table.card(), "Plan")).reply
    if "Ready" in panel.labels:
        await by_panel(table, person, panel, rng)


async def from_message(table: GodsTable, person: Person, rng: random.Random) -> None:
    panel = (await person.slash("gods plan", channel=person.dm_channel)).reply
    if "Ready" in panel.labels:
        await by_panel(table, person, panel, rng)


async def by_notation(table: GodsTable, person: Person, rng: random.Random) -> None:
    offered = await person.autocomplete("move", {"notation": "A"}, focused="notation", channel=table.thread)
    text = rng.choice(offered)["value"] if offered else "none"
    await person.slash("move", {"notation": text}, channel=person.dm_channel)
    await person.slash("gods ready", {"on": True}, channel=person.dm_channel)


@pytest.mark.slow
async def test_a_whole_game_of_four_at_once(sandbox: Sandbox, host: Host) -> None:
    """By commands, panels, and direct messages, all at the same time: one card a round."""
    table = await GodsTable.opened(sandbox, start=20)
    rng = random.Random(4)
    ways = (by_command, from_card, from_message, by_notation)
    for number in range(1, 60):
        card = await in_round(table, number)
        if "🏁" in card.text:
            break
        assert len(cards(table)) == number
        await asyncio.gather(
            *(way(table, person, rng) for way, person in zip(ways, people(table), strict=True))
        )
    else:
        pytest.fail("it never ended")
    over = await table.card()
    assert "Play again" in over.labels
    assert not over.mentions
    last = len(cards(table)) - 1
    result = (await sandbox.person("Eve").slash("gods history", {"round": 1}, channel=table.thread)).reply
    assert "**Round 1**" in result.text
    assert result.files
    latest = (await table.red.slash("gods history", channel=table.thread)).reply
    assert f"**Round {last}**" in latest.text
    for old in cards(table)[:-1]:
        await sandbox.wait_for(lambda old=old: not old.labels, what="the old card to lose its buttons")  # type: ignore[misc]


async def test_ready_marks_come_and_go_on_the_card_and_ping_nobody(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    card = await table.card()
    assert card.mentions == ["Ann", "Bob", "Cleo", "Dan"]
    await table.red.slash("gods ready", channel=table.thread)
    assert await marked(table, "RED") == card
    panel = (await table.blue.click(card, "Plan")).reply
    await table.green.slash("gods ready", channel=table.thread)
    assert await marked(table, "RED", "GREEN") == card
    panel = (await table.blue.click(panel, "Attack Ann (RED)")).reply
    assert "✓ Attack Ann (RED)" in panel.labels, "marks of others leave a panel as it is"
    panel = (await table.blue.click(panel, "Ready")).reply
    assert "✓ Ready" in panel.labels
    await marked(table, "RED", "BLUE", "GREEN")
    await table.red.slash("gods ready", {"on": False}, channel=table.thread)
    assert await marked(table, "BLUE", "GREEN") == card
    assert len(cards(table)) == 1
    sandbox.delete_message(card)
    await table.red.slash("gods ready", channel=table.thread)
    anew = await marked(table, "RED", "BLUE", "GREEN")
    assert anew != card
    assert not anew.mentions
    await table.orange.slash("gods ready", channel=table.thread)
    await in_round(table, 2)
    await sandbox.wait_for(lambda: not anew.labels or None, what="the old card to lose its buttons")
    assert len(cards(table)) == 2


async def test_marks_are_kept_in_a_thread_that_discord_has_archived(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    card = await table.card()
    await table.red.slash("gods ready", channel=table.thread)
    await marked(table, "RED")
    sandbox.clock.advance(8 * 24 * 3600)
    assert archived(table)
    await table.blue.slash("gods ready", {"game": table.code}, channel="games")
    assert await marked(table, "RED", "BLUE") == card, "it is edited, after the thread was opened again"
    assert not archived(table)
    # What somebody has closed stays so: the mark is kept, and shown on the next card.
    assert table.thread.thread is not None
    table.thread.thread.archived, table.thread.thread.archived_at = True, sandbox.clock.now()
    await table.green.slash("gods ready", {"game": table.code}, channel="games")
    await table.orange.slash("gods ready", {"game": table.code}, channel="games")
    await in_round(table, 2)
    assert len(cards(table)) == 2


async def test_switches_keep_to_what_is_allowed(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    panel = (await table.red.slash("gods plan", channel=table.thread)).reply
    for label in ("Attack Bob (BLUE)", "Defend against Bob (BLUE)", "Defend against Cleo (GREEN)"):
        panel = (await table.red.click(panel, label)).reply
    assert "You attack Bob (BLUE) and defend against Bob (BLUE) and Cleo (GREEN)." in panel.text
    assert "That costs 4: 56 of 60 EP are left" in panel.text
    assert set(panel.labels) == {
        "✓ Attack Bob (BLUE)",
        "✓ Defend against Bob (BLUE)",
        "✓ Defend against Cleo (GREEN)",
        "Ready",
        "Clear",
        "Look",
        "Plan ahead",
    }
    panel = (await table.red.click(panel, "✓ Defend against Bob (BLUE)")).reply
    assert "You attack Bob (BLUE) and defend against Cleo (GREEN)." in panel.text
    panel = (await table.red.click(panel, "Clear")).reply
    assert "Nothing is saved" in panel.text
    refused = (await table.red.slash("gods plan", {"actions": "attack red"}, channel=table.thread)).reply
    assert "You are Ann (RED)" in refused.text
    chat_message = (
        await table.red.slash("gods plan", {"actions": "attack blue green"}, channel=table.thread)
    ).reply
    assert "Ab Ag (price 4)" in chat_message.text


async def test_presses_that_come_together_or_twice_all_count_once(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    panel = (await table.red.slash("gods plan", channel=table.thread)).reply
    ids = [
        panel.custom_id(label, (2,))
        for label in ("Attack Bob (BLUE)", "Attack Cleo (GREEN)", "Defend against Dan (ORANGE)")
    ]
    sandbox.deliver_twice(times=3)
    await asyncio.gather(*(table.red.click(panel, one, wait="nothing") for one in ids))
    await sandbox.wait_for(
        lambda: "attack Bob (BLUE) and Cleo (GREEN) and defend against Dan (ORANGE)" in panel.text or None,
        what="all three",
    )


async def test_a_panel_of_a_round_that_is_over_plays_nothing(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    panel = (await table.red.slash("gods plan", channel=table.thread)).reply
    await table.plan(dict.fromkeys(people(table), "none"))
    panel = (await table.red.click(panel, "Attack Bob (BLUE)")).reply
    assert "round 2" in panel.text
    assert "position has passed" in panel.text
    assert "Nothing is saved" in panel.text


async def test_a_round_without_ready_marks_shows_nothing_before_its_results(
    sandbox: Sandbox, host: Host
) -> None:
    table = await GodsTable.opened(sandbox, show_ready=False)
    first = await table.card()
    assert first.mentions == ["Ann", "Bob", "Cleo", "Dan"]
    for person in people(table)[:3]:
        reply = (await person.slash("gods ready", channel=table.thread)).reply
        assert "only you see this so far" in reply.text
    mine = (await table.red.slash("game inbox", channel="general")).reply.text
    assert "your turn" not in mine
    assert "your turn" in (await table.orange.slash("game inbox", channel="general")).reply.text
    assert not first.edited
    assert cards(table) == [first]
    panel = (await table.orange.click(first, "Plan")).reply
    panel = (await table.orange.click(panel, "Attack Ann (RED)")).reply
    last = (await table.orange.click(panel, "Ready")).reply
    assert "round 1: R none; B none; G none; O Ar" in last.text
    card = await in_round(table, 2)
    assert card.mentions == ["Ann", "Bob", "Cleo", "Dan"]
    assert "(ORANGE) hit Ann (RED)" in card.text
    history = (await table.blue.slash("game history", channel=table.thread)).reply.text
    assert "ORANGE: " not in history
    assert "` round 1:" in history


async def test_the_last_press_of_a_game_ends_the_panel(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox, start=1)
    for person, actions in ((table.red, "Ab"), (table.blue, "Ag"), (table.green, "Ao")):
        await person.slash("gods plan", {"actions": actions}, channel=table.thread)
        await person.slash("gods ready", channel=table.thread)
    panel = (await table.orange.slash("gods plan", channel=table.orange.dm_channel)).reply
    last = (await table.orange.click(panel, "Ready")).reply
    assert "🏁" in last.text
    assert "(RED) wins" in last.text
    assert not last.buttons
    over = await sandbox.message(table.thread, lambda look: "🏁" in look.text)
    assert "Play again" in over.labels


async def test_all_ready_at_the_same_moment_settle_the_round_once(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    await asyncio.gather(
        *(person.slash("gods plan", {"actions": "none"}, channel=table.thread) for person in people(table))
    )
    sandbox.deliver_twice(times=4)
    replies = await asyncio.gather(
        *(person.slash("gods ready", channel=table.thread) for person in people(table))
    )
    assert all("✅" in one.reply.text for one in replies)
    card = await in_round(table, 2)
    assert card.text.count("**Round 1**") == 1
    await sandbox.wait_for(
        lambda: not cards(table)[0].labels or None, what="the old card to lose its buttons"
    )
    assert len(cards(table)) == 2
    history = (await table.red.slash("game history", channel=table.thread)).reply.text
    assert history.count("round 1:") == 1


@pytest.mark.slow
async def test_killed_in_the_middle_of_a_round(sandbox: Sandbox, tmp_path: Path) -> None:
    host = Host(sandbox, tmp_path)
    try:
        await host.start_process()
        table = await GodsTable.opened(sandbox)
        card = await table.card()
        panel = (await table.blue.click(card, "Plan")).reply
        panel = (await table.blue.click(panel, "Attack Ann (RED)")).reply
        await table.red.slash("gods plan", {"actions": "Ab Dg"}, channel=table.thread)
        held = sandbox.hold("PATCH", "/channels/*/messages/*", times=10)
        await table.red.slash("gods ready", channel=table.thread)
        await sandbox.wait_for(lambda: held.hits or None, what="the mark to be on its way")
        await host.kill()
        sandbox.faults.clear()
        await host.start_process()
        await marked(table, "RED")
        panel = (await table.blue.click(panel, "Defend against Ann (RED)")).reply
        assert "attack Ann (RED) and defend against Ann (RED)" in panel.text
        for person in people(table)[1:]:
            await person.slash("gods ready", channel=table.thread, wait="nothing")
        await host.kill()
        await host.start_process()
        for person in people(table)[1:]:
            await person.slash("gods ready", channel=table.thread)
            if len(cards(table)) > 1:
                break
        card = await in_round(table, 2)
        assert "Ann (RED) hit" not in card.text
        assert "Bob (BLUE) blocked Ann (RED)" in card.text
        assert "Bob (BLUE) hit Ann (RED)" in card.text
        assert len(cards(table)) == 2
    finally:
        await host.stop()


async def test_closed_direct_messages_do_not_matter(sandbox: Sandbox, host: Host) -> None:
    sandbox.person("Dan").close_dms()
    table = await GodsTable.opened(sandbox)
    await table.orange.slash("game settings", {"where": "dm"}, channel=table.thread)
    await table.plan(dict.fromkeys(people(table), "none"))
    await table.plan(dict.fromkeys(people(table), "none"))
    assert not table.orange.dms
    await in_round(table, 3)


Acts = list[tuple[str, dict[str, object]]]


async def others_see(host: Host, show_ready: bool, acts: Acts) -> dict[str, list[bytes]]:
    """What everybody but RED is shown of a round in which RED does this, before it is settled."""
    sandbox = host.sandbox
    table = await GodsTable.opened(sandbox, show_ready=show_ready)
    card = await table.card()
    eve = sandbox.person("Eve")
    # How many updates the lobby's card got depends on how fast people joined.
    await host.delivered()
    before = {one.id: len(sandbox.records.shown_to(one.id)) for one in (*people(table), eve)}
    for command, options in acts:
        await table.red.slash(command, options, channel=table.thread)
    if show_ready:
        await marked(table, "RED")
    await table.blue.slash("gods plan", {"actions": "Ar Dr"}, channel=table.thread)
    await table.blue.slash("gods ready", channel=table.thread)
    if show_ready:
        await marked(table, "RED", "BLUE")
    offered: list[bytes] = []
    for person in (table.blue, table.green, table.orange, eve):
        for command in ("gods plan", "gods history", "game moves", "game show", "game history", "game inbox"):
            await person.slash(command, channel=table.thread)
        await person.slash("game show", {"text": True}, channel=table.thread)
        await person.slash("game inbox", {"whose": "server"}, channel=table.thread)
        await person.slash("gods plan", {"actions": "Ax"}, channel=table.thread)
        await person.slash("game record export", channel=table.thread)
        for label in ("Board", "Moves", "Plan"):
            await person.click(card, label)
        for command, focused in (("gods plan", "actions"), ("move", "notation"), ("game show", "game")):
            choices = await person.autocomplete(command, focused=focused, channel=table.thread)
            offered.append(repr(choices).encode())
    shown = {
        person.name: in_order(sandbox.records.shown_to(person.id)[before[person.id] :])
        for person in (table.blue, table.green, table.orange, eve)
    }
    return {"offered": offered, **shown}


def in_order(shown: list[Shown]) -> list[bytes]:
    """What somebody alone was shown, then what all were: the two may come in either order."""
    bodies = [TIME.sub(b"TIME", SNOWFLAKE.sub(b"ID", one.body)) for one in shown]
    return sorted(bodies, key=lambda body: b'"ephemeral":true' not in body)


PLAN = "gods plan"
SHOWN: tuple[Acts, ...] = (
    [(PLAN, {"actions": "Ab Ag Do"}), ("gods ready", {})],
    [("gods ready", {}), (PLAN, {"actions": "none"}), ("gods clear", {}), (PLAN, {"actions": "Dg"})],
    [(PLAN, {"actions": "Ab"}), (PLAN, {"actions": "Ar"}), ("game resign", {"sure": True})],
)
HIDDEN: tuple[Acts, ...] = (
    [(PLAN, {"actions": "Ab Ag Do"})],
    [("gods ready", {}), (PLAN, {"actions": "none"}), ("gods clear", {}), ("gods ready", {"on": False})],
    [("gods ready", {})],
    [("game resign", {"sure": True})],
    [],
)


@pytest.mark.slow
@pytest.mark.parametrize("show_ready", [True, False])
async def test_nobody_can_tell_what_another_plans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, show_ready: bool
) -> None:
    """The same round with other secrets: every byte that others see before it is settled, and the log."""
    caplog.set_level("INFO")
    found = []
    logs = []
    for number, acts in enumerate(SHOWN if show_ready else HIDDEN):
        monkeypatch.setattr("bot.service.facade.SystemRandom", lambda: random.Random(7))
        folder = tmp_path / str(number)
        folder.mkdir()
        caplog.clear()
        async with Sandbox() as sandbox, hosted(sandbox, folder) as host:
            found.append(await others_see(host, show_ready, acts))
        logs.append(caplog.text)
    for other in found[1:]:
        for name, looks in found[0].items():
            for one, two in zip(looks, other[name], strict=True):
                assert one == two
    for log in logs:
        assert "Ab Ag" not in log
        assert "resign" not in log
