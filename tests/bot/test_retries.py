"""What is tried again: faults that pass, as often as the policy says, the first attempt among them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tenacity import stop_after_attempt, wait_fixed

from bot.retries import RetryPolicy

POLICY = RetryPolicy(wait_fixed(7), stop_after_attempt(3))


class Work:
    """Work that fails with these faults, one after the other, and then succeeds."""

    def __init__(self, *faults: Exception) -> None:
        self.faults, self.done = [*faults], 0
        self.naps: list[float] = []

    async def __call__(self) -> str:
        self.done += 1
        if self.faults:
            raise self.faults.pop(0)
        return "done"

    async def nap(self, seconds: float) -> None:
        self.naps.append(seconds)

    async def carried_out(self) -> str:
        return await POLICY.carry_out(self, lambda fault: isinstance(fault, OSError), sleep=self.nap)


@pytest.mark.parametrize("faults", [(), (OSError(),), (OSError(), OSError())])
async def test_work_is_done_once_after_what_passes(faults: Sequence[Exception]) -> None:
    work = Work(*faults)
    assert await work.carried_out() == "done"
    assert work.done == len(faults) + 1
    assert work.naps == [7] * len(faults)


@pytest.mark.parametrize(
    ("faults", "times"),
    [
        ((ValueError(),), 1),
        ((OSError(), ValueError()), 2),
        ((OSError(), OSError(), OSError(), OSError()), 3),
    ],
)
async def test_the_last_fault_is_raised(faults: Sequence[Exception], times: int) -> None:
    work = Work(*faults)
    with pytest.raises(type(faults[-1])) as caught:
        await work.carried_out()
    assert caught.value is faults[times - 1]
    assert (work.done, len(work.naps)) == (times, times - 1)
