"""Games by their titles, however many there are."""

from dataclasses import replace

import msgspec
import pytest

from bot.discord.commands.about_game import shared_command
from bot.discord.commands.autocomplete import complete_title
from bot.discord.commands.lookups import about
from bot.discord.interaction.options import Focus
from bot.service.values.refused import Refused
from bot.service.values.titles import resolve_engine, table_words
from engines.registry import ENGINES
from tests.discord.fake_interaction import FakeInteraction

MANY = {
    f"game{number}": replace(
        ENGINES["roses"],
        info=msgspec.structs.replace(ENGINES["roses"].info, key=f"game{number}", title=f"Game {number}"),
    )
    for number in range(60)
}


async def completed(typed: str, engines: object = ENGINES) -> dict[str, str]:
    asking = FakeInteraction().responder()
    asking.engines = engines  # type: ignore[assignment]
    return {found.name: found.value for found in await complete_title(asking, Focus("game", typed, {}))}


async def test_titles_come_with_players_length_and_pitch() -> None:
    found = await completed("")
    assert list(found.values()) == list(ENGINES)
    roses = next(iter(found))
    assert roses.startswith("Guerre des Deux Roses · 2 players · 20 to 60 moves · Two castles")
    assert all(len(name) <= 100 for name in found)
    assert table_words(ENGINES["reef"].info).startswith("2 to 4 players · ")


async def test_any_part_of_a_title_completes_and_its_beginning_first() -> None:
    assert list((await completed("roses")).values()) == ["roses"]
    assert list((await completed("tigris")).values()) == ["tae"], "the pitch names it"
    assert next(iter((await completed("b")).values())) == "gods"
    assert list((await completed("game 59", MANY)).values()) == ["game59"]
    with pytest.raises(Refused, match="Which game is “chess”"):
        await completed("chess")


@pytest.mark.parametrize("typed", ["roses", " ROSES ", "guerre des deux roses", "deux"])
def test_what_was_typed_means_one_game(typed: str) -> None:
    assert resolve_engine(ENGINES, typed) is ENGINES["roses"]


def test_a_whole_title_means_no_longer_one_and_a_part_lists_all_it_may_mean() -> None:
    assert resolve_engine(MANY, "game 5") is MANY["game5"]
    with pytest.raises(Refused) as several:
        resolve_engine(ENGINES, "e")
    assert "Reef Encounter" in several.value.sentence


async def test_about_says_where_to_report_a_fault() -> None:
    asked = FakeInteraction()
    asked.client.latency, asked.client.guilds = 1.042, [1, 2]
    result = {"source_url": "https://example.org/turnpost", "support": "Olga"}
    asked.client.context = replace(asked.client.context, **result)
    command = shared_command("game about", about)
    asked.command = command
    await command._callback(asked)  # type: ignore[call-arg, arg-type]
    for words in ("**Turnpost** ", "<https://example.org/turnpost>", "1042 ms · 2 servers", "tell Olga"):
        assert words in asked.sent[-1].text
