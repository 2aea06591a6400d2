"""A review: put in, looked at swing by swing in pictures, and shown to everybody."""

import msgspec

from bot.discord.interaction.components import ButtonState
from engines.reviewing import Review, Swing, Turn
from engines.thinking import think
from tests.discord.commands.test_lookback import open_ways
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.guests import Guests, files_of, text_of
from tests.service.actors import ANN, BOB, CLEO, SAMPLE, new_cause, play_through, running


async def finished(guests: Guests) -> str:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE)
    return game.code


async def found(guests: Guests, review: Review | None = None) -> Review:
    """Somebody judges the game, or says this of it."""
    (one,) = await guests.service.jobs.claim("mind", 1)
    review = review or think(one.task).review
    assert review is not None
    await guests.service.jobs.answer("mind", one, msgspec.json.encode(review).decode(), 0.1)
    return review


def alts(shown: FakeInteraction) -> list[str]:
    content = shown.sent[-1].content
    return [file.description or "" for file in content.get("attachments", content.get("files", []))]


async def test_from_swing_to_swing_with_the_better_move_in_a_picture(guests: Guests) -> None:
    code = await finished(guests)
    early = await guests.press(ANN, ButtonState("reviewed", code))
    assert "A computer is looking through the game" in text_of(early)
    first = await guests.type(ANN, "game review", game=code)
    assert "A computer is looking through the game" in text_of(first)
    assert buttons(first.sent[-1].content["view"]) == {"Show the review": f"tb:review:{code}:0::"}
    review = await found(guests)
    assert len(review.swings) == 2
    shown = await guests.press(ANN, ButtonState("review", code))
    text = text_of(shown)
    assert "The best play is known. Mistakes: Ann (White)" in text
    assert f"**1 of 2**, from point {review.swings[0].turn.at} on" in text
    assert "Ann (White) could have drawn, and after this turn loses against best play." in text
    assert "**Played**" in text
    assert "**Better**" in text
    assert review.swings[0].line[0] in text
    assert files_of(shown) == [f"0-roses-{code.lower()}.png", f"1-roses-{code.lower()}.png"]
    played, better = alts(shown)
    assert played.startswith("Played: ")
    assert better.startswith("Better: A computer's choice, which was not played. Then: ")
    assert played.removeprefix("Played: ") != better.removeprefix("Better: ")
    assert open_ways(shown) == {"Forward", "Look back there", "Show everybody"}
    last = await guests.press(ANN, ButtonState("review", code, offset=99))
    assert "**2 of 2**" in text_of(last)
    assert open_ways(last) == {"First", "Back", "Look back there", "Show everybody"}
    there = await guests.press(ANN, ButtonState("past", code, payload="at", offset=review.swings[0].turn.at))
    assert f"point {review.swings[0].turn.at} of" in text_of(there)


async def test_it_is_ones_own_until_one_shows_it(guests: Guests) -> None:
    code = await finished(guests)
    await guests.type(ANN, "game review", game=code)
    await found(guests)
    own = await guests.type(BOB, "game review", game=code)
    assert "**1 of" in text_of(own)
    shared = await guests.press(CLEO, ButtonState("reviewed", code, offset=1))
    (result,) = [one for one in shared.sent if "shows what a computer makes" in one.text]
    assert "Cleo shows" in result.text
    assert "**2 of" in result.text
    assert len(result.content["files"]) == 2
    assert not result.content.get("ephemeral")


async def test_the_button_of_the_last_card_leaves_the_card_to_everybody(guests: Guests) -> None:
    code = await finished(guests)
    pressed = await guests.press(ANN, ButtonState("reviews", code))
    assert "A computer is looking through the game" in text_of(pressed)
    assert [(one.how, one.content["ephemeral"]) for one in pressed.sent] == [("send", True)]


async def test_a_guess_is_called_one(guests: Guests) -> None:
    code = await finished(guests)
    await guests.type(ANN, "game review", game=code)
    swing = Swing(Turn(1, 1, 2), 0.31, ("@b4",), 0.6)
    await found(guests, Review(False, (9, 8), (swing,)))
    shown = await guests.press(ANN, ButtonState("review", code))
    assert "Of 17 turns: a computer guesses that most was lost in 1." in text_of(shown)
    assert "Bob (Black) could expect 31 % of a win after this turn, and 60 % after" in text_of(shown)
    assert "**The computer**: Bob (Black) drops a soldier on b4" in text_of(shown)


async def test_where_nothing_was_lost_that_is_said(guests: Guests) -> None:
    code = await finished(guests)
    await guests.type(ANN, "game review", game=code)
    await found(guests, Review(False, (9, 8), ()))
    for action in ("review", "reviewed"):
        shown = await guests.press(ANN, ButtonState(action, code))
        assert "a computer would have done nothing from which it expected more" in text_of(shown)
        assert "shows" not in text_of(shown), "there is nothing for everybody"


async def test_it_is_offered_once_a_game_is_over(guests: Guests) -> None:
    game = await running(guests.service)
    board = await guests.press(ANN, ButtonState("board", game.code))
    assert "Review" not in buttons(board.sent[-1].content["view"])
    assert "is not over" in text_of(await guests.type(ANN, "game review", game=game.code))
    code = await finished(guests)
    board = await guests.press(ANN, ButtonState("board", code))
    assert buttons(board.sent[-1].content["view"])["Review"] == f"tb:review:{code}:0::"


async def test_of_a_game_in_which_nobody_has_moved_there_is_nothing_to_review(guests: Guests) -> None:
    game = await running(guests.service)
    await guests.service.play.act(BOB, game.code, "resign", cause=new_cause())
    await guests.type(ANN, "game review", game=game.code)
    await found(guests)
    shown = await guests.press(ANN, ButtonState("review", game.code))
    assert "there is nothing to review" in text_of(shown)
    assert "0 turns" not in text_of(shown)
