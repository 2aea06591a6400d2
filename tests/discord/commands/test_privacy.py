"""What is stored about a person: in a file, and forgotten."""

import gzip
import json

import pytest

from bot.discord.commands import privacy
from tests.discord.guests import Guests, text_of
from tests.service.actors import ADA, ANN, running


async def test_a_file_of_all_that_is_stored(guests: Guests) -> None:
    await running(guests.service)
    shown = await guests.type(ANN, "privacy export")
    (file,) = shown.sent[-1].content["attachments"]
    assert json.loads(file.fp.read())["player"][0]["name"] == "Ann"
    assert "You still play" not in text_of(await guests.type(ADA, "privacy delete"))
    assert "You still play in" in text_of(await guests.type(ANN, "privacy delete"))


async def test_a_file_that_is_too_large_for_discord_is_compressed(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = b"[0]"

    async def export(_person_id: int) -> bytes:
        return stored

    monkeypatch.setattr(guests.service.privacy, "export", export)
    for limit, named, read in ((3, ".json", bytes), (2, ".json.gz", gzip.decompress)):
        monkeypatch.setattr(privacy, "_LARGEST_FILE", limit)
        shown = await guests.type(ANN, "privacy export")
        (file,) = shown.sent[-1].content["attachments"]
        assert file.filename.endswith(named)
        assert read(file.fp.read()) == stored
