"""Whose games are in reach of an administrator, and who is told of what is done to them."""

import re

import pytest
from sqlalchemy import text

from bot.service.admin.acts import Announce, Pause
from bot.service.facade import Service
from bot.service.values.refused import Refused, no_such_game
from bot.service.values.request import Place
from bot.store.database import Database
from tests.service.actors import HERE
from tests.service.admin.operators import AT_HAND, ELSEWHERE, HELD, OWNER
from tests.service.admin.states import begun


@pytest.mark.parametrize("wrong", [None, "state = 'x'", "key = 'chess'"])
async def test_games_of_other_servers_are_out_of_reach(
    service: Service, database: Database, wrong: str | None
) -> None:
    """Nothing tells such a game from none, not even what is the matter with it."""
    game = await begun(service)
    if wrong:
        async with database.transaction() as unit:
            await unit._session.execute(text(f"UPDATE games SET {wrong}"))
    for work in (
        lambda: service.admin.plan(ELSEWHERE, game.code, Pause()),
        lambda: service.admin.apply(ELSEWHERE, game.code, Pause()),
        lambda: service.admin.details(ELSEWHERE, game.code),
        lambda: service.admin.audit(ELSEWHERE, game.code),
        lambda: service.admin.rollback_points(ELSEWHERE, game.code),
        lambda: service.admin.forcible(ELSEWHERE, game.code, 0),
        lambda: service.admin.game(ELSEWHERE, game.code),
    ):
        with pytest.raises(Refused, match=re.escape(str(no_such_game(game.code)))):
            await work()
    assert await service.admin.games(ELSEWHERE) == []
    assert await service.admin.games(ELSEWHERE, positions=False) == []


async def test_what_an_owner_does_to_a_game_of_another_server_is_told_there_alone(service: Service) -> None:
    """The owner gives the command in a server whose administrators must not learn of the game."""
    game = await begun(service)
    await service.admin.plan(OWNER, game.code, Pause())
    await service.admin.apply(OWNER, game.code, Pause(), why="as they have asked")
    await service.admin.apply(OWNER, None, Announce("Down at noon."))
    assert OWNER.guild_id == ELSEWHERE.guild_id
    assert [(entry.act, entry.code) for entry in await service.admin.audit(ELSEWHERE)] == [("announce", None)]
    assert {entry.code for entry in await service.admin.audit(HELD)} == {game.code}


async def test_games_of_every_server_are_in_reach_of_owners(service: Service) -> None:
    game = await begun(service)
    for operator in (OWNER, HELD, AT_HAND):
        assert [one.code for one in await service.admin.games(operator)] == [game.code]
        found = await service.admin.games(operator, prefix=game.code[:2].lower(), positions=False)
        assert [one.code for one in found] == [game.code]
    # Where it is played it need not be named.
    for code in (None, " ", game.code):
        assert (await service.admin.game(HELD, code, HERE)).code == game.code
    for place in (None, Place(HERE.guild_id, 99)):
        with pytest.raises(Refused, match="No game is played here"):
            await service.admin.game(HELD, None, place)
    done = await service.admin.apply(OWNER, game.code, Pause())
    assert done.summary is not None
    assert done.summary.status == "paused"
