"""Which changes tests need not notice, and which tests judge the others."""

import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from render.cache import cached
from tests.mutants.__main__ import PACKAGES
from tests.mutants.drawing import ROOT, Mutant, modules_of
from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.reach import Reach, nearest_tests
from tests.mutants.watching import forget

LINES = [
    line.strip()
    for package in ("engines", "render", "bot")
    for module in sorted((ROOT / package).rglob("*.py"))
    for line in module.read_text(encoding="utf-8").splitlines()
]


def test_each_line_that_is_left_alone_is_there() -> None:
    beginnings = [one for beginnings in EQUIVALENT.values() for one in beginnings]
    assert [one for one in beginnings if not any(line.startswith(one) for line in LINES)] == []


@pytest.mark.parametrize("package", [package for package in PACKAGES if package.startswith("bot/")])
def test_all_tests_of_a_package_judge_each_of_its_topics(package: str) -> None:
    folder = ROOT / "tests" / Path(package).name
    tests = {str(file.relative_to(ROOT)) for file in folder.rglob("test_*.py")}
    assert tests
    assert [module for module in modules_of([package]) if not tests <= nearest_tests(module)] == []


@pytest.mark.parametrize("module", ["bot/clock.py", "bot/cli/main.py"])
def test_what_has_no_folder_of_tests_to_itself_is_judged_by_those_of_the_bot(module: str) -> None:
    tests = nearest_tests(Path(module))
    assert {"tests/bot/cli/test_main.py", "tests/bot/test_clock.py"} <= tests
    assert not {"tests/test_arrows.py", "tests/service/test_races.py"} & tests


def test_the_use_cases_judge_what_they_read_and_write() -> None:
    tests = nearest_tests(Path("bot/store/repositories/orders.py"))
    assert {"tests/store/test_work.py", "tests/service/play/test_orders.py"} <= tests


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


def test_each_test_that_is_watched_runs_what_it_needs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    module, runs = ModuleType("render.signs"), list[str]()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    computed, drawn = cache(runs.append), cached(runs.append)
    vars(module)["computed"] = computed
    for _ in range(2):
        forget()
        for _ in range(2):
            computed("computed")
            drawn("drawn")
    assert runs == ["computed", "drawn", "computed", "drawn"]
