"""The tables of solved games, which come with them."""

import hashlib
import lzma
from collections.abc import Mapping
from pathlib import Path


class Damaged(Exception):  # noqa: N818 -- a state of affairs
    """A table belongs to another release."""


def read_table(folder: Path, name: str, digests: Mapping[str, str]) -> bytes:
    """A table of a folder, whose SHA-256 must be the one among these. Raises Damaged."""
    table = lzma.decompress((folder / f"{name}.xz").read_bytes())
    if hashlib.sha256(table).hexdigest() != digests[name]:
        raise Damaged(f"{name}.xz is not the table of this release")
    return table
