"""Pictures are drawn off the event loop, and how long that took is told."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import picture_service
from bot.observer import Observer
from bot.picture_service import DrawnPicture, PictureService
from render.contract import Frame


async def test_how_long_a_picture_took_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[tuple[str, float]]()

    class Noting(Observer):
        def picture(self, game: str, seconds: float) -> None:
            told.append((game, seconds))

    monkeypatch.setattr(picture_service, "_paint", lambda *_: (b"png", "A board."))
    pictures = PictureService(1, Noting())
    drawn = await pictures.drawn("roses", cast("Any", None), Frame(code="K7QX", players=("Ann", "Bob")))
    pictures.close()
    assert drawn == DrawnPicture("roses-k7qx.png", "A board.", b"png")
    ((game, seconds),) = told
    assert game == "roses"
    assert 0 <= seconds < asyncio.get_running_loop().time()


def test_what_is_not_begun_is_not_waited_for_at_the_end() -> None:
    ends = list[dict[str, bool]]()
    pictures = PictureService(1)
    pictures._pool = cast("Any", SimpleNamespace(shutdown=lambda **how: ends.append(how)))
    pictures.close()
    assert ends == [{"wait": False, "cancel_futures": True}]
