"""What is answered to mails is what was looked at and found good."""

import pytest

from bot.store.database import Database
from tests.mail.conversations import FOLDER, conversation

_WRITTEN = [pytest.param(path.read_text(), id=path.stem) for path in sorted(FOLDER.glob("*.txt"))]


@pytest.mark.parametrize("written", _WRITTEN)
async def test_answers_are_written_down(written: str, database: Database) -> None:
    assert await conversation(written, database) == written, (
        "look at the change; `python -m tests.mail.conversations` writes it"
    )
