"""What is seldom typed and pressed, with the real use cases behind it."""

from dataclasses import replace
from math import nan
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from bot.discord.client import TurnpostClient
from bot.discord.commands import absences, lobby, privacy, settings
from bot.discord.commands.lookups import about
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import ButtonState, _Typed
from bot.picture_service import frame_of
from bot.service.people.notice_settings import NoticeSettings
from bot.service.people.preferences import NoticeSettingsFor
from bot.service.values.answers import Invitation
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from engines.flicflac.questions import AskReach
from engines.registry import ENGINES
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.guests import Guests, files_of, text_of, ways
from tests.service.actors import (
    ADA,
    ANN,
    BOB,
    CLEO,
    HERE,
    SINCE,
    act,
    four,
    new_cause,
    opened,
    play_through,
    running,
)


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
        assert "You asked for a pause until <t:1772323200:f>; Bob must agree within two days." in text_of(
            asked
        )
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
    assert "Nobody has that seat in this game." in text


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
    assert (name, field.max_length, field.required) == ("day", 40, False)
    field._value = " 2026-03-01\x00 "
    submitted: Any = guests.interaction(ANN)
    await form.on_submit(submitted)
    assert "You asked for a pause until <t:1772323200:f>; Bob must agree within two days." in text_of(
        submitted
    )
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
    assert "have been told of it, and can read this message." in text_of(filed)


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


async def test_what_is_administered_in_a_server_is_not_confirmed_elsewhere(guests: Guests) -> None:
    game = await running(guests.service)
    pressed = await guests.press(ADA, ButtonState("admin", game.code, payload="1"), direct=True)
    assert "Games are administered in a server, not in direct messages." in text_of(pressed)
    exported = await guests.type(ADA, "admin export", game=game.code, manager=True)
    assert "the record, and the same as a score sheet." in text_of(exported)
    assert files_of(exported) == [f"{game.code}.json", f"{game.code}.txt"]


@pytest.mark.parametrize(
    ("place", "inviter", "waits", "code"),
    [
        (None, ANN, False, "no_server"),
        (None, ANN, True, None),
        (HERE, Person(99, "Zed"), False, "inviter_left"),
        (HERE, None, False, None),
    ],
)
async def test_an_invitation_holds_only_where_the_game_is_played(
    guests: Guests, place: Place | None, inviter: Person | None, waits: bool, code: str | None
) -> None:
    """A rematch that waits for players may be played nowhere on Discord."""
    asked = Invitation(
        id=4, code="K7QX", title="Nim", seat_name="Hop", place=place, person=CLEO, inviter=inviter,
        expires_at=SINCE, status="open", waits=waits,
    )  # fmt: skip
    responder = await guests.interaction(CLEO).identified()
    if code is None:
        await lobby._check(responder, asked)
        return
    with pytest.raises(Refused) as refused:
        await lobby._check(responder, asked)
    assert refused.value.code == code


async def test_a_command_that_opens_a_panel_does_so_where_nothing_is_filled_in(guests: Guests) -> None:
    game = await four(guests.service)
    panel = await guests.type(ANN, "gods plan", game=game.code)
    assert ways(panel)
    assert (await guests.service.reading.summary(game.code)).public_version == game.public_version


async def test_questions_are_completed_by_what_may_be_asked(guests: Guests) -> None:
    game = await running(guests.service, "flicflac")
    offered = await guests.complete(ANN, "flicflac reach", "piece", "", game=game.code)
    asked = await guests.service.reading.questions(game.code, ANN)
    pieces = {one.piece for one in asked if isinstance(one, AskReach)}
    assert set(offered.values()) == pieces != set()


async def test_an_undo_that_others_must_agree_to_is_asked_for(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3", "@c5"])
    assert "Bob" in text_of(await guests.type(ANN, "game undo", game=game.code))
    assert (await guests.service.reading.summary(game.code)).undo_asked == (1,)


async def test_of_a_game_that_is_over_no_line_is_tried_on_from_its_end(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3"])
    await act(guests.service, ANN, game.code, "resign")
    shown = {}
    for payload in ("first", "last"):
        page = await guests.press(ANN, ButtonState("past", game.code, payload=payload))
        shown[payload] = "Try from here" in ways(page)
    assert shown == {"first": True, "last": False}
    board = await guests.press(CLEO, ButtonState("board", game.code))
    assert "Follow" not in ways(board)
    assert "Look back" in ways(board)


async def test_who_runs_it_need_not_say_where_its_source_is() -> None:
    asked = FakeInteraction()
    asked.client.latency, asked.client.guilds = nan, []
    await about(asked.responder(), {})
    asked.client.latency, asked.client.guilds = 0.0421, [object()]
    context = replace(asked.client.context, source_url="https://git.example", support="<@7>")
    asked.client.context = context
    await about(asked.responder(), {})
    unknown, known = (one.text for one in asked.sent)
    assert (
        "Source: whoever runs this bot has not said where\nLatency to Discord: unknown · 0 servers" in unknown
    )
    assert "tell whoever runs this bot what you did" in unknown
    assert "Source: <https://git.example>\nLatency to Discord: 42 ms · 1 server ·" in known
    assert "tell <@7> what you did" in known


async def test_who_wants_a_digest_hears_once_a_day(guests: Guests) -> None:
    game = await running(guests.service)
    for followed, comes in (("each card", "each new card comes"), ("digest", "what happens comes")):
        await guests.type(CLEO, "game settings", followed=followed)
        said = text_of(await guests.type(CLEO, "game follow", game=game.code))
        assert f": {comes} to you by direct message" in said


def test_forms_say_what_is_typed_and_how() -> None:
    hint = "Such as 3 Aug, Friday or 2026-08-03"
    title, days = absences.days_form(Any, ButtonState("leaving"))  # type: ignore[arg-type]
    assert (title, [tuple(one) for one in days]) == (
        "Go away",
        [
            ("until", "The last day of your vacation", hint, "", 40),
            ("from", "The first day", "Empty: from now on", "", 40),
        ],
    )
    _, (day,) = absences.day_form(Any, ButtonState("until"))  # type: ignore[arg-type]
    assert tuple(day) == ("day", "The day on which play goes on", hint, "", 40)


def test_closed_direct_messages_are_said_to_be_closed() -> None:
    open_to_us = NoticeSettingsFor(NoticeSettings(), "Europe/Paris", closed=False, own=False)
    assert settings._words(open_to_us) == "Quiet time: none. Your time zone: Europe/Paris."
    closed = settings._words(msgspec.structs.replace(open_to_us, closed=True))
    assert closed.splitlines()[1:] == [
        "⚠️ Your direct messages are closed to me, so nothing comes by them. "
        "Open them and choose anything here: then I try again."
    ]


async def test_an_old_card_has_the_name_and_the_words_of_its_picture(guests: Guests) -> None:
    game = await running(guests.service)
    view, frame = await guests.service.reading.view(game.code, None), frame_of(game)
    pictures = DiscordPictures(1)
    drawn = await pictures.picture(game.key, view, frame)
    assert pictures.caption(game.key, view, frame) == (drawn.filename, drawn.description)
    pictures.close()
