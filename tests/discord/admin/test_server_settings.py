"""What those who manage a server settle is changed field by field, told line by line, and put back."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ChannelType

from bot.discord.admin.server import _changed, _lines, _unreachable
from bot.discord.commands.opening import naming_what_is_allowed
from bot.discord.commands.privacy import _number
from bot.service.people.servers import NotOpenedHere, ServerSettings
from bot.service.values.refused import Refused
from tests.discord.fake_interaction import FakeInteraction

SETTLED = ServerSettings(
    channels=(12,), openers="roles", roles=(7,), channel_lobbies=3, person_lobbies=2, person_games=1,
    hours=0.0, quiet=True, reports_channel_id=14,
)  # fmt: skip


def channel(number: int, kind: ChannelType = ChannelType.text) -> Any:
    return SimpleNamespace(id=number, type=kind)


def role(number: int) -> Any:
    return SimpleNamespace(id=number)


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ({"allow_channel": channel(12)}, {"channels": (12,)}),
        ({"allow_channel": channel(13, ChannelType.forum)}, {"channels": (12, 13)}),
        ({"forget_channel": channel(12)}, {"channels": ()}),
        ({"allow_channel": channel(13), "forget_channel": channel(12)}, {"channels": (13,)}),
        ({"allow_role": role(8)}, {"roles": (7, 8), "openers": "roles"}),
        ({"allow_role": role(7)}, {"roles": (7,)}),
        ({"forget_role": role(7), "opened_by": "managers"}, {"roles": (), "openers": "managers"}),
        ({"channel_waiting": 5, "person_waiting": 0}, {"channel_lobbies": 5, "person_lobbies": None}),
        ({"person_games": 4}, {"person_games": 4}),
        ({"hours": 24.0, "quiet": False}, {"hours": 24.0, "quiet": False}),
        ({"reports": channel(15, ChannelType.news)}, {"reports_channel_id": 15}),
        ({"reset": "openers"}, {"openers": "everyone", "roles": ()}),
        ({"reset": "hours", "hours": 5.0}, {"hours": 5.0}),
        ({"reset": "quiet"}, {"quiet": False}),
        (
            {"reset": "limits"},
            {"channel_lobbies": None, "person_lobbies": None, "person_games": None},
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else None,
)
def test_what_is_filled_in_is_changed_and_nothing_else(
    options: dict[str, Any], changed: dict[str, Any]
) -> None:
    values = {name: getattr(SETTLED, name) for name in SETTLED.__struct_fields__}
    assert _changed(SETTLED, options) == ServerSettings(**(values | changed))


def test_a_forum_takes_no_reports_and_the_refusal_says_what_does() -> None:
    with pytest.raises(Refused, match="announced in a text channel; name one"):
        _changed(SETTLED, {"reports": channel(15, ChannelType.forum)})


def test_everything_is_put_back() -> None:
    assert _changed(SETTLED, {"reset": "everything"}) == ServerSettings()


@pytest.mark.parametrize(
    "options",
    [{"allow_channel": channel(13, ChannelType.voice)}, {"reports": channel(13, ChannelType.forum)}],
)
def test_a_channel_that_cannot_hold_it_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="no_place"):
        _changed(SETTLED, options)


def test_settings_are_told_line_by_line() -> None:
    assert _lines(ServerSettings())[1:-1] == [
        "Opened in every channel by everyone.",
        "At most: as many as the bot allows everywhere.",
        "Time for a turn if the opener names none: as the game has it.",
        "Quiet: off.",
        "Reports: to the owner by direct message.",
    ]
    assert _lines(SETTLED)[1:-1] == [
        "Opened in <#12> by members with <@&7>.",
        "At most: 3 waiting in one channel, 2 waiting of one person, 1 played by one person.",
        "Time for a turn if the opener names none: no clock.",
        "Quiet: on: cards ping nobody, and only those who asked for it are reminded.",
        "Reports: <#14>.",
    ]


def server(channels: set[int], roles: set[int], *, unavailable: bool = False) -> Any:
    """A server with these channels and roles."""
    return SimpleNamespace(
        unavailable=unavailable,
        get_channel={one: channel(one) for one in channels}.get,
        get_role={one: role(one) for one in roles}.get,
    )


def test_deleted_channels_and_roles_are_not_named_and_their_effect_is_told() -> None:
    both = ServerSettings(channels=(12, 13), openers="roles", roles=(7, 8))
    assert _lines(both, server({13}, {7}))[1] == "Opened in <#13> by members with <@&7>."
    assert _lines(both, server(set(), set()))[1:4] == [
        "Opened in no channel by members with no role.",
        "⚠️ The channels for it were deleted, so nobody can open games: `allow_channel:` names another, "
        "`reset: channels` allows all.",
        "⚠️ The roles for it were deleted, so only those who manage the server can open games: "
        "`allow_role:` names another, `reset: openers` lets everybody open them.",
    ]
    unknown = server(set(), set(), unavailable=True)
    assert _lines(both, unknown)[1] == "Opened in <#12>, <#13> by members with <@&7>, <@&8>."


@pytest.mark.parametrize(
    ("code", "gone", "left"),
    [
        ("not_in_channel", "The channels for it were deleted", "Open yours in <#12>."),
        ("not_role", "The roles for it were deleted", "They are <@&7>."),
    ],
)
def test_who_may_not_open_a_game_is_sent_to_nothing_that_was_deleted(code: str, gone: str, left: str) -> None:
    for guild, words in ((server(set(), set()), gone), (server({12}, {7}), left), (None, left)):
        with pytest.raises(Refused, match=re.escape(words)), naming_what_is_allowed(guild):
            raise NotOpenedHere(code, "Not here.", SETTLED)


@pytest.mark.parametrize(
    ("reports", "rights", "lacking"),
    [
        (14, discord.Permissions(send_messages=True), "view channel."),
        (14, discord.Permissions(view_channel=True, send_messages=True), ""),
        (15, discord.Permissions(), ""),
        (None, discord.Permissions(), ""),
    ],
)
def test_who_settles_where_reports_go_hears_what_the_bot_lacks_there(
    reports: int | None, rights: discord.Permissions, lacking: str
) -> None:
    there = SimpleNamespace(permissions_for={"us": rights}.get)
    guild = SimpleNamespace(get_channel={14: there}.get, get_member={1: "us"}.get)
    interaction = FakeInteraction(guild=guild)
    interaction.client.user = SimpleNamespace(id=1)
    result = _unreachable(interaction.responder(), ServerSettings(reports_channel_id=reports))
    assert result == (lacking and f"⚠️ I lack permissions there, so reports go to the owner: {lacking}")


def test_words_are_named_by_a_number_from_the_list() -> None:
    assert _number("9" * 9) == 999_999_999
    for text in ("", "x", "-1", "9" * 10):
        with pytest.raises(Refused, match="no_such_words"):
            _number(text)
