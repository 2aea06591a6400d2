"""Under which causes mails are done once."""

from datetime import date

import pytest

from bot.mail.incoming.causes import causes_in_vain
from tests.mail.people import BASE, mail


@pytest.mark.parametrize(("text", "marked"), [("a" * 12, 0), ("a" * 13, 2), ("a b", 2), ("", 2)])
def test_a_word_that_is_short_may_be_tried_again(text: str, marked: int) -> None:
    causes = causes_in_vain(mail("ann@mail.example", text, BASE), date(2026, 1, 3))
    assert len(set(causes)) == marked
