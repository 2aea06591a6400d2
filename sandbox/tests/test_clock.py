"""The sandbox's clock: what runs by itself, and what moves only when told to."""

from sandbox.clock import Clock


def test_a_held_answer_clock_moves_by_skips_alone() -> None:
    clock = Clock(answers_timed=False)
    found: list[float] = []
    clock.watch(lambda: found.append(clock.answer_time()))
    before = clock.now()
    clock.advance(2.5)
    clock.advance(1.0)
    assert clock.answer_time() == 3.5
    assert clock.now() - before >= 3.5
    assert found == [2.5, 3.5]


def test_a_running_answer_clock_is_the_time_of_day() -> None:
    clock = Clock()
    before = clock.now()
    assert clock.answer_time() >= before
