"""What waits for an answer, in words and buttons."""

from typing import Any

import pytest

from bot.discord.formatting.layouts import layout
from bot.discord.formatting.markdown import Markdown
from bot.discord.posts.notices import notice_buttons, notice_text
from bot.discord.posts.open_requests import request_buttons
from bot.sentences.requests import request_lines, undo_answer_words
from bot.service.values.answers import UndoAnswer
from bot.service.values.payloads import TurnNotice
from bot.service.values.seat_clocks import PauseRequest
from tests.discord.fake_interaction import looks
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary
from tests.service.actors import SINCE

UNDO: dict[str, Any] = {
    "undo_asked_by": 0,
    "undo_asked": (1,),
    "undo_actions": ((0, "@d6"), (1, "d3-c3")),
}


@pytest.mark.parametrize(
    ("facts", "called", "words"),
    [
        (UNDO, BOB, "↩️ <@102>: Ann asks to undo @d6; your d3-c3 goes back too."),
        ({**UNDO, "undo_actions": ((0, "@d6"),)}, BOB, "↩️ <@102>: Ann asks to undo @d6."),
        ({**UNDO, "undo_actions": ()}, BOB, "↩️ <@102>: Ann asks to undo the last action."),
        (
            {"answers": ((1, "draw accept"), (1, "draw decline"))},
            BOB,
            "🤝 Ann offers a draw: <@102> may accept or decline it.",
        ),
        (
            {"ending": (0,), "ending_asked": (1,)},
            BOB,
            "🤝 Ann would like to end the game without a result: <@102> may agree or decline.",
        ),
        (
            {"ending": (0,)},
            BOB,
            "🤝 Ann would like to end the game without a result: each of them may agree or decline.",
        ),
        (
            {"answers": ((0, "claim"), (0, "extend"))},
            ANN,
            "⌛ Bob has run out of time: <@101> may claim the win or give more time.",
        ),
    ],
)
def test_a_card_says_who_asks_whom_for_what(facts: dict[str, Any], called: Any, words: str) -> None:
    accounts = {called.id: ACCOUNTS[called.id]}
    assert request_lines(summary(**facts), Markdown(accounts)) == [words]


def test_a_direct_message_speaks_to_its_reader_alone_and_has_their_buttons() -> None:
    shown = summary(**UNDO, answers=((0, "draw accept"), (0, "draw decline")))
    for person, words, labels in (
        (BOB, "↩️ Ann asks to undo @d6; your d3-c3 goes back too.", ["Allow the undo", "Refuse it"]),
        (ANN, "🤝 Bob offers a draw: you may accept or decline it.", ["Accept the draw", "Decline the draw"]),
    ):
        notice = TurnNotice(person.id, "asked", shown)
        assert notice_text(notice).splitlines()[1].startswith(words)
        assert "https://discord.com/channels/11/13" in notice_text(notice)
        assert [button.item.label for button in notice_buttons(notice)] == labels
    assert len(request_buttons(shown)) == 4


def test_markdown_in_a_notation_is_shown_as_it_is() -> None:
    shown = summary(**{**UNDO, "undo_actions": ((0, "d4xf6*"), (1, "a*b"))})
    assert request_lines(shown, Markdown()) == ["↩️ Bob: Ann asks to undo d4xf6\\*; your a\\*b goes back too."]


def test_of_very_many_actions_that_go_back_the_first_are_named() -> None:
    turn = tuple((0, f"place B2:C2 {cell}{row} front") for cell in "abc" for row in range(1, 7))
    (words,) = request_lines(summary(**{**UNDO, "undo_actions": (*turn, (1, "collect"))}), Markdown())
    assert words.startswith("↩️ Bob: Ann asks to undo place B2:C2 a1 front, place B2:C2 a2 front, ")
    assert words.endswith(" place B2:C2 b3 front and 9 more; your collect goes back too.")


@pytest.mark.parametrize(
    ("did", "words"),
    [
        ("asked", "You asked to undo @d6; Bob's d3-c3 goes back too. Bob must agree."),
        ("undone", "Undone: d3-c3 and @d6."),
        ("agreed", "You agreed; Bob must agree too."),
        ("refused", "You refused the undo: nothing goes back."),
        ("withdrawn", "You withdrew your request to undo: nothing goes back."),
    ],
)
def test_an_answer_says_what_comes_of_it(did: Any, words: str) -> None:
    shown = summary(**UNDO)
    assert undo_answer_words(UndoAnswer(shown, did, shown.undo_actions), 0, Markdown()) == words


def test_several_who_must_agree_are_all_called() -> None:
    three = summary(
        **{**UNDO, "undo_asked": (0, 1), "undo_asked_by": 1, "undo_actions": ((1, "2"), (0, "1"), (0, "3"))}
    )
    assert request_lines(three, Markdown(ACCOUNTS)) == [
        "↩️ <@101>, <@102>: Bob asks to undo 2; Ann's 1 and 3 go back too."
    ]


@pytest.mark.parametrize(
    ("changes", "buttons"),
    [
        ({}, []),
        (
            {"answers": ((0, "draw accept"), (1, "draw decline"), (0, "claim"))},
            ["+Accept the draw", "!Claim the win"],
        ),
        ({"ending": (1,), "ending_asked": (0,)}, ["!End the game", "Play on"]),
        ({"ending": (0,), "ending_asked": (1,)}, []),
        ({"undo_asked_by": 1, "undo_asked": (0,)}, ["+Allow the undo", "Refuse it"]),
        ({"undo_asked_by": 0, "undo_asked": (1,)}, []),
        (
            {"pausing": PauseRequest((1,), SINCE), "pausing_asked": (0,)},
            ["+Agree to the pause", "Decline it"],
        ),
        ({"pausing": PauseRequest((1,), None), "pausing_asked": (0,)}, ["+Go on", "Decline it"]),
        ({"pausing": PauseRequest((0,), SINCE), "pausing_asked": (1,)}, []),
    ],
)
def test_a_request_is_answered_by_whom_it_asks_and_on_the_card_by_anybody(
    changes: dict[str, Any], buttons: list[str]
) -> None:
    asked = summary(**changes)
    assert looks(layout("", request_buttons(asked, 0))) == buttons
    assert bool(request_buttons(asked)) == bool(changes)
