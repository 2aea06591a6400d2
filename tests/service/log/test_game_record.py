"""Records of games."""

from msgspec import UNSET
from msgspec.structs import replace

from bot.service.log.game_record import with_draws
from engines.record import Made, read
from tests.records import FOLDER


def test_a_record_that_cannot_be_replayed_has_no_draws_and_stays() -> None:
    record = replace(read((FOLDER / "reef" / "resignation.json").read_bytes()), draws=UNSET)
    assert with_draws(record).draws
    broken = replace(record, entries=(Made(0, "nonsense"), *record.entries))
    assert with_draws(broken) == broken
