"""The terms that are agreed when a game opens: one table, read from text."""

import msgspec
import pytest

from bot.service.game.term_options import agreed, check_terms, offered, words_of
from bot.service.values.refused import Refused
from bot.service.values.terms import Terms
from engines.contract import AnyEngine
from engines.registry import ENGINES

ROSES = ENGINES["roses"]


def test_terms_are_read_from_text() -> None:
    assert agreed(ROSES, "") == Terms()
    assert agreed(ROSES, "Bank: 7 + 12 ,after:3") == Terms(
        bank_days=7.0, increment_hours=12.0, absent_after=3
    )
    assert agreed(ROSES, "bank: 2.5") == Terms(bank_days=2.5)
    for text in ("bank: 0 + 1", "bank: 100", "bank: 3 + 200", "bank: much", "speed: 3", "after: 9"):
        with pytest.raises(Refused, match=r"it has:|it may be:"):
            agreed(ROSES, text)


def test_a_refusal_says_what_was_typed_and_what_figures_mean() -> None:
    with pytest.raises(
        Refused, match=r"“bank” needs a value; it may be: bank: none; bank: 3 \+ 6.* 7 days for"
    ):
        agreed(ROSES, "bank")
    with pytest.raises(Refused, match=r"“after” is no “9”; it may be: after: 2; after: 1"):
        agreed(ROSES, "after: 9")


def test_what_no_one_has_chosen_is_not_stored() -> None:
    """So games of before have the terms that are usual."""
    assert msgspec.json.encode(Terms()) == b"{}"
    assert msgspec.json.decode(b"{}", type=Terms) == Terms()


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_every_choice_is_read_back_and_allowed(engine: AnyEngine) -> None:
    for term, choices in offered(engine):
        assert agreed(engine, f"{term.name}: {choices[0].text}") == Terms(), "the first is usual"
        for choice in choices:
            terms = agreed(engine, f"{term.name}: {choice.text}")
            check_terms(engine, terms, sets_periods=False)
            assert all(0 < len(words) <= 100 for words in words_of(engine, terms))


def test_banks_of_four_sizes_are_offered() -> None:
    (banks,) = [choices for term, choices in offered(ROSES) if term.name == "bank"]
    assert [choice.text for choice in banks] == ["none", "3 + 6", "7 + 12", "14 + 24", "30 + 24"]


def test_who_is_late_once_is_not_late_in_a_row() -> None:
    once, twice = (" ".join(words_of(ROSES, Terms(absent_after=after))) for after in (1, 2))
    assert ("in a row" in once, "in a row" in twice) == (False, True)


def test_no_banks_where_rounds_have_seconds_or_who_acted_is_a_secret() -> None:
    with pytest.raises(Refused, match="without banks of time"):
        check_terms(ROSES, Terms(bank_days=3), sets_periods=True)
    with pytest.raises(Refused, match="without banks of time"):
        check_terms(ENGINES["gods"], Terms(bank_days=3), sets_periods=False)


def test_what_follows_an_empty_bank_is_what_the_game_allows() -> None:
    with pytest.raises(Refused, match="does not allow that whoever has none left gives the game up"):
        check_terms(ENGINES["gods"], Terms(at_zero="lose"), sets_periods=False)
