"""Games against computers over the real wire: whole ones, in direct messages, and with the bot killed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from engines.contract import Level
from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel
from tests.wire.hosting import Host

pytestmark = [pytest.mark.wire, pytest.mark.slow]

_MOST = 40
"""Moves of the person in a game, at most."""


@pytest.fixture(autouse=True)
def _at_a_brisk_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.computers.PACE", dict.fromkeys(Level, timedelta(milliseconds=100)))


async def card_of(sandbox: Sandbox, where: Channel, after: SeenMessage | None = None) -> SeenMessage:
    """The newest card on which it is the person's turn, or the last one."""
    return await sandbox.message(
        where,
        # Nobody but the person is ever mentioned.
        lambda look: "Play again" in look.labels or ("Board" in look.labels and "<@" in look.text),
        after=after,
        within=60,
    )


async def play_out(sandbox: Sandbox, ann: Person, where: Channel, seed: int) -> SeenMessage:
    """Ann plays anything until the game is over; the last card."""
    chance = Random(seed)
    card = await card_of(sandbox, where)
    for _ in range(_MOST):
        if "Play again" in card.labels:
            return card
        offered = await ann.autocomplete("move", {}, focused="notation", channel=where)
        notation = chance.choice([one["value"] for one in offered])
        await ann.slash("move", {"notation": notation}, channel=where)
        card = await card_of(sandbox, where, after=card)
    await ann.slash("game resign", {"sure": True}, channel=where)
    return await sandbox.message(where, lambda look: "Play again" in look.labels, after=card)


@pytest.mark.parametrize("level", ["gentle", "steady", "strong"])
async def test_a_whole_game_against_each_level(sandbox: Sandbox, host: Host, level: str) -> None:
    ann = sandbox.person("Ann")
    options = {"seat": "White", "computers": 1, "level": level, "thread": False}
    answer = await ann.slash("roses new", options)
    assert "The game begins" in answer.reply.text
    games = sandbox.channel("games")
    last = await play_out(sandbox, ann, games, seed=len(level))
    assert f"{level.capitalize()} computer" in last.text
    await ann.click(last, "Play again")
    await card_of(sandbox, games, after=last)


async def test_somebody_plays_alone_in_direct_messages(sandbox: Sandbox, host: Host) -> None:
    ann = sandbox.person("Ann")
    answer = await ann.slash(
        "roses new", {"seat": "White", "level": "gentle", "hours": 0}, channel=ann.dm_channel
    )
    assert "https://discord.com/channels/@me/" in answer.reply.text
    last = await play_out(sandbox, ann, ann.dm_channel, seed=7)
    assert "Gentle computer" in last.text
    await ann.click(last, "Play again")
    await card_of(sandbox, ann.dm_channel, after=last)


async def test_a_computer_is_added_on_the_card_and_an_undo_is_free(sandbox: Sandbox, host: Host) -> None:
    ann = sandbox.person("Ann")
    await ann.slash("roses new", {"seat": "White", "thread": False})
    lobby = await sandbox.message("games", lambda look: "Add a computer" in look.labels)
    panel = (await ann.click(lobby, "Add a computer")).reply
    await ann.click(panel, "Steady")
    games = sandbox.channel("games")
    card = await card_of(sandbox, games)
    await ann.slash("move", {"notation": "@d3"}, channel=games)
    card = await card_of(sandbox, games, after=card)
    undone = await ann.slash("game undo", channel=games)
    assert "Undone" in undone.reply.text
    # Who has taken back is not pinged for that.
    await sandbox.message(games, lambda look: "(White) drops a soldier" in look.text, after=card, within=60)


async def test_a_bot_that_is_killed_while_a_computer_thinks_plays_once_when_it_is_back(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    host = Host(sandbox, tmp_path)
    try:
        await host.start_process()
        ann = sandbox.person("Ann")
        await ann.slash("roses new", {"seat": "White", "computers": 1, "level": "strong", "thread": False})
        games = sandbox.channel("games")
        first = await card_of(sandbox, games)
        await ann.slash("move", {"notation": "@d3"}, channel=games)
        await host.kill()
        await host.start_process()
        card = await card_of(sandbox, games, after=first)
        assert "Play again" not in card.labels
        history = await ann.slash("game history", channel=games)
        assert history.reply.text.count("Black") == 1
    finally:
        await host.stop()
