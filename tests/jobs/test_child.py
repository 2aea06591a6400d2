"""A process that thinks has nothing but its task, and whatever becomes of it the next task is answered."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable

import msgspec
import pytest

from bot.jobs.child import Child, NoThought
from engines.contract import Level
from engines.thinking import Task

TASK = Task(game="nim", view=msgspec.Raw(b'{"heap":3}'), seat=1, level=Level.STEADY, seed="s")
ECHO = """
import json, os, sys
for line in sys.stdin:
    task = json.loads(line)
    print(json.dumps({"action": f"{task['game']} {sorted(os.environ)}"}), flush=True)
"""


@pytest.fixture
async def child_of() -> AsyncIterator[Callable[..., Child]]:
    made = list[Child]()

    def make(source: str = ECHO, patience: float = 30.0) -> Child:
        made.append(Child((sys.executable, "-I", "-S", "-c", source), patience=patience))
        return made[-1]

    yield make
    for child in made:
        await child.end()


async def test_it_has_no_environment_and_goes_on_with_the_next_task(child_of: Callable[..., Child]) -> None:
    child = child_of()
    result = await child.think(TASK)
    pid = child.pid
    assert result.startswith("nim [")
    assert "DATABASE_URL" not in result
    assert "HOME" not in result
    assert await child.think(TASK) == result
    assert child.pid == pid


async def test_a_long_answer_arrives(child_of: Callable[..., Child]) -> None:
    child = child_of("""
input()
print('{"action": "' + "x" * 1_000_000 + '"}', flush=True)
input()
""")
    assert len(await child.think(TASK)) == 1_000_000


async def test_one_that_was_killed_is_started_again(child_of: Callable[..., Child]) -> None:
    child = child_of()
    await child.think(TASK)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(NoThought):
        await child.think(TASK)
    assert (await child.think(TASK)).startswith("nim")


async def test_one_that_dies_of_a_task_answers_the_next(child_of: Callable[..., Child]) -> None:
    child = child_of("import os, sys\nfor line in sys.stdin: os._exit(3)")
    for _ in range(2):
        with pytest.raises(NoThought, match=r"\(exit (3|-9|255)\)$"):
            await child.think(TASK)


async def test_one_that_cannot_be_started_answers_nothing() -> None:
    with pytest.raises(NoThought, match=r"^FileNotFoundError \(exit None\)$"):
        await Child(("/nowhere/python",)).think(TASK)


async def test_one_that_says_nothing_is_killed(child_of: Callable[..., Child]) -> None:
    child = child_of("import time; time.sleep(600)", patience=0.3)
    with pytest.raises(NoThought, match=r"no answer within 0\.3 s"):
        await child.think(TASK)
    assert child.pid is None


async def test_what_went_wrong_in_it_is_told(child_of: Callable[..., Child]) -> None:
    child = child_of("""
for answer in ('{"error": "ValueError in player.py"}', "{}"):
    input()
    print(answer, flush=True)
input()
""")
    for reason in (r"ValueError in player\.py", "^no answer$"):
        with pytest.raises(NoThought, match=reason):
            await child.think(TASK)
        assert child.pid is not None


def test_one_may_think_for_a_minute_and_a_half() -> None:
    assert Child()._patience == 90


async def test_a_task_that_is_given_up_is_not_answered_to_the_next(child_of: Callable[..., Child]) -> None:
    child = child_of("import sys, time\nfor line in sys.stdin: time.sleep(600)")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await child.think(TASK)
    assert child.pid is None


async def test_the_real_one_refuses_a_game_that_has_no_player() -> None:
    child = Child()
    try:
        with pytest.raises(NoThought, match="KeyError"):
            await child.think(TASK)
    finally:
        await child.end()
