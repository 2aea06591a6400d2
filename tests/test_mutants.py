"""Which changes tests need not notice, and which tests judge the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import EQUIVALENT, PACKAGES, ROOT, Mutant, Reach, modules_of, nearest_tests

LINES = [
    line.strip()
    for package in (*PACKAGES, "render")
    for module in sorted((ROOT / package).rglob("*.py"))
    for line in module.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("beginning", [one for beginnings in EQUIVALENT.values() for one in beginnings])
def test_each_line_that_is_left_alone_is_there(beginning: str) -> None:
    assert any(line.startswith(beginning) for line in LINES)


@pytest.mark.parametrize("package", [package for package in PACKAGES if package.startswith("bot/")])
def test_all_tests_of_a_package_judge_each_of_its_topics(package: str) -> None:
    folder = ROOT / "tests" / Path(package).name
    tests = {str(file.relative_to(ROOT)) for file in folder.rglob("test_*.py")}
    assert tests
    assert [module for module in modules_of([package]) if not tests <= nearest_tests(module)] == []


def test_a_game_is_not_judged_by_the_tests_of_another() -> None:
    tests = nearest_tests(Path("engines/tae/engine.py"))
    assert {"tests/engines/tae/test_core.py", "tests/engines/test_contract.py"} <= tests
    assert "tests/engines/reef/test_rulings.py" not in tests


def test_tests_of_the_same_name_and_of_the_same_topic_judge_first() -> None:
    module = Path("bot/discord/admin/autocomplete.py")
    tests = [
        "tests/discord/admin/test_autocomplete.py::test_slow",
        "tests/discord/commands/test_autocomplete.py::test_quick",
        "tests/discord/admin/test_moving.py::test_slow",
        "tests/discord/posts/test_cards.py::test_quick",
    ]
    reach = Reach({test: (1.0 if "slow" in test else 0.0, []) for test in reversed(tests)}, set())
    original = (ROOT / module).read_text(encoding="utf-8")
    assert [*reach.tests(Mutant(module, "", 1, original, original))] == tests
