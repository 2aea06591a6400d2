"""What is played in a channel that not everybody sees stays among those who see it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.api.membership import sees
from bot.discord.interaction.components import ButtonState
from bot.service.facade import Service
from bot.service.values.request import Place
from bot.store.database import Database
from engines.registry import ENGINES
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ADA, ANN, BOB, CLEO, DAN, EVE, HERE, begun, opened

_HIDDEN, _THREAD = 44, 45


class _Server:
    """A server with a channel that only Ann, Bob, Dan and Ada see, and a thread there."""

    def get_thread(self, number: int) -> Any:
        return SimpleNamespace(parent_id=_HIDDEN) if number == _THREAD else None

    def get_channel(self, number: int) -> Any:
        return SimpleNamespace(permissions_for=self._permissions) if number == _HIDDEN else None

    @staticmethod
    def _permissions(member: Any) -> discord.Permissions:
        seeing = member.id in {ACCOUNTS[person.id] for person in (ANN, BOB, DAN, ADA)}
        return discord.Permissions(view_channel=seeing)


def test_a_thread_is_seen_by_who_sees_its_channel() -> None:
    server: Any = _Server()
    cleo, dan = (SimpleNamespace(id=ACCOUNTS[person.id]) for person in (CLEO, DAN))
    for place in (_HIDDEN, _THREAD):
        assert sees(dan, server, place)
        assert not sees(cleo, server, place)
    assert sees(cleo, server, 12)
    assert sees(cleo, server, None)
    assert sees(cleo, None, _HIDDEN)


@pytest.mark.parametrize("channel", [_HIDDEN, _THREAD])
async def test_others_of_the_server_find_no_game_of_it(guests: Guests, channel: int) -> None:
    guests.guild = _Server()
    hidden = Place(HERE.guild_id, channel)
    game = await begun(guests.service, "gods", BOB, DAN, EVE, place=hidden)
    lobby = await opened(guests.service, "roses", place=hidden)
    await guests.type(ANN, "gods say", text="Between us.", game=game.code)
    for command in ("game show", "game history", "game follow", "game record export", "gods messages"):
        unknown = text_of(await guests.type(CLEO, command, game=game.code))
        assert unknown == f"There is no game {game.code} here."
    for code in (game.code, lobby.code, "ZZZZ"):
        for command, options in (
            ("move", {"notation": "@d3"}),
            ("move", {"notation": "resign"}),
            ("gods plan", {"actions": "none"}),
            ("gods ready", {"on": True}),
            ("roses drop", {"cell": "d3"}),
            ("flicflac turn", {"steps": "end"}),
        ):
            refused = text_of(await guests.type(CLEO, command, game=code.lower(), **options)).strip()
            assert refused == f"There is no game {code} here.", command
    assert "There is no game" in text_of(await guests.type(CLEO, "game join", game=lobby.code))
    assert "There is no game" in text_of(await guests.press(CLEO, ButtonState("board", game.code)))
    assert await guests.complete(CLEO, "game show", "game", "") == {}
    assert "No game is running" in text_of(await guests.type(CLEO, "game inbox", whose="server"))
    for person in (ANN, ADA, EVE):
        assert "Between us." in text_of(await guests.type(person, "gods messages", game=game.code))
    for person in (ANN, ADA):
        assert len(await guests.complete(person, "game show", "game", "")) == 2
        assert "2 games" in text_of(await guests.type(person, "game inbox", whose="server"))


async def test_a_game_whose_rules_are_gone_is_refused(
    guests: Guests, database: Database, clock: ManualClock
) -> None:
    game = await begun(guests.service, "gods", BOB, DAN, EVE)
    guests.service = Service(database, {"roses": ENGINES["roses"]}, clock)
    refused = text_of(await guests.type(ANN, "move", notation="none", game=game.code))
    assert refused.strip() == "There is no game “gods” here; there are: Guerre des Deux Roses."
    refused = text_of(await guests.type(ANN, "roses drop", cell="d3", game=game.code))
    assert refused.strip().startswith(f"`{game.code}` is another game")


async def test_hidden_games_take_no_place_of_those_that_one_sees(guests: Guests) -> None:
    guests.guild = _Server()
    seen = await opened(guests.service, "roses")
    for host in (ANN, BOB, DAN):
        for _ in range(9):
            await opened(guests.service, "roses", by=host, place=Place(HERE.guild_id, _HIDDEN))
    assert list((await guests.complete(CLEO, "game show", "game", "")).values()) == [seen.code]
    assert len(await guests.complete(ADA, "game show", "game", "")) == 25
