"""Games against computers over the real wire: whole ones, in direct messages, and with the bot killed."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import aiosqlite
import pytest

from bot.store.packing import unpacked
from engines.contract import Level, Value
from engines.registry import ENGINES
from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel
from tests.wire.hosting import Host

pytestmark = [pytest.mark.wire, pytest.mark.slow]

_MOST = 40
"""Moves of the person in a game, at most."""
_SECONDS = 8
"""For which computers think above the lowest level in a whole game."""
_SHORT: dict[str, dict[str, object]] = {"gods": {"start": 12}, "flicflac": {"target": 4}}
"""Options by which games that are long are shorter."""


@pytest.fixture(autouse=True)
def _at_a_brisk_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    brisk = dict.fromkeys(Level, timedelta(milliseconds=100))
    monkeypatch.setattr("bot.service.notices.computer_jobs.ANSWER_DELAYS", brisk)


async def card_of(sandbox: Sandbox, where: Channel, after: SeenMessage | None = None) -> SeenMessage:
    """The newest card on which it is the person's turn, or the last one."""
    return await sandbox.message(
        where,
        # Nobody but the person is ever mentioned.
        lambda look: "Play again" in look.labels or ("Board" in look.labels and "<@" in look.text),
        after=after,
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


async def seen(host: Host, key: str) -> tuple[str, Value]:
    """How the only game stands, and its position, once all is posted: before that nobody may act."""
    await host.delivered()
    async with (
        aiosqlite.connect(host.file) as database,
        database.execute("SELECT status, state FROM games") as rows,
    ):
        row = await rows.fetchone()
    assert row is not None
    return row[0], ENGINES[key].codec.decode_state(unpacked(row[1]))


async def reviewed(sandbox: Sandbox, person: Person, where: Channel) -> SeenMessage:
    """What a computer makes of the game."""
    reply = (await person.slash("game review", channel=where)).reply
    for _ in range(3000):
        if "Show the review" not in reply.labels:
            return reply
        await asyncio.sleep(0.2)
        reply = (await person.click(reply, "Show the review")).reply
    raise AssertionError("the review is never there")


@pytest.mark.parametrize("level", ["gentle", "steady", "strong"])
@pytest.mark.parametrize("key", list(ENGINES))
async def test_a_whole_game_against_each_level(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, level: str
) -> None:
    """Ann plays as a gentle computer would. What computers may think in a day bounds the time that it takes:
    the rest is played gently, and a card says so."""
    monkeypatch.setattr("bot.service.notices.computer_jobs.GOES_ON", timedelta(milliseconds=50))
    engine = ENGINES[key]
    assert engine.computer is not None
    host = Host(sandbox, tmp_path)
    host.settings = replace(host.settings, computer_seconds=_SECONDS)
    await host.start()
    try:
        ann = sandbox.person("Ann")
        seat, others = engine.info.seats[0].name, engine.info.min_seats - 1
        options = {"seat": seat, "computers": others, "level": level, **_SHORT.get(key, {})}
        answer = (await ann.slash(f"{key} new", options)).reply
        assert "The game begins" in answer.text
        await sandbox.wait_for(lambda: sandbox.threads("games"), what="the thread")
        (thread,) = sandbox.threads("games")
        rng, refused = Random(level), 0
        while (now := await seen(host, key))[0] == "active":
            if 0 not in engine.to_act(now[1]) or engine.forced(now[1]) is not None:
                await asyncio.sleep(0.02)
                continue
            action = engine.computer.choose(engine.view(now[1], 0), 0, Level.GENTLE, rng)
            move = {"notation": engine.format(action)}
            reply = (await ann.slash("move", move, channel=thread)).reply
            if "Play it" in reply.labels:
                reply = (await ann.click(reply, "Play it")).reply
            # Somebody else may have acted since.
            refused += "✅" not in reply.text and "🏁" not in reply.text
            assert refused < 100, reply.text
            assert "Something went wrong" not in reply.text
        last = await sandbox.message(thread, lambda look: "Play again" in look.labels)
        assert any(f"{level.capitalize()} computer" in alt for alt in last.alt_texts)
        assert now[0] == "finished"
        if level == "gentle":
            found = await reviewed(sandbox, sandbox.person("Eve"), thread)
            assert "· review" in found.text
            assert ("The best play is known" in found.text) == (engine.computer.exact_verdict is not None)
            assert len(found.files) in {0, 2}
    finally:
        await host.stop()


async def test_who_plays_again_meets_the_computer_again(sandbox: Sandbox, host: Host) -> None:
    ann, games = sandbox.person("Ann"), sandbox.channel("games")
    await ann.slash("roses new", {"seat": "White", "computers": 1, "level": "gentle", "thread": False})
    last = await play_out(sandbox, ann, games, seed=6)
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
    await sandbox.message(games, lambda look: "(White) drops a soldier" in look.text, after=card)


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
