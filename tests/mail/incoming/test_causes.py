"""Under which causes mails are done once."""

from datetime import date

import pytest

from bot.mail.incoming.causes import causes_in_vain
from tests.mail.people import BASE, mail


@pytest.mark.parametrize(("text", "marked"), [("a" * 12, 0), ("a" * 13, 2), ("a b", 2), ("", 2)])
def test_a_word_that_is_short_may_be_tried_again(text: str, marked: int) -> None:
    causes = causes_in_vain(mail("ann@mail.example", text, BASE), date(2026, 1, 3))
    assert len(set(causes)) == marked


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("Your mail of {}:14 has come. I am away this week.", True),
        ("Your mail of {}:14 has come. I am away.", False),
        ("attack GREEN, defend against RED and ORANGE {}", False),
        ("Mail INC00{} has come at 14h{}. I am away this week.", True),
        ("I received your message on {}.8.2026, and am back in September.", True),
        ("Please play the move with number {} for me, thank you.", False),
        ("Your request has the number 9f3a{}bc. We answer as soon as we can.", True),
        ("Ticket 123{} opened.", True),
        ("Ticket 12{} opened.", False),
        ("x" * 198 + "{}", True),
        ("x" * 197 + "{}", False),
    ],
)
def test_what_is_prose_is_the_same_with_other_figures(text: str, alike: bool) -> None:
    assert are_alike(text.format(11, 11), text.format(12, 12)) is alike


def test_a_subject_counts_as_the_same_with_the_prefix_of_an_answer() -> None:
    text = "Thank you for “{}[K7QX] your move”. I am away this week."
    assert are_alike(text.format(""), text.format("Re: "))


def test_moves_to_two_cells_are_not_the_same_however_many_words_mails_list_them_with() -> None:
    text = "settler K{0} Settler colony on K{0}: joins 3 regions; combats of merchant and miner"
    assert not are_alike(text.format(3), text.format(4))


def are_alike(one: str, other: str) -> bool:
    """Whether the second of two texts counts as the first once more."""
    first, second = (mail("ann@mail.example", text, BASE) for text in (one, other))
    return causes_in_vain(first, date(2026, 1, 3)) == causes_in_vain(second, date(2026, 1, 3))
