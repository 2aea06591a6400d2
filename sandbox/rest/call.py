"""One request of the bot: its parameters, its body, its files."""

import re
from typing import Final

import msgspec
from aiohttp import BodyPartReader, web

from sandbox import limits
from sandbox.compose.files import Upload
from sandbox.encoding import Json, snowflake
from sandbox.errors import ApiError, FormNode, too_large

_FILE_FIELD: Final = re.compile(r"files\[(\d{1,3})\]")


class Call:
    """Wraps the request; the body is read once and kept."""

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self._body: object = None
        self._uploads: list[Upload] = []
        self._read = False

    def id(self, name: str) -> int:
        """An id from the path. Raises ApiError 50035."""
        return checked_id(self.request.match_info[name], name)

    def text(self, name: str) -> str:
        """A text from the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """A yes or no from the query."""
        return self.request.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A number from the query. Raises ApiError 50035."""
        given = self.request.query.get(name)
        if given is None:
            return default
        form = FormNode({name: int(given) if given.isdigit() else given})
        value = form.number(name, low, high)
        form.check()
        return default if value is None else value

    async def body(self) -> object:
        """The JSON of the body, of any type. Raises ApiError."""
        await self._load()
        return self._body

    async def json(self) -> Json:
        """The JSON object of the body; an empty one if there is none. Raises ApiError."""
        await self._load()
        return self._body if isinstance(self._body, dict) else {}

    async def form(self) -> tuple[Json, list[Upload]]:
        """The JSON object with the files beside it. Raises ApiError."""
        return await self.json(), self._uploads

    @property
    def loaded(self) -> tuple[object, list[Upload]]:
        """What has been read of the body so far."""
        return self._body, self._uploads

    async def _load(self) -> None:
        if self._read:
            return
        self._read = True
        if self.request.content_type.startswith("multipart/"):
            await self._load_multipart()
        elif self.request.can_read_body:
            self._body = _parsed(await self._bounded())

    async def _bounded(self) -> bytes:
        # Always read to the end: a client that is still sending would not see the answer.
        data = bytearray()
        async for chunk in self.request.content.iter_any():
            if len(data) <= limits.BODY_BYTES:
                data += chunk
        if len(data) > limits.BODY_BYTES:
            raise too_large()
        return bytes(data)

    async def _load_multipart(self) -> None:
        oversize = False
        reader = await self.request.multipart()
        while (part := await reader.next()) is not None:
            if not isinstance(part, BodyPartReader):
                raise ApiError(400, 50035, "Invalid Form Body")
            if part.name == "payload_json":
                self._body = _parsed(bytes(await part.read()))
                continue
            found = _FILE_FIELD.fullmatch(part.name or "")
            data, complete = await _read_file(part)
            oversize |= not complete
            if found and complete:
                self._uploads.append(Upload(int(found[1]), part.filename or "", data))
        if oversize:
            raise too_large()


async def _read_file(part: BodyPartReader) -> tuple[bytes, bool]:
    data = bytearray()
    while chunk := await part.read_chunk(1 << 16):
        if len(data) <= limits.FILE_BYTES:
            data += chunk
    return bytes(data), len(data) <= limits.FILE_BYTES


def _parsed(data: bytes) -> object:
    if not data:
        return None
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


def checked_id(value: object, name: str) -> int:
    """An id. Raises ApiError 50035 if it is none."""
    number = snowflake(value)
    if number is None:
        form = FormNode({})
        form.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.', name)
        form.check()
    return number or 0
