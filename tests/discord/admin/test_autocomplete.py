"""What administrators are offered while they type."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.admin.autocomplete import complete_action, complete_point
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import MAX_CHOICES, Focus
from bot.service.admin.rollback_points import RollbackPoint
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.summaries import BOB, summary


class Office:
    """The use cases of administrators, with these points and actions of one game."""

    def __init__(self, points: int = 0, offers: tuple[tuple[str, str], ...] = ()) -> None:
        self._points = [
            RollbackPoint(
                number, number, None if number == 2 else number % 2, f"d{number}", BOB.id * (number == 1)
            )
            for number in range(1, points + 1)
        ]
        self._offers = offers

    async def game(self, *_: object) -> Any:
        return summary()

    async def rollback_points(self, *_: object) -> list[RollbackPoint]:
        return self._points

    async def forcible(self, _operator: object, _code: str, seat: int) -> tuple[tuple[str, str], ...]:
        return self._offers if seat == 1 else ()


async def request(office: Office) -> Request:
    rights = discord.Permissions(manage_guild=True)
    return await FakeInteraction(SimpleNamespace(admin=office), permissions=rights).identified()


@pytest.mark.parametrize("points", [MAX_CHOICES - 1, MAX_CHOICES, 40])
async def test_the_start_is_offered_after_as_many_points_as_there_is_room_for(points: int) -> None:
    found = await complete_point(await request(Office(points)), Focus("to", "", {}))
    assert [one.value for one in found] == [*range(points, points - MAX_CHOICES + 1, -1), 0]


async def test_points_name_who_acted_unless_it_is_secret_or_the_seat_has_changed_hands() -> None:
    found = await complete_point(await request(Office(3)), Focus("to", "", {}))
    names = ["3 · Black d3", "2 · d2", "1 · Bob (Black) d1", "0 · the start of the game"]
    assert [one.name for one in found] == names


async def test_actions_that_begin_with_what_was_typed_come_first() -> None:
    offers = (("c3", "from a1"), ("c1-a1", ""), ("b2", "to a1"), ("a1-b2", ""))
    offered = await complete_action(
        await request(Office(offers=offers)), Focus("action", "a1", {"seat": "Black"})
    )
    assert [one.value for one in offered] == ["a1-b2", "c1-a1", "c3", "b2"]


@pytest.mark.parametrize(("typed", "found"), [("", ["a1", "b2", "c3"]), (" A1", ["a1"]), ("Leaves", ["b2"])])
async def test_actions_are_found_by_their_notation_and_by_their_words(typed: str, found: list[str]) -> None:
    office = Office(offers=(("a1", "a1"), ("b2", "who leaves"), ("c3", "")))
    asking = await request(office)
    offered = await complete_action(asking, Focus("action", typed, {"seat": "Black"}))
    assert [one.value for one in offered] == found
    names = {"a1": "a1", "b2": "b2 · who leaves", "c3": "c3"}
    assert [one.name for one in offered] == [names[value] for value in found]
    assert not await complete_action(asking, Focus("action", typed, {"seat": "White"}))
