"""The judge of what people are shown sees what it is there to see."""

import pytest

from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from engines.contract import View
from render.contract import Frame
from tests.service.actors import ANN, BOB, running
from tests.simulation import exposure
from tests.simulation.exposure import Exposure, signed

ACCOUNTS = {ANN.name: 1, BOB.name: 2}
SPECTATOR = 3


async def dealt_unlike(service: Service, key: str) -> tuple[GameSummary, str, View]:
    """A game in which both hold different things, as equal hands are no secret; what seat 0 holds."""
    while True:
        game = await running(service, key, seats=2)
        people = [seat.person for seat in game.seats if seat.person is not None]
        (held, view), (other, _) = [await service.reading.hand(game.code, person) for person in people]
        if held != other:
            return game, held, view


@pytest.mark.parametrize("key", ["reef", "tae"])
async def test_what_a_seat_holds_is_for_its_owner_alone(service: Service, key: str) -> None:
    game, held, view = await dealt_unlike(service, key)
    owner = game.seats[0].person
    assert owner is not None
    own, other = ACCOUNTS[owner.name], 3 - ACCOUNTS[owner.name]
    judge = Exposure(service)
    await judge.look([game.code], ACCOUNTS)
    frame = Frame(code=game.code, players=("", ""))
    with signed():
        renderer = exposure._Signing(key)
        board = renderer.alt(view, frame)
    for leak in (f"Ann's own: {held}", board):
        judge.shown(leak, {own})
        assert list(judge.faults()) == []
        for readers in ({other}, {own, other, SPECTATOR}):
            judge.shown(leak, readers)
            assert len(list(judge.faults())) == 1
    judge.shown(renderer.alt(await service.reading.view(game.code, None), frame), {SPECTATOR})
    assert list(judge.faults()) == []


async def test_private_words_are_for_those_alone_who_were_told(service: Service) -> None:
    judge = Exposure(service)
    judge.whispered("hush", {1, 2})
    judge.shown("Ann whispers: hush", {2})
    assert list(judge.faults()) == []
    judge.shown("Ann whispers: hush", {2, SPECTATOR})
    assert len(list(judge.faults())) == 1
