"""A line by buttons, with everything that it takes in the custom ids."""

import pytest

from bot.discord.interaction.components import CUSTOM_ID_LIMIT, ButtonState, StatefulItem
from bot.service.game.picking import token_of
from engines.registry import ENGINES
from tests.discord.guests import Guests, files_of, text_of, ways
from tests.service.actors import ANN, BOB, CLEO, act, begun, play_through, running


def state_of(number: str) -> ButtonState:
    match = StatefulItem.__discord_ui_compiled_template__.fullmatch(number)
    assert match is not None
    return ButtonState.matched(match)


async def test_a_line_is_put_together_and_taken_back(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3"])
    shown = await guests.type(CLEO, "game try")
    assert "**Trying from point 1**: nothing of this is played." in text_of(shown)
    assert files_of(shown)
    assert not any("takeback" in number or ":play:" in number for number in ways(shown).values())
    shown = await guests.press(CLEO, state_of(ways(shown)["b4"]))
    assert "Line: @b4" in text_of(shown)
    shown = await guests.press(CLEO, state_of(ways(shown)["c3"]))
    assert "Line: @b4 @c3" in text_of(shown)
    shown = await guests.press(CLEO, state_of(ways(shown)["Back"]))
    assert "Line: @b4" in text_of(shown)
    assert "@c3" not in text_of(shown)
    assert (await guests.service.reading.view(game.code, None)).ply == 1


async def test_where_several_choose_it_is_said_for_whom(guests: Guests) -> None:
    await begun(guests.service, "gods")
    shown = await guests.type(BOB, "game try")
    assert "Now you choose for Ann (RED)." in text_of(shown)
    shown = await guests.press(BOB, state_of(ways(shown)["attack GREEN"]))
    assert "Now you choose for Ann (RED)." in text_of(shown)
    shown = await guests.press(BOB, state_of(ways(shown)["Back"]))
    shown = await guests.press(BOB, state_of(ways(shown)["mark yourself ready"]))
    assert "Now you choose for Bob (BLUE)." in text_of(shown)


async def test_long_lines_stay_within_a_custom_id(guests: Guests) -> None:
    game = await running(guests.service)
    shown = await guests.type(ANN, "game try")
    for _ in range(60):
        numbers = [number for number in ways(shown).values() if ":try:" in number]
        assert all(len(number) <= CUSTOM_ID_LIMIT for number in numbers)
        onward = [number for label, number in ways(shown).items() if ":try:" in number and label != "Back"]
        if not onward or "cannot get any longer" in text_of(shown):
            break
        shown = await guests.press(ANN, state_of(onward[0]))
    assert "cannot get any longer" in text_of(shown)
    assert game.code in text_of(shown)


async def test_a_line_leads_through_any_of_many_actions(guests: Guests) -> None:
    game = await running(guests.service, "tae", seats=2)
    offered = (await guests.service.trying.tried(game.code, ANN, -1, ())).offers
    chosen = offered[75]
    shown = await guests.press(ANN, ButtonState("try", game.code, payload="0/23/"))
    assert f"Line: {chosen.notation}" in text_of(shown)
    onward = {
        state_of(number).payload.rsplit("/", 1)[0] for number in ways(shown).values() if ":try:" in number
    }
    assert "0/23" in onward


async def test_an_action_that_has_no_place_in_a_custom_id_ends_the_line(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.commands.trying._DIGITS", "012345678")
    game = await running(guests.service, "tae", seats=2)
    offered = (await guests.service.trying.tried(game.code, ANN, -1, ())).offers
    for place, ends in ((80, False), (81, True)):
        picks = (token_of(pick.value) for pick in offered[place].paths[0])
        state = ButtonState("try", game.code, payload="/".join(("0", "", *picks)))
        shown = await guests.press(ANN, state)
        assert ("cannot get any longer" in text_of(shown)) == ends


async def test_it_is_offered_where_it_can_be_and_begins_where_one_looks(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(ENGINES["tae"]), "imagine", None)
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3", "@c5"])
    board = await guests.press(ANN, ButtonState("board", game.code))
    assert "Trying from point 2" in text_of(await guests.press(ANN, state_of(ways(board)["Try"])))
    past = await guests.press(ANN, ButtonState("past", game.code, payload="first", offset=1))
    assert "Trying from point 1" in text_of(await guests.press(ANN, state_of(ways(past)["Try from here"])))
    hidden = await running(guests.service, "tae")
    assert "Try" not in ways(await guests.press(ANN, ButtonState("board", hidden.code)))
    assert "hides too much" in text_of(await guests.type(ANN, "game try", game=hidden.code))


async def test_once_the_game_is_over_a_line_may_be_shown_to_everybody(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3"])
    state = ButtonState("try", game.code, payload="1/0000/")
    early = await guests.press(ANN, state._replace(action="share"))
    assert "is not over" in text_of(early)
    assert "Show everybody" not in ways(await guests.press(ANN, state))
    await act(guests.service, ANN, game.code, "resign")
    shown = await guests.press(ANN, state)
    outcome = await guests.press(ANN, state_of(ways(shown)["Show everybody"]))
    (result,) = [one for one in outcome.sent if "shows a line" in one.text]
    assert "Ann shows a line that was not played." in result.text
    assert not result.content.get("ephemeral")


@pytest.mark.parametrize("payload", ["", "x/", "1/zzz/", "1/0!/", "99999999999/", "1/" + "0" * 60])
async def test_what_no_message_of_ours_has_written_is_refused(guests: Guests, payload: str) -> None:
    game = await running(guests.service)
    pressed = await guests.press(ANN, ButtonState("try", game.code, payload=payload))
    assert text_of(pressed)
    assert pressed.observer.outcomes[-1][1] in {"unknown_button", "no_such_point"}
