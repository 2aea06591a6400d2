"""Picks by chance."""

from random import Random

from engines.search.picking import happens


class _Drawing(Random):
    """Draws this number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self._number = number

    def random(self) -> float:
        return self._number


def test_what_is_certain_happens_and_what_is_impossible_does_not() -> None:
    assert not happens(0.0, _Drawing(0.0))
    assert not happens(0.5, _Drawing(0.5))
    assert happens(0.5, _Drawing(0.25))
    assert happens(1.0, _Drawing(1 - 2**-53))
