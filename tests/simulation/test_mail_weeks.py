"""A day by mail of `tests.simulation.mail_weeks`."""

import pytest

from tests.simulation.mail_forgeries import KINDS, shapes
from tests.simulation.mail_weeks import lived

SEED = 5


@pytest.mark.slow
async def test_a_game_goes_on_to_its_end_whatever_comes_by_mail() -> None:
    assert len(shapes()) > 60
    tally = await lived(1, SEED, ("roses",), 12)
    print(f"seed {SEED}: {tally.counts}")
    assert tally.faults == []
    assert tally.counts["moves"] > 10
    assert tally.counts["came again"] > 0
    assert all(tally.counts[f"in vain: {kind}"] for kind in KINDS)
