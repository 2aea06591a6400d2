"""Who plays a game for the first time is told so once."""

import msgspec

from bot.service.facade import Service
from bot.service.values.request import Person
from tests.service.actors import ANN, BOB, act, running


async def test_the_first_turn_of_ones_first_game_comes_once(service: Service) -> None:
    game = await running(service)
    info = await service.preferences.first_turn(ANN, game.code)
    assert info is not None
    assert info.key == "roses"
    assert await service.preferences.first_turn(ANN, game.code) is None
    assert await service.preferences.first_turn(BOB, game.code) is not None
    another = await running(service, "nim", seats=2)
    assert await service.preferences.first_turn(ANN, another.code) is not None, "of each game"
    stored = msgspec.json.decode(await service.privacy.export(ANN.id))
    assert stored["player"][0]["guided"] == "roses nim"


async def test_who_has_finished_a_game_of_the_kind_needs_no_guide(service: Service) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "resign")
    second = await running(service)
    assert await service.preferences.first_turn(ANN, second.code) is None
    assert await service.preferences.first_turn(Person(99, "Nobody"), second.code) is None, "not known here"
