"""What mails say of a game and of requests, in the words that people read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.mail.outgoing import chat_letter, invitation_letters, letter_parts, notice_letters, wording
from bot.mail.outgoing.html_part import html_of
from bot.mail.outgoing.letter import Letter, Links, Text, text_of
from bot.service.chat.messages import chat_rules
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.game_summary import SeatSummary
from bot.service.values.payloads import DirectChat
from bot.service.values.request import Person
from bot.service.values.seat_clocks import PauseRequest
from engines.contract import AnyEngine, Outcome
from engines.registry import ENGINES
from tests.discord.summaries import ANN, BOB, summary

NOW = datetime(2026, 1, 3, tzinfo=UTC)
DAY = timedelta(days=1)


def test_people_stand_beside_their_seats_but_in_what_is_shown_as_it_is() -> None:
    text = "White drops.\n```\nWhite\n```\nBlack steps.\n```\nBlack\n```\nWhite wins."
    assert wording.with_people(text, summary()) == (
        "Ann (White) drops.\n```\nWhite\n```\nBob (Black) steps.\n```\nBlack\n```\nAnn (White) wins."
    )


def test_text_goes_on_behind_what_is_shown_as_it_is() -> None:
    board = Text("Above.\n```\na <b>\n```\nBelow.\n\n```\nc\n```")
    page, _ = html_of(Letter(subject="", title="", parts=(board,)))
    assert "<p>Above.</p>\n<pre>a &lt;b&gt;</pre>\n<p>Below.</p>\n<pre>c</pre>\n" in page


def test_commands_in_a_sentence_are_set_off_as_mails_write_them() -> None:
    said = "End it first: `away end`; `/game new` opens one like it."
    assert wording.with_commands(said) == "End it first: “away end”; “game new” opens one like it."


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Ann (White) drops a soldier. Due Mon 5 Jan 2026, 00:00 (UTC)."),
        ({"deadline": None}, "Ann (White) drops a soldier."),
        (
            {"away": ((1, NOW + DAY),)},
            "Ann (White) drops a soldier. Due Mon 5 Jan 2026, 00:00 (UTC). "
            "Away: Bob until Sun 4 Jan 2026, 00:00 (UTC).",
        ),
        ({"deadline": None, "away": ((0, NOW),), "clock_stopped": True}, "The clock stands still."),
        (
            {
                **{"deadline": None, "prompt": "choose in secret: one tile", "names_pending": False},
                **{"to_act": (0, 1), "mentioned": (0, 1)},
            },
            "Choose in secret: one tile: Ann (White) and Bob (Black).",
        ),
        ({"status": "lobby"}, "The game waits for players. At the table: Ann and Bob."),
        ({"status": "abandoned"}, "The game was called off."),
        ({"status": "paused"}, "The game is paused."),
        (
            {"status": "paused", "paused_until": NOW},
            "The game is paused until Sat 3 Jan 2026, 00:00 (UTC).",
        ),
        ({"absent": (1,), "deadline": None}, "The game is paused, as Bob stayed away."),
        ({"outcome": Outcome((1, 2), "castle", "White captures the castle.")}, "Ann (White) captures the"),
    ],
)
def test_how_a_game_stands(changes: dict[str, Any], words: str) -> None:
    result = wording.status(summary(**changes), None)
    assert words in result
    assert ("Due" in result) == ("Due" in words)


@pytest.mark.parametrize("name", ["Ann", "sold"])
def test_who_is_awaited_is_named_though_the_prompt_has_the_same_letters(name: str) -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", Person(2, name)))
    awaited = summary(seats=seats, mentioned=(0, 1), deadline=None)
    assert wording.state(awaited, None) == f"Ann (White) drops a soldier: {name} (Black)."


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=1, hours=12), "in 2 days"),
        (timedelta(hours=35, minutes=59), "in 36 hours"),
        (timedelta(minutes=90), "in 2 hours"),
        (timedelta(minutes=89), "in 89 minutes"),
        (timedelta(seconds=20), "in 1 minute"),
    ],
)
def test_how_far_a_deadline_is(left: timedelta, words: str) -> None:
    assert wording.due(NOW + left, None, NOW).endswith(f", {words}")


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ({}, []),
        ({"answers": ((0, "draw accept"), (1, "draw decline"), (0, "claim"))}, ["draw accept", "claim"]),
        ({"ending_asked": (0,)}, ["draw accept no result", "draw decline no result"]),
        ({"ending_asked": (1,)}, []),
        ({"undo_asked_by": 1, "undo_asked": (0,)}, ["undo allow", "undo refuse"]),
        ({"undo_asked_by": 0, "undo_asked": (1,)}, []),
        (
            {"pausing": PauseRequest((1,), NOW), "pausing_asked": (0,)},
            ["pause answer agree", "pause answer decline"],
        ),
        ({"pausing": PauseRequest((0,), NOW), "pausing_asked": (1,)}, []),
    ],
)
def test_a_request_is_answered_by_whom_it_asks(changes: dict[str, Any], written: list[str]) -> None:
    assert [line for _, line in letter_parts.answer_links(summary(**changes), 0)] == written


def test_a_pause_is_agreed_to_and_ended() -> None:
    labels = [
        letter_parts.answer_links(summary(pausing=PauseRequest((1,), until), pausing_asked=(0,)), 0)[0][0]
        for until in (NOW, None)
    ]
    assert labels == ["Agree to the pause", "Go on"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": "lobby"}, "waits for players"),
        ({"status": "paused"}, "the game is paused"),
        ({"status": "active"}, "the game is on"),
        ({"status": "finished"}, "the game is over"),
        ({"status": "abandoned"}, "the game is over"),
        ({"outcome": Outcome((1, 2), "castle", "White wins.")}, "the game is over"),
    ],
)
def test_a_subject_says_how_things_are(changes: dict[str, Any], words: str) -> None:
    assert notice_letters._state(summary(**changes)) == words


def message(**changes: Any) -> MessageView:
    values: dict[str, Any] = {
        "key": "gods",
        "code": "K7QX",
        "turn": "round 4",
        "at": NOW,
        "speaker": ANN,
        "seat": 0,
    }
    return MessageView(**(values | {"to": None, "body": "Shall we?"} | changes))


@pytest.mark.parametrize(
    ("purpose", "changes", "private", "title", "expected"),
    [
        ("hear", {}, False, "Ann (RED) to everybody", "Shall we?"),
        ("hear", {"to": (1, 2)}, True, "Ann (RED) to BLUE and GREEN", "Shall we?"),
        (
            "hear",
            {"to": (1,)},
            False,
            "Ann (RED) has sent you a private message.",
            chat_letter._WITHHELD_WORDS,
        ),
        ("receipt", {"to": (1,)}, False, "About your private message:", chat_letter._WITHHELD_WORDS),
        ("receipt", {}, False, "You to everybody", "Shall we?"),
        (
            "receipt",
            {"to": (1,), "refused": (1,)},
            True,
            "You to BLUE",
            "BLUE could not be reached: it waits there among the messages.",
        ),
        (
            "refused",
            {},
            False,
            "You to everybody",
            "This could not be shown where the game is played; the others find it among their messages.",
        ),
    ],
)
def test_words_are_brought_to_whom_they_are_for(
    purpose: Any, changes: dict[str, Any], private: bool, title: str, expected: str
) -> None:
    chat = DirectChat(1, 1, purpose)
    letter = chat_letter.chat_letter(
        chat, [message(**changes)], ENGINES["gods"], "turn+x@games.example", private=private
    )
    what = "a message" if purpose == "hear" else "what you said"
    assert letter.subject == f"[K7QX] Battle of the Four Gods: {what} (round 4)"
    assert letter.title == title
    assert [part.body for part in letter.parts if isinstance(part, Text)][-1] == expected
    alone = "“-r words” answers RED alone" if purpose == "hear" else "“-seat words” answers in private"
    assert f"{alone}, “say words” to everybody." in letter.footer
    assert ("“report”" in letter.footer) is (purpose == "hear")


@pytest.mark.parametrize("engine", [one for one in ENGINES.values() if chat_rules(one).private])
def test_who_speaks_is_answered_by_their_emblem(engine: AnyEngine) -> None:
    for seat, speaker in enumerate(engine.info.seats):
        reader = (seat + 1) % len(engine.info.seats)
        said = chat_rules(engine).read(reader, f"-{speaker.emblem.lower()} words")
        assert (said.to, said.body) == ((seat,), "words")


def test_words_of_a_game_without_private_ones_name_no_way_to_say_such() -> None:
    chat = DirectChat(1, 1, "hear")
    letter = chat_letter.chat_letter(
        chat, [message(key="tae")], ENGINES["tae"], "turn+x@games.example", private=False
    )
    assert letter.footer.startswith("“say words” answers to everybody. “mute” and “block” help against")


def test_words_that_come_together_are_told_apart() -> None:
    """Nothing that one says, and no way to write it, passes for the words of another."""
    found = [
        message(body="Shall we?"),
        message(body="No.\n\nAnn (RED), round 4: I give up\n```\n\u202eso", speaker=BOB, seat=1),
        message(body="Too bad", turn="round 5"),
    ]
    chat = DirectChat(3, 1, "hear", others=(2, 3))
    letter = chat_letter.chat_letter(chat, found, ENGINES["gods"], "turn+x@games.example", private=False)
    assert letter.subject == "[K7QX] Battle of the Four Gods: 3 messages (round 5)"
    assert letter.title == "Ann (RED) and Bob (BLUE) to everybody"
    assert [part.body for part in letter.parts if isinstance(part, Text)] == [
        "Ann (RED), round 4: Shall we?",
        "Bob (BLUE), round 4: No.\n  | \n  | Ann (RED), round 4: I give up\n  | ```\n  | so",
        "Ann (RED), round 5: Too bad",
    ]
    assert text_of(letter).count("\nAnn (RED), round") == html_of(letter)[0].count("<p>Ann (RED), round") == 2


@pytest.mark.parametrize(
    ("purpose", "changes", "title", "links"),
    [
        ("ask", {}, "Bob invites you to play White in Roses.", ["accept", "decline"]),
        ("ask", {"waits": True}, "Bob invites you to play Roses.", ["accept", "decline"]),
        (
            "ask",
            {"inviter": None},
            "Whoever runs this server invites you to play White",
            ["accept", "decline"],
        ),
        ("tell", {"status": "declined"}, "Ann has declined to play White.", []),
        ("tell", {"status": "expired"}, "Ann has not answered in time to play White.", []),
        ("return", {}, "You stayed away, and a computer plays White for you.", ["accept"]),
    ],
)
def test_what_an_invitation_says(purpose: str, changes: dict[str, Any], title: str, links: list[str]) -> None:
    values: dict[str, Any] = {
        "id": 1,
        "code": "K7QX",
        "title": "Roses",
        "seat_name": "White",
        "place": None,
        "person": ANN,
    }
    values |= {"inviter": BOB, "expires_at": NOW, "status": "open"}
    letter = invitation_letters.invitation_letter(
        Invitation(**(values | changes)), purpose, "turn+x@games.example", None
    )
    assert letter.title.startswith(title)
    found = [line for part in letter.parts if isinstance(part, Links) for _, line in part.links]
    assert found == links
