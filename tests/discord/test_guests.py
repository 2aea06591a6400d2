"""What people at the commands read: a database behind them, the words before them."""

from __future__ import annotations

import gzip
import json
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.discord.admin.confirmation import done_text, plan_view, value_text
from bot.discord.admin.lookups import _audit_line
from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.commands.lookups import HISTORY_LINES, fitting
from bot.discord.commands.privacy import ACTION, forgetting_lines
from bot.discord.formatting.layouts import layout
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.outbox.worker import Outbox
from bot.service.accounts.privacy import Forgetting
from bot.service.admin.acts import ANNOUNCEMENT_LIMIT, Rollback
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Done, Plan
from bot.service.admin.queries import AuditEntry
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import PostNote
from bot.service.values.request import Person
from bot.service.values.typed import seat_named
from bot.store.database import Database
from engines.registry import ENGINES
from tests.discord import saying
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction, buttons, looks, state_in
from tests.discord.guests import Guests, files_of, text_of
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.people import (
    ACCOUNTS,
    ADA,
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    SAMPLE,
    account,
    act,
    new_cause,
    opened,
    play_through,
    running,
)


async def test_a_game_from_new_to_resigning(guests: Guests) -> None:
    value_text = text_of(await guests.type(ANN, "game new", game="roses", hours=48.0, thread=False))
    code = re.findall("`([A-Z0-9]{4})`", value_text)[0]
    assert f"/game join game:{code}" in value_text
    assert "It starts with one more player." in value_text
    value_text = text_of(await guests.type(BOB, "game join", game=code))
    assert "The game begins: play in https://discord.com/channels/" in value_text
    summary = await guests.service.reading.summary(code)
    assert (summary.deadline_hours, summary.threaded, summary.status) == (48.0, False, "active")
    white, black = (
        (ANN, BOB) if seat_named(summary, "White") == 0 and summary.seats[0].person == ANN else (BOB, ANN)
    )
    assert "✅" in text_of(await guests.type(white, "roses drop", cell="D3"))
    assert "✅" in text_of(await guests.type(black, "move", notation="@c5"))
    assert "make sure" not in text_of(await guests.type(white, "move", notation="resign"))
    assert "`sure: True`" in text_of(await guests.type(white, "game resign", sure=False))
    assert (await guests.service.reading.summary(code)).status == "active"
    await guests.type(white, "game resign", sure=True)
    assert (await guests.service.reading.summary(code)).status == "finished"


async def test_a_lobby_is_joined_left_and_called_off(guests: Guests) -> None:
    game = await opened(guests.service, "gods", threaded=False)
    value_text = text_of(await guests.type(BOB, "game join", game=game.code, seat="GREEN"))
    assert "It starts with two more players." in value_text
    lobby = await guests.service.reading.summary(game.code)
    assert {seat.name: seat.person for seat in lobby.seats if seat.person is not None}["GREEN"] == BOB
    assert "You have left" in text_of(await guests.type(BOB, "game lobby leave", game=game.code))
    assert "Only the host" in text_of(await guests.type(BOB, "game lobby cancel", game=game.code))
    assert "called" in text_of(await guests.type(ANN, "game lobby cancel", game=game.code))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


async def test_in_direct_messages_one_plays_alone_against_computers(guests: Guests) -> None:
    panel = await guests.type(ANN, "game new", direct=True, game="roses")
    assert "1 steady computer" in text_of(panel)
    assert "You play alone against computers" in text_of(panel)
    opened = await guests.type(ANN, "roses new", direct=True, computers=1, level="gentle", hours=0)
    assert "The game begins: play in https://discord.com/channels/@me/" in text_of(opened)
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(account(ANN)))
    assert (game.guild_id, game.channel_id, game.threaded) == (None, opened.channel_id, False)
    assert [seat.person.level for seat in game.seats if seat.person] in ([None, 1], [1, None])
    refused = await guests.type(ANN, "roses new", direct=True, computers=0)
    assert "play alone" in text_of(refused)
    refused = await guests.type(
        ANN, "roses new", direct=True, computers=1, opponent=SimpleNamespace(id=1, display_name=BOB.name)
    )
    assert "invite people in a server" in text_of(refused)


async def test_the_host_adds_a_computer_on_the_card(guests: Guests) -> None:
    lobby = await opened(guests.service)
    refused = await guests.press(BOB, ButtonState("computer", lobby.code))
    assert "Only the host" in text_of(refused)
    asked = await guests.press(ANN, ButtonState("computer", lobby.code))
    assert "How well is the computer to play?" in text_of(asked)
    done = await guests.press(ANN, ButtonState("seat", lobby.code, payload="strong"))
    assert "A strong computer has a seat" in text_of(done)
    assert (await guests.service.reading.summary(lobby.code)).status == "active"


async def test_the_server_s_games_are_no_games_of_direct_messages(guests: Guests) -> None:
    interaction = await guests.type(ANN, "game inbox", direct=True, whose="server")
    assert "not here" in text_of(interaction)


async def test_the_board_is_shown_from_a_side_in_a_theme_or_in_words(guests: Guests) -> None:
    lobby = await opened(guests.service)
    assert "no board to show" in text_of(await guests.type(ANN, "game show", game=lobby.code))
    game = await running(guests.service)
    shown = await guests.type(BOB, "game show", game=game.code, theme="light")
    assert files_of(shown) == [f"roses-{game.code.lower()}.png"]
    assert (await guests.service.preferences.of(BOB)).theme == "light"
    words = await guests.type(BOB, "game show", game=game.code, text=True, side="White")
    assert files_of(words) == []
    assert "```" in text_of(words)
    other = await guests.type(BOB, "game show", game=game.code, text=True, side="Black")
    assert text_of(other) != text_of(words)


async def test_lists_are_ones_own_or_the_server_s(guests: Guests) -> None:
    assert "You are in no running game" in text_of(await guests.type(CLEO, "game inbox"))
    assert "No game is running" in text_of(await guests.type(CLEO, "game inbox", whose="server"))
    game = await running(guests.service)
    over = await running(guests.service)
    await guests.type(ANN, "game resign", game=over.code, sure=True)
    mine = text_of(await guests.type(ANN, "game inbox"))
    assert game.code in mine
    assert over.code not in mine
    assert game.code in text_of(await guests.type(CLEO, "game inbox", whose="server"))


async def test_moves_are_listed_by_kind_and_narrowed(guests: Guests) -> None:
    game = await running(guests.service)
    value_text = text_of(await guests.type(ANN, "game moves", game=game.code))
    assert "**drop**" in value_text
    assert "`@e4`" in value_text
    narrow = text_of(await guests.type(ANN, "game moves", game=game.code, about=" D3 "))
    assert "`@d3`" in narrow
    assert "`@e4`" not in narrow
    assert "names that" in text_of(await guests.type(ANN, "game moves", game=game.code, about="zebra"))


@pytest.mark.parametrize("plies", [0, 3])
async def test_the_history_is_read(guests: Guests, plies: int) -> None:
    game = await running(guests.service)
    if plies:
        await play_through(guests.service, game.code, SAMPLE[:plies])
    value_text = text_of(await guests.type(CLEO, "game history", game=game.code))
    assert ("Nothing has been played yet." in value_text) == (plies == 0)
    assert value_text.count("Ann (White): ") == (plies + 1) // 2
    assert "earlier lines" not in value_text


async def test_of_a_long_history_the_newest_lines_are_shown(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert HISTORY_LINES == 30
    monkeypatch.setattr("bot.discord.commands.lookups.HISTORY_LINES", 2)
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:5])
    value_text = text_of(await guests.type(CLEO, "game history", game=game.code))
    assert "-# 3 earlier lines" in value_text
    assert [word for word in ("@d3", "@c5", "@c2", "@d5", "@c3") if word in value_text] == ["@d5", "@c3"]


async def test_a_record_is_exported_and_a_secret_verified(guests: Guests) -> None:
    game = await running(guests.service, "reef")
    shown = await guests.type(ANN, "game record export", game=game.code)
    assert files_of(shown) == [f"{game.code}.json", f"{game.code}.txt"]
    assert "what you may know of it so far" in text_of(shown)
    assert "published when the game is over" in text_of(
        await guests.type(ANN, "game record verify", game=game.code)
    )
    await guests.type(ANN, "game resign", game=game.code, sure=True)
    shown = await guests.type(ANN, "game record export", game=game.code)
    assert "the record, and the same" in text_of(shown)
    answer = await guests.type(ANN, "game record verify", game=game.code)
    verified = text_of(answer)
    assert "✅" in verified
    assert "❌" not in verified
    assert f"`python verify_chance.py {game.code}.json`" in verified
    assert files_of(answer) == ["verify_chance.py"]
    refused = text_of(await guests.type(ANN, "game record verify", game=game.code, hash="0" * 64))
    assert "❌" in refused


async def test_every_hash_that_was_published_is_shown_where_play_went_back(guests: Guests) -> None:
    game = await running(guests.service, "reef", seats=2)
    mover = game.seats[game.to_act[0]].person
    assert mover is not None
    offers = (await guests.service.play.choices(mover, game.code)).offers
    await guests.service.play.act(mover, game.code, offers[0].action, cause=new_cause())
    back = await guests.service.admin.apply(Operator(), game.code, Rollback(0))
    assert back.summary is not None
    await guests.type(ANN, "game resign", game=game.code, sure=True)
    hashes = (str(game.commitment), str(back.summary.commitment))
    for noted in (None, *hashes):
        given: dict[str, Any] = {} if noted is None else {"hash": noted}
        value_text = text_of(await guests.type(ANN, "game record verify", game=game.code, **given))
        assert (
            f"Published first: `{hashes[0]}`; when play went back, for a new secret: `{hashes[1]}`"
            in value_text
        )
        assert "✅" in value_text
        assert ("⚠️" in value_text) == (noted == hashes[1])


async def test_questions_are_answered_in_running_games_alone(guests: Guests) -> None:
    lobby = await opened(guests.service, "reef")
    assert "no answer to that now" in text_of(await guests.type(ANN, "reef values", game=lobby.code))
    game = await running(guests.service, "reef")
    shown = await guests.type(ANN, "reef values", game=game.code)
    assert "worth" in text_of(shown)
    assert files_of(shown) == [f"reef-{game.code.lower()}.png"]


async def test_rules_and_help(guests: Guests) -> None:
    assert "## Reef Encounter" in text_of(await guests.type(ANN, "game rules", title="reef"))
    game = await running(guests.service)
    value_text = text_of(await guests.type(ANN, "game rules", game=game.code))
    assert f"`{game.code}` is played with the usual options" in value_text
    helped = text_of(await guests.type(ANN, "roses help"))
    assert "`/roses drop`" in helped
    assert "Turnpost** plays long games" in text_of(await guests.type(ANN, "game help"))


async def test_settings_are_told_and_changed(guests: Guests) -> None:
    before = text_of(await guests.type(ANN, "game settings"))
    assert "Show me dark pictures" in before
    assert "Mention me in the game's thread\nAt once, but not in quiet hours" in before
    assert "Remind me when half, then an eighth of the time is left" in before
    after = text_of(await guests.type(ANN, "game settings", theme="light", where="dm", reminders="none"))
    assert "Show me light pictures" in after
    assert "Send me a direct message" in after
    assert "Remind me never" in after


async def test_draws_and_undo_by_agreement(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:2])
    offered = text_of(await guests.type(BOB, "game draw", game=game.code))
    assert "You offer a draw." in offered
    assert "Play it?" in offered
    unoffered = await guests.type(ANN, "game draw", game=game.code, answer="decline")
    assert "Bob (Black) has not offered a draw." in text_of(unoffered)
    version = (await guests.service.reading.summary(game.code)).public_version
    await guests.press(BOB, ButtonState("play", game.code, version, 1, "draw offer"))
    assert "You decline the draw" in text_of(
        await guests.type(ANN, "game draw", game=game.code, answer="decline")
    )
    asked = text_of(await guests.type(BOB, "game undo", game=game.code, answer="ask"))
    assert "You asked to undo @c5. Ann must agree." in asked
    refused = text_of(await guests.type(ANN, "game undo", game=game.code, answer="refuse"))
    assert "You refused the undo: nothing goes back." in refused
    await guests.type(BOB, "game undo", game=game.code, answer="ask")
    assert "Undone: @c5." in text_of(await guests.type(ANN, "game undo", game=game.code, answer="allow"))
    assert (await guests.service.reading.summary(game.code)).ply == 1


async def test_undo_and_redo_by_command_and_button(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:1])
    done = await guests.type(BOB, "move", game=game.code, notation="@c5")
    assert list(buttons(done.sent[-1].content["view"])) == ["Undo", "Plan ahead"]
    undone = await guests.type(BOB, "game undo", game=game.code)
    assert "Undone: @c5." in text_of(undone)
    redo = buttons(undone.sent[-1].content["view"])
    assert list(redo) == ["Redo"]
    again = await guests.press(BOB, state_in(redo["Redo"]))
    assert "@c5" in text_of(again)
    assert (await guests.service.reading.summary(game.code)).ply == 2
    assert "Undone: @c5." in text_of(
        await guests.press(BOB, state_in(buttons(again.sent[-1].content["view"])["Undo"]))
    )
    await guests.type(BOB, "game undo", game=game.code, how_far="redo")
    assert (await guests.service.reading.summary(game.code)).ply == 2
    late = await guests.type(BOB, "game undo", game=game.code, how_far="redo")
    assert "Nothing of yours is left to do again" in text_of(late)


async def test_a_file_of_all_that_is_stored(guests: Guests) -> None:
    await running(guests.service)
    shown = await guests.type(ANN, "privacy export")
    (file,) = shown.sent[-1].content["attachments"]
    assert json.loads(file.fp.read())["player"][0]["name"] == "Ann"
    assert "You still play" not in text_of(await guests.type(ADA, "privacy delete"))
    assert "You still play in" in text_of(await guests.type(ANN, "privacy delete"))


async def test_a_file_that_is_too_large_for_discord_is_compressed(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = b"[" + b"0," * 6 * 2**20 + b"0]"

    async def export(_person_id: int) -> bytes:
        return stored

    monkeypatch.setattr(guests.service.privacy, "export", export)
    shown = await guests.type(ANN, "privacy export")
    (file,) = shown.sent[-1].content["attachments"]
    assert file.filename.endswith(".json.gz")
    assert gzip.decompress(file.fp.read()) == stored


def test_being_forgotten_is_told_line_by_line() -> None:
    def lines(**found: object) -> str:
        nothing = {"waiting": (), "running": (), "over": 0, "messages": 0}
        return "\n".join(forgetting_lines(Forgetting(**(nothing | found))))  # type: ignore[arg-type]

    assert "One game stays as it was played" in lines(over=1)
    assert "2 games stay as they were played" in lines(over=2)
    assert "were played" not in lines()
    assert "You leave `A`, `B`, which have not started" in lines(waiting=("A", "B"))
    assert "You leave `A`, which has not started" in lines(waiting=("A",))
    assert "in `A`. Your seat stays" in lines(running=("A",))
    assert "in `A`, `B`. Your seats stay" in lines(running=("A", "B"))
    codes = tuple(f"C{number}" for number in range(21))
    assert "`C19`, which" in lines(waiting=codes[:20])
    assert "`C19` and 1 more, which" in lines(waiting=codes)
    assert "What you said" in lines(messages=1)


@pytest.mark.parametrize(
    ("limit", "kept"),
    [(8, "abc\ndef"), (7, "abc\n-# … and 1 more"), (4, "abc\n-# … and 1 more"), (3, "-# … and 2 more")],
)
def test_lines_are_kept_while_they_fit(limit: int, kept: str) -> None:
    assert fitting(["abc", "def"], limit) == kept


def test_a_list_leaves_room_to_say_what_was_left_out() -> None:
    assert fitting(["x" * 1939]) == "x" * 1939
    assert fitting(["x" * 1940]) == "-# … and 1 more"


# -- administrators -------------------------------------------------------------------------------------


def user(person: Any, *, bot: bool = False) -> discord.User:
    """What Discord hands over for an option that names somebody."""
    data = {"id": str(ACCOUNTS[person.id]), "username": person.name, "discriminator": "0", "avatar": None}
    return discord.User(state=None, data={**data, "bot": bot})  # type: ignore[arg-type]


def draft(interaction: FakeInteraction) -> ButtonState:
    """The button that carries a proposed act out."""
    number = buttons(interaction.sent[-1].content["view"])["Do it"]
    return ButtonState("admin", NO_GAME, payload=number.split(":")[-1])


async def test_an_act_is_proposed_confirmed_and_on_record(guests: Guests) -> None:
    game = await running(guests.service)
    proposed = await guests.type(ADA, "admin pause", manager=True, game=game.code, why="a *storm*")
    assert "### /admin pause" in text_of(proposed)
    assert "**status**: active → paused" in text_of(proposed)
    assert r"Why: a \*storm\*" in text_of(proposed)
    assert "Nothing has been done yet" in text_of(proposed)
    assert (await guests.service.reading.summary(game.code)).status == "active"
    refused = await guests.press(ADA, draft(proposed))
    assert "Only who may manage this server" in text_of(refused)
    done = await guests.press(ADA, draft(proposed), manager=True)
    assert "✅" in text_of(done)
    assert "-# `/admin resume` lets it go on." in text_of(done)
    assert (await guests.service.reading.summary(game.code)).status == "paused"
    audit = text_of(await guests.type(ADA, "admin audit", manager=True, game=game.code))
    assert f"<@{ACCOUNTS[ADA.id]}>: **pause** `{game.code}` · event " in audit
    facts = text_of(await guests.type(ADA, "admin show", manager=True, game=game.code))
    assert "✅ the log replays to this position" in facts
    assert "❌" not in facts
    assert "Time: 3 days a turn" in facts or "Time: no clock" in facts
    assert "**pause**" in facts


async def test_who_manages_a_server_lets_games_whose_thread_is_gone_go_on_in_the_channel(
    guests: Guests, database: Database
) -> None:
    game = await running(guests.service)
    async with database.transaction() as unit:
        await unit.games.remember(game.id, thread_id=99)
    await guests.service.places.thread_gone(HERE.guild_id, 99)
    consent = ButtonState("settle", NO_GAME, payload=str(HERE.guild_id))
    refused = await guests.press(BOB, consent, direct=True)
    assert "Only who may manage that server" in text_of(refused)
    guests.discord.strangers.add(ACCOUNTS[CLEO.id])
    assert "Only who may manage that server" in text_of(await guests.press(CLEO, consent, direct=True))
    assert (await guests.service.reading.summary(game.code)).thread_id == 99
    guests.discord.managers.add(ACCOUNTS[ADA.id])
    done = await guests.press(ADA, consent, direct=True)
    assert f"✅ In their channel go on: `{game.code}`." in text_of(done)
    moved = await guests.service.reading.summary(game.code)
    assert (moved.thread_id, moved.threaded, moved.channel_id) == (None, False, HERE.channel_id)
    assert "No game waits for that" in text_of(await guests.press(ADA, consent, direct=True))
    audit = text_of(await guests.type(ADA, "admin audit", manager=True, game=game.code))
    assert f"<@{ACCOUNTS[ADA.id]}>: **move**" in audit


async def test_administrators_are_told_apart_from_others(guests: Guests) -> None:
    game = await running(guests.service)
    assert "Only who may manage" in text_of(await guests.type(BOB, "admin pause", game=game.code))
    there = await guests.type(ADA, "admin pause", direct=True, manager=True, game=game.code)
    assert "not in direct messages" in text_of(there)
    assert "done nothing here" in text_of(await guests.type(ADA, "admin audit", manager=True))
    everywhere = await guests.type(ADA, "admin list", manager=True, everywhere=True)
    assert "Only owners of the bot" in text_of(everywhere)


async def test_administrators_list_games(guests: Guests) -> None:
    game, waits = await running(guests.service), await opened(guests.service, "reef")
    both = text_of(await guests.type(ADA, "admin list", manager=True))
    assert game.code in both
    assert waits.code in both
    some = text_of(await guests.type(ADA, "admin list", manager=True, status="waiting"))
    assert waits.code in some
    assert game.code not in some
    bobs = text_of(await guests.type(ADA, "admin list", manager=True, player=user(BOB)))
    assert game.code in bobs
    assert waits.code not in bobs
    assert "no such game" in text_of(await guests.type(ADA, "admin list", manager=True, title="tae"))


async def test_a_seat_goes_to_people_and_to_no_bot(guests: Guests) -> None:
    game = await running(guests.service)
    wish: dict[str, Any] = {"manager": True, "game": game.code, "seat": "Black"}
    assert "that is a bot" in text_of(
        await guests.type(ADA, "admin replace", player=user(CLEO, bot=True), **wish)
    )
    guests.discord.strangers = {ACCOUNTS[DAN.id]}
    for person, refusal in ((CLEO, "Do it"), (DAN, "Dan is no member of the server")):
        proposed = await guests.type(ADA, "admin replace", player=user(person), **wish)
        assert refusal in (text_of(proposed) + str(buttons(proposed.sent[-1].content.get("view", layout()))))
    # Of two people of one name it is told apart who is meant.
    other = user(CLEO)
    other.global_name = "Bob"
    proposed = await guests.type(ADA, "admin replace", player=other, **wish)
    assert "Bob is invited to Black; until" in text_of(proposed)
    assert f"\n-# <@{ACCOUNTS[CLEO.id]}> (account Cleo)\n" in text_of(proposed)
    guests.discord.faults.append(failure(503))
    assert "does not say" in text_of(await guests.type(ADA, "admin replace", player=user(CLEO), **wish))


async def invited(guests: Guests, *, by: Any = ADA) -> str:
    """Cleo is invited to play Black instead of Bob; the code of the game."""
    game = await running(guests.service)
    wish: dict[str, Any] = {"manager": True, "game": game.code, "seat": "Black"}
    proposed = await guests.type(by, "admin replace", player=user(CLEO), **wish)
    done = await guests.press(by, draft(proposed), manager=True)
    assert "Cleo is invited to Black; until they accept, the seat stays as it is" in text_of(done)
    assert "Cleo is invited to Black" in text_of(
        await guests.type(by, "admin show", manager=True, game=game.code)
    )
    return game.code


def answers(interaction: FakeInteraction) -> dict[str, ButtonState]:
    """The buttons that answer an invitation."""
    shown = buttons(interaction.sent[-1].content["view"])
    return {
        label: ButtonState(label.lower(), NO_GAME, payload=number.split(":")[-1])
        for label, number in shown.items()
    }


async def test_an_invitation_to_a_game_that_is_called_off_is_none(guests: Guests) -> None:
    code = await invited(guests)
    proposed = await guests.type(ADA, "admin cancel", manager=True, game=code)
    await guests.press(ADA, draft(proposed), manager=True)
    assert "is invited" not in text_of(await guests.type(ADA, "admin show", manager=True, game=code))


async def test_an_invitation_is_listed_and_accepted_by_a_button(guests: Guests) -> None:
    code = await invited(guests)
    listed = await guests.type(CLEO, "game lobby invitations", direct=True)
    assert f"<@{ACCOUNTS[ADA.id]}> invites you to play **Black**" in text_of(listed)
    assert list(answers(listed)) == ["Accept", "Decline"]
    accept = answers(listed)["Accept"]
    for person in (ANN, DAN):
        assert "no such invitation" in text_of(await guests.press(person, accept, direct=True))
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    taken = await guests.press(CLEO, accept, direct=True)
    assert "✅ You play **Black**" in text_of(taken)
    assert (await guests.service.reading.summary(code)).seats[1].person == CLEO
    assert "accepted this invitation already" in text_of(await guests.press(CLEO, accept, direct=True))


async def test_invitations_that_no_message_holds_are_counted(guests: Guests, clock: ManualClock) -> None:
    codes = []
    for number in range(10):
        host = (ANN, BOB, DAN)[number % 3]
        game = await guests.service.lobby.create(
            host, HERE, GameSetup("roses", opponents=(CLEO,)), cause=new_cause()
        )
        codes.append(game.code)
        clock.advance(timedelta(hours=6))
    listed = text_of(await guests.type(CLEO, "game lobby invitations"))
    left = [code for code in codes if code not in listed]
    assert len(left) == 2
    assert "-# … and 2 more invitations: answer these first, or choose one with the option `game:`." in listed
    for code in left:
        one = text_of(await guests.type(CLEO, "game lobby invitations", game=code))
        assert code in one
        assert "more" not in one


async def test_an_invitation_is_answered_by_command(guests: Guests) -> None:
    codes = [await invited(guests), await invited(guests)]
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    offered = await guests.complete(CLEO, "game lobby invitations", "game", codes[0].lower())
    assert list(offered.values()) == [codes[0]]
    asked = text_of(await guests.type(CLEO, "game lobby invitations", answer="accept"))
    assert "Say which game you mean" in asked
    accepted = await guests.type(CLEO, "game lobby invitations", answer="accept", game=codes[0].lower())
    assert "✅ You play **Black**" in text_of(accepted)
    declined = await guests.type(CLEO, "game lobby invitations", answer="decline")
    assert f"declined **Guerre des Deux Roses** `{codes[1]}`" in text_of(declined)
    assert "No invitation waits for you" in text_of(await guests.type(CLEO, "game lobby invitations"))
    assert (await guests.service.reading.summary(codes[1])).seats[1].person == BOB


async def test_an_invitation_holds_only_among_members_and_from_who_manages_the_server(
    guests: Guests,
) -> None:
    code = await invited(guests)
    accept = answers(await guests.type(CLEO, "game lobby invitations", direct=True))["Accept"]

    async def pressed() -> str:
        return text_of(await guests.press(CLEO, accept, direct=True))

    assert "does not manage that server any more" in await pressed()
    guests.discord.managers = {ACCOUNTS[ADA.id]}
    guests.discord.strangers = {ACCOUNTS[ADA.id]}
    assert "does not manage that server any more" in await pressed()
    guests.discord.strangers = {ACCOUNTS[CLEO.id]}
    assert "You are no member of the server" in await pressed()
    guests.discord.strangers = set()
    guests.discord.faults.append(failure(503))
    assert "Discord does not say" in await pressed()
    assert (await guests.service.reading.summary(code)).seats[1].person == BOB
    await guests.service.privacy.forget(ADA.id)
    assert "was withdrawn" in await pressed()


async def test_seats_points_and_actions_are_completed_for_administrators(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:3])
    wish: dict[str, Any] = {"manager": True, "game": game.code}
    assert await guests.complete(ADA, "admin force", "seat", " BLA", **wish) == {"Black · Bob": "Black"}
    points = await guests.complete(ADA, "admin rollback", "to", "", **wish)
    assert list(points.values()) == [3, 2, 1, 0]
    assert next(iter(points)) == "3 · Ann (White) @c2"
    assert list((await guests.complete(ADA, "admin rollback", "to", "2", **wish)).values()) == [2, 0]
    actions = await guests.complete(ADA, "admin force", "action", "@D5", **wish, seat="Black")
    assert list(actions.values()) == ["@d5"]
    (reason,) = await guests.complete(BOB, "admin force", "seat", "", game=game.code)
    assert reason.startswith("Only who may manage this server")
    assert list(
        (await guests.complete(ADA, "admin pause", "game", game.code[:2].lower(), manager=True)).values()
    ) == [game.code]


class Attachment:
    """A file that is handed over with a command."""

    def __init__(self, data: bytes, size: int | None = None) -> None:
        self.data = data
        self.size = len(data) if size is None else size

    async def read(self) -> bytes:
        """What is in it."""
        return self.data


async def test_a_record_is_imported(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:4])
    await guests.type(ANN, "game resign", game=game.code, sure=True)
    record, _ = await guests.service.reading.export(game.code, ANN)
    people = {"player1": user(BOB), "player2": user(CLEO)}
    wish: dict[str, Any] = {"manager": True, "thread": False, **people}
    refused = await guests.type(ADA, "admin import", file=Attachment(b"{}", size=10**9), **wish)
    assert "A record has at most" in text_of(refused)
    proposed = await guests.type(ADA, "admin import", file=Attachment(record), **wish)
    done = text_of(await guests.press(ADA, draft(proposed), manager=True))
    codes = [code for code in re.findall("`([A-Z0-9]{4})`", done) if code != game.code]
    imported = await guests.service.reading.summary(codes[0])
    assert "nobody is invited to it" in text_of(proposed)
    assert [seat.person.name for seat in imported.seats if seat.person] == ["Vacant", "Vacant"]
    assert (imported.channel_id, imported.threaded) == (HERE.channel_id, False)


async def test_what_is_announced_comes_whole_and_says_something(
    guests: Guests, database: Database, clock: ManualClock
) -> None:
    await running(guests.service)
    proposed = await guests.type(ADA, "admin announce", manager=True, text="x" * ANNOUNCEMENT_LIMIT)
    assert f"📣 {'x' * ANNOUNCEMENT_LIMIT}\n-# Nothing has been done yet." in text_of(proposed)
    await guests.press(ADA, draft(proposed), manager=True)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    (note,) = (one.payload.text for one in sender.delivered if isinstance(one.payload, PostNote))
    assert note == "x" * ANNOUNCEMENT_LIMIT
    nothing = await guests.type(ADA, "admin announce", manager=True, text=" ")
    assert text_of(nothing) == "Write what is to be announced."


def test_values_of_changes_are_words(clock: ManualClock) -> None:
    assert value_text(None) == "none"
    assert value_text(HERE) == f"<#{HERE.channel_id}>"
    assert value_text("a_b") == r"a\_b"
    assert value_text(clock.now()).startswith("<t:")


def test_words_of_others_are_cut(clock: ManualClock) -> None:
    plan = plan_view(Plan(act="pause", words="w" * 500), 7, "y" * 500)
    (shown,) = (item.content for item in plan.walk_children() if isinstance(item, ui.TextDisplay))
    assert (shown.count("w" * 299), shown.count("w" * 300)) == (1, 0)
    assert (shown.count("y" * 299), shown.count("y" * 300)) == (1, 0)
    assert looks(plan) == ["!Do it", "Leave it"]
    assert buttons(plan) == {"Do it": "tb:admin:X:0::7", "Leave it": "tb:close:X:0::"}
    assert done_text(Done(act="pause", words="w" * 500, summary=None)).count("w") == 299
    assert len(value_text("x" * 500)) == 300
    entry = AuditEntry(clock.now(), None, "pause", None, "y" * 500, None)
    assert _audit_line(entry, {}).endswith("**pause** `–` · " + "y" * 299 + "…")


async def test_a_server_is_settled_by_who_manages_it(guests: Guests) -> None:
    assert "Only who may manage" in text_of(await guests.type(BOB, "server settings", quiet=True))
    assert "Quiet: on" in text_of(await guests.type(ADA, "server settings", manager=True, quiet=True))
    assert "Quiet: on" in text_of(await guests.type(ADA, "server settings", manager=True))
    assert "Nothing has been reported here." in text_of(
        await guests.type(ADA, "server reports", manager=True)
    )


# -- chat -----------------------------------------------------------------------------------------------


async def test_words_are_said_whispered_and_read(guests: Guests) -> None:
    game = await opened(guests.service, "gods", seat=0)
    for seat, person in ((1, BOB), (2, CLEO), (3, ADA)):
        await guests.service.lobby.join(
            person, game.code, cause=guests.interaction(person).responder().cause, seat=seat
        )
    await guests.type(ANN, "gods say", text="peace for all", game=game.code)
    names = [seat.name for seat in game.seats]
    await guests.type(BOB, "gods whisper", to=names[0], and_2=names[2], text="war tomorrow", game=game.code)
    read = await guests.type(ANN, "gods messages", game=game.code)
    assert buttons(read.sent[-1].content["view"]) == {}
    ann = text_of(read)
    assert "peace for all" in ann
    assert "war tomorrow" in ann
    assert "war tomorrow" in text_of(await guests.type(CLEO, "gods messages", game=game.code))
    assert "war tomorrow" not in text_of(await guests.type(ADA, "gods messages", game=game.code))
    turns = await guests.complete(ANN, "gods messages", "round", "", game=game.code)
    assert len(turns) == 1
    assert await guests.complete(ANN, "gods messages", "round", "zebra", game=game.code) == {}
    text = text_of(await guests.type(ANN, "gods table", game=game.code, relay=True))
    assert "goes to" in text
    assert "everybody comes to you" in text
    text = text_of(await guests.type(ANN, "gods table", game=game.code, relay=False))
    assert "everybody does not come to you" in text
    assert "you are asked which one" in text_of(await guests.type(ANN, "gods table", game=" ASK "))


async def test_a_game_against_computers_ends_without_a_result_only_after_a_question(guests: Guests) -> None:
    await guests.type(ANN, "roses new", direct=True, computers=1, level="gentle", hours=0)
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(account(ANN)))
    asked = await guests.type(ANN, "game draw", direct=True, game=game.code, how="no result")
    assert "Do you really want to end this game without a result?" in text_of(asked)
    ways = buttons(asked.sent[-1].content["view"])
    assert list(ways) == ["Yes, end it without a result", "No, play on"]
    resign = await guests.press(ANN, ButtonState("resign", game.code))
    assert "End it without a result" in buttons(resign.sent[-1].content["view"])
    assert (await guests.service.reading.summary(game.code)).status == "active"
    await guests.press(ANN, ButtonState("ending", game.code, game.public_version, payload="yes"))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


# -- buttons --------------------------------------------------------------------------------------------


async def test_the_buttons_of_cards(guests: Guests) -> None:
    game = await opened(guests.service)
    assert "The game begins" in text_of(await guests.press(BOB, ButtonState("join", game.code)))
    summary = await guests.service.reading.summary(game.code)
    version = summary.public_version
    assert files_of(await guests.press(CLEO, ButtonState("board", game.code))) == [
        f"roses-{game.code.lower()}.png"
    ]
    assert "your moves" in text_of(await guests.press(ANN, ButtonState("moves", game.code)))
    assert "Nothing has been played yet" in text_of(await guests.press(BOB, ButtonState("moves", game.code)))
    assert "## Guerre" in text_of(await guests.press(CLEO, ButtonState("rules", game.code)))
    assert "You do not play in" in text_of(await guests.press(CLEO, ButtonState("resign", game.code)))
    asked = await guests.press(BOB, ButtonState("resign", game.code))
    ways = {"Yes, I give this game up", "Ask to end it without a result", "Ask for a pause…", "No, play on"}
    assert set(buttons(asked.sent[-1].content["view"])) == ways
    assert "older version" in text_of(
        await guests.press(BOB, ButtonState("table", game.code, version, 1, "?"))
    )
    await guests.press(BOB, ButtonState("table", game.code, version, 1, "draw offer"))
    await guests.press(BOB, ButtonState("play", game.code, version, 1, "draw offer"))
    assert "Bob (Black): draw offer" in text_of(await guests.type(CLEO, "game history", game=game.code))
    await guests.press(
        BOB,
        ButtonState(
            "resigned", game.code, (await guests.service.reading.summary(game.code)).public_version, 1
        ),
    )
    assert (await guests.service.reading.summary(game.code)).status == "finished"
    again = text_of(await guests.press(ANN, ButtonState("again", game.code)))
    assert "with the same options and invited the others: https://discord.com/channels/11/12" in again


async def test_an_undo_is_allowed_on_the_card_that_asks_for_it(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:2])
    await guests.type(BOB, "game undo", game=game.code, answer="ask")
    version = (await guests.service.reading.summary(game.code)).public_version
    stale = await guests.press(ANN, ButtonState("undo", game.code, version - 1, 0, "yes"))
    assert "an earlier position" in text_of(stale)
    assert "You refused" in text_of(await guests.press(ANN, ButtonState("undo", game.code, version, 0, "no")))
    await guests.type(BOB, "game undo", game=game.code, answer="ask")
    version = (await guests.service.reading.summary(game.code)).public_version
    assert "Undone: @c5." in text_of(
        await guests.press(ANN, ButtonState("undo", game.code, version, 0, "yes"))
    )


async def test_legal_actions_and_seats_are_completed(guests: Guests) -> None:
    game = await running(guests.service)
    assert await guests.complete(ANN, "move", "notation", "d3", game=game.code) == {
        "@d3 · drop a soldier on d3": "@d3"
    }
    assert list((await guests.complete(ANN, "roses drop", "cell", "D", game=game.code)).values()) == ["d3"]
    assert list((await guests.complete(ANN, "game show", "side", "", game=game.code)).values()) == [
        "White",
        "Black",
    ]
    lobby = await opened(guests.service, "gods", seat=0)
    free = await guests.complete(BOB, "game join", "seat", "", game=lobby.code)
    assert list(free.values()) == [seat.name for seat in lobby.seats[1:]]
    codes = await guests.complete(BOB, "game join", "game", lobby.code[:3])
    assert list(codes.values()) == [lobby.code]
    assert list(codes) == [f"{lobby.code} · {lobby.title} · Ann vs … vs … vs … · waits for players"]


async def test_an_empty_autocomplete_says_why(guests: Guests) -> None:
    game = await running(guests.service)
    for command, option, typed, reason in (
        ("roses step", "to", "", "Not now: before any step comes /roses drop"),
        ("roses drop", "cell", "zz", "None of your moves has “zz” there."),
        ("move", "notation", "zz", "None of your moves has “zz” there."),
    ):
        assert list(await guests.complete(ANN, command, option, typed, game=game.code)) == [reason]
    (reason,) = await guests.complete(BOB, "move", "notation", "", game=game.code)
    assert reason == "It is not your turn: Ann (White) drops a soldier."


async def test_choices_show_names_as_they_are_and_on_one_line(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, Person(ANN.id, "\u202e_A*nn_\n"), game.code, "@d3")
    await act(guests.service, BOB, game.code, "@c5")
    (reason,) = await guests.complete(BOB, "move", "notation", "", game=game.code)
    assert reason == "It is not your turn: _A*nn_ (White) drops a soldier."
    seats = await guests.complete(ADA, "admin replace", "seat", "", manager=True, game=game.code)
    assert list(seats) == ["White · _A*nn_", "Black · Bob"]


async def test_a_custom_id_that_nobody_has_written_is_refused(guests: Guests) -> None:
    game = await running(guests.service)
    for action in ("accept", "decline", "admin", "settle", "tell", "read", "pick"):
        for payload in ("", "x", "-1", "9" * 19, "٣", "1-"):
            state = ButtonState(action, game.code, game.public_version, payload=payload)
            value_text = text_of(await guests.press(ANN, state, manager=True))
            assert "Something went wrong" not in value_text, state
            assert value_text.strip() or action == "pick", state


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
@pytest.mark.parametrize("action", sorted({*BUTTON_ACTIONS} - {ACTION}))
async def test_no_custom_id_does_more_than_to_be_refused(guests: Guests, action: str) -> None:
    game = await running(guests.service)
    for payload in ("", "x", "9" * 19):
        for seat, values in ((None, ()), (7, ()), (None, ("x",))):
            state = ButtonState(action, game.code, game.public_version, seat, payload)
            answer = text_of(await guests.press(ANN, state, *values, manager=True))
            answer += text_of(await guests.press(CLEO, state, *values))
            assert "Something went wrong" not in answer, (state, values)
    # Of refusals by the hundred nothing needs to be written down.
    saying.begin()


@pytest.mark.parametrize("text", ["half a \ud800 character", "nothing\x00 at all"])
async def test_what_no_database_holds_is_left_out_of_what_was_typed(guests: Guests, text: str) -> None:
    game = await running(guests.service)
    value_text = text_of(await guests.type(ADA, "admin pause", manager=True, game=game.code, why=text))
    assert f"Why: {text.replace(chr(0xD800), '?').replace(chr(0), '')}" in value_text
    value_text = text_of(await guests.type(CLEO, "roses new", words=text))
    assert "You opened" in value_text


async def test_half_a_character_begins_no_games_code(guests: Guests) -> None:
    await running(guests.service)
    assert await guests.complete(ADA, "admin force", "game", "\ud800", manager=True) == {}


async def test_the_first_turn_of_a_first_game_is_guided_once(guests: Guests) -> None:
    game = await running(guests.service)
    move = ButtonState("move", game.code, game.public_version, 0)
    first = await guests.press(ANN, move)
    panel, guide = first.sent[-2:]
    assert "drop a soldier" in panel.text
    assert guide.how == "followup"
    assert guide.content["ephemeral"]
    assert "Your first Guerre des Deux Roses" in guide.text
    assert ENGINES["roses"].info.guide is not None
    assert ENGINES["roses"].info.guide.goal in guide.text
    assert "Your first" not in text_of(await guests.press(ANN, move))
    assert "Your first" not in text_of(await guests.press(BOB, move)), "it is not his turn yet"


async def test_notes_are_shown_to_who_made_them_alone(guests: Guests) -> None:
    game = await running(guests.service)
    assert "- move 1: \\*she\\* plans" in text_of(await guests.type(ANN, "notes", text="*she* plans"))
    assert "she" in text_of(await guests.type(ANN, "notes", game=game.code))
    assert "You have noted nothing" in text_of(await guests.type(BOB, "notes", game=game.code))
    assert "You have noted nothing" in text_of(await guests.type(ANN, "notes", clear=True))


async def test_notes_that_no_message_holds_are_in_a_file(guests: Guests) -> None:
    game = await running(guests.service)
    bodies = [f"{number} " + "*she* plans a castle " * 20 for number in range(1, 5)]
    few, many = [await guests.type(ANN, "notes", text=body) for body in bodies][2:]
    assert (files_of(few), files_of(many)) == ([], [f"{game.code}-notes.txt"])
    text = text_of(many)
    assert text.index("the newest first, all of them in the file:\n- move 1: 4 ") < text.index("- move 1: 3 ")
    assert text.endswith("-# … and 1 more")
    (file,) = many.sent[-1].content["attachments"]
    lines = file.fp.read().decode().split("\n")
    assert [line[:17] for line in lines] == [f"- move 1: {number} *she*" for number in (4, 3, 2, 1)]


async def test_what_a_game_can_tell_stands_below_the_board(guests: Guests) -> None:
    game = await running(guests.service, "tae")
    mover = (ANN, BOB)[game.to_act[0]]
    board = await guests.press(mover, ButtonState("board", game.code))
    view = board.sent[-1].content["view"]
    shown = buttons(view)
    assert {"Scores", "Resources", "Combats", "Move"} <= set(shown)
    assert files_of(board)
    result = await guests.press(mover, ButtonState("ask", game.code, payload="Resources"))
    assert (result.sent[0].content, files_of(result)) == ({}, files_of(board)), (
        "in place of what was asked before"
    )
    assert "Scores" in buttons(result.sent[-1].content["view"])
    (more,) = (label for label in shown if label.startswith("More"))
    state = ButtonState("ask", game.code)
    opened = await guests.press(mover, state, "+0")
    asked = buttons(opened.sent[-1].content["view"])
    assert more not in asked or len(asked) > 5
    assert all(len(number) <= 100 for number in asked.values())
    gone = await guests.press(mover, ButtonState("ask", game.code, payload="Nonsense"))
    assert "cannot be asked" in text_of(gone)
    watched = await guests.press(CLEO, ButtonState("board", game.code))
    assert "Move" not in buttons(watched.sent[-1].content["view"])


async def test_a_pick_on_the_card_opens_the_panel_with_it_made(guests: Guests) -> None:
    game = await running(guests.service)
    (first, *_) = (await guests.service.play.choices(ANN, game.code)).offers
    token = first.paths[0][0].value
    state = ButtonState("first", game.code, game.public_version, 0, token)
    asked = await guests.press(ANN, state)
    panel, guide = asked.sent[-2:]
    assert "Play it" in buttons(panel.content["view"])
    assert "Your first" in guide.text
    assert asked.sent[0].content["ephemeral"]
    late = await guests.press(ANN, state._replace(public_version=game.public_version - 1))
    assert "present one" in text_of(late)
    assert "not your turn" in text_of(await guests.press(BOB, state))


async def test_each_player_chooses_what_they_confirm(guests: Guests) -> None:
    game = await running(guests.service)
    assert "before a move that I cannot undo" in text_of(await guests.type(ANN, "game settings"))
    assert "before every move" in text_of(await guests.type(ANN, "game settings", confirm="always"))
    asked = await guests.type(ANN, "roses drop", cell="d3", game=game.code)
    assert "Play it" in buttons(asked.sent[-1].content["view"])
    assert "Do not ask me" in text_of(await guests.type(ANN, "game settings", confirm="never"))
    assert "✅" in text_of(await guests.type(ANN, "roses drop", cell="d3", game=game.code))
    exported = (await guests.service.privacy.export(ANN.id)).decode()
    assert '"confirm": "never"' in exported


async def test_a_game_is_opened_for_somebody_who_may_decline_on_its_card(guests: Guests) -> None:
    value_text = text_of(await guests.type(ANN, "roses new", opponent=user(BOB)))
    assert "Bob presses **Accept** on its card" in value_text
    code = re.findall("`([A-Z0-9]{4})`", value_text)[0]
    refuse = ButtonState("refuse", code)
    assert "You are not invited" in text_of(await guests.press(CLEO, refuse))
    assert "You declined to play" in text_of(await guests.press(BOB, refuse))
    guests.discord.bots = {ACCOUNTS[CLEO.id]}
    assert "Cleo is a bot" in text_of(await guests.type(ANN, "roses new", opponent=user(CLEO, bot=True)))
    guests.discord.strangers = {ACCOUNTS[DAN.id]}
    assert "Dan is no member" in text_of(await guests.type(ANN, "roses new", opponent=user(DAN)))
