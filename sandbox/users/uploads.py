"""Files that people have picked but not sent yet."""

import secrets
from typing import Final

from sandbox import limits
from sandbox.errors import Refusal

_MOST: Final = 40


class Uploads:
    """Keeps the latest files under ids that cannot be guessed."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, bytes]] = {}

    def keep(self, name: str, data: bytes) -> str:
        """Keep a file, and return its id. Raises Refusal if it is too large."""
        if len(data) > limits.FILE_BYTES:
            raise Refusal("too_long", "A file has at most 10 MiB.")
        while len(self._files) >= _MOST:
            del self._files[next(iter(self._files))]
        file_id = secrets.token_urlsafe(12)
        self._files[file_id] = (name, data)
        return file_id

    def take(self, file_id: str) -> tuple[str, bytes]:
        """Name and bytes of a file. Raises Refusal if it is not there."""
        found = self._files.get(file_id)
        if found is None:
            raise Refusal("not_found", "That file is not here any more; pick it again.")
        return found
