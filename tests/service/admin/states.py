"""Games in the states in which administrators find them."""

from bot.service.admin.acts import Pause
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from tests.service import prepared
from tests.service.actors import SAMPLE, play_through, running
from tests.service.admin.operators import AT_HAND


@prepared.once
async def begun(service: Service) -> GameSummary:
    game = await running(service, deadline_hours=24)
    return (await play_through(service, game.code, SAMPLE[:5])).summary


@prepared.once
async def paused(service: Service) -> GameSummary:
    game = await begun(service)
    done = await service.admin.apply(AT_HAND, game.code, Pause())
    assert done.summary is not None
    return done.summary
