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
        ("x" * 198 + "{}", True),
        ("x" * 197 + "{}", False),
    ],
)
def test_what_is_prose_is_the_same_with_other_figures(text: str, alike: bool) -> None:
    first, second = (mail("ann@mail.example", text.format(number), BASE) for number in (11, 12))
    day = date(2026, 1, 3)
    assert (causes_in_vain(first, day) == causes_in_vain(second, day)) is alike
