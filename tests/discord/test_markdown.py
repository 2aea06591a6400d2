"""Player text formats nothing, mentions nobody and hides nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.markdown import (
    bulleted,
    escaped,
    fair_shares,
    fenced,
    people_in,
    pinging,
    plain,
    seat_of,
    sentence,
    status_line,
    written,
)
from engines.contract import Outcome
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary


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
    said = escaped(name)
    assert name not in said


@pytest.mark.parametrize("name", ["https://evil.example", "discord.gg/abc", "steam://run", "a.b.example/c"])
def test_a_name_is_no_link(name: str) -> None:
    said = escaped(name)
    assert said.replace("\u200b", "") == name
    assert "://" not in said
    assert not re.search(r"\w\.\w+/", said)


def test_a_name_formats_nothing() -> None:
    assert escaped("*Ann* `x` ||y||") == r"\*Ann\* \`x\` \|\|y\|\|"


def test_a_name_cannot_turn_the_line_round() -> None:
    assert plain("Ann\u202e\u2066bob\n\t") == "Annbob"


def test_names_have_forty_characters() -> None:
    assert plain("x" * 41) == escaped("x" * 41) == "x" * 39 + "…"
    assert plain("x" * 40) == escaped("x" * 40) == "x" * 40


@given(st.text(max_size=200))
def test_any_name_becomes_something_short_and_visible(name: str) -> None:
    said = plain(name)
    assert 1 <= len(said) <= 40
    assert "\n" not in said


def test_only_those_to_act_are_pinged() -> None:
    assert people_in(summary(), summary().mentioned) == [ANN]
    assert dict(pinging([ANN.id]).to_dict()) == {"parse": [], "users": [ANN.id]}
    assert dict(pinging().to_dict()) == {"parse": []}


def test_standing_names_the_mover_and_the_deadline() -> None:
    said = status_line(summary(), ACCOUNTS)
    assert "<@101>" in said
    assert "<@102>" not in said
    assert "<t:1767571200:R>" in said


def test_standing_of_a_finished_game_is_its_outcome() -> None:
    outcome = Outcome((1, 2), "castle", "White takes the castle and wins.")
    assert outcome.text in status_line(summary(status="finished", to_act=(), outcome=outcome), ACCOUNTS)


def test_seat_of() -> None:
    assert seat_of(summary(), BOB.id) == 1
    assert seat_of(summary(), 999) is None


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


def test_what_a_player_writes_formats_nothing() -> None:
    for text in ("**x**", "__x__", "||x||", "`x`", "~~x~~", "> x", "# x", "-# x", "- x", "[a](http://b)"):
        assert written(text) != text, text
    assert written("two\nlines, 3 > 2 and a-b") == "two\nlines, 3 > 2 and a-b"


def test_many_clauses_stand_one_below_the_other() -> None:
    few, many = ["a falls", "", "b wins"], ["a falls", "b falls", "c falls", "", "d wins"]
    assert bulleted(few) == sentence(few) == "A falls; b wins."
    assert bulleted(many) == "- A falls\n- B falls\n- C falls\n- D wins"
    assert bulleted([]) == ""


def test_a_board_in_words_leaves_room_for_what_stands_over_it() -> None:
    assert fenced("a`b") == "```\na'b\n```"
    assert len(fenced("x" * 5_000)) == 1_500 + len("```\n\n```")
