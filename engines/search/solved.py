"""The tables of solved games, which come with them."""

import hashlib
import lzma
from collections.abc import Mapping
from pathlib import Path


class Damaged(Exception):  # noqa: N818 -- a state of affairs
    """The file of a table is not the one of this release."""


def read_table(folder: Path, name: str, digests: Mapping[str, str]) -> bytes:
    """The table of this name from a folder. Raises Damaged if its SHA-256 is not the one in `digests`."""
    table = lzma.decompress((folder / f"{name}.xz").read_bytes())
    if hashlib.sha256(table).hexdigest() != digests[name]:
        raise Damaged(f"{name}.xz is not the table of this release")
    return table
