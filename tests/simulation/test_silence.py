"""Weeks with people who are absent, slow or forgetful: silence ends no game unless that was chosen."""

import pytest

from tests.simulation.silence import played

SEED = 14


@pytest.mark.slow
async def test_no_game_is_ended_by_silence_unless_its_table_chose_so() -> None:
    print(f"seed {SEED}")
    fates = await played(1, SEED)
    assert [fate for fate in fates if fate.by_silence] == []
    assert max(fate.cards for fate in fates) <= 30, "a game in which nobody acts falls silent"
