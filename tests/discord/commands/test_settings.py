"""`/game settings`: the private panel of what a person chooses, in all games and in one."""

from typing import Any

import pytest

from bot.discord.commands.settings import settings_form
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.service.facade import Service
from bot.service.people.notice_settings import NoticeSettings
from tests.discord.fake_interaction import pressed_on
from tests.discord.guests import Guests, text_of
from tests.service.actors import ANN, BOB, CLEO, running

SETTING = ButtonState("setting", NO_GAME)


@pytest.fixture
def guests(service: Service) -> Guests:
    return Guests(service, None)  # type: ignore[arg-type] # nothing is drawn here


async def chosen(guests: Guests, code: str | None = None) -> NoticeSettings:
    return (await guests.service.preferences.notice_settings(ANN, code)).settings


async def test_whatever_is_chosen_holds_at_once(guests: Guests) -> None:
    for name, value in (("where", "dm"), ("reminders", "8 h, 4 h, 1 h")):
        await guests.press(ANN, SETTING._replace(payload=name), value)
    pressed = await guests.press(ANN, SETTING._replace(payload="when"), "digest")
    assert await chosen(guests) == NoticeSettings("dm", "digest", reminders=(480, 240, 60))
    assert "Your daily digest comes by direct message at 18:00" in text_of(pressed)
    assert "nobody else learns" in text_of(pressed)
    await guests.press(ANN, SETTING._replace(payload="hand_messages"), "off")
    assert not (await guests.service.preferences.of(ANN)).dm_hands


async def test_a_long_schedule_of_reminders_is_shown(guests: Guests) -> None:
    shown = await guests.type(ANN, "game settings", reminders="2 d, 1 d, 8 h, 1/2, 1/4, 1/8")
    assert "Remind me 2 days, 1 day" in text_of(shown)


async def test_games_that_one_follows_come_each_card_or_once_a_day(guests: Guests) -> None:
    pressed = await guests.press(ANN, SETTING._replace(payload="followed"), "digest")
    assert (await chosen(guests)).followed == "digest"
    assert "Games that I follow: together, once a day" in text_of(pressed)
    assert "Your daily digest comes by direct message at 18:00." in text_of(pressed)
    await guests.type(ANN, "game settings", followed="each card")
    assert await chosen(guests) == NoticeSettings()
    game = await running(guests.service)
    assert "leave `game:` out" in text_of(
        await guests.type(ANN, "game settings", followed="digest", game=game.code)
    )
    assert "Choose one" in text_of(await guests.press(ANN, SETTING._replace(payload="followed"), "never"))


def test_a_time_zone_is_typed_for_all_games_alone() -> None:
    _, fields = settings_form(pressed_on(), ButtonState("times", "K7QX"))
    assert [field.name for field in fields] == ["quiet_hours", "quiet_days", "digest_at", "reminders"]


async def test_times_are_typed_and_what_is_left_empty_stays(guests: Guests) -> None:
    title, fields = settings_form(pressed_on(), ButtonState("times", NO_GAME))
    assert (title, [field.name for field in fields]) == (
        "Type times",
        ["time_zone", "quiet_hours", "quiet_days", "digest_at", "reminders"],
    )
    typed = ("time_zone=europe/paris", "quiet_hours=22-7:30", "quiet_days=sun", "digest_at=", "reminders=")
    text = text_of(await guests.press(ANN, SETTING, *typed))
    assert "Quiet time: from 22:00 to 07:30 and all of Sunday. Your time zone: Europe/Paris." in text
    assert await chosen(guests) == NoticeSettings(quiet_hours=(1320, 450), quiet_days=(6,))


@pytest.mark.parametrize(
    ("name", "typed", "why"),
    [
        ("quiet_hours", "late", "is not a span of hours"),
        ("quiet_days", "mon tue wed thu fri sat sun", "leave a day out"),
        ("digest_at", "25", "not a time of day"),
        ("reminders", "soon", "not a time before a deadline"),
        ("time_zone", "Middle/Earth", "Name a time zone"),
        ("time_zone", "UTC+5:30", "For any other name a city"),
    ],
)
async def test_what_does_not_fit_is_said_and_changes_nothing(
    guests: Guests, name: str, typed: str, why: str
) -> None:
    given: dict[str, Any] = {name: typed}
    assert why in text_of(await guests.type(ANN, "game settings", **given))
    assert await chosen(guests) == NoticeSettings()


@pytest.mark.parametrize("refused", [{"by": "mail"}, {"time_zone": "Nowhere"}])
async def test_beside_what_is_refused_nothing_is_changed(guests: Guests, refused: dict[str, Any]) -> None:
    preferences = guests.service.preferences
    before = await preferences.of(ANN), await chosen(guests)
    text = text_of(await guests.type(ANN, "game settings", theme="light", where="dm", **refused))
    assert "link one first" in text or "Name a time zone" in text
    assert (await preferences.of(ANN), await chosen(guests)) == before


async def test_a_game_may_have_settings_of_its_own(guests: Guests) -> None:
    game = await running(guests.service)
    await guests.type(ANN, "game settings", where="dm", quiet_hours="22-8")
    text = text_of(await guests.type(ANN, "game settings", where="thread", when="at once", game=game.code))
    assert f"`{game.code}` alone" in text
    assert "pictures" not in text
    assert await chosen(guests, game.code) == NoticeSettings("thread", "at_once", quiet_hours=(1320, 480))
    assert (await chosen(guests)).where == "dm"
    await guests.press(ANN, ButtonState("setting", game.code, payload="everywhere"))
    assert await chosen(guests, game.code) == await chosen(guests)
    assert "do not play" in text_of(await guests.type(CLEO, "game settings", where="dm", game=game.code))


async def test_time_zones_are_found_by_their_city(guests: Guests) -> None:
    found = await guests.complete(BOB, "game settings", "time_zone", "new y")
    assert list(found.values()) == ["America/New_York"]
    assert next(iter(found)).startswith("America/New York · ")
    begun_first = await guests.complete(BOB, "game settings", "time_zone", "ber")
    assert list(begun_first.values()) == ["Atlantic/Bermuda", "Europe/Berlin", "Australia/Canberra"]


async def test_a_fixed_offset_is_a_time_zone_without_summer_time(guests: Guests) -> None:
    found = await guests.complete(BOB, "game settings", "time_zone", "gmt+2")
    assert list(found.values()) == ["Etc/GMT-2"]
    assert next(iter(found)).startswith("UTC+2 · ")
    text = text_of(await guests.type(BOB, "game settings", time_zone="UTC+2"))
    assert "Your time zone: UTC+2." in text
    assert "UTC+2 does not follow summer time" in text
