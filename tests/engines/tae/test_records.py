"""Games survive as records, sealed commitments included."""

from pathlib import Path

import msgspec
import pytest

from engines.record import Record, replay
from engines.tae.engine import TAE
from tests.records import record_files

FIRST = record_files("tae/v1")


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.stem)
def test_games_of_the_first_rules_mean_the_same_under_the_second(path: Path) -> None:
    """What is new is an option, and that the clock says what it did, which was an action like any other."""
    record = msgspec.json.decode(path.read_bytes(), type=Record)
    state = replay(msgspec.structs.replace(record, rules_version=TAE.info.rules_version)).state
    snapshot = TAE.codec.decode_state(path.with_suffix(".state.json").read_bytes().strip())
    assert state == snapshot
