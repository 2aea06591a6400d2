"""Flic Flac over the wire: turns of many actions, staged behind their mover's hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.service.game.picking import token_of
from sandbox.driver import Person, Sandbox, SeenMessage
from tests.wire.hosting import Host, Table
from tests.wire.panels import pick, picks

pytestmark = pytest.mark.wire

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "flic-flac.jsonl"


async def opened(sandbox: Sandbox, **options: Any) -> Table:
    """A game of Ann (cylinders) and Bob (blocks)."""
    people = sandbox.person("Ann"), sandbox.person("Bob")
    return await Table.of(sandbox, "flicflac", people, seat="Cylinders", **options)


def game(name: str) -> dict[str, Any]:
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    return next(vector for vector in vectors if vector["id"] == name)


async def test_a_whole_game_by_notation(sandbox: Sandbox, host: Host) -> None:
    vector = game("G00")
    board = await opened(sandbox, **{key: vector[key] for key in ("size", "target", "lead")})
    for turn in vector["turns"]:
        before = await board.card()
        text = ", ".join([*turn["do"], "end"])
        person = board.people["CB".index(turn["side"])]
        answer = await person.slash("move", {"notation": text}, channel=board.thread)
        assert "✅" in answer.reply.text
        await board.card(after=before)
    assert "Play again" in (await board.card()).labels
    assert "won" in (await board.card()).text
    assert len(board.cards()) == len(vector["turns"]) + 1


async def test_staged_moves_are_for_their_mover_alone(sandbox: Sandbox, host: Host) -> None:
    board = await opened(sandbox, size=5)
    ann, bob = board.people
    card = await board.card()
    staged = (await ann.slash("flicflac move", {"piece": "CB", "to": "C1"}, channel=board.thread)).reply
    assert staged.ephemeral
    assert staged.files
    assert "only you see this so far" in staged.text
    history = (await bob.slash("game history", channel=board.thread)).reply
    assert "C1" not in history.text
    theirs = (await bob.slash("game show", {"text": True}, channel=board.thread)).reply
    mine = (await ann.slash("game show", {"text": True}, channel=board.thread)).reply
    assert theirs.text.split("\n", 3)[-1] != mine.text.split("\n", 3)[-1]
    assert len(board.cards()) == 1
    await ann.slash("flicflac end", channel=board.thread)
    shown = await board.card(after=card)
    assert "C1" in shown.text
    assert shown.mentions == ["Bob"]


@pytest.mark.slow
async def test_a_whole_game_by_buttons(sandbox: Sandbox, host: Host) -> None:
    vector = game("G00")
    board = await opened(sandbox, **{key: vector[key] for key in ("size", "target", "lead")})
    for turn in vector["turns"]:
        person = board.people["CB".index(turn["side"])]
        card = await board.card()
        panel = (await person.click(card, "Move")).reply
        for step in turn["do"]:
            panel = await stage(person, panel, *step.split())
        assert (await board.card()) == card
        preview = await pick(person, panel, "end")
        assert preview.alt_texts
        await person.click(preview, "Play it")
        await board.card(after=card)
    assert "Play again" in (await board.card()).labels


async def test_an_end_that_chance_may_follow_is_asked_for_without_a_picture(
    sandbox: Sandbox, host: Host
) -> None:
    board = await opened(sandbox, size=5, events=100)
    ann = board.ann
    card = await board.card()
    panel = (await ann.click(card, "Move")).reply
    asked = await pick(ann, panel, "end")
    assert not asked.files
    assert "cannot be tried out" in asked.text
    await ann.click(asked, "Play it")
    assert (await board.card(after=card)).mentions == ["Bob"]


async def stage(person: Person, panel: SeenMessage, piece: str, target: str) -> SeenMessage:
    """Pick a piece and what it does; the panel that goes on."""
    again = await pick(person, panel, f"{piece}-" if target == "retract" else piece)
    if token_of(target) in picks(again):
        again = await pick(person, again, target)
    assert again.files
    assert f"{piece} {target}" in again.text
    return again


async def test_retracting_and_resetting(sandbox: Sandbox, host: Host) -> None:
    board = await opened(sandbox, size=5)
    ann = board.ann
    await ann.slash("move", {"notation": "CB C1, CY E1"}, channel=board.thread)
    pieces = await ann.autocomplete("flicflac retract", focused="piece", channel=board.thread)
    assert {choice["value"] for choice in pieces} == {"CB", "CY"}
    await ann.slash("flicflac retract", {"piece": "CB"}, channel=board.thread)
    assert "✅" in (await ann.slash("flicflac reset", channel=board.thread)).reply.text
    (why,) = await ann.autocomplete("flicflac retract", focused="piece", channel=board.thread)
    assert why["name"].startswith("Not now: ")


async def test_all_of_a_list_or_nothing(sandbox: Sandbox, host: Host) -> None:
    board = await opened(sandbox, size=5)
    ann = board.ann
    refused = (await ann.slash("move", {"notation": "CB C1, CY A5, end"}, channel=board.thread)).reply
    assert "✅" not in refused.text
    cells = await ann.autocomplete("flicflac move", {"piece": "CB"}, focused="to", channel=board.thread)
    assert "C1" in {choice["value"] for choice in cells}
    assert any("flips" in choice["name"] for choice in cells)


async def test_reach_and_health_are_drawn_and_told(sandbox: Sandbox, host: Host) -> None:
    board = await opened(sandbox, size=5)
    eve = sandbox.person("Eve")
    reach = (await eve.slash("flicflac reach", {"piece": "CB"}, channel=board.thread)).reply
    assert reach.ephemeral
    assert reach.files
    assert "C1" in reach.text
    health = (await eve.slash("flicflac health", {"piece": "cb"}, channel=board.thread)).reply
    assert "0" in health.text
    pieces = await eve.autocomplete("flicflac health", focused="piece", channel=board.thread)
    assert len(pieces) == 12
