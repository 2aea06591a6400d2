"""Long texts in a third of their room, among texts as they are."""

import zlib
from base64 import b64decode, b64encode
from typing import Final

_MARK: Final = "~"
"""What a packed text begins with, and JSON never does. Its rest is text as well, as both databases keep it in
the column where it was before.
"""


def packed(text: str) -> str:
    """A text in less room; as it is where that saves none."""
    shorter = _MARK + b64encode(zlib.compress(text.encode())).decode()
    return shorter if len(shorter) < len(text) else text


def unpacked(text: str) -> str:
    """A text that may be packed, as it was; a damaged one as it is, which whoever reads it will refuse."""
    if not text.startswith(_MARK):
        return text
    try:
        return zlib.decompress(b64decode(text.removeprefix(_MARK))).decode()
    except (ValueError, zlib.error):
        return text
