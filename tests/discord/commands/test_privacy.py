"""What is stored about a person: in a file, and forgotten."""

import gzip
import json

import pytest

from bot.discord.commands import privacy
from bot.discord.commands.privacy import forgetting_lines
from bot.service.accounts.privacy import Forgetting
from tests.discord.guests import Guests, text_of
from tests.service.people import ADA, ANN, running


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


def test_being_forgotten_is_told_line_by_line() -> None:
    def lines(**found: object) -> str:
        nothing = {"waiting": (), "running": (), "over": 0, "messages": 0}
        return "\n".join(forgetting_lines(Forgetting(**(nothing | found))))  # type: ignore[arg-type]

    assert "One game stays as it was played" in lines(over=1)
    assert "2 games stay as they were played" in lines(over=2)
    assert "were played" not in lines()
    assert "You leave `A`, `B`, which have not started" in lines(waiting=("A", "B"))
    assert "You leave `A`, which has not started" in lines(waiting=("A",))
    assert "in `A`. Your seat stays" in lines(running=("A",))
    assert "in `A`, `B`. Your seats stay" in lines(running=("A", "B"))
    codes = tuple(f"C{number}" for number in range(21))
    assert "`C19`, which" in lines(waiting=codes[:20])
    assert "`C19` and 1 more, which" in lines(waiting=codes)
    assert "What you said" in lines(messages=1)
