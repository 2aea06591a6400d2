"""The line above which a player writes: the first of every mail of ours, and so the first that is quoted."""

import re
from typing import Final

MARKER: Final = "##- write above this line -##"
"""The first line of each mail of ours, also in its HTML. Its signs survive a translation of the text."""

_SEEN: Final = 200
"""Characters of a line that are searched."""
_PREFIX: Final = re.compile(r"[\s>|:*_]*")
_SIGNS: Final = re.compile(r"##\s{0,2}[-\u2010-\u2015\u2212]|[-\u2010-\u2015\u2212]\s{0,2}##")


def is_marker(line: str) -> bool:
    """Whether a line is the marker or a piece of it: quoted, wrapped, translated or set in other dashes."""
    start = line[:_SEEN]
    letters = "".join(filter(str.isalpha, start.lower()))
    only_hashes = _PREFIX.sub("", start, count=1).rstrip() == "##"
    return "writeabovethisline" in letters or bool(_SIGNS.search(start)) or only_hashes
