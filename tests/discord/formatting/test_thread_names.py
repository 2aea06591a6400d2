"""Names of threads: the code first, plain, and never too long."""

import pytest

from bot.discord.formatting.markdown import thread_name
from bot.service.values.game_summary import SeatSummary
from bot.service.values.request import VACANT, Person
from tests.discord.summaries import ANN, summary


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ann\n\t the   Great ", "Ann the Great"),
        ("\u202eAnn\u202c\x07\ue000\u200b", "Ann"),
        ("\N{WOMAN}\u200d\N{PERSONAL COMPUTER} Ann", "\N{WOMAN}\u200d\N{PERSONAL COMPUTER} Ann"),
        ("x" * 40, "x" * 29 + "…"),
        ("x" * 28 + "e\u0301\u0302" + "yy", "x" * 28 + "…"),
        ("\u200b\u200b", "?"),
    ],
)
def test_thread_names_are_plain_and_short(name: str, shown: str) -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", Person(2, name)))
    named = thread_name(summary(seats=seats))
    assert named == f"K7QX Guerre des Deux Roses · Ann vs {shown}"
    assert len(named) <= 100


def test_a_thread_of_many_has_a_short_name_too() -> None:
    seats = tuple(SeatSummary(seat, f"Seat {seat}", "S", Person(seat, "x" * 30)) for seat in range(6))
    named = thread_name(summary(seats=seats))
    assert len(named) == 100
    assert named.endswith("…")


def test_a_thread_is_not_named_after_seats_that_are_still_vacant() -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", Person(2, VACANT, vacant=True)))
    assert thread_name(summary(seats=seats, status="paused")) == "K7QX Guerre des Deux Roses"


def test_a_thread_is_named_after_a_player_who_has_the_name_of_a_vacant_seat() -> None:
    seats = (SeatSummary(0, "White", "W", ANN), SeatSummary(1, "Black", "B", Person(2, VACANT)))
    assert thread_name(summary(seats=seats)) == "K7QX Guerre des Deux Roses · Ann vs Vacant"
