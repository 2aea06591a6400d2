"""How many examples property tests draw: a few in each run, and all of them once more with the slow tests."""

from hypothesis import settings

FAST = "turnpost"
"""The profile of the fast tests."""
USUAL = 100
"""Hypothesis's default number of examples."""


def examples(many: int, few: int | None = None) -> int:
    """How many examples to try: in the fast tests a third of `many`, or `few`."""
    if settings.get_current_profile_name() != FAST:
        return many
    return many // 3 if few is None else few
