"""What just fits stays whole, and what does not is cut there."""

import discord
import pytest

from bot.discord.api.retries import retry_until_known
from bot.discord.commands.about_game import game_label
from bot.discord.commands.inbox import _LINE, _words
from bot.discord.commands.lookback import _led, point_number
from bot.discord.commands.privacy import _number
from bot.discord.commands.settings import settings_form
from bot.discord.commands.trying import _read
from bot.discord.delivery.sender import failure_of
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.discord.posts.chat import fitting
from bot.sentences.forgetting import _codes
from bot.service.lookback.points import Point
from bot.service.reading.finding import LastMove
from bot.service.values.game_summary import SeatSummary
from bot.service.values.payloads import DoorClosed
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from tests.discord.fake_discord import Answer
from tests.discord.fake_interaction import pressed_on
from tests.discord.posts.test_chat import spoken
from tests.discord.summaries import summary

LONG = summary(seats=(SeatSummary(0, "White", "W", Person(1, "x" * 50)), SeatSummary(1, "Black", "B", None)))


def test_names_are_cut_where_several_share_a_line() -> None:
    assert game_label(LONG) == f"K7QX · Guerre des Deux Roses · {'x' * 19}… vs … · is running"
    assert _led(LONG, Point(1, "White", "@d3")) == f"{'x' * 29}…: @d3"


@pytest.mark.parametrize("over", [0, 1])
def test_as_many_messages_stand_on_a_page_as_have_room_when_all_is_escaped(over: int) -> None:
    names = len("Ann") + 2 * len("Bob")
    first = spoken("x" * 1_000)
    second = spoken("x" * (3_700 // 2 - 2 * 75 - 1_000 - 2 * names + over))
    assert fitting([first, second, first]) == (1 if over else 2)


def test_a_move_in_a_list_of_games_is_cut() -> None:
    result = _words(LONG, LastMove(LONG.created_at, None, "z" * 90), 1, 2 * _LINE, pending=False)
    assert result.endswith(f">: {'z' * 79}…")


def test_a_reason_is_cut() -> None:
    error = discord.HTTPException(Answer(400), {"code": 50035, "message": "y" * 300})
    refused = failure_of(error, DoorClosed(1))
    assert refused.reason == f"400 50035: {'y' * 189}"
    assert refused.code == "50035"


def test_a_long_number_is_no_point_and_no_words() -> None:
    for read in (point_number, _number):
        assert read("9" * 9) == 999_999_999
        with pytest.raises(Refused):
            read("1" * 10)


@pytest.mark.parametrize(("count", "more"), [(20, ""), (21, " and 1 more"), (22, " and 2 more")])
def test_so_many_games_are_named(count: int, more: str) -> None:
    assert _codes(["K7QX"] * count, "`") == ", ".join(["`K7QX`"] * 20) + more


def test_what_is_typed_of_settings_is_short() -> None:
    _, fields = settings_form(pressed_on(), ButtonState("typed", NO_GAME))
    assert {field.most for field in fields} == {64}


def test_a_line_that_is_tried_has_room_in_a_button() -> None:
    assert _read(f"3/{'0' * 44}") == (3, (0,) * 22)
    for line in ("0" * 46, "0", "-0"):
        with pytest.raises(Refused, match="unknown_button"):
            _read(f"3/{line}")


@pytest.mark.parametrize(("patient", "times"), [(False, 1), (True, 3)])
async def test_what_is_not_known_yet_is_asked_for_again_with_patience_alone(
    patient: bool, times: int
) -> None:
    answers = [None, None, 7]

    async def ask() -> int | None:
        return answers.pop(0)

    assert await retry_until_known(ask, patient=patient) == (7 if patient else None)
    assert len(answers) == 3 - times
