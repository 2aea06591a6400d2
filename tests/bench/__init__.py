"""Benchmarks. `python -m tests.bench [NAME ...]` runs them and prints ratios to a floor of the same run.

A benchmark is a module in this folder with a function ``run()`` that gives the lines of its summary; nothing
else is needed to add one. A bare time says more about the machine than about the code, so each figure
stands beside a floor measured in the same process a moment before: a well-known library at a comparable
task.
"""

import gc
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """A measurement beside its floor; ``str`` gives its line of the summary."""

    what: str
    value: float
    unit: str
    floor: float
    """The floor's value in the same unit."""
    floor_name: str
    better: str
    """Which values are better: ``more`` or ``less``."""
    wanted: float | None = None
    """The figure that the project promises."""

    @property
    def ratio(self) -> float:
        """How many times better than the floor."""
        return self.value / self.floor if self.better == "more" else self.floor / self.value

    @property
    def kept(self) -> bool:
        """Whether the promise, if there is one, is kept."""
        if self.wanted is None:
            return True
        return self.value >= self.wanted if self.better == "more" else self.value <= self.wanted

    @property
    def promise(self) -> str:
        """The promise, and whether it is kept."""
        if self.wanted is None:
            return ""
        bound = "at least" if self.better == "more" else "at most"
        return f"; promised {bound} {_shown(self.wanted)}{'' if self.kept else ', MISSED'}"

    def __str__(self) -> str:
        return (
            f"{self.what}: {_shown(self.value)} {self.unit}, {self.ratio:.2f} times as good as "
            f"{self.floor_name} ({_shown(self.floor)}){self.promise}"
        )


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"


def best_seconds(task: Callable[[], object], rounds: int = 5) -> float:
    """The shortest time of several runs: the one least disturbed by other work."""
    times = []
    for _ in range(rounds):
        gc.collect()
        begun = time.perf_counter()
        task()
        times.append(time.perf_counter() - begun)
    return min(times)
