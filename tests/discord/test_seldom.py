"""What is seldom typed and pressed, with the real use cases behind it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.client import TurnpostClient
from bot.discord.commands import privacy
from bot.discord.interaction.components import ButtonState, _Typed
from engines.registry import ENGINES
from tests.discord.fake_discord import failure
from tests.discord.guests import Guests, text_of
from tests.service.people import ANN, BOB, CLEO, act, four, new_cause, opened, running


async def test_a_computer_comes_and_goes_and_a_game_starts_with_fewer(guests: Guests) -> None:
    lobby = await opened(guests.service, "reef")
    added = await guests.type(ANN, "game lobby computer", game=lobby.code, level="strong")
    assert "A strong computer has a seat in" in text_of(added)
    gone = await guests.press(ANN, ButtonState("computer", lobby.code, payload="none"))
    assert "You have sent a computer away from" in text_of(gone)
    await guests.type(BOB, "game join", game=lobby.code)
    begun = await guests.type(ANN, "game lobby start", game=lobby.code)
    assert "begins: play in https://discord.com/channels/" in text_of(begun)


async def test_a_kept_seat_is_taken_by_the_list_of_invitations(guests: Guests) -> None:
    lobby = await opened(guests.service, opponents=(BOB,))
    answer = text_of(await guests.type(BOB, "game lobby invitations", answer="accept"))
    assert "✅ You have a seat in" in answer
    assert (await guests.service.reading.summary(lobby.code)).status == "active"


async def test_a_pause_is_declined_and_agreed_to(guests: Guests) -> None:
    game = await running(guests.service)
    for answer, words in (("decline", "You declined, so nothing changes."), ("agree", "paused")):
        asked = await guests.type(ANN, "game pause until", game=game.code, day="2026-03-01")
        assert "You asked; Bob must agree within two days." in text_of(asked)
        assert words in text_of(await guests.type(BOB, "game pause answer", game=game.code, answer=answer))


async def test_several_actions_in_one_text(guests: Guests) -> None:
    game = await running(guests.service, "flicflac")
    offers = (await guests.service.play.choices(ANN, game.code)).offers
    text = text_of(
        await guests.type(ANN, "flicflac turn", game=game.code, steps=f"{offers[0].notation}, end")
    )
    assert text.count("✅") == 1
    assert (await guests.service.reading.summary(game.code)).to_act == (1,)


async def test_a_seat_that_is_not_open_is_taken_by_nobody(guests: Guests) -> None:
    game = await running(guests.service)
    for state in (ButtonState("takeover", game.code), ButtonState("takeover", game.code, seat=1)):
        assert "open" in text_of(await guests.press(CLEO, state))
    assert (await guests.service.reading.summary(game.code)).seats[1].person == BOB


async def test_nobody_is_muted_in_a_free_seat(guests: Guests) -> None:
    lobby = await opened(guests.service, "gods")
    text = text_of(await guests.type(ANN, "privacy mute", game=lobby.code, seat="BLUE"))
    assert "Nobody sits there in this game." in text


async def test_what_is_planned_as_an_answer_is_completed_by_nothing(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, ANN, game.code, "@d3")
    (label,) = await guests.complete(ANN, "game plan-ahead", "action", "", game=game.code, if_they_play="@c5")
    assert label.startswith("Write your move as it answers theirs")


async def test_a_form_is_asked_for_and_what_is_typed_comes_back(guests: Guests) -> None:
    game = await running(guests.service)
    forms = list[discord.ui.Modal]()

    async def ask(form: discord.ui.Modal) -> None:
        forms.append(form)
        if len(forms) > 1:
            raise failure(404, 10062)

    async def pressed() -> None:
        interaction = guests.interaction(ANN, type=discord.InteractionType.component)
        interaction.response.send_modal = ask
        await ButtonState("until", game.code).button("Pause").callback(interaction)  # type: ignore[arg-type]
        assert interaction.sent == []

    await pressed()
    (form,) = forms
    assert isinstance(form, _Typed)
    shown: Any = form.to_dict()
    assert shown["title"] == "Ask for a pause"
    assert [one["label"] for one in shown["components"]] == ["The day on which play goes on"]
    ((name, field),) = form.inputs.items()
    assert (name, field.max_length, field.required) == ("day", 10, False)
    field._value = " 2026-03-01\x00 "
    submitted: Any = guests.interaction(ANN)
    await form.on_submit(submitted)
    assert "You asked; Bob must agree within two days." in text_of(submitted)
    # A form that Discord does not take is lost, and nothing else.
    await pressed()
    assert len({one.custom_id for one in forms}) == 2, "what two fill in at once is told apart"


@pytest.mark.parametrize(
    ("channel", "words"),
    [
        ({"type": discord.ChannelType.voice}, "text channels and in forums"),
        ({"permissions": discord.Permissions(view_channel=True)}, "You may not write in <#55>"),
        ({"permissions": discord.Permissions(send_messages=True)}, "You may not write in <#55>"),
        ({}, " in <#55>: "),
    ],
)
async def test_a_game_is_opened_only_where_one_may_write(
    guests: Guests, channel: dict[str, Any], words: str
) -> None:
    usual = {"id": 55, "type": discord.ChannelType.text, "permissions": discord.Permissions.all()}
    chosen = SimpleNamespace(**(usual | channel))
    assert words in text_of(await guests.type(ANN, "roses new", channel=chosen))


async def test_private_words_are_reported_by_their_button(guests: Guests) -> None:
    game = await four(guests.service)
    await guests.service.chat.say(BOB, game.code, "-r meet me", cause=new_cause())
    unread = await guests.press(ANN, ButtonState("report", game.code, payload="1"), direct=True)
    assert "Read it first" in text_of(unread)
    await guests.press(ANN, ButtonState("talk", game.code), direct=True)
    asked = await guests.press(ANN, ButtonState("report", game.code, payload="1"), direct=True)
    assert "meet me" in text_of(asked)
    filed = await guests.press(ANN, ButtonState("reported", game.code, payload="1"), direct=True)
    assert "are told of it, and can read these words." in text_of(filed)


async def test_long_words_are_received_as_a_layout(guests: Guests) -> None:
    game = await four(guests.service)
    text = await guests.type(ANN, "gods say", game=game.code, text="*" * 1_200)
    assert "view" in text.sent[-1].content
    assert "\\*" * 1_000 in text_of(text)


async def test_who_confirms_it_is_forgotten(guests: Guests) -> None:
    await opened(guests.service)
    result = await guests.press(ANN, ButtonState(privacy.ACTION, "X"))
    assert "✅ You are forgotten here." in text_of(result)
    assert await guests.service.reading.my_games(ANN) == []


async def test_a_pass_is_planned_and_cancelled(guests: Guests) -> None:
    game = await running(guests.service, "tae", seats=2)
    waiting = BOB if game.seats[game.to_act[0]].person == ANN else ANN
    for payload in ("pass", "all"):
        text = text_of(await guests.press(waiting, ButtonState("plans", game.code, payload=payload)))
        assert ("Until your turn, whenever you are called" in text) == (payload == "pass")


async def test_commands_are_published_again_until_discord_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    client = TurnpostClient(ENGINES)
    faults: list[BaseException | None] = [failure(503), failure(503), None]

    async def sync() -> list[Any]:
        if (fault := faults.pop(0)) is not None:
            raise fault
        return []

    async def at_once(_seconds: float) -> None:
        pass

    monkeypatch.setattr(client.tree, "sync", sync)
    monkeypatch.setattr("asyncio.sleep", at_once)
    await client._publish()
    assert faults == []
    # What Discord refuses for good ends nothing: the commands of the last start are there.
    faults.append(failure(400, 50035))
    await client._publish()
    assert faults == []
