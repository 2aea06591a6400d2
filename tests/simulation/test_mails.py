"""Some of the random mails of `tests.simulation.mails`."""

from random import Random

import pytest

from tests.simulation.mails import ADDRESS, Tally, broken, forbidden, judge, run, written


def test_what_is_read_of_mails_at_random_was_written_by_their_senders() -> None:
    rng, tally = Random(1), Tally()
    for number in range(600):
        sent = written(rng, ADDRESS, "ann@mail.example")
        sent = forbidden(rng, sent) if number % 3 == 0 else sent
        judge(broken(rng, sent) if number % 3 == 1 else sent, tally)
    assert tally.faults == []
    assert tally.counts["understood"] > 200
    assert tally.counts["unreadable"] > 20


@pytest.mark.slow
async def test_mails_at_random_do_what_they_may() -> None:
    tally = await run(3_000, 2)
    assert tally.faults == []
    assert tally.counts["answers"] > 5
    assert tally.counts["effects"] > 0
