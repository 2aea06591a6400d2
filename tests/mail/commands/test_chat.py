"""What players say to each other by mail."""

import pytest

from bot.mail.incoming.own_text import wrap_marked
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from engines.contract.chat import DASHES
from tests.mail.people import MailPlayers, asked
from tests.service.actors import ANN, BOB, CLEO, FOUR, act


async def test_what_is_said_may_follow_a_colon(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    assert "Said to everybody" in (await asked(players, ANN, game, "Say: hello all")).text
    said = await service.chat.messages(ANN, game.code)
    assert [one.body for one in said.messages] == ["hello all"]


async def test_words_to_all_and_to_some(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    assert "Said to everybody" in (await asked(players, ANN, game, "say hello all")).text
    answer = await asked(players, ANN, game, "-b meet me at noon")
    assert "noon" not in answer.text
    page = await service.chat.messages(BOB, game.code)
    assert [(one.body, one.to) for one in page.messages] == [("hello all", None), ("meet me at noon", (1,))]
    for wrong in ("-zz meet me at noon", "- meet me"):
        await asked(players, ANN, game, wrong)
    assert len((await service.chat.messages(ANN, game.code)).messages) == 2


async def test_what_answers_private_words_names_its_readers(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await asked(players, ANN, game, "-b meet me at noon")
    await players.sent()
    brought = [one for one in players.sender.delivered if type(one.payload).__name__ == "DirectChat"]
    nonce = brought[0].nonce
    known = f"{nonce}@games.example"
    for answered in (
        f"<{known}>",
        f"<{brought[0].id}.{known}>",
        "<unknown@else.example>",
        "<0@games.example>",
    ):
        answer = await asked(players, BOB, game, "say gladly", in_reply_to=answered)
        assert "named nobody" in answer.text
        assert len((await service.chat.messages(CLEO, game.code)).messages) == 0
    answer = await asked(players, BOB, game, "Yes, gladly", in_reply_to=f"<{known}>")
    assert "What one player alone is to read begins with a dash and their letter" in answer.text
    assert "answer “say" not in answer.text
    others = next(one for one in players.sender.delivered if type(one.payload).__name__ == "MailAnswer")
    await asked(players, BOB, game, "say aloud", in_reply_to=f"<{others.nonce}@games.example>")
    await asked(players, BOB, game, "say so", in_reply_to=f"<{others.id}.{others.nonce}@games.example>")
    assert [one.body for one in (await service.chat.messages(CLEO, game.code)).messages] == ["aloud", "so"]


async def test_a_late_answer_in_words_is_told_how_words_are_said(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("gods", 4)
    old = await players.address(BOB, game)
    for person in FOUR:
        await act(service, person, game.code, "ready")
    for line, told in (("With pleasure.", True), ("Ar", False)):
        answer = await players.write(BOB, line, old)
        assert answer is not None
        assert "position that has passed" in answer.text
        assert ("To say it to everybody at the table answer “say With pleasure”." in answer.text) == told


async def test_what_all_may_read_needs_no_wish_where_nothing_is_private(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("reef", 2)
    answer = await asked(players, BOB, game, "say well met", in_reply_to="<unknown@else.example>")
    assert answer.text == "Said to everybody."
    # Without the word it is said to nobody, and the answer tells how it would be.
    unsaid = (await asked(players, ANN, game, "You too")).text
    assert unsaid.endswith("mail was done. To say it to everybody at the table answer “say You too”.")
    assert "say" not in (await asked(players, ANN, game, "plan 7 Ab")).text
    assert (await asked(players, ANN, game, "messages")).text.endswith(": well met")
    assert "comes by mail only if you ask" in (await asked(players, ANN, game, "hand")).text


@pytest.mark.parametrize("person", [ANN, BOB])
async def test_words_are_told_how_to_be_said_whoever_s_turn_it_is(
    players: MailPlayers, person: Person
) -> None:
    game = await players.nowhere("roses", 2)
    answer = await asked(players, person, game, "You too")
    assert answer.text.split("\n")[0].endswith("To say it to everybody at the table answer “say You too”.")


async def test_a_plan_below_a_long_line_is_not_said_aloud(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    # As many as are answered in an hour.
    dashes = (f"{dash}b quietly" for dash in DASHES[:13])
    for below in ("plan Ab Ag Do", *dashes, "ready", "notes: quietly", "Note quietly", "2.", "1234 5678"):
        long = "say we should all meet in the middle of the board and then see what"
        answer = await asked(players, ANN, game, "\n".join(wrap_marked([long, below])))
        assert "It is not clear whether one line continues" in answer.text
    chat_message = (await service.chat.messages(CLEO, game.code)).messages
    assert chat_message == ()
