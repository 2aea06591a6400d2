"""Player text formats nothing, mentions nobody and hides nothing."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.discord.formatting.markdown import (
    Markdown,
    board_in_words,
    escaped,
    fair_shares,
    how_it_starts,
    jump_link,
    people_in,
    pinging,
    plain,
    played_words,
    refused_words,
    status_line,
    with_people,
    written,
)
from bot.sentences.speech import bulleted, sentence
from bot.service.values.answers import Played
from bot.service.values.game_summary import SeatSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.typed import quoted
from engines.contract import Outcome
from engines.wording import second_person
from render.phrases import MOST_TEXT
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary
from tests.service.actors import SINCE


def test_a_name_is_a_mention_where_its_person_is_called() -> None:
    speech = Markdown(ACCOUNTS)
    assert (speech.name(ANN), speech.name(ANN, mentioned=True)) == ("Ann", "<@101>")


def test_no_list_crowds_another_out() -> None:
    lists = [["a", "b"], ["c"] * 50, ["d"] * 4]
    assert fair_shares(lists, 25, lambda _: 1) == [2, 19, 4]
    assert fair_shares(lists, 8, lambda _: 1) == [2, 3, 3]
    assert fair_shares(lists, 1, lambda _: 1) == [1, 1, 1]
    assert fair_shares([], 1, lambda _: 1) == []


@pytest.mark.parametrize(
    "name", ["@everyone", "@here", "<@123>", "<@&55>", "<#77>", "<t:0:R>", "<@12345678901234567890>"]
)
def test_a_name_mentions_nobody(name: str) -> None:
    result = escaped(name)
    assert name not in result


@pytest.mark.parametrize("name", ["https://evil.example", "discord.gg/abc", "steam://run", "a.b.example/c"])
def test_a_name_is_no_link(name: str) -> None:
    result = escaped(name)
    assert result.replace("\u200b", "") == name
    assert "://" not in result
    assert not re.search(r"\w\.\w+/", result)


def test_a_name_formats_nothing() -> None:
    assert escaped("*Ann* `x` ||y||") == r"\*Ann\* \`x\` \|\|y\|\|"


def test_a_name_cannot_turn_the_line_round() -> None:
    assert plain("Ann\u202e\u2066bob\n\t") == "Annbob"


def test_a_name_that_runs_leftwards_leaves_the_sentence_as_it_is() -> None:
    assert escaped("שלום") == "\u2068שלום\u2069"
    assert escaped("\u2069Ann *مرحبا*\u2067") == "\u2068Ann \\*مرحبا\\*\u2069"
    assert escaped("山田 Ж 3") == "山田 Ж 3"


@pytest.mark.parametrize("name", ["\u3164\u3164", "\u2800", "\ufe0f\ufe0f", "\u115f \u1160", "\u200b\u3164"])
def test_a_name_of_invisible_letters_is_shown_as_a_question_mark(name: str) -> None:
    assert plain(name) == escaped(name) == "?"


def test_a_name_has_no_invisible_letters_but_its_emoji() -> None:
    assert plain("\u3164Ann\u2800 \u3164 ❤\ufe0f 1\ufe0f\u20e3") == "Ann ❤\ufe0f 1\ufe0f\u20e3"


def test_names_have_forty_characters() -> None:
    assert plain("x" * 41) == escaped("x" * 41) == "x" * 39 + "…"
    assert plain("x" * 40) == escaped("x" * 40) == "x" * 40


@given(st.text(max_size=200))
def test_any_name_becomes_something_short_and_visible(name: str) -> None:
    result = plain(name)
    assert 1 <= len(result) <= 40
    assert "\n" not in result


def test_only_those_to_act_are_pinged() -> None:
    assert people_in(summary(), summary().mentioned) == [ANN]
    assert dict(pinging([ANN.id]).to_dict()) == {"parse": [], "users": [ANN.id]}
    assert dict(pinging().to_dict()) == {"parse": []}


def test_standing_names_the_mover_and_the_deadline() -> None:
    result = status_line(summary(), ACCOUNTS)
    assert "<@101>" in result
    assert "<@102>" not in result
    assert "<t:1767571200:R>" in result


def test_standing_of_a_finished_game_is_its_outcome() -> None:
    outcome = Outcome((1, 2), "castle", "White takes the castle and wins.")
    over = summary(status="finished", to_act=(), outcome=outcome)
    assert status_line(over, ACCOUNTS) == "🏁 **Ann (White) takes the castle and wins.**"


def test_seat_of() -> None:
    assert summary().seat_of(BOB.id) == 1
    assert summary().seat_of(999) is None


def test_sentence() -> None:
    assert (
        sentence(["a soldier is dropped on d3", "", "Black is next"])
        == "A soldier is dropped on d3; Black is next."
    )
    assert sentence([]) == ""


MENTION = re.compile(r"@everyone|@here|<@[!&]?\d+>|<#\d+>|<t:\d+|<a?:\w+:\d+>|</\w+:\d+>|<id:\w+>")
PIECES = st.sampled_from(
    [
        *(
            "@everyone",
            "@here",
            "<@1234567890123456789>",
            "<@&1234567890123456789>",
            "<#1234567890123456789>",
        ),
        *(
            "**",
            "__",
            "||",
            "```",
            "> ",
            "# ",
            "-# ",
            "- ",
            "[a](b)",
            "[a] [b",
            "](https://x.example)",
            "https://",
            "https://ab.example/c_d",
            "_",
            "1. ",
            "\r",
            "\n",
            "\u202e",
            "\u2067",
            "<",
            "@",
            "\\",
        ),
        *("<t:0:R>", "<:x:1234567890123456789>", "</gods say:1234567890123456789>", "word", "é"),
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=12).map("".join))
def test_what_a_player_writes_mentions_nobody_and_stays_short(text: str) -> None:
    shown = written(text)
    assert not MENTION.search(shown)
    assert len(shown) <= 2 * len(text)
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")


ESCAPED = r"\\[^0-9A-Za-z\s]"
ADDRESS = r"""https?://[^\s<]+[^<.,:;"'\]\s]"""
"""What Discord reads first: a sign behind a backslash, and an address, in which nothing formats."""


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=12).map("".join))
def test_nothing_of_what_a_player_writes_is_read_as_formatting(text: str) -> None:
    shown = written(text)
    left = re.sub(f"{ESCAPED}|{ADDRESS}", "", shown)
    assert not set(left) & set("*_~|`[]")
    assert not re.search(r"^\s*(#|>|-|\d+\.\s)", re.sub(ESCAPED, "x", shown), re.MULTILINE)
    assert not set(re.sub(ESCAPED, "", shown)) & set("*~|`[]"), "in an address neither, whoever reads it"


@pytest.mark.parametrize(
    "text",
    [
        "[x] [discord.com/claim](https://evil.example)",
        "[a\nb](https://evil.example)",
        "[**x**](y)",
        "[x]\\(y)",
    ],
)
def test_no_link_is_hidden_behind_a_text(text: str) -> None:
    for shown in (written(text), escaped(text)):
        assert not re.search(r"(?<!\\)\[|\]\(", shown)


@pytest.mark.parametrize(
    "text", ["https://||x||", "https://`x`", "https://**x**", "<a:/**x**>", "https://_. x_"]
)
def test_what_begins_like_an_address_formats_nothing(text: str) -> None:
    for shown in (written(text), escaped(text)):
        assert not set(re.sub(ESCAPED, "", shown)) & set("*_|`")


def test_a_plain_address_is_left_alone() -> None:
    text = "Rules: https://en.example.org/wiki/Go_(game)#Rules_of_play, *good*"
    assert written(text) == text.replace("*", r"\*")


def test_what_a_player_writes_formats_nothing() -> None:
    for text in ("**x**", "__x__", "||x||", "`x`", "~~x~~", "> x", "# x", "-# x", "- x", "[a](http://b)"):
        assert written(text) != text, text
    assert written("two\nlines, 3 > 2 (or 3.5) and a-b") == "two\nlines, 3 > 2 (or 3.5) and a-b"
    assert written("  # x\r1. x") == "  \\# x\n1\\. x"


def test_many_clauses_stand_one_below_the_other() -> None:
    few, many = ["a falls", "", "b wins"], ["a falls", "b falls", "c falls", "", "d wins"]
    assert bulleted(few) == sentence(few) == "A falls; b wins."
    assert bulleted(many) == "- A falls\n- B falls\n- C falls\n- D wins"
    assert bulleted([]) == ""


def test_a_board_in_words_has_the_room_of_a_layout() -> None:
    assert board_in_words("Head", "a`b") == "Head\n```\na'b\n```"
    assert board_in_words("Head", "x" * MOST_TEXT).endswith("x\n```")
    for head in ("", "h" * 2_000):
        words = board_in_words(head, "x" * 5_000)
        assert len(words) == 4_000
        assert words.endswith("x…\n```")


def test_seats_become_people_and_whose_turn_it_is_comes_first() -> None:
    assert status_line(summary(), {ANN.id: 101}).startswith("➤ <@101> (White) drops a soldier\n")
    assert status_line(summary()).startswith("➤ **Ann** (White) drops a soldier\n")
    assert status_line(summary(), reader=0).startswith("➤ Your turn: you drop a soldier\n")
    secret = status_line(summary(prompt="Choose in secret: two cubes", names_pending=False), reader=0)
    assert secret.startswith("➤ Your turn: choose in secret: two cubes\n")
    both = summary(prompt="Choose in secret: two cubes", names_pending=False, to_act=(0, 1), mentioned=(0, 1))
    assert status_line(both).startswith("➤ Choose in secret: two cubes: **Ann** (White), **Bob** (Black)\n")
    secret = status_line(both, reader=0)
    words = "➤ Your turn: choose in secret: two cubes; the game also waits for **Bob** (Black)\n"
    assert secret.startswith(words), "two colons made Bob part of the choice"
    unknown = status_line(replace(both, to_act=(0,)), reader=0)
    assert unknown.startswith("➤ Your turn: choose in secret: two cubes\n"), "Bob may have chosen"
    assert status_line(summary(), reader=1).startswith("➤ **Ann** (White) drops a soldier\n")
    assert status_line(summary(mentioned=(0, 1)), ACCOUNTS).startswith(
        "➤ <@101> (White) drops a soldier: <@102> (Black)\n"
    )
    assert with_people("the white cube goes to Black", summary()) == "the white cube goes to Bob (Black)"
    table = "White wins.\n```\n1. White  7\n2. Black  6\n```"
    assert with_people(table, summary()) == table.replace("White wins", "Ann (White) wins"), "columns stay"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"seats": 2, "min_seats": 2}, "It starts with one more player."),
        ({"seats": 4, "min_seats": 3}, "It starts with two more players, when one of you presses **Start**."),
        ({"seats": 4, "min_seats": 1}, "It starts when one of you presses **Start**, or with four players."),
    ],
)
def test_who_joins_reads_what_the_game_waits_for(facts: dict[str, int], words: str) -> None:
    free = [SeatSummary(seat, "Red", "R", None) for seat in range(1, facts["seats"])]
    seats = (SeatSummary(0, "White", "W", ANN), *free)
    assert how_it_starts(summary(status="lobby", seats=seats, min_seats=facts["min_seats"])) == words


def test_a_game_that_starts_is_linked_by_the_thread_that_is_being_opened() -> None:
    begun = summary(thread_id=None, opening_thread_id=99)
    assert how_it_starts(begun) == "The game begins: play in https://discord.com/channels/11/99"
    assert jump_link(summary()).endswith("/11/13")


def test_a_game_that_starts_before_its_card_is_there_is_said_to_get_a_thread() -> None:
    begun = summary(ply=0, thread_id=None)
    assert how_it_starts(begun) == (
        "The game begins in a thread of its own in https://discord.com/channels/11/12"
    )
    in_the_channel = summary(ply=0, thread_id=None, threaded=False)
    assert how_it_starts(in_the_channel) == "The game begins: play in https://discord.com/channels/11/12"


def test_what_was_typed_is_quoted_without_what_it_would_do() -> None:
    assert quoted("> a | b\u202e") == "“a b”"
    assert quoted("  a9 ") == "“a9”"
    assert quoted("**`x`**\n[y](z)") == "“x yz”"
    assert quoted("<@1>" * 30) == "“" + "@1" * 15 + "”"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("White moves c3 to d4", "you move c3 to d4"),
        ("White has chosen", "you have chosen"),
        ("White is ready", "you are ready"),
        ("White resigns and is out", "you resign and are out"),
        ("White attacks grey on B1 b4 with pink", "you attack grey on B1 b4 with pink"),
        ("White attacked Black and did nothing more", "you attacked Black and did nothing more"),
        ("White passes", "you pass"),
        ("White's miner leader comes to O2", "your miner leader comes to O2"),
        ("Whitehall falls", "Whitehall falls"),
        ("Black's soldier on d4 falls", "Black's soldier on d4 falls"),
        ("White 3−5=−2 EP", "White 3−5=−2 EP"),
    ],
)
def test_what_one_did_is_said_to_oneself(wanted: str, expected: str) -> None:
    assert second_person(wanted, "White") == expected


def test_the_answer_to_an_action_speaks_to_who_made_it() -> None:
    lines = ("White moves c3 to d4", "Black's soldier falls")
    played = Played(summary(), "c3-d4", lines, seat=0)
    assert played_words(played) == "✅ You move c3 to d4; Bob's soldier falls.\n-# c3-d4"


def test_a_game_without_a_clock_says_so_and_one_whose_clock_stands_does_not() -> None:
    assert "No clock" in status_line(summary(deadline_hours=None, deadline=None))
    assert "No clock" not in status_line(summary(deadline_hours=48.0, deadline=None))
    assert "No clock" not in status_line(summary(deadline_hours=None, deadline=None, seconds_per_period=60.0))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": "lobby"}, "Waiting for players. Ann (White) · Bob (Black)"),
        ({"status": "abandoned"}, "The game was called off."),
        ({"status": "paused", "paused_until": SINCE}, "The game is paused until <t:1764547200:f>."),
        (
            {"absent": (1,)},
            "⚠️ The game is paused, as Bob stayed away. Any player can let it go on by **Resume**.",
        ),
        ({"mentioned": ()}, "➤ **Ann** (White) drops a soldier\n⏳ due <t:1767571200:R>"),
        ({"mentioned": (1,)}, "➤ **Ann** (White) drops a soldier: **Bob** (Black)\n⏳ due <t:1767571200:R>"),
        (
            {"deadline": None, "away": ((1, SINCE),)},
            "➤ **Ann** (White) drops a soldier\n-# Bob is away until <t:1764547200:f>",
        ),
        (
            {"deadline": None, "away": ((1, SINCE),), "clock_stopped": True},
            "➤ **Ann** (White) drops a soldier\n"
            "⏳ The clock stands still: Bob is away until <t:1764547200:f>",
        ),
        (
            {"status": "paused", "open": ((1, SINCE),)},
            "The game is paused.\n⚠️ Bob has vanished. Unless they come back, anybody else may take the seat "
            "over from <t:1764547200:f> on, by **Take over Black**.",
        ),
    ],
)
def test_how_a_game_stands(changes: dict[str, Any], words: str) -> None:
    assert status_line(summary(**changes)) == words


def test_two_of_one_name_are_both_awaited() -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", Person(2, "Ann")))
    line = status_line(summary(seats=seats, mentioned=(0, 1)))
    assert line.startswith("➤ **Ann** (White) drops a soldier: **Ann** (Black)\n")


def test_a_game_is_linked_where_it_is_played() -> None:
    assert jump_link(summary(guild_id=None)) == "https://discord.com/channels/@me/12"
    assert jump_link(summary(guild_id=None, channel_id=None, thread_id=None)) == "not played on Discord"


def test_a_refusal_names_the_persons_of_the_seats_that_it_names() -> None:
    assert refused_words(Refused("waits", "White waits for Black.")) == "White waits for Black."
    named = refused_words(Refused("waits", "White waits for Black.", game=summary()))
    assert named == "Ann (White) waits for Bob (Black)."
