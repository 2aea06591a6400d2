"""Who is meant, and what is said: section 8 of docs/rules/four-gods.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import LONGEST_MESSAGE, IllegalAction
from engines.contract.chat import DASHES
from engines.gods.chat import check_message, read_message, reveals_messages
from engines.gods.colours import LETTERS
from tests.engines.gods.table import BLUE, ENGINE, GREEN, RED, load, play_round, seat_of


def read(text: str, sender: int = RED) -> tuple[str, str]:
    """Letters and body, ``*`` for everybody; or ``error`` and the code."""
    try:
        message = read_message(sender, text)
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
    ("text", "sentence"),
    [
        ("-r hi", "That would reach only you: name BLUE, GREEN or ORANGE."),
        ("-x hi", "After the dash come letters of r, b, g, o, then a blank. "
                  "Begin with a backslash to say it to everybody."),
        ("-", "After the dash come the letters of those who may read it, as in -bg."),
        ("-b", "After the letters comes what you want to say."),
        ("x" * 1501, "A message has at most 1,500 characters."),
    ],
)  # fmt: skip
def test_why_a_message_is_not_said(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        read_message(RED, text)
    assert caught.value.sentence == sentence


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
        ("-b I \u2764\ufe0f", ("b", "I \u2764\ufe0f")),
        ("\U0001f3f4\U000e0067\U000e007f", ("*", "\U0001f3f4\U000e0067\U000e007f")),
        ("\U0001fae8", ("*", "\U0001fae8")),
        ("-b \U0001fadf", ("b", "\U0001fadf")),
        ("\u200bhi", ("*", "\u200bhi")),
        ("\u200b \ufe0f", ("error", "empty")),
        ("\U000e0100-b hi", ("b", "hi")),
        ("-ｂ hi", ("error", "bad_flag")),
        ("\u3164-b hi", ("b", "hi")),
        ("\ufe0f\u2800-q hi", ("error", "bad_flag")),
        ("\ud800-b hi", ("b", "hi")),
    ],
)
def test_further_messages(text: str, outcome: tuple[str, str]) -> None:
    assert read(text) == outcome


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_is_one(dash: str) -> None:
    assert read(f"{dash}go hi") == ("go", "hi")
    assert read(f"{dash}nobody") == ("error", "bad_flag")
    assert read(f"\\{dash}go hi") == ("*", f"{dash}go hi")
    assert len(DASHES) == 15


@pytest.mark.parametrize("dash", ["\uff0d", "\ufe63", "\ufe58", "\u2e3a", "\u2e3b", "\u30fc", "\uff70"])
def test_what_other_keyboards_write_for_a_dash_is_one(dash: str) -> None:
    assert read(f"{dash}go hi") == ("go", "hi")


@pytest.mark.parametrize("unseen", [*range(0x180B, 0x1810), 0xFE00, 0xFE0F, 0xFFF0, 0xFFF8, 0xE0000, 0xE0FFF])
def test_a_dash_behind_an_unseen_character_is_one(unseen: int) -> None:
    assert read(f"{chr(unseen)}-b hi") == ("b", "hi")


@pytest.mark.parametrize("seen", [0x180A, 0xFE10, 0xFFFC, 0xFFFD])
def test_a_dash_behind_a_character_that_is_seen_is_none(seen: int) -> None:
    assert read(f"{chr(seen)}-b hi") == ("*", f"{chr(seen)}-b hi")


def test_own_letters_are_dropped_for_every_sender() -> None:
    for letter in LETTERS:
        others = LETTERS.replace(letter, "")
        assert read("-rbgo hi", seat_of(letter)) == (others, "hi")
        assert read(f"-{letter} hi", seat_of(letter)) == ("error", "only_self")


def test_the_length_of_a_body() -> None:
    assert read("-b " + "x" * LONGEST_MESSAGE) == ("b", "x" * LONGEST_MESSAGE)
    assert read("-b " + "x" * (LONGEST_MESSAGE + 1)) == ("error", "too_long")
    assert read("x" * (LONGEST_MESSAGE + 1)) == ("error", "too_long")


@given(st.text(alphabet=[*DASHES, *"rbgoRBGOx ,\\\n\u200b"], max_size=12))
def test_nothing_that_begins_with_a_dash_is_public(text: str) -> None:
    """Ruling 12."""
    to, body = read(text, BLUE)
    if text.strip(" \n\u200b")[:1] in tuple(DASHES):
        assert to != "*"
    if to not in {"*", "error"}:
        assert set(to) <= set("rgo")
        assert body


@pytest.mark.parametrize(
    ("left", "speaker", "to", "code"),
    [
        ("all", GREEN, None, None),
        ("all", GREEN, (RED,), None),
        ("all", RED, (GREEN,), None),
        ("public", GREEN, None, None),
        ("public", GREEN, (RED,), "eliminated"),
        ("public", RED, (BLUE, GREEN), "target_eliminated"),
        ("public", RED, (BLUE,), None),
        ("none", GREEN, None, "eliminated"),
        ("none", GREEN, (RED,), "eliminated"),
        ("none", RED, (GREEN,), "target_eliminated"),
        ("none", RED, None, None),
    ],
)
def test_talk_of_gods_that_are_out(
    left: str, speaker: int, to: tuple[int, ...] | None, code: str | None
) -> None:
    """Ruling 14."""
    state = load("9 9 out 9", options={"eliminated_talk": left})
    if code is None:
        check_message(state, speaker, to)
    else:
        with pytest.raises(IllegalAction) as refused:
            check_message(state, speaker, to)
        assert refused.value.code == code


def test_private_talk_is_shown_at_the_end_only_if_that_was_agreed() -> None:
    """Ruling 13 and section 8."""
    for agreed in (False, True):
        state = load("1 9 out out", options={"reveal_messages": agreed, "eliminated_talk": "none"})
        assert not reveals_messages(state)
        over = play_round(state, "R: Ab")
        assert ENGINE.outcome(over) is not None
        assert reveals_messages(over) is agreed
        check_message(over, RED, (GREEN,))
