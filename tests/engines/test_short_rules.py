"""The rules in short leave out no ruling that somebody needs before the first move, or would get wrong."""

import pytest

from engines.registry import ENGINES


@pytest.mark.parametrize(
    ("key", "ruling"),
    [
        ("roses", "In turns, White first unless the options say otherwise"),
        ("flicflac", "The cylinders begin."),
        ("gods", "the god does nothing in it and is out, whatever its energy"),
        ("reef", "but for one that would join two corals with shrimps"),
        ("reef", "the bonus tiles go into it, and growth is over"),
        ("tae", "The colony that connected them counts for nobody and stays."),
    ],
)
def test_a_ruling_is_in_the_rules_in_short(key: str, ruling: str) -> None:
    assert ruling in ENGINES[key].info.rules
