"""What use cases do to the database is what was looked at and found good."""

import pytest

from tests.databases import Sqlite
from tests.service.histories import FOLDER, history

_WRITTEN = [pytest.param(path.read_text(), id=path.stem) for path in sorted(FOLDER.glob("*.txt"))]


@pytest.mark.parametrize("written", _WRITTEN)
async def test_histories_are_written_down(written: str, sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        assert await history(written, address) == written, (
            "look at the change; `python -m tests.service.histories` writes it"
        )
