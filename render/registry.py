"""The list of all games' renderers, and the entry point to them."""

from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engines.contract import View
from render import flicflac, gods, reef, roses, tae
from render.cache import FINISHED
from render.contract import AnyRenderer, Frame
from render.png import encode, palette_of

RENDERERS: dict[str, AnyRenderer] = {
    "roses": roses,
    "flicflac": flicflac,
    "gods": gods,
    "reef": reef,
    "tae": tae,
}
"""Every game's renderer by the game's key. Adding a game adds a line here."""


def renderer_for(key: str) -> AnyRenderer:
    """The renderer of the game with this key. Raises KeyError with a sentence that lists the games."""
    try:
        return RENDERERS[key]
    except KeyError:
        raise KeyError(f"No pictures for the game “{key}”; there are: {', '.join(RENDERERS)}.") from None


def paint(key: str, view: View, frame: Frame) -> bytes:
    """The picture as PNG; the same view in the same frame is drawn once. Raises KeyError for an unknown game.

    It takes tens of milliseconds: call it in a thread. Several threads may call it at once.
    """
    # Pictures do not show recent events.
    shown = replace(frame, recent_events="")
    # A view is larger than its picture, so cache keys are digests.
    digest = sha256(msgspec.msgpack.encode((key, view, shown), order="deterministic")).digest()
    return FINISHED.get(digest, lambda: draw_png(key, view, shown))


def draw_png(key: str, view: View, frame: Frame) -> bytes:
    """`paint` without a cache: always drawn."""
    return encode(renderer_for(key).draw(view, frame), palette_of(key, frame.theme))
