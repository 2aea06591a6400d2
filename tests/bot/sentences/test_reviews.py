"""What a turn cost, in words."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.sentences.reviews import swing_words


@pytest.mark.parametrize(
    ("exact", "instead", "share", "plies", "words"),
    [
        (True, 0.5, 0.0, None, "Ann could have drawn, and after this turn loses against best play."),
        (True, 1.0, 0.5, None, "Ann could have won, and after this turn has a draw left."),
        (
            *(True, 1.0, 0.5, 3),
            "Ann could have won in 3 moves of both sides together, and after this turn has a draw left.",
        ),
        (
            *(False, 0.5, 0.25, None),
            "Ann could expect 25 % of a win after this turn, "
            "and 50 % after what the computer would have done.",
        ),
    ],
)
def test_what_a_turn_cost(exact: bool, instead: float, share: float, plies: int | None, words: str) -> None:
    seats = [SimpleNamespace(name="White"), SimpleNamespace(name="Black")]
    found = SimpleNamespace(summary=SimpleNamespace(seats=seats), review=SimpleNamespace(exact=exact))
    swing = SimpleNamespace(turn=SimpleNamespace(seat=1), instead=instead, share=share, plies=plies)
    people = {"Black": "Ann"}.__getitem__
    assert swing_words(cast("Any", found), cast("Any", SimpleNamespace(swing=swing)), people) == words
