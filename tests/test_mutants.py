"""The list of changes that tests need not notice is about code that is there."""

from __future__ import annotations

import pytest

from tests.mutants import EQUIVALENT, PACKAGES, ROOT

LINES = [
    line.strip()
    for package in PACKAGES
    for module in sorted((ROOT / package).rglob("*.py"))
    for line in module.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("beginning", [one for beginnings in EQUIVALENT.values() for one in beginnings])
def test_each_line_that_is_left_alone_is_there(beginning: str) -> None:
    assert any(line.startswith(beginning) for line in LINES)
