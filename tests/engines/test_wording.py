"""Words that the sentences of all games share."""

import pytest

from engines.wording import capital, counted, figure, listed, second_person, shorten, signed, spelled, times


def test_numbers_in_words_and_figures() -> None:
    numbers = (-1, 0, 1, 2, 3, 7)
    assert [counted(one, "ship") for one in numbers[1:]] == [
        "0 ships",
        "1 ship",
        "2 ships",
        "3 ships",
        "7 ships",
    ]
    assert [spelled(one) for one in numbers[1:]] == ["no", "one", "two", "three", "7"]
    assert spelled(6) == "six"
    assert [times(one) for one in numbers[1:]] == ["0 times", "once", "twice", "3 times", "7 times"]
    assert [figure(one) for one in numbers] == ["−1", "0", "1", "2", "3", "7"]
    assert [signed(one) for one in numbers] == ["−1", "0", "+1", "+2", "+3", "+7"]


def test_lists_and_what_is_cut() -> None:
    assert [listed("abc"[:end]) for end in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert listed("ab", "or") == "a or b"
    assert [shorten("abcd", room) for room in (3, 4, 5)] == ["ab…", "abcd", "abcd"]
    assert shorten("ab cd", 4) == "ab…", "no blank before it"
    assert shorten("abe\N{COMBINING ACUTE ACCENT}d", 4) == "ab…", "no letter without its accent"


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("White moves c3", "you move c3"),
        ("White passes", "you pass"),
        ("White is out and is resigned", "you are out and are resigned"),
        (
            "White takes the artifact of I7 and leaves the one of K11",
            "you take the artifact of I7 and leave the one of K11",
        ),
        ("White has no legal action and passes", "you have no legal action and pass"),
        ("White's leader is beaten and is lost", "your leader is beaten and is lost"),
        ("White has won", "you have won"),
        ("White took c3", "you took c3"),
        ("White's clock", "your clock"),
        ("White (Ann) moves", "White (Ann) moves"),
        ("Black moves", "Black moves"),
        ("it is White's turn", "it is your turn"),
        ("it is Black's turn", "it is Black's turn"),
        ("White and Black choose in secret", "you and Black choose in secret"),
        ("Red, White and Black choose in secret", "Red, you and Black choose in secret"),
        ("Black and Red choose in secret", "Black and Red choose in secret"),
        ("White", "White"),
    ],
)
def test_a_clause_is_said_to_whom_it_is_about(clause: str, expected: str) -> None:
    assert second_person(clause, "White") == expected


def test_a_capital_letter_begins_a_sentence_and_nothing_else_changes() -> None:
    assert [capital(text) for text in ("", "a", "d3-d4 is RED", "Éa")] == ["", "A", "D3-d4 is RED", "Éa"]
