"""How often one really taps from a card to each kind of act of the three games that are played on a board."""

from typing import Any

import pytest

from engines.contract import AnyEngine
from engines.registry import ENGINES
from sandbox.driver import Sandbox
from tests.engines.roses.table import SAMPLE_GAME
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import Host, Table
from tests.wire.test_flicflac import opened
from tests.wire.test_taps import FURTHER, SINGLE, Thumb

pytestmark = [pytest.mark.wire, pytest.mark.slow]


def way(engine: AnyEngine, state: Any, action: Any) -> list[str]:
    """The picks that lead to an action."""
    offer = engine.offer(state, engine.to_act(state)[0], action)
    return [pick.value for pick in offer.paths[0]]


async def test_every_act_of_roses(sandbox: Sandbox, host: Host) -> None:
    engine = ENGINES["roses"]
    state, kinds = engine.start(engine.options({}), 2, "0" * 64), set()
    table = await Table.opened(sandbox)
    card = await table.card()
    for text in SAMPLE_GAME.split():
        seat = engine.to_act(state)[0]
        action = engine.parse(state, seat, text)
        thumb = Thumb((table.ann, table.bob)[seat])
        assert "✅" in (await thumb.act(card, way(engine, state, action))).text
        assert thumb.taps <= SINGLE, text
        kinds.add(action.__struct_config__.tag)
        state = engine.apply(state, seat, action).state
        card = await table.card(after=card)
    assert {"drop", "step", "phalanx", "support"} <= kinds
    assert "Play again" in card.labels


async def test_a_turn_of_flic_flac_and_what_takes_moves_back(sandbox: Sandbox, host: Host) -> None:
    engine = ENGINES["flicflac"]
    state = engine.start(engine.options({"size": 5}), 2, "0" * 64)
    board = await opened(sandbox, size=5)
    card = await board.card()
    thumb = Thumb(board.ann)

    async def do(text: str, most: int) -> None:
        nonlocal state
        before, action = thumb.taps, engine.parse(state, 0, text)
        assert "✅" in (await thumb.act(card, way(engine, state, action))).text
        assert thumb.taps - before <= most, text
        state = engine.apply(state, 0, action).state

    await do("CB C1", SINGLE)
    await do("CY E1", FURTHER)
    await do("CB retract", FURTHER)
    await do("reset", FURTHER)
    thumb.taps = 0
    for piece in ("CB", "CG", "CY", "CO", "CR", "CP"):
        moves = (engine.format(action) for action in engine.legal(state, 0))
        await do(next(move for move in moves if move.startswith(f"{piece} ")), FURTHER)
    await do("end", FURTHER)
    assert thumb.taps <= 16
    assert "to move up to six pieces" in (await board.card(after=card)).text


async def test_a_plan_of_the_gods_and_what_ends_a_game(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    card = await table.card()
    panel, thumb = card, Thumb(table.red)
    for button in ("Plan", "Attack Bob", "Defend against Cleo", "Ready"):
        panel = await thumb.press(panel, button)
    assert thumb.taps <= 4
    assert "You attack Bob (BLUE) and defend against Cleo (GREEN)." in panel.text
    assert "Look" in panel.labels
    assert "Nothing is saved" in (await thumb.press(panel, "Clear")).text
    leaving = Thumb(table.blue)
    asked = await leaving.press(card, "Resign")
    assert "✅" in (await leaving.press(asked, "Yes")).text
    assert leaving.taps == 2
