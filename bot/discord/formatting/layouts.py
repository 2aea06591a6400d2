"""Messages of Components V2 from their parts: texts, pictures, rows of buttons and selects."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ui


class Picture(NamedTuple):
    """An attached picture, by the name of its file."""

    filename: str
    description: str | None


Part: TypeAlias = str | Picture | discord.File | Sequence[ui.Item[Any]] | ui.Item[Any]
"""A text, an attached picture, a row of buttons or with a select, or any other item."""


def box(*parts: Part) -> ui.Container[Any]:
    """Parts in a frame, one below the other; empty ones are left out."""
    return ui.Container(*_items(parts))


def layout(*parts: Part) -> ui.LayoutView:
    """A message of these parts, with persistent buttons; empty parts are left out."""
    view = ui.LayoutView(timeout=None)
    for item in _items(parts):
        view.add_item(item)
    return view


def boxed(*parts: Part) -> ui.LayoutView:
    """A message of one box."""
    return layout(box(*parts))


def buttons_below(*buttons: ui.Item[Any]) -> ui.View:
    """The buttons under a plain message."""
    view = ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    return view


def _items(parts: Iterable[Part]) -> Iterator[ui.Item[Any]]:
    for part in parts:
        match part:
            case ui.Item():
                yield part
            case Picture() | discord.File():
                item = discord.MediaGalleryItem(f"attachment://{part.filename}", description=part.description)
                yield ui.MediaGallery(item)
            case str() if part:
                yield ui.TextDisplay(part)
            case [*buttons] if buttons:
                yield ui.ActionRow(*buttons)
            case _:
                pass
