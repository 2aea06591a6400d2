"""`/away`, and the question that meets whoever plays on vacation."""

from datetime import timedelta
from typing import Any

from bot.discord.commands.absences import days_form
from bot.discord.formatting.markdown import status_line
from bot.discord.interaction.components import NO_GAME, ButtonState
from tests.discord.fake_interaction import buttons, pressed_on, state_in
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, running


def _from(day: str) -> dict[str, Any]:
    return {"from_": day}


async def test_away_and_back_by_command(guests: Guests, clock: ManualClock) -> None:
    last = (clock.now() + timedelta(days=2)).date().isoformat()
    assert "You are not away. You have 30 of 30 days left" in text_of(await guests.type(ANN, "away"))
    assert "is not a day: write it like" in text_of(await guests.type(ANN, "away", until="soon"))
    assert "with `until:`" in text_of(await guests.type(ANN, "away", **_from(last)))
    gone = text_of(await guests.type(ANN, "away", until=last))
    assert "Your vacation: <t:" in gone
    assert "Days are those of UTC" in gone
    longer = (clock.now() + timedelta(days=3)).date().isoformat()
    assert "You have 26 of 30 days left" in text_of(await guests.type(ANN, "away", until=longer))
    assert "You are away for longer than that" in text_of(await guests.type(ANN, "away", until=last))
    assert "Welcome back: your clocks run again." in text_of(await guests.type(ANN, "away", end=True))
    assert "You are not away" in text_of(await guests.type(ANN, "away", end=True))


async def test_days_are_typed_as_in_mails_and_are_those_of_ones_own_zone(
    guests: Guests, clock: ManualClock
) -> None:
    """Only `2026-01-02` was understood. When it is Thursday in UTC, it is Friday in Kiritimati already."""
    assert f"{clock.now():%A}" == "Thursday"
    for zone, days in (("UTC", 2), ("Pacific/Kiritimati", 8)):
        await guests.type(ANN, "game settings", time_zone=zone)
        await guests.type(ANN, "away", until="Friday")
        away = (await guests.service.vacations.of(ANN)).dates
        assert away is not None
        assert (away[1] - clock.now()).days + 1 == days, away
        await guests.type(ANN, "away", end=True)


async def test_who_plays_on_vacation_is_asked_and_led_back(guests: Guests, clock: ManualClock) -> None:
    game = await running(guests.service)
    await guests.service.vacations.plan(ANN, (clock.now() + timedelta(days=2)).date())
    standing = status_line(await guests.service.reading.summary(game.code))
    assert standing.splitlines()[1].startswith("⏳ The clock stands still: Ann is away until <t:")
    asked = await guests.type(ANN, "move", game=game.code, notation="@d3")
    assert ": come back and play?" in text_of(asked)
    offered = buttons(asked.sent[-1].content["view"])
    assert list(offered) == ["I am back", "Stay away"]
    await guests.press(ANN, state_in(offered["Stay away"]))
    assert (await guests.service.reading.summary(game.code)).clock_stopped
    led = await guests.press(ANN, state_in(offered["I am back"]))
    assert "Welcome back" in text_of(led)
    assert not (await guests.service.reading.summary(game.code)).clock_stopped
    late = await guests.press(ANN, ButtonState("back", NO_GAME))
    assert "You are not away" in text_of(late)


async def test_a_vacation_that_has_not_begun_is_called_off(guests: Guests, clock: ManualClock) -> None:
    first, last = ((clock.now() + timedelta(days=days)).date().isoformat() for days in (2, 4))
    planned = await guests.type(ANN, "away", until=last, **_from(first))
    assert "You come back" not in text_of(planned)
    assert "end it first" in text_of(await guests.type(ANN, "away", until=last))
    button = buttons(planned.sent[-1].content["view"])["Call it off"]
    called_off = text_of(await guests.press(ANN, state_in(button)))
    assert "Your vacation is called off. You have 30 days of vacation left this year." in called_off
    assert "Welcome back" not in called_off


async def test_away_by_button(guests: Guests, clock: ManualClock) -> None:
    day = (clock.now() + timedelta(days=2)).date().isoformat()
    for opened in ("away", "game settings"):
        assert "Go away…" in buttons((await guests.type(ANN, opened)).sent[-1].content["view"])
    title, fields = days_form(pressed_on(), ButtonState("leaving", NO_GAME))
    assert (title, [field.name for field in fields]) == ("Go away", ["until", "from"])
    empty = await guests.press(ANN, ButtonState("leaving", NO_GAME), "until=", "from=")
    assert "You are not away" in text_of(empty)
    gone = await guests.press(ANN, ButtonState("leaving", NO_GAME), f"until={day}", f"from={day}")
    assert "Your vacation: <t:" in text_of(gone)
