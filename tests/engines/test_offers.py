"""Words of actions and picks have the length that hosts have room for, whatever a game says."""

from __future__ import annotations

import pytest

from engines.contract import Offer, Pick
from engines.roses.actions import Pass


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 79 + "…")])
def test_what_is_too_long_is_cut(length: int, shown: str) -> None:
    assert Pick("x", lambda: "x" * length).label == shown
    offer = Offer(Pass(), "pass", lambda: ("x" * length, ""))
    assert offer.words == shown
    assert offer.described == ("x" * length, "")


def test_an_effect_stands_behind_what_has_it() -> None:
    assert Offer(Pass(), "pass", lambda: ("x" * 77, "y")).words == "x" * 77 + ": y"
    assert Offer(Pass(), "pass", lambda: ("x" * 77, "yy")).words == "x" * 77 + ": …"
    assert Offer(Pass(), "pass").words == "pass"
