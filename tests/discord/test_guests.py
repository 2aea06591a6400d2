"""What players read at the commands: a database behind them, the words before them."""

from typing import Any

import pytest

from bot.discord.commands.lookups import HISTORY_LINES
from bot.discord.interaction.components import ButtonState
from bot.service.admin.acts import Rollback
from bot.service.admin.operator import Operator
from tests.discord.fake_interaction import buttons, state_in
from tests.discord.guests import Guests, files_of, text_of
from tests.service.actors import (
    ADA,
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    account,
    four,
    new_cause,
    opened,
    play_through,
    running,
)


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


async def test_whoever_has_moved_some_pieces_is_told_how_many_are_left(guests: Guests) -> None:
    """Until the phase ends only its player knows: everybody else reads that six pieces may move."""
    game = await running(guests.service, "flicflac")
    offers = (await guests.service.play.choices(ANN, game.code)).offers
    left = "➤ Your turn: move up to five more pieces"
    assert left in text_of(await guests.type(ANN, "move", game=game.code, notation=offers[0].notation))
    assert left in text_of(await guests.type(ANN, "game show", game=game.code))
    assert left in text_of(await guests.type(ANN, "game catchup", game=game.code))
    assert "to move up to six pieces" in text_of(await guests.type(BOB, "game show", game=game.code))


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


async def test_after_an_offer_one_goes_on_in_the_panel_in_which_one_chooses(guests: Guests) -> None:
    """Below it stood a list of other buttons, such as “attack nobody”."""
    game = await four(guests.service)
    offer = ButtonState("play", game.code, game.public_version, 0, "draw offer")
    offered = await guests.press(ANN, offer)
    assert "You ask for a draw" in text_of(offered)
    assert {"Attack Bob (BLUE)", "Defend against Bob (BLUE)", "Ready"} <= {
        *buttons(offered.sent[-1].content["view"])
    }


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
    assert "nothing of yours left to redo" in text_of(late)


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
    for answer in ("decline", "withdraw"):
        declined = await guests.type(
            ANN, "game draw", direct=True, game=game.code, how="no result", answer=answer
        )
        assert "Do you really" not in text_of(declined)
    ways = buttons(asked.sent[-1].content["view"])
    assert list(ways) == ["Yes, end it without a result", "No, play on"]
    resign = await guests.press(ANN, ButtonState("resign", game.code))
    assert "End it without a result" in buttons(resign.sent[-1].content["view"])
    assert (await guests.service.reading.summary(game.code)).status == "active"
    await guests.press(ANN, ButtonState("ending", game.code, game.public_version, payload="sure"))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


async def test_notes_are_shown_to_who_made_them_alone(guests: Guests) -> None:
    game = await running(guests.service)
    assert "- move 1: \\*she\\* plans" in text_of(await guests.type(ANN, "notes", text="*she* plans"))
    assert "she" in text_of(await guests.type(ANN, "notes", game=game.code))
    assert "You have no notes" in text_of(await guests.type(BOB, "notes", game=game.code))
    assert "You have no notes" in text_of(await guests.type(ANN, "notes", clear=True))


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
