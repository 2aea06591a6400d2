"""Pictures, boards in words and their changes for all doors, made in threads beside the event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from bot.observer import NULL_OBSERVER, Observer
from bot.service.values.game_summary import GameSummary
from engines.contract import View
from render.changes import changes
from render.contract import Frame
from render.registry import paint, renderer_for


class DrawnPicture(NamedTuple):
    """A picture that is ready to be sent."""

    filename: str
    alt: str
    png: bytes


class PictureService:
    """A small pool of threads in which pictures are painted."""

    def __init__(self, workers: int, observer: Observer = NULL_OBSERVER) -> None:
        self._observer = observer
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="pictures")

    async def drawn(self, key: str, view: View, frame: Frame) -> DrawnPicture:
        """The picture of a view with its alt text."""
        loop = asyncio.get_running_loop()
        ordered = loop.time()
        png, alt = await loop.run_in_executor(self._pool, _paint, key, view, frame)
        self._observer.picture(key, loop.time() - ordered)
        return DrawnPicture(filename_of(key, frame), alt, png)

    async def text(self, key: str, view: View, frame: Frame) -> str:
        """The board in words and fixed-width characters."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, renderer_for(key).text, view, frame)

    async def changes(self, key: str, before: View, after: View) -> tuple[str, ...]:
        """The places that differ between two views, for `Frame.changed`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, changes, key, before, after)

    def close(self) -> None:
        """End the threads; pictures under way are finished, waiting ones are not."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def frame_of(summary: GameSummary, **shown: Any) -> Frame:
    """The frame of a game's picture, with the people's names. `shown`: the other fields of a `Frame`."""
    names = tuple(seat.person.name if seat.person else "" for seat in summary.seats)
    return Frame(code=summary.code, players=names, **shown)


def filename_of(key: str, frame: Frame) -> str:
    """The name under which a game's picture is attached."""
    return f"{key}-{frame.code.lower()}.png"


def _paint(key: str, view: View, frame: Frame) -> tuple[bytes, str]:
    return paint(key, view, frame), renderer_for(key).alt(view, frame)
