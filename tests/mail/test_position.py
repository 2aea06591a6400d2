"""What a mail shows of a position."""

from __future__ import annotations

from typing import cast

import pytest

from bot.mail.outgoing.position import Positions
from bot.picture_service import Drawn, PictureService
from bot.service.facade import Service
from engines.contract import View
from engines.registry import ENGINES
from render.contract import Frame


class _Sized(PictureService):
    """Makes a picture of so many bytes, for each width."""

    def __init__(self, sizes: dict[int, int]) -> None:
        self._sizes = sizes

    async def drawn(self, key: str, view: View, frame: Frame) -> Drawn:
        return Drawn(f"{frame.width}.png", "", bytes(self._sizes[frame.width]))


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [
        ({900: 79_999}, "900.png"),
        ({900: 80_000, 720: 79_999}, "720.png"),
        ({900: 80_001, 720: 80_000, 560: 1}, "560.png"),
        ({900: 80_000, 720: 80_000, 560: 80_000, 420: 79_999}, "420.png"),
        ({900: 80_000, 720: 80_000, 560: 80_000, 420: 80_000}, None),
    ],
)
async def test_the_largest_picture_is_shown_that_is_small_enough(
    sizes: dict[int, int], shown: str | None
) -> None:
    engine = ENGINES["roses"]
    view = engine.view(engine.start(engine.options({}), 2, "1" * 64), None)
    positions = Positions(cast("Service", None), _Sized(sizes))
    board = await positions.board("roses", view, Frame(code="K7QX", players=("Ann", "Bob")))
    assert (None if board.drawn is None else board.drawn.filename) == shown
