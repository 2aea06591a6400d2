"""Attachments that stay with a message when it is edited.

A message of Components V2 shows its pictures in media items, each with the id of its attachment; the list of
its attachments comes empty. An edit whose components name an attachment must list it.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord

_REMEMBERED: Final = 10_000
"""Messages whose attachments are known; an older message's picture is uploaded again."""


class KeptAttachment(NamedTuple):
    """An attachment that a message has already, as an edit lists it."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """The attachment as the client library sends it."""
        return {"id": str(self.id), "filename": self.filename}


class SentPictures:
    """The attachments of the pictures in messages that this process has sent or edited."""

    def __init__(self) -> None:
        self._attachments: OrderedDict[int, int] = OrderedDict()

    def note(self, message: discord.Message) -> None:
        """Remember the attachment of the first picture that a message shows."""
        attachment = next(_attachments_of(message.components), None)
        if attachment is not None:
            self._attachments[message.id] = attachment
            self._attachments.move_to_end(message.id)
            while len(self._attachments) > _REMEMBERED:
                self._attachments.popitem(last=False)

    def find(self, message_id: int) -> int | None:
        """The attachment of a message's picture; None where it is not known."""
        return self._attachments.get(message_id)


def _attachments_of(components: Sequence[Any]) -> Iterator[int]:
    for component in components:
        match component:
            case discord.MediaGalleryComponent(items=items):
                ids = (item.media.attachment_id for item in items)
                yield from (number for number in ids if number is not None)
            case discord.Container(children=children):
                yield from _attachments_of(children)
