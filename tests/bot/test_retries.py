"""What is tried again: faults that pass, as often as the policy says, the first attempt among them."""

import asyncio
from collections.abc import Sequence
from time import monotonic

import pytest
from tenacity import RetryCallState, stop_after_attempt, wait_fixed

from bot.retries import RetryPolicy

POLICY = RetryPolicy(wait_fixed(7), stop_after_attempt(3))


class Work:
    """Work that fails with these faults, one after the other, and then succeeds."""

    def __init__(self, *faults: BaseException) -> None:
        self.faults, self.done = [*faults], 0
        self.naps: list[float] = []

    async def __call__(self) -> str:
        self.done += 1
        if self.faults:
            raise self.faults.pop(0)
        return "done"

    async def nap(self, seconds: float) -> None:
        self.naps.append(seconds)

    async def called(self) -> str:
        return await POLICY.call(self, lambda fault: isinstance(fault, OSError), sleep=self.nap)


@pytest.mark.parametrize("faults", [(), (OSError(),), (OSError(), OSError())])
async def test_work_is_done_once_after_what_passes(faults: Sequence[Exception]) -> None:
    work = Work(*faults)
    assert await work.called() == "done"
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
        await work.called()
    assert caught.value is faults[times - 1]
    assert (work.done, len(work.naps)) == (times, times - 1)


async def test_whatever_passes_a_cancellation_does_not() -> None:
    """Neither of the first attempt nor of a later one."""
    for earlier in ((), (OSError(),)):
        work = Work(*earlier, asyncio.CancelledError())
        with pytest.raises(asyncio.CancelledError):
            await POLICY.call(work, lambda _: True, sleep=work.nap)
        assert work.done == len(earlier) + 1


async def test_the_time_of_the_first_attempt_counts() -> None:
    called, began = list[float](), list[float]()

    async def work() -> None:
        called.append(monotonic())
        raise ConnectionError

    def enough(state: RetryCallState) -> bool:
        began.append(state.start_time)
        return True

    with pytest.raises(ConnectionError):
        await POLICY.call(work, lambda _: True, stop=enough)
    assert began[0] <= called[0]
