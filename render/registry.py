"""The one list of all games' pictures, and the door through which everybody gets them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from typing import TypeAlias

from engines.contract import View
from render.contract import AnyRenderer, Frame
from render.flicflac import FlicFlacRenderer
from render.gods import GodsRenderer
from render.png import encode
from render.reef import ReefRenderer
from render.roses import RosesRenderer
from render.tae import TaeRenderer

RENDERERS: dict[str, AnyRenderer] = {
    "roses": RosesRenderer(),
    "flicflac": FlicFlacRenderer(),
    "gods": GodsRenderer(),
    "reef": ReefRenderer(),
    "tae": TaeRenderer(),
}
"""Every game's renderer by the game's key. Adding a game adds a line here."""

_KEPT = 64
"""Pictures kept, the least used going first: about 6 MB."""

_Wanted: TypeAlias = tuple[str, View, Frame]


class _PictureCache:
    """Pictures lately painted. Whoever asks for one that another thread is painting waits for that one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._pictures: OrderedDict[_Wanted, Future[bytes]] = OrderedDict()

    def get(self, wanted: _Wanted) -> bytes:
        with self._lock:
            picture = self._pictures.get(wanted)
            mine = picture is None
            if picture is None:
                picture = self._pictures[wanted] = Future()
            self._pictures.move_to_end(wanted)
            while len(self._pictures) > self._most:
                self._pictures.popitem(last=False)
        if mine:
            self._paint(wanted, picture)
        return picture.result()

    def _paint(self, wanted: _Wanted, picture: Future[bytes]) -> None:
        key, view, frame = wanted
        try:
            picture.set_result(encode(renderer_for(key).draw(view, frame)))
        except BaseException as error:
            with self._lock:
                if self._pictures.get(wanted) is picture:
                    del self._pictures[wanted]
            picture.set_exception(error)
            raise


_cache = _PictureCache(_KEPT)


def renderer_for(key: str) -> AnyRenderer:
    """The renderer of the game with this key. Raises KeyError with a sentence that lists the games."""
    try:
        return RENDERERS[key]
    except KeyError:
        raise KeyError(f"No pictures for the game “{key}”; there are: {', '.join(RENDERERS)}.") from None


def paint(key: str, view: View, frame: Frame) -> bytes:
    """The picture as PNG; the same view in the same frame is drawn once. Safe to call from several threads,
    and slow enough (tens of milliseconds) to be called from one. Raises KeyError for an unknown game.
    """
    return _cache.get((key, view, frame))
