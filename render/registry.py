"""The one list of all games' pictures, and the door through which everybody gets them."""

import threading
from functools import lru_cache

from engines.contract import View
from render import flicflac, gods, reef, roses, tae
from render.contract import AnyRenderer, Frame
from render.png import encode

RENDERERS: dict[str, AnyRenderer] = {
    "roses": roses,
    "flicflac": flicflac,
    "gods": gods,
    "reef": reef,
    "tae": tae,
}
"""Every game's renderer by the game's key. Adding a game adds a line here."""

_KEPT = 64
"""Pictures kept, the least used going first: about 6 MB."""


class _Picture:
    """One that was asked for, painted by the first that holds its lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.png = b""


@lru_cache(_KEPT)
def _picture(_key: str, _view: View, _frame: Frame) -> _Picture:
    return _Picture()


_cache_lock = threading.Lock()


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
    with _cache_lock:
        picture = _picture(key, view, frame)
    with picture.lock:
        picture.png = picture.png or encode(renderer_for(key).draw(view, frame))
        return picture.png
