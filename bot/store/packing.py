"""Packs long texts into less than half of their room, in columns that hold plain texts as well."""

import zlib
from base64 import b64decode, b64encode
from typing import Final

_MARK: Final = "~"
"""The first character of a packed text, with which JSON never begins. The rest is text as well, as both
databases keep it in the column where it was before.
"""
_USUAL: Final = (
    b'"results":[],"moves":[],"last":{"highlight":null,"reach":null,"pieces":[{"code":"","cell":null,"owner":'
    b'null,"size":1,"colour":"","flipped":false},{"first_picks":[{"token":"","label":""},{"happened":[""],'
    b'"view":{"viewer":null,"ply":0,"turn":"turn round ","to_act":[0,1],"prompt":"","chips":["",""],"notes":'
    b'[],"outcome":null,"phase":"","players":[{"seat":0,"talk":"open","hands":true,"button":"","draws":false,'
    b'"commitment":"","words":["discord:1","discord:1"],"seed":null,"seed_hash":"","outcome":null,"deadline":'
    b'"2026-01-01T12:00:00Z","called":[0,1],"to_act":[0,1],"prompt":"\'s turn","turn":"turn round ","ply":0,'
    b'"moved_at":"2026-","created_at":"2026-","terms":{},"deadline_hours":48.0,"options":{"","min_seats":2,'
    b'"seats":[{"seat":0,"name":"","emblem":"","person":{"id":1,"name":""}},{"seat":1,"name":"","emblem":"",'
    b'"threaded":true,"thread_id":1,"channel_id":1,"guild_id":1,"host":{"id":1,"name":""},"version":1,'
    b'"status":"active","title":"","key":"","code":"{"type":"card","report":{"id":1,"code":"'
)
"""Texts that cards and positions have in common, as zlib's dictionary: each is too short to repeat much
itself. It belongs to the format, as texts that were packed with it are unpacked with it alone.
"""


def packed(text: str) -> str:
    """A text in less room; unchanged where packing saves none."""
    packing = zlib.compressobj(zdict=_USUAL)
    shorter = _MARK + b64encode(packing.compress(text.encode()) + packing.flush()).decode()
    return shorter if len(shorter) < len(text) else text


def unpacked(text: str) -> str:
    """A text that may be packed, unpacked; a damaged one stays as it is, so that its reader refuses it."""
    if not text.startswith(_MARK):
        return text
    unpacking = zlib.decompressobj(zdict=_USUAL)
    try:
        found = unpacking.decompress(b64decode(text.removeprefix(_MARK))).decode()
    except (ValueError, zlib.error):
        return text
    return found if unpacking.eof else text
