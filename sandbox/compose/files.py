"""Uploaded files, and the pictures that components point to."""

import io
import mimetypes
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PIL import Image, UnidentifiedImageError

from sandbox.encoding import Json, without_none
from sandbox.errors import FormNode
from sandbox.world.entities import Attachment

_SCHEME: Final = "attachment://"
_UNSAFE: Final = re.compile(r"[^\w.\-]+", re.ASCII)


@dataclass(frozen=True)
class Upload:
    """A file as it came in, under its number in the form (``files[0]``)."""

    number: int
    filename: str
    data: bytes


@dataclass(frozen=True)
class MessageFiles:
    """The files that a message is going to have, and their addresses."""

    files: list[Attachment]
    listed: list[Attachment]
    """The files that come with the request or are listed in it: only these can be named."""
    url: Callable[[Attachment], str]

    def named(self, filename: str) -> Attachment | None:
        """The file with this name, the newest first."""
        return next((file for file in reversed(self.listed) if file.filename == filename), None)


def attach(upload: Upload, number: int, description: str | None = None) -> Attachment:
    """The attachment that an upload becomes under the id `number`."""
    content_type = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
    width = height = None
    if content_type.startswith("image/"):
        try:
            with Image.open(io.BytesIO(upload.data)) as picture:
                width, height = picture.size
        except (UnidentifiedImageError, OSError):
            content_type = "application/octet-stream"
    filename = _UNSAFE.sub("_", upload.filename) or "unknown"
    path = f"{number}/{secrets.token_urlsafe(16)}/{filename}"
    return Attachment(number, filename, len(upload.data), content_type, path, width, height, description)


def media(message_files: MessageFiles, item: FormNode) -> Json:
    """The unfurled form of an item's media ``{"url": ...}``: attachments are resolved to their addresses."""
    value = item.get("media")
    url = value.get("url") if isinstance(value, dict) else None
    given = item.child({"url": url}, "media")
    if not isinstance(url, str) or not url:
        given.required("url")
        return {}
    if url.startswith(_SCHEME):
        file = message_files.named(url.removeprefix(_SCHEME))
        if file is None:
            given.add(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
                "url",
            )
            return {}
        return unfurled(message_files, file)
    if not url.startswith(("http://", "https://")):
        given.add("URL_TYPE_INVALID_URL", "Not a well formed URL.", "url")
    known = next((file for file in message_files.files if message_files.url(file) == url), None)
    if known is not None:
        return unfurled(message_files, known)
    return {"url": url, "proxy_url": url, "loading_state": 2, "flags": 0}


def unfurled(message_files: MessageFiles, file: Attachment) -> Json:
    """An attachment as a media item."""
    url = message_files.url(file)
    return without_none(
        {
            "url": url,
            "proxy_url": url,
            "width": file.width,
            "height": file.height,
            "content_type": file.content_type,
            "loading_state": 2,
            "flags": 0,
            "attachment_id": str(file.id),
        }
    )
