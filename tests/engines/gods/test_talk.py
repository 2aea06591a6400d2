"""Who is meant, and what is said: section 8 of rules/four-gods.md."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import IllegalAction
from engines.gods.colours import LETTERS
from engines.gods.talk import DASHES, MAX_BODY, read_talk
from tests.engines.gods.table import BLUE, RED, seat_of


def read(text: str, sender: int = RED) -> tuple[str, str]:
    """Letters and body, ``*`` for everybody; or ``error`` and the code."""
    try:
        message = read_talk(sender, text)
    except IllegalAction as illegal:
        return "error", illegal.code
    return "*" if message.to is None else "".join(LETTERS[seat] for seat in message.to), message.body


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("hello all", ("*", "hello all")),
        ("-bg strike ORANGE", ("bg", "strike ORANGE")),
        ("-GB hi", ("bg", "hi")),
        ("-rb hi", ("b", "hi")),
        ("-r hi", ("error", "only_self")),
        ("-bro help", ("bo", "help")),
        ("-bro, help", ("error", "bad_flag")),
        ("- hello", ("error", "no_flags")),
        ("\\-5 each", ("*", "-5 each")),
        ("-b", ("error", "empty")),
    ],
)
def test_worked_message(text: str, outcome: tuple[str, str]) -> None:
    assert read(text) == outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", ("error", "empty")),
        ("  \n ", ("error", "empty")),
        ("-", ("error", "no_flags")),
        ("-\nb hi", ("error", "no_flags")),
        ("--b hi", ("error", "bad_flag")),
        ("-x", ("error", "bad_flag")),
        ("-r", ("error", "only_self")),
        ("-rrR", ("error", "only_self")),
        ("-bb hi", ("b", "hi")),
        ("-b -g hi", ("b", "-g hi")),
        ("-b\n\n two\nlines ", ("b", "two\nlines")),
        ("  -b hi  ", ("b", "hi")),
        ("-bgo", ("error", "empty")),
        ("-b hi -g", ("b", "hi -g")),
        ("\\", ("*", "\\")),
        ("\\b hi", ("*", "\\b hi")),
        ("\\\\-b hi", ("*", "\\\\-b hi")),
        ("\\-", ("*", "-")),
        ("say - what", ("*", "say - what")),
        ("\u200b-b hi", ("b", "hi")),
        ("\ufeff-q hi", ("error", "bad_flag")),
        ("-b\u200b hi", ("error", "bad_flag")),
        ("-b \u200b", ("error", "empty")),
        ("-ｂ hi", ("error", "bad_flag")),
    ],
)
def test_further_messages(text: str, outcome: tuple[str, str]) -> None:
    assert read(text) == outcome


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_is_one(dash: str) -> None:
    assert read(f"{dash}go hi") == ("go", "hi")
    assert read(f"{dash}nobody") == ("error", "bad_flag")
    assert read(f"\\{dash}go hi") == ("*", f"{dash}go hi")
    assert len(DASHES) == 8


def test_own_letters_are_dropped_for_every_sender() -> None:
    for letter in LETTERS:
        others = LETTERS.replace(letter, "")
        assert read("-rbgo hi", seat_of(letter)) == (others, "hi")
        assert read(f"-{letter} hi", seat_of(letter)) == ("error", "only_self")


def test_the_length_of_a_body() -> None:
    assert read("-b " + "x" * MAX_BODY) == ("b", "x" * MAX_BODY)
    assert read("-b " + "x" * (MAX_BODY + 1)) == ("error", "too_long")
    assert read("x" * (MAX_BODY + 1)) == ("error", "too_long")


@given(st.text(alphabet=[*DASHES, *"rbgoRBGOx ,\\\n\u200b"], max_size=12))
def test_nothing_that_begins_with_a_dash_is_public(text: str) -> None:
    """Ruling 12."""
    to, body = read(text, BLUE)
    if text.strip(" \n\u200b")[:1] in tuple(DASHES):
        assert to != "*"
    if to not in {"*", "error"}:
        assert set(to) <= set("rgo")
        assert body
