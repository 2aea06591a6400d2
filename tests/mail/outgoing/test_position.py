"""What a mail shows of a position."""

import asyncio
from typing import cast

import pytest

from bot.mail.outgoing.position import Positions, _rendered_events
from bot.picture_service import DrawnPicture, PictureService
from bot.service.facade import Service
from bot.service.lookback.earlier_positions import Since
from engines.contract import View
from engines.registry import ENGINES
from render.contract import Frame
from tests.discord.summaries import summary

_ROSES = ENGINES["roses"]
_VIEW = _ROSES.view(_ROSES.start(_ROSES.options({}), 2, "1" * 64), None)


class _Sized(PictureService):
    """Makes a picture of so many bytes, for each width."""

    def __init__(self, sizes: dict[int, int]) -> None:
        self._sizes = sizes

    async def drawn(self, key: str, view: View, frame: Frame) -> DrawnPicture:
        return DrawnPicture(f"{frame.width}.png", "", bytes(self._sizes[frame.width]))


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
    positions = Positions(cast("Service", None), _Sized(sizes))
    board = await positions.board("roses", _VIEW, Frame(code="K7QX", players=("Ann", "Bob")))
    assert (None if board.drawn is None else board.drawn.filename) == shown


async def test_few_events_are_told_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "to_thread", None)
    lines, _ = await _rendered_events(Since(summary(), 0, ("a soldier drops",) * 25, _VIEW, _VIEW))
    assert lines == ("- A soldier drops",) * 25
