"""Transport compression of the gateway: one stream for each connection."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


class Compressor(Protocol):
    """Turns messages into frames of one continuous stream."""

    def pack(self, data: bytes) -> bytes:
        """A frame that can be read as soon as it arrives."""
        ...


class ZlibStream:
    """``zlib-stream``: every frame ends with a full flush."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def pack(self, data: bytes) -> bytes:
        """A frame that can be read as soon as it arrives."""
        return self._stream.compress(data) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """``zstd-stream``, where Python or an installed package can do it."""

    def __init__(self, stream: Any, flush_block: Any) -> None:
        self._stream = stream
        self._flush_block = flush_block

    def pack(self, data: bytes) -> bytes:
        """A frame that can be read as soon as it arrives."""
        packed: bytes = self._stream.compress(data) + self._stream.flush(self._flush_block)
        return packed


def compressor(name: str | None) -> Compressor | None:
    """The compressor that a client asks for in its address; None: send plain text.

    A client that asks for zstd where we have none gets plain text, which it reads as well.
    """
    if name == "zlib-stream":
        return ZlibStream()
    if name == "zstd-stream":
        return _zstd()
    return None


def _zstd() -> Compressor | None:
    try:
        module = importlib.import_module("compression.zstd")
    except ImportError:
        return _zstandard()
    stream = module.ZstdCompressor()
    return ZstdStream(stream, stream.FLUSH_BLOCK)


def _zstandard() -> Compressor | None:
    try:
        module = importlib.import_module("zstandard")
    except ImportError:
        return None
    return ZstdStream(module.ZstdCompressor().compressobj(), module.COMPRESSOBJ_FLUSH_BLOCK)
