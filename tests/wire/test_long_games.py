"""Long games over the wire: who stays away, banks, ends by agreement, substitutes, vacations, redo."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.models import GameRow
from sandbox.driver import Sandbox, SeenMessage
from tests.manual_clock import ManualClock
from tests.wire.hosting import Host, Table, hosted
from tests.wire.strides import Strides, striding

pytestmark = [pytest.mark.wire, pytest.mark.slow]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _in_strides() -> Iterator[None]:
    with striding():
        yield


@pytest.fixture
async def host(sandbox: Sandbox, tmp_path: Path, clock: ManualClock) -> AsyncIterator[Host]:
    async with hosted(sandbox, tmp_path, clock) as host:
        yield host


@pytest.fixture
async def time(sandbox: Sandbox, host: Host, clock: ManualClock) -> AsyncIterator[Strides]:
    strides = Strides(sandbox, host, clock)
    yield strides
    await strides.database.close()


def left(card: SeenMessage) -> str:
    """What the banks hold, as the card says it."""
    return " ".join(line for line in card.text.splitlines() if "bank" in line.lower())


async def flicflac(sandbox: Sandbox, **options: Any) -> Table:
    """Flic Flac of Ann and Bob, in which the clock ends a phase."""
    return await Table.of(sandbox, "flicflac", (sandbox.person("Ann"), sandbox.person("Bob")), **options)


async def test_a_game_pauses_for_who_stays_away_and_goes_on_by_its_button(
    sandbox: Sandbox, time: Strides, clock: ManualClock
) -> None:
    table = await flicflac(sandbox, hours=24)
    await time.passes(30 * DAY)
    card = await table.card()
    assert "has let the time run out twice in a row and done nothing" in card.text
    assert "The game is paused" in card.text or "paused" in card.text
    assert len(card.mentions) == 1, "who stays away is called, alone"
    assert len(table.cards()) <= 6, "nobody acts, so nothing more is told"
    absent = sandbox.person(card.mentions[0])
    other = table.bob if absent.name == "Ann" else table.ann
    result = (await sandbox.person("Eve").click(card, "Resume")).reply
    assert "Only players" in result.text
    await other.click(card, "Resume")
    await time.wait_until_idle()
    on = await table.card(after=card)
    assert on.mentions == [absent.name]
    due = re.search(r"<t:(\d+):R>", on.text)
    assert due
    assert int(due[1]) == (clock.now() + DAY).timestamp(), "with a whole deadline"
    panel = (await absent.click(on, "Move")).reply
    assert panel.ephemeral
    assert panel.selects or len(panel.labels) > 2


async def test_a_bank_runs_out_and_gets_its_hours_with_each_turn(
    sandbox: Sandbox, time: Strides, clock: ManualClock
) -> None:
    table = await Table.opened(sandbox, terms="bank: 3 + 6")
    first = await table.card()
    await time.passes(2 * DAY)
    await table.move(table.ann, "@d3")
    await time.passes(HOUR)
    await table.move(table.bob, "@c5")
    await time.wait_until_idle()
    card = await table.card(after=first)
    # A day is left of three, and six hours come with the turn.
    due = re.search(r"<t:(\d+):R>", card.text)
    assert due
    assert int(due[1]) == (clock.now() + DAY + 6 * HOUR).timestamp(), card.text
    await table.ann.slash("game undo", channel=table.thread)
    await time.passes(DAY + 6 * HOUR)
    late = await table.card(after=card)
    assert "Claim the win" in late.labels
    assert late.mentions == ["Bob"]
    await table.bob.click(late, "Give more time")
    await time.wait_until_idle()
    more = await table.card(after=late)
    due = re.search(r"<t:(\d+):R>", more.text)
    assert due
    assert int(due[1]) == (clock.now() + 6 * HOUR).timestamp()
    await table.move(table.ann, "@c2")


async def test_a_game_ends_without_a_result_when_all_agree(
    sandbox: Sandbox, time: Strides, host: Host
) -> None:
    table = await Table.opened(sandbox)
    await table.move(table.ann, "@d3")
    card = await table.card()
    await table.ann.slash("game draw", {"how": "no result"}, channel=table.thread)
    asked = await table.card(after=card)
    assert asked.mentions == ["Bob"]
    assert "would like to end the game without a result" in asked.text
    await table.bob.click(asked, "Play on")
    await time.wait_until_idle()
    declined = await table.card(after=asked)
    await table.move(table.bob, "@c5")
    await time.passes(2 * HOUR)
    again = await table.card(after=declined)
    await table.bob.slash("game draw", {"how": "no result"}, channel=table.thread)
    asked = await table.card(after=again)
    stranger = (await sandbox.person("Eve").click(asked, "End the game")).reply
    assert "Only those who still play" in stranger.text
    await table.ann.click(asked, "End the game")
    await time.wait_until_idle()
    over = await sandbox.message(table.thread, lambda look: "without a result" in look.text, after=asked)
    assert "Move" not in over.labels
    assert await time.rows(select(GameRow.status)) == [("abandoned",)]
    late = (await table.ann.slash("move", {"notation": "@c2"}, channel=table.thread)).reply
    assert "called off" in late.text


async def test_a_substitute_takes_over_by_the_card(sandbox: Sandbox, time: Strides) -> None:
    table = await Table.opened(sandbox, hours=0)
    eve = sandbox.person("Eve")
    first = await table.card()
    early = (await table.bob.slash("game substitute", {"seat": "White"}, channel=table.thread)).reply
    assert "has not vanished" in early.text
    await time.passes(3 * DAY)
    await table.bob.slash("game substitute", {"seat": "White"}, channel=table.thread)
    await time.wait_until_idle()
    warned = await table.ann.wait_for_dm(lambda look: "Are you still there?" in look.text)
    assert "I am here" in warned.labels
    opened = await table.card(after=first)
    soon = (await eve.click(opened, "Take over")).reply
    assert "try again later" in soon.text
    await time.passes(DAY)
    taken = (await eve.click(opened, "Take over")).reply
    assert "You play **White**" in taken.text
    await time.wait_until_idle()
    card = await table.card(after=opened)
    assert card.mentions == ["Eve"]
    assert "Take over" not in card.labels
    gone = (await table.ann.click(warned, "I am here")).reply
    assert "no seat" in gone.text
    refused = (await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)).reply
    assert "do not play" in refused.text
    await table.move(eve, "@d3")


async def test_a_vacation_is_announced_when_it_begins_and_ended_by_ones_own_act(
    sandbox: Sandbox, time: Strides, clock: ManualClock
) -> None:
    table = await Table.opened(sandbox, hours=24)
    today = clock.now().date()
    await time.passes(HOUR)
    planned = {"from": (today + DAY).isoformat(), "until": (today + 3 * DAY).isoformat()}
    await table.ann.slash("away", planned)
    await time.wait_until_idle()
    assert not any("vacation" in look.text for look in sandbox.messages(table.thread))
    await time.passes(12 * HOUR)
    card = await table.card()
    assert "Ann (White) is on vacation until" in card.text
    assert card.mentions == []
    await time.passes(2 * DAY)
    assert await table.card() == card, "the clock stands, so nothing is late"
    asked = (await table.ann.click(card, "Move")).reply
    if "I am back" not in asked.labels:
        asked = (await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)).reply
    await table.ann.click(asked, "I am back")
    await time.wait_until_idle()
    back = await table.card()
    due = re.search(r"<t:(\d+):R>", back.text)
    assert due
    assert timedelta(0) < timedelta(seconds=int(due[1]) - clock.now().timestamp()) <= 13 * HOUR
    await table.move(table.ann, "@d3")


async def test_what_was_taken_back_is_done_again_until_somebody_acts(sandbox: Sandbox, time: Strides) -> None:
    table = await Table.opened(sandbox)
    await table.move(table.ann, "@d3")
    card = await table.card()
    await table.ann.slash("game undo", channel=table.thread)
    await time.wait_until_idle()
    back = await table.card(after=card)
    done = (await table.ann.slash("game undo", {"how_far": "redo"}, channel=table.thread)).reply
    assert "@d3" in done.text
    await time.wait_until_idle()
    again = await table.card(after=back)
    assert again.mentions == [], "Bob was called a moment ago"
    more = (await table.ann.slash("game undo", {"how_far": "redo"}, channel=table.thread)).reply
    assert "left to redo" in more.text
    await table.move(table.bob, "@c5")
    late = (await table.ann.slash("game undo", {"how_far": "redo"}, channel=table.thread)).reply
    assert "left to redo" in late.text


async def test_who_follows_is_told_after_their_quiet_hours_of_the_newest_card(
    sandbox: Sandbox, time: Strides, clock: ManualClock
) -> None:
    table = await Table.opened(sandbox)
    eve = sandbox.person("Eve")
    hour = clock.now().hour
    quiet = {"quiet_hours": f"{hour}:00-{(hour + 3) % 24}:00", "time_zone": "UTC"}
    await eve.slash("game settings", quiet)
    await eve.slash("game follow", channel=table.thread)
    await table.play("@d3", "@c5", "@c2")
    await time.passes(2 * HOUR)
    assert not any("drops a soldier" in look.text for look in eve.dms)
    await time.passes(HOUR)
    (result,) = [look for look in eve.dms if "drops a soldier on" in look.text]
    assert "c2" in result.text
